import Button from '@mui/material/Button'
import { useState } from 'react'
import { usePage } from '../../graphql/page.ts'
import { Dialog, DialogBody, DialogFoot } from '../../ui/index.ts'

/** Says that the page is another person's now. Closing it leaves the page to copy from. */
export function OtherAccountDialog() {
  const { user } = usePage()
  const [open, setOpen] = useState(true)
  return (
    <Dialog open={open} onClose={() => setOpen(false)} title="Another account is signed in">
      <DialogBody role="alert">
        <p style={{ margin: 0 }}>
          This page was opened by {user?.fullName}. Somebody else has signed in here since, so nothing is
          saved from it any more.
        </p>
        <p style={{ margin: 0 }}>Close this to copy what you have typed. Reload the page to continue.</p>
      </DialogBody>
      <DialogFoot>
        <Button variant="contained" onClick={() => window.location.reload()} autoFocus>
          Reload the page
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
