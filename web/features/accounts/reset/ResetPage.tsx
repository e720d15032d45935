import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useParams } from 'react-router'
import { newPasswordProblem } from '../../../../shared/accountRules.ts'
import { RESET_PASSWORD, SIGN_IN } from '../../../addresses.ts'
import { SIGNS_IN } from '../../../graphql/session.ts'
import { useAction } from '../../../graphql/useAction.ts'
import { useReading } from '../../../graphql/useReading.ts'
import {
  Alert,
  ErrorState,
  Form,
  FrontDoor,
  Link,
  Loading,
  PasswordField,
  SkeletonLines,
  SubmitButton,
  usePageTitle,
} from '../../../ui/index.ts'
import { DoorColumn, DoorHeading } from '../core/DoorHeading.tsx'
import { PasswordResetWorksDocument, ResetPasswordDocument } from './operations.generated.ts'

/** Sets a new password by the link of a mail (AUTH-31, AUTH-32). */
export function ResetPage({ foot }: { foot: ReactNode }) {
  usePageTitle('Choose a new password')
  const { token = '' } = useParams()
  const { data, error } = useReading(PasswordResetWorksDocument, { token }, { fetchPolicy: 'cache-first' })
  const [done, setDone] = useState(false)
  return (
    <FrontDoor foot={foot}>
      <DoorColumn>
        {done ? (
          <>
            <DoorHeading
              title="Password changed"
              hint="You are signed out everywhere. Sign in with the new password."
            />
            <Button href={SIGN_IN} variant="contained" size="large">
              Sign in
            </Button>
          </>
        ) : (
          <>
            <DoorHeading title="Choose a new password" hint="Setting it ends all of your sessions." />
            {data?.passwordResetWorks === false && (
              <>
                <Alert tone="danger">This link is no longer valid.</Alert>
                <Link to={RESET_PASSWORD}>Ask for a new link</Link>
              </>
            )}
            {data?.passwordResetWorks && <NewPasswordForm token={token} onDone={() => setDone(true)} />}
            {!data && (error ? <ErrorState {...error} /> : <Loading active skeleton={<SkeletonLines />} />)}
          </>
        )}
      </DoorColumn>
    </FrontDoor>
  )
}

function NewPasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const form = useForm({ defaultValues: { newPassword: '' } })
  const { attempt } = useAction(ResetPasswordDocument, { context: SIGNS_IN })

  const submit = async ({ newPassword }: { newPassword: string }) => {
    const { refusal } = await attempt({ token, newPassword })
    if (!refusal) onDone()
    return refusal
  }
  return (
    <Form form={form} onSubmit={submit} disableAfterSubmit size="front" label="Choose a new password">
      <PasswordField
        name="newPassword"
        label="New password"
        helper="8 or more characters, at least 1 number"
        autoComplete="new-password"
        autoFocus
        rules={{ validate: (password: string) => newPasswordProblem(password) ?? true }}
      />
      <SubmitButton fullWidth>Set password</SubmitButton>
    </Form>
  )
}
