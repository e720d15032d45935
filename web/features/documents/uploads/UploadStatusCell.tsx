import { IconAlertCircle, IconCheck } from '@tabler/icons-react'
import { ProgressBar, Tooltip } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { isUnsuccessful, type UploadTask } from './tasks.ts'

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
const Whole = styled('span')({ minWidth: 0, whiteSpace: 'normal', fontSize: 12, lineHeight: '15px' })

const isCut = (element: Element): boolean => element.scrollWidth > element.clientWidth

/** Where an item stands: a word, a bar, or why it failed. */
export function UploadStatusCell({ task }: { task: UploadTask }) {
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
      <CutText text={status === 'waiting' ? 'Waiting' : (reason ?? 'Canceled')} />
    </Words>
  )
}

function CutText({ text }: { text: string }) {
  return (
    <Tooltip title={text} when={isCut}>
      <Cut>{text}</Cut>
    </Tooltip>
  )
}
