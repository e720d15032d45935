import { IconLock } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { usePage } from '../../graphql/page.ts'
import { forgetSession, hadSession } from '../../graphql/sessionBefore.ts'
import { useSignInNotice } from '../../graphql/signInNotice.ts'
import { Alert, FrontDoor, usePageTitle } from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'
import { codeMethodsIn } from './core/codeMethods.ts'
import { DoorColumn, DoorHeading } from './core/DoorHeading.tsx'
import { SignInSteps } from './core/SignInSteps.tsx'
import { nextPath } from './nextPath.ts'

/** Reloads at the wanted page, with the cookies and the embedded data of the new session (AUTH-02). */
function openWantedPage() {
  window.location.assign(nextPath(window.location.search, window.location.origin))
}

const leadElsewhere = (addressTo: (next: string) => string) =>
  window.location.assign(addressTo(nextPath(window.location.search, window.location.origin)))

const Notice = styled('p')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  margin: 0,
  paddingTop: 20,
  borderTop: `1px solid ${theme.vars.palette.line}`,
  ...theme.typography.note,
}))

/** Signing in: e-mail and password, then a code where the person has two-factor authentication. */
export function SignInPage({ foot }: { foot: ReactNode }) {
  usePageTitle('Sign in')
  const { user } = usePage()
  // Whoever logs out comes without a page to go back to.
  const [ended] = useState(() => hadSession() && new URLSearchParams(window.location.search).has('next'))
  const [codeMethods] = useState(() => codeMethodsIn(window.location.search))
  const notice = useSignInNotice()
  useEffect(() => {
    if (user) openWantedPage()
    else forgetSession()
  }, [user])
  if (user) return null
  return (
    <FrontDoor foot={foot}>
      <DoorColumn>
        {notice && <Alert tone="danger">{notice}</Alert>}
        <SignInSteps
          heading={DoorHeading}
          ended={ended}
          codeMethods={codeMethods}
          goElsewhere={leadElsewhere}
          onSignedIn={openWantedPage}
        />
        <Notice>
          <IconLock size={16} aria-hidden="true" />
          By invitation only. Views and downloads are recorded.
        </Notice>
      </DoorColumn>
    </FrontDoor>
  )
}
