import type { ReactNode } from 'react'
import { styled } from '../../../ui/theme/styled.tsx'
import { type UploadEntry, useDropTarget } from '../uploads/index.ts'

const Area = styled('div')({ position: 'relative', display: 'flex', flexDirection: 'column', flex: 1 })

const Veil = styled('div')(({ theme }) => ({
  position: 'absolute',
  zIndex: 3,
  inset: 8,
  borderRadius: 8,
  border: `2px solid ${theme.vars.palette.primary.main}`,
  backgroundColor: `color-mix(in srgb, ${theme.vars.palette.accent.tint} 82%, transparent)`,
  pointerEvents: 'none',
  '& > p': {
    position: 'sticky',
    top: 160,
    margin: '160px 0 0',
    textAlign: 'center',
    fontWeight: 600,
    color: theme.vars.palette.accent.text,
  },
}))

interface DropAreaProps {
  /** False where the person may not upload. */
  enabled: boolean
  onEntries: (entries: UploadEntry[]) => void
  children: ReactNode
}

/** Takes files and folders dropped anywhere over a folder, and shows that it would (DOC-16). */
export function DropArea({ enabled, onEntries, children }: DropAreaProps) {
  const { dragging, targetProps } = useDropTarget(onEntries, enabled)
  return (
    <Area {...targetProps}>
      {children}
      {dragging && (
        <Veil>
          <p>Drop files and folders here...</p>
        </Veil>
      )}
    </Area>
  )
}
