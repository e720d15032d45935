import Button from '@mui/material/Button'
import { type ComponentType, useState } from 'react'
import { CODE_NOT_SENT } from '../../../../shared/accountRules.ts'
import { usePage, usePasskeysWork } from '../../../graphql/page.ts'
import { Alert, lazily } from '../../../ui/index.ts'
import { CodeForm } from './CodeForm.tsx'
import { CredentialsForm } from './CredentialsForm.tsx'
import type { SignInCodeMethod } from './codeMethods.ts'
import { RecoveryForm } from './RecoveryForm.tsx'

/** Its button stands there from the first moment on, and can be pressed once what it does is loaded. */
const PasskeySignIn = lazily(
  async () => (await import('../passkeys/PasskeySignIn.tsx')).PasskeySignIn,
  <Button variant="outlined" size="large" fullWidth disabled>
    Sign in with a passkey
  </Button>,
  false,
)

type Step =
  | { name: 'credentials' | 'expired' }
  | { name: 'code' | 'recovery'; methods: readonly SignInCodeMethod[] }

/** E-mail and password, then a code where the person has two-factor authentication (AUTH-04, AUTH-10). */
export function SignInSteps({
  heading: Heading,
  email,
  fixed = false,
  isOverPage = false,
  ended = false,
  codeMethods = [],
  goElsewhere,
  onSignedIn,
}: {
  /** Stands over each step. */
  heading: ComponentType<{ title: string; hint: string }>
  /** Whose e-mail stands there already, where that is known. */
  email?: string | undefined
  /** Whether nobody but that person is to sign in here. */
  fixed?: boolean
  /** Whether it stands over a page whose session has ended. */
  isOverPage?: boolean
  /** Whether the session of the page that one comes from has ended. */
  ended?: boolean
  /** How a code comes that is asked for already, since the person was signed in elsewhere (SSO-21). */
  codeMethods?: readonly SignInCodeMethod[]
  /** Leads to the sign-in of the person's own firm; `addressTo` gives the address for the page to come back to. */
  goElsewhere: (addressTo: (next: string) => string) => void
  onSignedIn: (personId: string) => void
}) {
  const { sendsTexts } = usePage().config
  const [step, setStep] = useState<Step>(
    codeMethods.length > 0 ? { name: 'code', methods: codeMethods } : { name: 'credentials' },
  )
  const passkeysWork = usePasskeysWork()
  const onBack = (expired: boolean) => setStep({ name: expired ? 'expired' : 'credentials' })
  if (step.name === 'recovery') {
    const { methods } = step
    return (
      <>
        <Heading title="Use a recovery code" hint="Each of your recovery codes works once." />
        <RecoveryForm
          onSignedIn={onSignedIn}
          onBack={(expired) => (expired ? onBack(true) : setStep({ name: 'code', methods }))}
        />
      </>
    )
  }
  if (step.name === 'code') {
    const { methods } = step
    return (
      <>
        <Heading
          title="Enter your code"
          hint={
            methods[0] === 'AUTHENTICATOR'
              ? 'Your authenticator app shows a code of 6 digits.'
              : sendsTexts
                ? 'We sent a code of 6 digits to your phone.'
                : CODE_NOT_SENT
          }
        />
        <CodeForm
          methods={methods}
          onSignedIn={onSignedIn}
          onBack={onBack}
          onRecovery={() => setStep({ name: 'recovery', methods })}
        />
      </>
    )
  }
  return (
    <>
      <Heading title="Sign in" hint="Use the email address your invitation was sent to." />
      {step.name === 'expired' && (
        <Alert tone="info">Your code is no longer valid. Please sign in again.</Alert>
      )}
      {step.name === 'credentials' && ended && (
        <Alert tone="info">Your session has ended. Sign in to continue where you left off.</Alert>
      )}
      <CredentialsForm
        email={email}
        fixed={fixed}
        isOverPage={isOverPage}
        onSignedIn={onSignedIn}
        goElsewhere={goElsewhere}
        onCodeRequired={(methods) => setStep({ name: 'code', methods })}
      />
      {passkeysWork && <PasskeySignIn onSignedIn={onSignedIn} />}
    </>
  )
}
