import { Alert, BusyButton } from '../../../ui/index.ts'
import { usePasskeySignIn } from './usePasskeySignIn.ts'

/** Signing in by a passkey, below the form of the password (KEY-05). */
export function PasskeySignIn({ onSignedIn }: { onSignedIn: (personId: string) => void }) {
  const { ask, busy, refusal } = usePasskeySignIn(onSignedIn)
  return (
    <>
      {refusal && <Alert tone="danger">{refusal}</Alert>}
      <BusyButton variant="outlined" size="large" fullWidth busy={busy} onClick={() => void ask()}>
        Sign in with a passkey
      </BusyButton>
    </>
  )
}
