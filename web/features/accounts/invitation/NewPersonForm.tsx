import Button from '@mui/material/Button'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { newPasswordProblem } from '../../../../shared/accountRules.ts'
import { COMPANY_LENGTH, profileProblem } from '../../../../shared/profileRules.ts'
import { ssoStartAddress } from '../../../addresses.ts'
import { Form, PasswordField, SubmitButton, TextField } from '../../../ui/index.ts'
import { useSignInMethod } from '../sso/useSignInMethod.ts'
import { useAccept } from './useAccept.ts'

export interface Invitee {
  firstName: string
  lastName: string
  email: string
}

/** What somebody without an account gives to join (AUTH-22 to AUTH-24). */
export function NewPersonForm({ token, firstName, lastName, email }: Invitee & { token: string }) {
  const form = useForm({ defaultValues: { firstName, lastName, email, companyName: '', password: '' } })
  const accept = useAccept()
  const method = useSignInMethod(email)
  const [wantsPassword, setWantsPassword] = useState(false)
  const elsewhere = wantsPassword ? null : method
  const submit = ({
    password,
    ...given
  }: Omit<Invitee, 'email'> & Record<'companyName' | 'password', string>) => {
    if (!elsewhere) return accept({ token, password, ...given })
    const { pathname } = window.location
    const typed = new URLSearchParams({ invitation: token, ...given })
    window.location.assign(`${ssoStartAddress(elsewhere.connectionId ?? '', pathname)}&${typed}`)
  }
  return (
    <Form
      form={form}
      onSubmit={({ email: _email, ...given }) => submit(given)}
      disableAfterSubmit
      size="front"
      label="Accept the invitation"
    >
      <TextField
        name="firstName"
        label="First name"
        autoComplete="given-name"
        rules={{ validate: (text: string) => profileProblem('firstName', text) ?? true }}
      />
      <TextField
        name="lastName"
        label="Last name"
        autoComplete="family-name"
        rules={{ validate: (text: string) => profileProblem('lastName', text) ?? true }}
      />
      <TextField name="email" label="Email" type="email" autoComplete="username" readOnly />
      <TextField
        name="companyName"
        label="Company"
        optional
        autoFocus
        autoComplete="organization"
        rules={{ maxLength: { value: COMPANY_LENGTH, message: `Max ${COMPANY_LENGTH} characters` } }}
      />
      {elsewhere ? (
        <>
          <SubmitButton fullWidth>{`Continue with ${elsewhere.connectionName}`}</SubmitButton>
          {elsewhere.passwordAllowed && (
            <Button variant="text" onClick={() => setWantsPassword(true)}>
              Use a password
            </Button>
          )}
        </>
      ) : (
        <>
          <PasswordField
            name="password"
            label="Password"
            helper="8 or more characters, at least 1 number"
            autoComplete="new-password"
            rules={{ validate: (password: string) => newPasswordProblem(password) ?? true }}
          />
          <SubmitButton fullWidth>Accept the invitation</SubmitButton>
        </>
      )}
    </Form>
  )
}
