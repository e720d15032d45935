import { useForm } from 'react-hook-form'
import { newPasswordProblem } from '../../../../shared/accountRules.ts'
import { COMPANY_LENGTH, profileProblem } from '../../../../shared/profileRules.ts'
import { Form, PasswordField, SubmitButton, TextField } from '../../../ui/index.ts'
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
  return (
    <Form
      form={form}
      onSubmit={({ email: _email, ...given }) => accept({ token, ...given })}
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
      <PasswordField
        name="password"
        label="Password"
        helper="8 or more characters, at least 1 number"
        autoComplete="new-password"
        rules={{ validate: (password: string) => newPasswordProblem(password) ?? true }}
      />
      <SubmitButton fullWidth>Accept the invitation</SubmitButton>
    </Form>
  )
}
