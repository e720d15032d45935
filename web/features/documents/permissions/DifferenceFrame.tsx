import type { ReactNode } from 'react'
import type { ReadingError } from '../../../graphql/useReading.ts'
import { ConfirmContent, Loading, SkeletonLines } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'

export interface Planning {
  documentIds: readonly string[]
  busy: boolean
  error: string | undefined
  onApply: () => void
  /** Keeps it for a publication (STAGE-03); not offered without. */
  onStage?: () => void
  onCancel: () => void
}

export const Lead = styled('p')({ margin: '0 0 10px' })

/** What a sweeping change would do, once that is known, and whether it is to be made. */
export function DifferenceFrame<Difference extends { undoable: boolean }>({
  planning: { busy, error, onApply, onStage, onCancel },
  difference,
  failed,
  takesAway,
  children,
}: {
  planning: Omit<Planning, 'documentIds'>
  difference: Difference | undefined
  /** Why it is not known. */
  failed: ReadingError | undefined
  takesAway: (difference: Difference) => boolean
  children: (difference: Difference) => ReactNode
}) {
  const message = error ?? failed?.message
  return (
    <ConfirmContent
      danger={difference !== undefined && takesAway(difference)}
      action="Apply"
      {...(onStage && { instead: { action: 'Stage', onConfirm: onStage } })}
      busy={busy}
      disabled={!difference}
      onConfirm={onApply}
      onCancel={onCancel}
      {...(message !== undefined && { error: message })}
      {...(failed && { onRetry: failed.onRetry })}
    >
      {difference ? (
        <>
          {children(difference)}
          <Lead style={{ margin: '10px 0 0' }}>
            {difference.undoable
              ? 'Applied in one step. You can undo it for a day.'
              : 'Applied in one step. There is too much here with permissions of its own for this to be undone.'}
          </Lead>
        </>
      ) : (
        !failed && <Loading active skeleton={<SkeletonLines />} />
      )}
    </ConfirmContent>
  )
}
