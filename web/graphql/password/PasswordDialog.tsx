import Button from '@mui/material/Button'
import { useForm } from 'react-hook-form'
import { REQUIRED } from '../../../shared/accountRules.ts'
import {
  CancelButton,
  Dialog,
  DialogBody,
  DialogFoot,
  Form,
  PasswordField,
  SubmitButton,
} from '../../ui/index.ts'
import { useAction } from '../useAction.ts'
import { CheckUserPasswordDocument } from './operations.generated.ts'

interface PasswordDialogProps {
  userId: string
  open: boolean
  onClose: () => void
  onRight: () => void
  /** What the password is asked for. */
  helper: string
  /** Where the person's own firm signs them in, which does instead of the password (KEY-02). */
  elsewhere?: { name: string; address: string } | undefined
}

/** Asks for the password before what it protects (SEC-03 to SEC-05, SCIM-14). */
export function PasswordDialog({ open, onClose, ...rest }: PasswordDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Enter your password">
      <PasswordForm {...rest} />
    </Dialog>
  )
}

function PasswordForm({ userId, helper, elsewhere, onRight }: Omit<PasswordDialogProps, 'open' | 'onClose'>) {
  const form = useForm({ defaultValues: { password: '' } })
  const { attempt } = useAction(CheckUserPasswordDocument)
  return (
    <Form
      form={form}
      disposable
      label="Enter your password"
      onSubmit={async ({ password }) => {
        const { refusal } = await attempt({ id: userId, password })
        if (!refusal) onRight()
        return refusal
      }}
    >
      <DialogBody>
        <PasswordField
          name="password"
          label="Password"
          autoComplete="current-password"
          autoFocus
          helper={helper}
          rules={{ validate: (text: string) => (text === '' ? REQUIRED : true) }}
        />
      </DialogBody>
      <DialogFoot>
        <CancelButton variant="outlined" />
        {elsewhere && (
          <Button href={elsewhere.address} variant="outlined">
            {`Continue with ${elsewhere.name}`}
          </Button>
        )}
        <SubmitButton>Continue</SubmitButton>
      </DialogFoot>
    </Form>
  )
}
