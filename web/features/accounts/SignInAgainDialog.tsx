import Button from '@mui/material/Button'
import { usePage } from '../../graphql/page.ts'
import { signInAddress } from '../../graphql/signedOut.ts'
import { Dialog, DialogBody } from '../../ui/index.ts'
import { SignInSteps } from './core/SignInSteps.tsx'

/** What was typed stands under the dialog; leaving for the sign-in page gives it up. */
const leave = () => {
  const { pathname, search } = window.location
  window.location.assign(signInAddress(pathname + search))
}

/** What was typed stays in this tab: the other one tells it who has signed in (SSO-22). */
const goElsewhere = (addressTo: (next: string) => string) => {
  window.open(addressTo('/'), '_blank')
}

function Hint({ title, hint }: { title: string; hint: string }) {
  return (
    <div>{title === 'Sign in' ? 'Your session has ended. Sign in to continue where you are.' : hint}</div>
  )
}

/** Signing in again over the page as it stands, when its session has ended (AUTH-18). */
export function SignInAgainDialog({ onSignedIn }: { onSignedIn: (personId: string) => void }) {
  const { user } = usePage()
  return (
    // Not closed by Escape: what stands under it can't go on before.
    <Dialog open busy onClose={() => {}} title="Sign in again">
      <DialogBody>
        <SignInSteps
          heading={Hint}
          isOverPage
          email={user?.email ?? undefined}
          goElsewhere={goElsewhere}
          onSignedIn={onSignedIn}
        />
        <Button variant="text" onClick={leave}>
          Leave this page
        </Button>
      </DialogBody>
    </Dialog>
  )
}
