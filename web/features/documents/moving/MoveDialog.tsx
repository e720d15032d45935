import Button from '@mui/material/Button'
import { useState } from 'react'
import { Alert, BusyButton, CancelButton, Dialog, DialogBody, DialogFoot } from '../../../ui/index.ts'
import { PickingList, type WalkedFolder } from '../picking/PickingList.tsx'
import { usePlace } from '../place/place.ts'
import { itemsText } from '../place/sizes.ts'
import { losingText } from './destination.ts'
import type { StagedMove } from './MovingProvider.tsx'
import { useDestination } from './useDestination.ts'
import { useMove } from './useMove.ts'

interface MoveDialogProps {
  staged: StagedMove
  /** The folder that one begins with. */
  startId: string
  onClose: () => void
  /** It was moved. */
  onMoved: () => void
}

/** Moves what is staged to a folder that is walked to or searched, from where one is (INDEX-10). */
export function MoveDialog({ staged, startId, onClose, onMoved }: MoveDialogProps) {
  const { tree } = usePlace()
  const { busy, move, stage } = useMove()
  const [folder, setFolder] = useState<WalkedFolder>()
  const { reason, losing } = useDestination(staged, folder)
  const [first] = staged.documents
  const count = staged.documents.length
  const moveThere = async () => {
    if (!folder || (await move(staged, folder)).length === 0) return
    onClose()
    onMoved()
  }
  const stageThere = async () => {
    if (!folder || !(await stage(staged, folder))) return
    onClose()
    onMoved()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={count === 1 && first ? `Move ${first.name}` : `Move ${itemsText(count)}`}
      busy={busy}
    >
      <DialogBody>
        <PickingList treeId={tree.id} startId={startId} folders onFolder={setFolder} />
        {reason && <Alert tone="info">{reason}</Alert>}
        {losing.length > 0 && <Alert tone="warning">{losingText(losing, count)}</Alert>}
      </DialogBody>
      <DialogFoot>
        <CancelButton />
        <Button
          variant="outlined"
          disabled={busy || !folder || reason !== undefined}
          onClick={() => void stageThere()}
        >
          Stage
        </Button>
        <BusyButton
          busy={busy}
          variant="contained"
          disabled={!folder || reason !== undefined}
          onClick={() => void moveThere()}
        >
          {folder ? `Move to ${folder.name}` : 'Move'}
        </BusyButton>
      </DialogFoot>
    </Dialog>
  )
}
