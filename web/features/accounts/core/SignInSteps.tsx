import { type ComponentType, useState } from 'react'
import { Alert } from '../../../ui/index.ts'
import { CodeForm } from './CodeForm.tsx'
import { CredentialsForm } from './CredentialsForm.tsx'
import type { SignInCodeMethod } from './codeMethods.ts'
import { RecoveryForm } from './RecoveryForm.tsx'

type Step =
  | { name: 'credentials' | 'expired' }
  | { name: 'code' | 'recovery'; methods: readonly SignInCodeMethod[] }

/** E-mail and password, then a code where the person has two-factor authentication (AUTH-04, AUTH-10). */
export function SignInSteps({
  heading: Heading,
  email,
  fixed = false,
  ended = false,
  onSignedIn,
}: {
  /** Stands over each step. */
  heading: ComponentType<{ title: string; hint: string }>
  /** Whose e-mail stands there already, where that is known. */
  email?: string | undefined
  /** Whether nobody but that person is to sign in here. */
  fixed?: boolean
  /** Whether the session of the page that one comes from has ended. */
  ended?: boolean
  onSignedIn: (personId: string) => void
}) {
  const [step, setStep] = useState<Step>({ name: 'credentials' })
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
              : 'We sent a code of 6 digits to your phone.'
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
        onSignedIn={onSignedIn}
        onCodeRequired={(methods) => setStep({ name: 'code', methods })}
      />
    </>
  )
}
