import { useForm } from 'react-hook-form'
import { useAction } from '../../../graphql/useAction.ts'
import {
  CancelButton,
  CodeField,
  Dialog,
  DialogBody,
  DialogFoot,
  Form,
  SubmitButton,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { ConfirmAuthenticatorDocument } from './operations.generated.ts'
import { QrCode } from './QrCode.tsx'

/** What an app is given. */
export interface Enrolment {
  /** In base32. */
  secret: string
  uri: string
}

const Steps = styled('ol')({ margin: 0, paddingLeft: 20, '& > li + li': { marginTop: 14 } })

const Secret = styled('code')(({ theme }) => ({
  display: 'inline-block',
  marginTop: 4,
  padding: '2px 8px',
  borderRadius: 4,
  backgroundColor: theme.vars.palette.sunken,
  ...theme.typography.body1,
  fontFamily: 'monospace',
  letterSpacing: '0.06em',
  overflowWrap: 'anywhere',
}))

interface EnrolDialogProps extends Enrolment {
  onClose: () => void
  onAdded: (recoveryCodes: readonly string[]) => void
}

/** Adds an authenticator app: it reads the QR code, and a code of it shows that it did. */
export function EnrolDialog({ secret, uri, onClose, onAdded }: EnrolDialogProps) {
  const form = useForm({ defaultValues: { code: '' } })
  const { attempt } = useAction(ConfirmAuthenticatorDocument)

  const submit = async ({ code }: { code: string }) => {
    const { data, refusal } = await attempt({ code })
    if (!refusal) onAdded(data?.confirmAuthenticator.recoveryCodes ?? [])
    return refusal
  }
  return (
    <Dialog open onClose={onClose} title="Add an authenticator app">
      <Form form={form} onSubmit={submit} disposable label="Add an authenticator app">
        <DialogBody>
          <Steps>
            <li>
              Scan this with the app.
              <QrCode text={uri} label="QR code for the authenticator app" />
              If you can’t scan it, type this key into the app:
              <br />
              <Secret>{secret.match(/.{1,4}/g)?.join(' ')}</Secret>
            </li>
            <li>Enter the code that the app shows.</li>
          </Steps>
          <CodeField name="code" label="Authentication code" autoFocus />
        </DialogBody>
        <DialogFoot>
          <CancelButton variant="outlined" />
          <SubmitButton>Add the app</SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
