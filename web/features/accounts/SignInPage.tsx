import { styled } from '@mui/material/styles'
import { IconLock } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { usePage } from '../../graphql/page.ts'
import { Alert, FrontDoor, usePageTitle } from '../../ui/index.ts'
import { CodeForm } from './CodeForm.tsx'
import { CredentialsForm } from './CredentialsForm.tsx'
import { DoorColumn, DoorHeading } from './DoorHeading.tsx'
import { nextPath } from './nextPath.ts'

/** Loads the wanted page anew, with the cookies and the embedded data of the new session (AUTH-02). */
function goOn() {
  window.location.assign(nextPath(window.location.search, window.location.origin))
}

type Step = 'credentials' | 'code' | 'expired'

const Notice = styled('p')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  margin: 0,
  paddingTop: 20,
  borderTop: `1px solid ${theme.vars.palette.line}`,
  fontSize: 12,
  lineHeight: '16px',
  color: theme.vars.palette.ink3,
}))

/** Signing in: e-mail and password, then a code where the person has two-factor authentication. */
export function SignInPage({ foot }: { foot: ReactNode }) {
  usePageTitle('Sign in')
  const { user } = usePage()
  const [step, setStep] = useState<Step>('credentials')
  useEffect(() => {
    if (user) goOn()
  }, [user])
  if (user) return null
  return (
    <FrontDoor foot={foot}>
      <DoorColumn>
        {step === 'code' ? (
          <>
            <DoorHeading title="Enter your code" hint="We sent a code of 6 digits to your phone." />
            <CodeForm onSignedIn={goOn} onBack={(expired) => setStep(expired ? 'expired' : 'credentials')} />
          </>
        ) : (
          <>
            <DoorHeading title="Sign in" hint="Use the email address your invitation was sent to." />
            {step === 'expired' && (
              <Alert tone="info">Your code is no longer valid. Please sign in again.</Alert>
            )}
            <CredentialsForm onSignedIn={goOn} onCodeRequired={() => setStep('code')} />
          </>
        )}
        <Notice>
          <IconLock size={16} aria-hidden="true" />
          By invitation only. Views and downloads are recorded.
        </Notice>
      </DoorColumn>
    </FrontDoor>
  )
}
