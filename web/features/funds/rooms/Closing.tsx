import Button from '@mui/material/Button'
import { useState } from 'react'
import type { RoomPhase } from '../../../../shared/enumerations.ts'
import { formatDateTime } from '../../../../shared/format/time.ts'
import { useAction } from '../../../graphql/useAction.ts'
import { Alert, ConfirmContent, Dialog, useToast } from '../../../ui/index.ts'
import { type ArchiveFragment, SetRoomPhaseDocument } from './operations.generated.ts'
import { EFFECTS } from './phaseEffects.ts'

interface ClosingProps {
  room: { id: string; name: string; phase: RoomPhase; offeredPhases: readonly RoomPhase[] }
  archives: readonly ArchiveFragment[]
  /** Reads all again. */
  onDone: () => Promise<unknown>
}

const isUnverified = ({ state, verifiedAt }: ArchiveFragment): boolean =>
  state === 'WAITING' || state === 'RUNNING' || (state === 'READY' && verifiedAt === null)

/** While a room is being closed: the way to its archive, and once that is verified to the phase Archived (STAGE-11). */
export function Closing({ room, archives, onDone }: ClosingProps) {
  const [asking, setAsking] = useState(false)
  const toast = useToast()
  const { attempt, busy, problem } = useAction(SetRoomPhaseDocument, { refresh: onDone })
  if (room.phase !== 'CLOSING') return null
  if (!room.offeredPhases.includes('ARCHIVED')) {
    const isBegun = archives.some((each) => each.groupName === null && isUnverified(each))
    return (
      <Alert tone="info">
        This deal room is being closed.{' '}
        {isBegun
          ? 'Once the archive of everything in it is made and verified, the room can be archived.'
          : 'Make an archive of everything in it: once that is verified, the room can be archived.'}
      </Alert>
    )
  }
  const verified = archives.find(({ groupName, verifiedAt }) => groupName === null && verifiedAt !== null)
  const archive = async () => {
    const { refusal } = await attempt({ portfolioId: room.id, phase: 'ARCHIVED' })
    if (refusal) return
    setAsking(false)
    toast.success(`${room.name}: Archived`)
  }
  return (
    <>
      <Alert
        tone="info"
        action={
          <Button size="small" onClick={() => setAsking(true)}>
            Archive deal room
          </Button>
        }
      >
        This deal room is being closed.
        {verified?.verifiedAt && ` Its archive was verified ${formatDateTime(verified.verifiedAt)}.`}
      </Alert>
      {asking && (
        <Dialog open onClose={() => setAsking(false)} title="Archive deal room" busy={busy}>
          <ConfirmContent
            action="Archive deal room"
            busy={busy}
            {...(problem && { error: problem.message })}
            onConfirm={() => void archive()}
            onCancel={() => setAsking(false)}
          >
            {EFFECTS.ARCHIVED}
          </ConfirmContent>
        </Dialog>
      )}
    </>
  )
}
