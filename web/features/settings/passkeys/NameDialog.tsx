import { useForm } from 'react-hook-form'
import { passkeyNameProblem } from '../../../../shared/passkeyRules.ts'
import {
  CancelButton,
  Dialog,
  DialogBody,
  DialogFoot,
  Form,
  type FormProblem,
  SubmitButton,
  TextField,
} from '../../../ui/index.ts'

/** A dialog with the name of a passkey (KEY-10). */
export function NameDialog({
  title,
  action,
  name,
  helper,
  onSubmit,
  onClose,
}: {
  title: string
  /** Of the button. */
  action: string
  /** That it has now. */
  name: string
  helper: string
  /** @returns what is wrong, if something is */
  onSubmit: (name: string) => Promise<FormProblem | undefined>
  onClose: () => void
}) {
  const form = useForm({ defaultValues: { name } })
  return (
    <Dialog open onClose={onClose} title={title}>
      <Form form={form} onSubmit={({ name }) => onSubmit(name)} disposable label={title}>
        <DialogBody>
          <TextField
            name="name"
            label="Name"
            helper={helper}
            autoComplete="off"
            autoFocus
            rules={{ validate: (text: string) => passkeyNameProblem(text) ?? true }}
          />
        </DialogBody>
        <DialogFoot>
          <CancelButton variant="outlined" />
          <SubmitButton>{action}</SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
