import Button from '@mui/material/Button'
import { Dialog, DialogBody, DialogFoot } from '../../ui/index.ts'

/** Offers to reload a page of a former build. */
export function UpdateDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Helioroom was updated">
      <DialogBody>
        <p style={{ margin: 0 }}>
          This part of the page comes with the newer version. Reload the page to go on, or close this first to
          save or copy what you have typed.
        </p>
      </DialogBody>
      <DialogFoot>
        <Button variant="outlined" onClick={onClose}>
          Not now
        </Button>
        <Button variant="contained" onClick={() => window.location.reload()} autoFocus>
          Reload the page
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
