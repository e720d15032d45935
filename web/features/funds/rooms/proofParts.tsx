import Button from '@mui/material/Button'
import { IconPlus } from '@tabler/icons-react'
import { formatBytes } from '../../../../shared/format/bytes.ts'
import { formatDateTime } from '../../../../shared/format/time.ts'
import { BorderedList, ConfirmContent, Dialog, ProgressBar } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'

/** Pauses between two looks, in ms: while one is being made, and otherwise. */
export const LOOK_EVERY = { making: 1000, idle: 30_000 }

/** Certificates or archives of a room, with what they are and the way to a new one. */
export const ProofSection = styled('section')(({ theme }) => ({
  display: 'grid',
  gap: 16,
  maxWidth: 880,
  '& + &': { marginTop: 32 },
  '& > header': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 12 },
  '& > header > p': { flex: '1 1 300px', margin: 0, color: theme.vars.palette.ink2 },
}))

export const ProofList = styled(BorderedList)(({ theme }) => ({
  '& > li': { flexWrap: 'wrap', gap: '6px 12px', minHeight: 54, padding: '8px 8px 8px 14px' },
  '& > li > div': { flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' },
  '& > li > div > p': { margin: 0, color: theme.vars.palette.ink2 },
  '& > li > div > p[data-hash]': theme.typography.note,
  '& strong': { fontWeight: 500 },
  '& [data-failed]': { color: theme.vars.palette.danger.text },
}))

/** What can be done with one of them. */
export const Actions = styled('span')({ display: 'flex', flexWrap: 'wrap', gap: '6px 12px' })

/** A certificate or an archive, as far as both say the same. */
interface Proof {
  readonly groupName: string | null
  readonly state: string
  readonly progress: number
  readonly problem: string | null
  readonly by: string
  readonly at: string
  /** Bytes; null before it is made. */
  readonly size: number | null
}
type Kind = 'certificate' | 'archive'

export const isMaking = ({ state }: Pick<Proof, 'state'>): boolean =>
  state === 'WAITING' || state === 'RUNNING'

/** Of what it tells. */
export const proofName = ({ groupName }: Pick<Proof, 'groupName'>): string =>
  groupName ?? 'Everything in the room'

const endOf = (proof: Proof): string => (isMaking(proof) ? 'Cancel' : 'Remove')

/** What they are for, and the way to a new one. */
export function ProofHead({ text, action, onNew }: { text: string; action: string; onNew: () => void }) {
  return (
    <header>
      <p>{text}</p>
      <Button variant="contained" startIcon={<IconPlus />} onClick={onNew}>
        {action}
      </Button>
    </header>
  )
}

/** How far one of them is, and who has asked for it when. */
export function ProofProgress({
  proof,
  waiting = 'Waiting for its turn',
}: {
  proof: Proof
  waiting?: string
}) {
  const { state, progress, problem, by, at, size } = proof
  return (
    <>
      {state === 'WAITING' && <p>{waiting}</p>}
      {state === 'RUNNING' && (
        <ProgressBar value={progress} label={`Progress of ${proofName(proof)}`} figure />
      )}
      {state === 'FAILED' && <p data-failed="">{problem}</p>}
      <p>
        {`${by} · ${formatDateTime(at)}`}
        {size !== null && ` · ${formatBytes(size)}`}
      </p>
    </>
  )
}

/** Cancels one that is being made, or removes it. */
export function EndButton({ proof, kind, onEnd }: { proof: Proof; kind: Kind; onEnd: () => void }) {
  return (
    <Button
      size="small"
      color="error"
      aria-label={`${endOf(proof)} ${kind} of ${proofName(proof)}`}
      onClick={onEnd}
    >
      {endOf(proof)}
    </Button>
  )
}

interface EndDialogProps {
  proof: Proof
  kind: Kind
  /** What removing does to one that is made. */
  removing: string
  busy: boolean
  onEnd: () => void
  onClose: () => void
}

/** Asks before one of them is cancelled or removed. */
export function EndDialog({ proof, kind, removing, busy, onEnd, onClose }: EndDialogProps) {
  const action = `${endOf(proof)} ${kind}`
  return (
    <Dialog open onClose={onClose} title={action} busy={busy}>
      <ConfirmContent action={action} danger busy={busy} onConfirm={onEnd} onCancel={onClose}>
        {isMaking(proof) ? 'What has been made of it is dropped.' : removing}
      </ConfirmContent>
    </Dialog>
  )
}
