import Button from '@mui/material/Button'
import { useState } from 'react'
import type { RoomPhase } from '../../../../shared/enumerations.ts'
import { formatDateTime } from '../../../../shared/format/time.ts'
import { useAction } from '../../../graphql/useAction.ts'
import { Alert, ConfirmContent, Dialog, useToast } from '../../../ui/index.ts'
import { type ArchiveFragment, SetRoomPhaseDocument } from './operations.generated.ts'
import { EFFECTS } from './phaseEffects.ts'

interface ClosingProps {
  room: { id: string; name: string; phase: RoomPhase }
  archives: readonly ArchiveFragment[]
  /** Reads all again. */
  onDone: () => Promise<unknown>
}

/** While a room is being closed: the way to its archive, and once that is verified to the phase Archived (STAGE-11). */
export function Closing({ room, archives, onDone }: ClosingProps) {
  const [asking, setAsking] = useState(false)
  const toast = useToast()
  const { attempt, busy, problem } = useAction(SetRoomPhaseDocument, { refresh: onDone })
  if (room.phase !== 'CLOSING') return null
  const verified = archives.find(({ groupName, verifiedAt }) => groupName === null && verifiedAt !== null)
  if (!verified) {
    return (
      <Alert tone="info">
        This deal room is being closed. Make an archive of everything in it: once that is verified, the room
        can be archived.
      </Alert>
    )
  }
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
        {`This deal room is being closed. Its archive was verified ${formatDateTime(verified.verifiedAt ?? '')}.`}
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
