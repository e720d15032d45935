import Button from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useParams } from 'react-router'
import { normaliseEmail } from '../../../../shared/accountRules.ts'
import { fullName } from '../../../../shared/personName.ts'
import { HOME, SIGN_IN, SIGN_OUT } from '../../../addresses.ts'
import { usePage } from '../../../graphql/page.ts'
import { useSignInNotice } from '../../../graphql/signInNotice.ts'
import { useReading } from '../../../graphql/useReading.ts'
import {
  Alert,
  ErrorState,
  Form,
  FrontDoor,
  Loading,
  SkeletonLines,
  SubmitButton,
  usePageTitle,
} from '../../../ui/index.ts'
import { DoorColumn, DoorHeading } from '../core/DoorHeading.tsx'
import { SignInSteps } from '../core/SignInSteps.tsx'
import { NewPersonForm } from './NewPersonForm.tsx'
import { InvitationByTokenDocument } from './operations.generated.ts'
import { useAccept } from './useAccept.ts'

/** Where the link of an invitation leads (AUTH-21 to AUTH-29). */
export function InvitationPage({ foot }: { foot: ReactNode }) {
  usePageTitle('Invitation')
  const { token = '' } = useParams()
  // Asked once: what is typed into the form is of the invitation that was shown.
  const { data, error } = useReading(InvitationByTokenDocument, { token }, { fetchPolicy: 'cache-first' })
  const invitation = data?.invitationByToken
  const notice = useSignInNotice()
  return (
    <FrontDoor foot={foot}>
      <DoorColumn>
        {notice && <Alert tone="danger">{notice}</Alert>}
        {invitation && (
          <>
            <DoorHeading
              title={`Join ${invitation.organizationName}`}
              hint={`You have been invited as ${fullName(invitation)}.`}
            />
            {invitation.hasAccount ? (
              <WithAccount token={token} email={invitation.email} />
            ) : (
              <>
                <SomebodyElse email={invitation.email} />
                <NewPersonForm token={token} {...invitation} />
              </>
            )}
          </>
        )}
        {invitation === null && <NoLongerValid />}
        {!data &&
          (error ? <ErrorState {...error} /> : <Loading active skeleton={<SkeletonLines count={4} />} />)}
      </DoorColumn>
    </FrontDoor>
  )
}

/** AUTH-28 */
function NoLongerValid() {
  const { user } = usePage()
  return (
    <>
      <DoorHeading
        title="Invitation"
        hint="The link may have been used already, or the invitation withdrawn."
      />
      <Alert tone="danger">This invitation is no longer valid.</Alert>
      <Button href={user ? HOME : SIGN_IN} variant="contained" size="large">
        {user ? 'Go to the start' : 'Sign in'}
      </Button>
    </>
  )
}

/** Whoever is signed in is not the one invited, and would be signed out by accepting. */
function SomebodyElse({ email }: { email: string }) {
  const { user } = usePage()
  if (!user) return null
  return (
    <Alert tone="warning">
      You are signed in as {user.email}, but the invitation is for {email}. Only they should accept it; you
      are logged out then.
    </Alert>
  )
}

/** Accepting with the account that the invited address has already, and no other one (AUTH-27). */
function WithAccount({ token, email }: { token: string; email: string }) {
  const { user } = usePage()
  const accept = useAccept()
  const [problem, setProblem] = useState<string>()
  const isSelf = normaliseEmail(user?.email ?? '') === email
  if (isSelf) return <AcceptButton token={token} email={email} />
  if (user) {
    return (
      <>
        <Alert tone="info">
          You are signed in as {user.email}, but the invitation is for {email}. Log out, then open the link of
          the invitation again.
        </Alert>
        <Button href={SIGN_OUT} variant="contained" size="large">
          Log out
        </Button>
      </>
    )
  }
  if (problem !== undefined) return <AcceptButton token={token} email={email} problem={problem} />
  return (
    <SignInSteps
      heading={Step}
      email={email}
      fixed
      goElsewhere={(addressTo) => window.location.assign(addressTo(window.location.pathname))}
      onSignedIn={async () => {
        const refusal = await accept({ token })
        // Signed in by now, even where the invitation was refused.
        if (refusal) setProblem(refusal.message ?? 'The invitation could not be accepted. Please try again.')
      }}
    />
  )
}

function Step({ title, hint }: { title: string; hint: string }) {
  const isFirst = title === 'Sign in'
  return (
    <Alert tone="info">
      {isFirst ? 'Your address has an account already. Sign in to accept the invitation.' : hint}
    </Alert>
  )
}

function AcceptButton({ token, email, problem }: { token: string; email: string; problem?: string }) {
  const form = useForm()
  const accept = useAccept()
  return (
    <Form
      form={form}
      onSubmit={() => accept({ token })}
      disableAfterSubmit
      size="front"
      label="Accept the invitation"
    >
      {problem !== undefined && <Alert tone="danger">{problem}</Alert>}
      <Alert tone="info">You are signed in as {email}.</Alert>
      <SubmitButton fullWidth>Accept the invitation</SubmitButton>
    </Form>
  )
}
