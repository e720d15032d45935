import Button from '@mui/material/Button'
import type { Leaving } from '../unsaved/work.ts'
import { Dialog, DialogBody, DialogFoot } from './Dialog.tsx'

/** The question before unsaved work is left, in a dialog of its own over all others. */
export function LeaveDialog({ stay, leave }: Leaving) {
  return (
    <Dialog open small onClose={stay} title="Unsaved changes">
      <DialogBody>What you have changed here is not saved yet. Leave all the same?</DialogBody>
      <DialogFoot>
        <Button autoFocus onClick={stay}>
          Keep editing
        </Button>
        <Button variant="contained" color="error" onClick={leave}>
          Leave without saving
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
