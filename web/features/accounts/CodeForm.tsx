import { useMutation } from '@apollo/client/react'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useForm } from 'react-hook-form'
import { codeProblem } from '../../../shared/accountRules.ts'
import { errorCode, errorText, type Problem, problemOf, problemOfError } from '../../graphql/errors.ts'
import { SIGNS_IN } from '../../graphql/session.ts'
import { Form, SubmitButton, TextField, useTimedAlert } from '../../ui/index.ts'
import { SignInResendCodeDocument, SignInVerifyDocument } from './operations.generated.ts'

export interface CodeFormProps {
  onSignedIn: (personId: string) => void
  /** Back to the first step; `expired` when this sign-in waits for no code any more. */
  onBack: (expired: boolean) => void
}

const Others = styled('div')({
  display: 'flex',
  justifyContent: 'space-between',
  margin: '-6px -8px 0',
})

/** Second step of signing in: the code from the text message (AUTH-10 to AUTH-14). */
export function CodeForm({ onSignedIn, onBack }: CodeFormProps) {
  const form = useForm({ defaultValues: { code: '' } })
  const [verify] = useMutation(SignInVerifyDocument, { context: SIGNS_IN })
  const [resend, { loading: isSending }] = useMutation(SignInResendCodeDocument, { context: SIGNS_IN })
  const { alert, show } = useTimedAlert()

  const submit = async ({ code }: { code: string }): Promise<Problem | undefined> => {
    try {
      const { data } = await verify({ variables: { code: code.trim() } })
      const problem = problemOf(data?.signInVerify.errors ?? [])
      const viewer = data?.signInVerify.viewer
      if (!problem && viewer) onSignedIn(viewer.id)
      return problem
    } catch (error) {
      if (errorCode(error) === 'UNAUTHENTICATED') onBack(true)
      return problemOfError(error)
    }
  }
  const sendAgain = async () => {
    try {
      await resend()
      form.reset()
      show('success', 'Authentication code was resent.')
    } catch (error) {
      if (errorCode(error) === 'UNAUTHENTICATED') onBack(true)
      else show('danger', errorText(error))
    }
  }
  return (
    <>
      {alert}
      <Form form={form} onSubmit={submit} disableAfterSubmit size="front" label="Enter your code">
        <TextField
          name="code"
          label="Authentication code"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          rules={{ validate: (code: string) => codeProblem(code.trim()) ?? true }}
        />
        <SubmitButton fullWidth>Sign in</SubmitButton>
        <Others>
          <Button variant="text" onClick={() => onBack(false)}>
            Back
          </Button>
          <Button variant="text" onClick={sendAgain} disabled={isSending}>
            Send again
          </Button>
        </Others>
      </Form>
    </>
  )
}
