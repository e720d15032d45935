import Button from '@mui/material/Button'
import { useForm } from 'react-hook-form'
import { REQUIRED } from '../../../../shared/accountRules.ts'
import { SIGNS_IN } from '../../../graphql/session.ts'
import { useAction } from '../../../graphql/useAction.ts'
import { Form, SubmitButton, TextField } from '../../../ui/index.ts'
import { SignInRecoverDocument } from './operations.generated.ts'

interface RecoveryFormProps {
  onSignedIn: (personId: string) => void
  /** Back to the code; `expired` when this sign-in waits for nothing any more. */
  onBack: (expired: boolean) => void
}

/** Second step of signing in without the authenticator app: a recovery code. */
export function RecoveryForm({ onSignedIn, onBack }: RecoveryFormProps) {
  const form = useForm({ defaultValues: { recoveryCode: '' } })
  const { attempt } = useAction(SignInRecoverDocument, { context: SIGNS_IN })

  const submit = async ({ recoveryCode }: { recoveryCode: string }) => {
    const { data, problem, refusal } = await attempt({ recoveryCode })
    if (problem?.code === 'UNAUTHENTICATED') onBack(true)
    const viewer = data?.signInRecover.viewer
    if (!refusal && viewer) onSignedIn(viewer.id)
    return refusal
  }
  return (
    <Form form={form} onSubmit={submit} disableAfterSubmit size="front" label="Use a recovery code">
      <TextField
        name="recoveryCode"
        label="Recovery code"
        autoComplete="off"
        placeholder="XXXX-XXXX-XXXX-XXXX"
        autoFocus
        rules={{ validate: (code: string) => code.trim() !== '' || REQUIRED }}
      />
      <SubmitButton fullWidth>Sign in</SubmitButton>
      <Button variant="text" onClick={() => onBack(false)}>
        Back
      </Button>
    </Form>
  )
}
