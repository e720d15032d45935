import type { ReactNode } from 'react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { isEmail, normaliseEmail, REQUIRED } from '../../../../shared/accountRules.ts'
import { SIGN_IN } from '../../../addresses.ts'
import { SIGNS_IN } from '../../../graphql/session.ts'
import { useAction } from '../../../graphql/useAction.ts'
import { Alert, Form, FrontDoor, Link, SubmitButton, TextField, usePageTitle } from '../../../ui/index.ts'
import { DoorColumn, DoorHeading } from '../core/DoorHeading.tsx'
import { RequestPasswordResetDocument } from './operations.generated.ts'

/** The same whether the e-mail has an account (AUTH-30). */
const SENT = 'If an account exists for this email, a reset link has been sent.'

const emailProblem = (text: string): string | true => {
  const email = normaliseEmail(text)
  if (email === '') return REQUIRED
  return isEmail(email) || 'Not a valid email address'
}

/** Asks for a link that sets a new password. */
export function ResetRequestPage({ foot }: { foot: ReactNode }) {
  usePageTitle('Reset password')
  const form = useForm({ defaultValues: { email: '' } })
  const [sent, setSent] = useState(false)
  const { attempt } = useAction(RequestPasswordResetDocument, { context: SIGNS_IN })

  const submit = async ({ email }: { email: string }) => {
    setSent(false)
    const { refusal } = await attempt({ email })
    if (!refusal) setSent(true)
    return refusal
  }
  return (
    <FrontDoor foot={foot}>
      <DoorColumn>
        <DoorHeading
          title="Reset password"
          hint="We send a link to your email address. It works once, and for 24 hours."
        />
        {sent && <Alert tone="success">{SENT}</Alert>}
        <Form form={form} onSubmit={submit} size="front" label="Reset password">
          <TextField
            name="email"
            label="Email"
            type="email"
            inputMode="email"
            autoComplete="username"
            autoFocus
            rules={{ validate: emailProblem }}
          />
          <SubmitButton fullWidth>Send reset link</SubmitButton>
        </Form>
        <Link to={SIGN_IN}>Back to sign in</Link>
      </DoorColumn>
    </FrontDoor>
  )
}
