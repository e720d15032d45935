import Button from '@mui/material/Button'
import { useForm } from 'react-hook-form'
import { CODE_NOT_SENT } from '../../../../shared/accountRules.ts'
import type { Problem } from '../../../graphql/errors.ts'
import { usePage } from '../../../graphql/page.ts'
import { SIGNS_IN } from '../../../graphql/session.ts'
import { useAction } from '../../../graphql/useAction.ts'
import { CodeField, Form, SubmitButton, useTimedAlert } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import type { SignInCodeMethod } from './codeMethods.ts'
import { SignInResendCodeDocument, SignInVerifyDocument } from './operations.generated.ts'

interface CodeFormProps {
  /** How the code may come, first how it comes now. */
  methods: readonly SignInCodeMethod[]
  onSignedIn: (personId: string) => void
  /** Back to the first step; `expired` when this sign-in waits for no code any more. */
  onBack: (expired: boolean) => void
  /** To a recovery code in place of the app's. */
  onRecovery: () => void
}

const Others = styled('div')({
  display: 'flex',
  justifyContent: 'space-between',
  margin: '-6px -8px 0',
})

/** Second step of signing in: the code of the authenticator app, or from the text message (AUTH-10 to AUTH-14). */
export function CodeForm({ methods, onSignedIn, onBack, onRecovery }: CodeFormProps) {
  const form = useForm({ defaultValues: { code: '' } })
  const verifying = useAction(SignInVerifyDocument, { context: SIGNS_IN })
  const resending = useAction(SignInResendCodeDocument, { context: SIGNS_IN })
  const { alert, show } = useTimedAlert()
  const { sendsTexts } = usePage().config
  const isApp = methods[0] === 'AUTHENTICATOR'

  const submit = async ({ code }: { code: string }): Promise<Problem | undefined> => {
    const { data, problem, refusal } = await verifying.attempt({ code })
    if (problem?.code === 'UNAUTHENTICATED') onBack(true)
    const viewer = data?.signInVerify.viewer
    if (!refusal && viewer) onSignedIn(viewer.id)
    return refusal
  }
  const sendAgain = async () => {
    const { problem } = await resending.attempt({})
    if (problem?.code === 'UNAUTHENTICATED') return onBack(true)
    if (problem) return show('danger', problem.message)
    form.reset()
    if (!sendsTexts) return show('info', CODE_NOT_SENT)
    show('success', isApp ? 'A code was sent to your phone.' : 'Authentication code was resent.')
  }
  return (
    <>
      {alert}
      <Form form={form} onSubmit={submit} disableAfterSubmit size="front" label="Enter your code">
        <CodeField name="code" label="Authentication code" autoFocus />
        <SubmitButton fullWidth>Sign in</SubmitButton>
        <Others>
          <Button variant="text" onClick={() => onBack(false)}>
            Back
          </Button>
          {methods.includes('SMS') && (
            <Button variant="text" onClick={sendAgain} disabled={resending.busy}>
              {isApp ? 'Send a code by SMS' : 'Send again'}
            </Button>
          )}
        </Others>
        {isApp && (
          <Others>
            <Button variant="text" onClick={onRecovery}>
              Use a recovery code
            </Button>
          </Others>
        )}
      </Form>
    </>
  )
}
