import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { newPasswordProblem, REQUIRED } from '../../../shared/accountRules.ts'
import { HOME, SIGN_IN } from '../../addresses.ts'
import { useAction } from '../../graphql/useAction.ts'
import { useReading } from '../../graphql/useReading.ts'
import {
  ErrorState,
  Form,
  FrontDoor,
  Loading,
  PasswordField,
  SkeletonLines,
  SubmitButton,
  TextField,
  usePageTitle,
} from '../../ui/index.ts'
import { DoorColumn, DoorHeading } from './core/DoorHeading.tsx'
import { CreateFirstUserDocument, SetupWorksDocument } from './core/operations.generated.ts'

const EMPTY = { email: '', firstName: '', lastName: '', password: '' }

const notBlank = (text: string): true | string => text.trim() !== '' || REQUIRED

/** Makes the first super user of an empty installation, by the link that the first start prints. */
export function SetupPage({ foot }: { foot: ReactNode }) {
  usePageTitle('Set up')
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  // Read once: the form stays while it is filled in.
  const { data, error } = useReading(SetupWorksDocument, { token }, { fetchPolicy: 'cache-first' })
  return (
    <FrontDoor foot={foot}>
      <DoorColumn>
        {data?.setupWorks === false ? (
          <>
            <DoorHeading
              title="This link is no longer valid"
              hint="Helioroom is set up, or was started anew: then its output has a newer link."
            />
            <Button href={SIGN_IN} variant="contained" size="large">
              Sign in
            </Button>
          </>
        ) : (
          <>
            <DoorHeading title="Set up Helioroom" hint="You become the super user of this installation." />
            {data?.setupWorks && <FirstUserForm token={token} />}
            {!data && (error ? <ErrorState {...error} /> : <Loading active skeleton={<SkeletonLines />} />)}
          </>
        )}
      </DoorColumn>
    </FrontDoor>
  )
}

function FirstUserForm({ token }: { token: string }) {
  const form = useForm({ defaultValues: EMPTY })
  const { attempt } = useAction(CreateFirstUserDocument)

  const submit = async (values: typeof EMPTY) => {
    const { refusal } = await attempt({ ...values, token })
    // Reloaded, with the cookies and the embedded data of the new session.
    if (!refusal) window.location.assign(HOME)
    return refusal
  }
  return (
    <Form form={form} onSubmit={submit} disableAfterSubmit size="front" label="Set up">
      <TextField
        name="email"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoFocus
        rules={{ validate: notBlank }}
      />
      <TextField
        name="firstName"
        label="First name"
        autoComplete="given-name"
        rules={{ validate: notBlank }}
      />
      <TextField
        name="lastName"
        label="Last name"
        autoComplete="family-name"
        rules={{ validate: notBlank }}
      />
      <PasswordField
        name="password"
        label="Password"
        helper="8 or more characters, at least 1 number"
        autoComplete="new-password"
        rules={{ validate: (password: string) => newPasswordProblem(password) ?? true }}
      />
      <SubmitButton fullWidth>Create super user</SubmitButton>
    </Form>
  )
}
