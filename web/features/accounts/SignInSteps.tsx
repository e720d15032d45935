import { type ComponentType, useState } from 'react'
import { Alert } from '../../ui/index.ts'
import { CodeForm } from './CodeForm.tsx'
import { CredentialsForm } from './CredentialsForm.tsx'

type Step = 'credentials' | 'code' | 'expired'

export interface SignInStepsProps {
  /** Stands over each step. */
  heading: ComponentType<{ title: string; hint: string }>
  /** Whose e-mail stands there already, where that is known. */
  email?: string | undefined
  /** Whether nobody but that person is to sign in here. */
  fixed?: boolean
  onSignedIn: (personId: string) => void
}

/** E-mail and password, then a code where the person has two-factor authentication (AUTH-04, AUTH-10). */
export function SignInSteps({ heading: Heading, email, fixed, onSignedIn }: SignInStepsProps) {
  const [step, setStep] = useState<Step>('credentials')
  if (step === 'code') {
    return (
      <>
        <Heading title="Enter your code" hint="We sent a code of 6 digits to your phone." />
        <CodeForm
          onSignedIn={onSignedIn}
          onBack={(expired) => setStep(expired ? 'expired' : 'credentials')}
        />
      </>
    )
  }
  return (
    <>
      <Heading title="Sign in" hint="Use the email address your invitation was sent to." />
      {step === 'expired' && <Alert tone="info">Your code is no longer valid. Please sign in again.</Alert>}
      <CredentialsForm
        email={email}
        fixed={fixed}
        onSignedIn={onSignedIn}
        onCodeRequired={() => setStep('code')}
      />
    </>
  )
}
