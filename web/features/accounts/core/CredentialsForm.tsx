import Button from '@mui/material/Button'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { REQUIRED } from '../../../../shared/accountRules.ts'
import { RESET_PASSWORD, ssoStartAddress } from '../../../addresses.ts'
import { SIGNS_IN } from '../../../graphql/session.ts'
import { useAction } from '../../../graphql/useAction.ts'
import { Form, PasswordField, SubmitButton, TextField } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { useSignInMethod } from '../sso/useSignInMethod.ts'
import type { SignInCodeMethod } from './codeMethods.ts'
import { SignInDocument } from './operations.generated.ts'

const Forgotten = styled('a')(({ theme }) => ({
  alignSelf: 'flex-end',
  margin: '-10px 0 -6px',
  ...theme.typography.body1,
  fontWeight: 500,
  color: theme.vars.palette.accent.text,
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' },
}))

/** First step of signing in: e-mail and password (AUTH-04). */
export function CredentialsForm({
  email = '',
  fixed = false,
  isOverPage = false,
  onSignedIn,
  onCodeRequired,
  goElsewhere,
}: {
  /** Whose e-mail stands there already, where that is known. */
  email?: string | undefined
  onSignedIn: (personId: string) => void
  /** The password was right, and a code must be entered, which comes in these ways (AUTH-10). */
  onCodeRequired: (methods: readonly SignInCodeMethod[]) => void
  /** Leads to the sign-in of the person's own firm. */
  goElsewhere: (addressTo: (next: string) => string) => void
  /** Whether the e-mail can't be changed: signing in is to show that it is one's own. */
  fixed?: boolean
  /** Whether it stands over a page whose session has ended: there are no ways away, since what stands under it is to be kept. */
  isOverPage?: boolean
}) {
  const form = useForm({ defaultValues: { email, password: '' } })
  const { attempt } = useAction(SignInDocument, { context: SIGNS_IN })

  const typed = useWatch({ control: form.control, name: 'email' })
  const method = useSignInMethod(typed, form.formState.isSubmitting)
  // Super users sign in by a password in any case: their way is /login?password (SSO-20).
  const [wantsPassword, setWantsPassword] = useState(() =>
    new URLSearchParams(window.location.search).has('password'),
  )
  const elsewhere = wantsPassword ? null : method

  const submit = async (variables: { email: string; password: string }) => {
    if (elsewhere) {
      goElsewhere((next) => ssoStartAddress(elsewhere.connectionId ?? '', next))
      return
    }
    const { data, refusal } = await attempt(variables)
    if (refusal) return refusal
    if (data?.signIn.codeRequired) onCodeRequired(data.signIn.codeMethods)
    else if (data?.signIn.viewer) onSignedIn(data.signIn.viewer.id)
  }
  return (
    <Form form={form} onSubmit={submit} disableAfterSubmit size="front" label="Sign in">
      <TextField
        name="email"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username webauthn"
        autoFocus={email === ''}
        readOnly={fixed}
        rules={{ validate: (email: string) => email.trim() !== '' || REQUIRED }}
      />
      {elsewhere ? (
        <>
          <SubmitButton fullWidth>{`Continue with ${elsewhere.connectionName}`}</SubmitButton>
          {elsewhere.passwordAllowed && (
            <Button variant="text" onClick={() => setWantsPassword(true)}>
              Use your password
            </Button>
          )}
        </>
      ) : (
        <>
          <PasswordField
            name="password"
            label="Password"
            autoComplete="current-password"
            autoFocus={email !== '' || (wantsPassword && typed !== '')}
            rules={{ required: REQUIRED }}
          />
          {!isOverPage && <Forgotten href={RESET_PASSWORD}>Forgot password</Forgotten>}
          <SubmitButton fullWidth>Sign in</SubmitButton>
        </>
      )}
    </Form>
  )
}
