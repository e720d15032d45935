import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { formatNumber } from '../../../../shared/format/number.ts'
import { FloatingWindow, Tooltip, VisuallyHidden, windowSizes } from '../../../ui/index.ts'
import { isUnsuccessful } from './tasks.ts'
import type { UploadState } from './taskTable.ts'
import { useUploads } from './UploadContext.ts'
import { UploadTable } from './UploadTable.tsx'

const Inside = styled('div')({ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 })

const Head = styled('div')(({ theme }) => ({
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

const remainingText = ({ remaining, total }: UploadState): string =>
  `${formatNumber(remaining)} of ${formatNumber(total)} items remaining`

/** What a screen reader is told when a run begins and ends; the percentage would never let it finish. */
function announcement({ busy, total, failed, canceled }: UploadState): string {
  if (busy) return `Uploading ${formatNumber(total)} items`
  const parts = [`${formatNumber(total - failed - canceled)} of ${formatNumber(total)} items uploaded`]
  if (failed > 0) parts.push(`${formatNumber(failed)} failed`)
  if (canceled > 0) parts.push(`${formatNumber(canceled)} canceled`)
  return parts.join(', ')
}

/** The floating window of the current run (UPL-23 to UPL-33); a bar and a sheet on phones. */
export function UploadWindow() {
  const { state, cancel, retryFailed, dismiss } = useUploads()
  const [failedOnly, setFailedOnly] = useState(false)
  const { busy, failed, percent } = state
  const filtered = failedOnly && failed > 0
  const failedText = `${formatNumber(failed)} failed`
  return (
    <FloatingWindow
      title={busy ? `Uploading... ${percent}%` : 'Done!'}
      progress={busy ? percent / 100 : undefined}
      busy={busy}
      onClose={dismiss}
      sizes={windowSizes.compact}
      summary={failed > 0 ? `${remainingText(state)} · ${failedText}` : remainingText(state)}
    >
      <Inside>
        <Head>
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
          {state.retryable > 0 && <Button onClick={retryFailed}>Retry failed</Button>}
          <Tooltip title={busy ? '' : 'Nothing is being uploaded.'}>
            <Button disabled={!busy} onClick={cancel}>
              Cancel Upload
            </Button>
          </Tooltip>
        </Head>
        <UploadTable
          tasks={filtered ? state.tasks.filter((task) => isUnsuccessful(task.status)) : state.tasks}
        />
        <VisuallyHidden role="status">{announcement(state)}</VisuallyHidden>
      </Inside>
    </FloatingWindow>
  )
}
