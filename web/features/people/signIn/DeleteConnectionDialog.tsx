import { useForm } from 'react-hook-form'
import { useAction } from '../../../graphql/useAction.ts'
import {
  CancelButton,
  Dialog,
  DialogBody,
  DialogFoot,
  Form,
  SubmitButton,
  TextField,
  useToast,
} from '../../../ui/index.ts'
import { DeleteSsoConnectionDocument } from './operations.generated.ts'

interface DeleteConnectionDialogProps {
  connection: { id: string; name: string }
  onClose: () => void
  onDone: () => Promise<unknown>
}

/** Asks for the name before a connection, its bindings and its sessions end (SSO-28). */
export function DeleteConnectionDialog({ connection, onClose, onDone }: DeleteConnectionDialogProps) {
  const { id, name } = connection
  const form = useForm({ defaultValues: { name: '' } })
  const toast = useToast()
  const { attempt } = useAction(DeleteSsoConnectionDocument, { refresh: onDone })
  return (
    <Dialog open onClose={onClose} title="Delete connection" overline={name}>
      <Form
        form={form}
        disposable
        label="Delete connection"
        onSubmit={async (typed) => {
          const { refusal } = await attempt({ id, name: typed.name })
          if (refusal) return refusal
          toast.success('Connection deleted')
          onClose()
          return undefined
        }}
      >
        <DialogBody>
          <div>
            Who signed in by it is signed out. Its people sign in with a password again; who has none asks for
            a reset link.
          </div>
          <TextField
            name="name"
            label="Name"
            autoFocus
            autoComplete="off"
            helper={`Type ${name} to delete it.`}
            rules={{
              validate: (text: string) => text.trim() === name || 'Please type the name of the connection.',
            }}
          />
        </DialogBody>
        <DialogFoot>
          <CancelButton variant="outlined" />
          <SubmitButton>Delete</SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
