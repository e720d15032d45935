import Button from '@mui/material/Button'
import { useForm } from 'react-hook-form'
import { CODE_NOT_SENT } from '../../../shared/accountRules.ts'
import { usePage } from '../../graphql/page.ts'
import { useAction } from '../../graphql/useAction.ts'
import { logOnly } from '../../telemetry/index.ts'
import {
  CancelButton,
  CodeField,
  Dialog,
  DialogBody,
  DialogFoot,
  Form,
  type FormProblem,
  SubmitButton,
  useTimedAlert,
} from '../../ui/index.ts'
import { UpdatePhoneNumberDocument, UpdatePhoneNumberSendAuthDocument } from './core/operations.generated.ts'

/** A number as it is sent: the server checks it against its country (ERR-07). */
export interface SentNumber {
  phoneNumber: string
  countryCode: string
}

interface PhoneCodeProps {
  userId: string
  number: SentNumber
  onChanged: () => void
  /** The password was entered too long ago. */
  onPasswordNeeded: () => void
}

/** Asks for the code that was sent to the new number (SEC-12 to SEC-16). */
export function PhoneCodeDialog({
  open,
  onClose,
  ...rest
}: PhoneCodeProps & { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Two-Factor Authentication">
      <PhoneCodeForm {...rest} />
    </Dialog>
  )
}

function PhoneCodeForm({ userId, number, onChanged, onPasswordNeeded }: PhoneCodeProps) {
  const form = useForm({ defaultValues: { authCode: '' } })
  const confirming = useAction(UpdatePhoneNumberDocument)
  const resending = useAction(UpdatePhoneNumberSendAuthDocument)
  const { alert, show } = useTimedAlert()
  const { sendsTexts } = usePage().config

  const submit = async ({ authCode }: { authCode: string }): Promise<FormProblem | undefined> => {
    const { refusal } = await confirming.attempt({ id: userId, ...number, authCode })
    if (refusal?.fields.password) onPasswordNeeded()
    else if (!refusal) onChanged()
    return refusal
  }
  const sendAgain = async () => {
    const { data, problem } = await resending.attempt({ id: userId, ...number })
    const { success = false } = data?.updatePhoneNumberSendAuth ?? {}
    if (success && sendsTexts) show('success', 'Authentication code was resent.')
    else if (success) show('info', CODE_NOT_SENT)
    // SEC-16: logged only.
    else logOnly(new Error('The authentication code was not resent.', { cause: problem ?? data }))
  }
  return (
    <Form form={form} disposable label="Two-Factor Authentication" onSubmit={submit}>
      <DialogBody>
        {alert}
        <CodeField
          name="authCode"
          label="Authentication code"
          autoFocus
          helper={
            sendsTexts
              ? `It was sent to ${number.phoneNumber} by text message, and is valid for 10 minutes.`
              : CODE_NOT_SENT
          }
        />
        <div>
          <Button variant="text" onClick={sendAgain} disabled={resending.busy}>
            Re-send
          </Button>
        </div>
      </DialogBody>
      <DialogFoot>
        <CancelButton variant="outlined" />
        <SubmitButton>Submit</SubmitButton>
      </DialogFoot>
    </Form>
  )
}
