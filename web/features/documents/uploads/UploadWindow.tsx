import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import { useState } from 'react'
import { formatCount, formatNumber } from '../../../../shared/format/number.ts'
import { MAX_SELECTED } from '../../../../shared/selections.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { FloatingWindow, Tooltip, useToast, VisuallyHidden, windowSizes } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { SelectionPermissionsDocument } from '../permissions/operations.generated.ts'
import { awaitsFile, isInterrupted, isPausable, isUnsuccessful, type UploadTask } from './tasks.ts'
import type { UploadState } from './taskTable.ts'
import { useUploadEngine, useUploads } from './UploadContext.ts'
import { UploadTable } from './UploadTable.tsx'
import { useUploadChooser } from './useUploadChooser.ts'

const Inside = styled('div')({ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 })

const WindowHead = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 8px',
  flex: 'none',
  minHeight: 44,
  padding: '6px 14px 6px 16px',
  borderBottom: `1px solid ${theme.vars.palette.line}`,
  '& > p': { display: 'flex', alignItems: 'center', gap: 8, flex: 1, margin: 0, whiteSpace: 'nowrap' },
  '& > p > span': {
    color: theme.vars.palette.ink2,
    // The bar above a phone's sheet says it already.
    [theme.breakpoints.down('md')]: { display: 'none' },
  },
}))

const FailedOnly = styled(ButtonBase)(({ theme }) => ({
  height: 28,
  marginInline: -6,
  padding: '0 6px',
  borderRadius: 4,
  font: 'inherit',
  fontWeight: 500,
  color: theme.vars.palette.danger.text,
  '&:hover': { backgroundColor: theme.vars.palette.hover },
  '&[aria-pressed="true"]': { backgroundColor: theme.vars.palette.danger.tint },
}))

const Line = styled('p')(({ theme }) => ({
  flex: 'none',
  margin: 0,
  padding: '6px 16px',
  color: theme.vars.palette.ink2,
  borderBottom: `1px solid ${theme.vars.palette.line}`,
}))

/** "Done!" stands only where all went through (UPL-23); else how many did not. */
function titleOf({ busy, percent, failed, total, tasks }: UploadState): string {
  if (busy) return `Uploading... ${percent}%`
  const interrupted = tasks.filter(isInterrupted).length
  if (interrupted > 0 && interrupted === failed) {
    return `${formatNumber(interrupted)} of ${formatNumber(total)} interrupted`
  }
  return failed > 0 ? `${formatNumber(failed)} of ${formatNumber(total)} failed` : 'Done!'
}

/** What is uploaded by now, and who can see it, for whoever sees permissions. */
function UploadedLine({ tasks }: { tasks: readonly UploadTask[] }) {
  const done = tasks.filter(({ status }) => status === 'done')
  const [first] = done
  if (!first) return null
  const all = done.some(({ kind }) => kind === 'file') ? done.filter(({ kind }) => kind === 'file') : done
  const staged = all.filter(({ origin }) => origin.staged).length
  const parts = [
    ...(staged < all.length ? [`${formatNumber(all.length - staged)} uploaded`] : []),
    ...(staged > 0 ? [`${formatNumber(staged)} staged, visible to who edits alone`] : []),
  ]
  const { treeId, audience } = first.origin
  const ids = [...new Set(done.flatMap(({ document }) => document?.id ?? []))]
  const isOneTree = done.every(({ origin }) => origin.treeId === treeId)
  return (
    <Line>
      {parts.join(', ')}
      {staged === 0 && audience && isOneTree && ids.length > 0 && ids.length <= MAX_SELECTED && (
        <VisibleTo treeId={treeId} documentIds={ids} audience={audience} />
      )}
    </Line>
  )
}

/** ", visible to 11 groups" */
function VisibleTo(props: { treeId: string; documentIds: string[]; audience: 'groups' | 'roles' }) {
  const { treeId, documentIds, audience } = props
  const { data } = useReading(
    SelectionPermissionsDocument,
    { treeId, documentIds },
    { fetchPolicy: 'no-cache' },
  )
  if (!data) return null
  const { permissions } = data.documentPermissions
  const kind = audience.slice(0, -1)
  // No group has access yet: what is uploaded is closed to none of those that get it.
  if (permissions.length === 0) return <>, visible to every {kind}, also later ones</>
  const all = permissions.filter(({ permissible }) => permissible === true).length
  const some = permissions.filter(({ permissible }) => permissible === null).length
  return (
    <>
      , visible to {all === 0 ? `no ${kind}` : formatCount(all, kind)}
      {some > 0 && `, in part to ${formatNumber(some)} more`}
    </>
  )
}

const remainingText = ({ remaining, total }: UploadState): string =>
  `${formatNumber(remaining)} of ${formatNumber(total)} items remaining`

/** What a screen reader is told when a run begins and ends; the percentage would never let it finish. */
function announcement({ busy, total, failed, canceled, tasks }: UploadState): string {
  const paused = tasks.filter((task) => task.paused).length
  if (paused > 0) return `${formatCount(paused, 'item')} paused`
  if (busy) return `Uploading ${formatNumber(total)} items`
  const parts = [`${formatNumber(total - failed - canceled)} of ${formatNumber(total)} items uploaded`]
  if (failed > 0) parts.push(`${formatNumber(failed)} failed`)
  if (canceled > 0) parts.push(`${formatNumber(canceled)} canceled`)
  return parts.join(', ')
}

/** After a reload, or where the connection was lost: the same files go on where they stopped (INDEX-11). */
function ChooseAgain() {
  const { chooseAgain } = useUploadEngine()
  const toast = useToast()
  const { choose, input } = useUploadChooser(async (entries) => {
    if ((await chooseAgain?.(entries)) === 0) toast.info('None of these files was being uploaded.')
  })
  return (
    <Line>
      <Button variant="contained" onClick={() => choose('files')}>
        Choose the files again to go on
      </Button>
      {input}
    </Line>
  )
}

/** The floating window of the current run (UPL-23 to UPL-33); a bar and a sheet on phones. */
export function UploadWindow() {
  const { state, cancel, retryFailed, dismiss, pause, unpause } = useUploads()
  const [failedOnly, setFailedOnly] = useState(false)
  const { busy, failed, lost, percent } = state
  const filtered = failedOnly && failed > 0
  const failedText = `${formatNumber(failed)} failed`
  return (
    <FloatingWindow
      title={titleOf(state)}
      progress={busy ? percent / 100 : undefined}
      busy={busy}
      onClose={() => dismiss?.()}
      sizes={windowSizes.compact}
      summary={failed > 0 ? `${remainingText(state)} · ${failedText}` : remainingText(state)}
    >
      <Inside>
        <WindowHead>
          <p>
            <span>{remainingText(state)}</span>
            {failed > 0 && (
              <>
                <span aria-hidden="true">·</span>
                <FailedOnly aria-pressed={filtered} onClick={() => setFailedOnly(!filtered)}>
                  {failedText}
                </FailedOnly>
              </>
            )}
          </p>
          {state.tasks.some(isPausable) ? (
            <Button onClick={() => pause?.()}>Pause all</Button>
          ) : (
            state.tasks.some(({ paused }) => paused) && (
              <Button onClick={() => unpause?.()}>Resume all</Button>
            )
          )}
          {state.retryable > 0 && <Button onClick={retryFailed}>Retry failed</Button>}
          <Tooltip title={busy ? '' : 'Nothing is being uploaded.'}>
            <Button disabled={!busy} onClick={cancel}>
              Cancel Upload
            </Button>
          </Tooltip>
        </WindowHead>
        {lost > 0 && <Line>No network. Uploads resume once it is back.</Line>}
        {state.tasks.some(awaitsFile) && <ChooseAgain />}
        {!busy && <UploadedLine tasks={state.tasks} />}
        <UploadTable
          tasks={filtered ? state.tasks.filter((task) => isUnsuccessful(task.status)) : state.tasks}
        />
        <VisuallyHidden role="status">{announcement(state)}</VisuallyHidden>
      </Inside>
    </FloatingWindow>
  )
}
