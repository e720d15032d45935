import Button from '@mui/material/Button'
import { type ComponentType, useState } from 'react'
import { usePage } from '../../graphql/page.ts'
import { useSession, useSessionState } from '../../graphql/session.ts'
import { Dialog, DialogBody, DialogFoot } from '../../ui/index.ts'

export interface SessionGuardProps {
  /** Asks the person to sign in again, over the page. */
  signIn: ComponentType<{ onSignedIn: (personId: string) => void }>
}

/** Over a page whose session has ended the way to go on (AUTH-18); over one of another person's that nothing is sent. */
export function SessionGuard({ signIn: SignIn }: SessionGuardProps) {
  const session = useSession()
  const state = useSessionState()
  if (!session) return null
  if (state === 'ended') return <SignIn onSignedIn={session.signedIn} />
  return state === 'other' ? <OtherAccountDialog /> : null
}

function OtherAccountDialog() {
  const { user } = usePage()
  const [open, setOpen] = useState(true)
  return (
    <Dialog open={open} onClose={() => setOpen(false)} title="Another account is signed in">
      <DialogBody role="alert">
        <p style={{ margin: 0 }}>
          This page was opened by {user?.fullName}. Somebody else has signed in here since, so nothing is
          saved from it any more.
        </p>
        <p style={{ margin: 0 }}>Close this to copy what you have typed. Reload the page to go on.</p>
      </DialogBody>
      <DialogFoot>
        <Button variant="contained" onClick={() => window.location.reload()} autoFocus>
          Reload the page
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
