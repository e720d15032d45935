import IconButton from '@mui/material/IconButton'
import { IconAlertCircle, IconCheck, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { ProgressBar, Tooltip } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { isPausable, isUnsuccessful, type UploadTask } from './tasks.ts'
import { useUploadEngine } from './UploadContext.ts'

const Words = styled('span')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  minWidth: 0,
  color: theme.vars.palette.ink3,
  '& > svg': { flex: 'none' },
  '&[data-tone="done"]': { color: theme.vars.palette.success.text },
  '&[data-tone="failed"]': { fontWeight: 500, color: theme.vars.palette.danger.text },
}))

const Cut = styled('span')({
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})

/** A reason is whole, in two lines where one is too short for it. */
const Whole = styled('span')(({ theme }) => ({
  minWidth: 0,
  whiteSpace: 'normal',
  ...theme.typography.caption,
  lineHeight: '15px',
}))

const isCut = (element: Element): boolean => element.scrollWidth > element.clientWidth

const Side = styled('span')({ display: 'flex', alignItems: 'center', gap: 4, minWidth: 0 })
const Grows = styled('span')({ flex: 1, minWidth: 0 })

/** Pauses a file, or goes on with it (INDEX-11). */
export function PauseButton({ task }: { task: UploadTask }) {
  const engine = useUploadEngine()
  if (!task.paused && !isPausable(task)) return null
  const { id, name, paused } = task
  const label = `${paused ? 'Resume' : 'Pause'} ${name}`
  return (
    <IconButton
      size="small"
      aria-label={label}
      onClick={() => (paused ? engine.unpause?.(id) : engine.pause?.(id))}
    >
      {paused ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
    </IconButton>
  )
}

/** Where an item stands, and its button to pause. */
export function UploadStatusCell({ task }: { task: UploadTask }) {
  return (
    <Side>
      <Grows>
        <UploadStatus task={task} />
      </Grows>
      <PauseButton task={task} />
    </Side>
  )
}

/** Where an item stands: a word, a bar, or why it failed. */
export function UploadStatus({ task }: { task: UploadTask }) {
  const { status, reason, progress, name } = task
  if (status === 'uploading' || status === 'confirming') {
    const doing = status === 'confirming' ? 'Confirming' : 'Uploading'
    return <ProgressBar value={progress} label={`${doing} ${name}`} figure />
  }
  if (status === 'done') {
    return (
      <Words data-tone="done">
        <IconCheck size={16} aria-hidden="true" />
        Done
      </Words>
    )
  }
  if (isUnsuccessful(status)) {
    return (
      <Words data-tone="failed">
        <IconAlertCircle size={16} aria-hidden="true" />
        <Whole>{reason}</Whole>
      </Words>
    )
  }
  return (
    <Words>
      <CutText text={waitingText(task) ?? reason ?? 'Canceled'} />
    </Words>
  )
}

/** Null for an item that is not waiting. */
function waitingText({ status, paused, progress }: UploadTask): string | null {
  if (status !== 'waiting') return null
  if (!paused) return 'Waiting'
  return progress > 0 ? `Paused at ${Math.floor(100 * progress)}%` : 'Paused'
}

function CutText({ text }: { text: string }) {
  return (
    <Tooltip title={text} when={isCut}>
      <Cut>{text}</Cut>
    </Tooltip>
  )
}
