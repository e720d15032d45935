import type { ComponentType } from 'react'
import { useSession, useSessionState } from '../../graphql/session.ts'
import { lazily } from '../../ui/index.ts'

const OtherAccountDialog = lazily(async () => (await import('./OtherAccountDialog.tsx')).OtherAccountDialog)

interface SessionGuardProps {
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
