import { useForm } from 'react-hook-form'
import { REQUIRED } from '../../../../shared/accountRules.ts'
import { useAction } from '../../../graphql/useAction.ts'
import { logOnly } from '../../../telemetry/index.ts'
import {
  CancelButton,
  ComboField,
  Dialog,
  DialogBody,
  DialogFoot,
  Form,
  type FormProblem,
  SubmitButton,
  TextField,
  useToast,
} from '../../../ui/index.ts'
import { CreateRoomDocument } from './operations.generated.ts'
import { useOrganisationUserSearch } from './userSearch.ts'

interface NewRoomDialogProps {
  orgSlug: string
  onClose: () => void
  /** Reads the list again. */
  onCreated: () => Promise<unknown>
}

/** A new deal room: its name, and its deal manager if there is one yet (DRM-03). */
export function NewRoomDialog({ orgSlug, onClose, onCreated }: NewRoomDialogProps) {
  const search = useOrganisationUserSearch(orgSlug)
  const toast = useToast()
  const form = useForm({ defaultValues: { name: '', dealManagerId: '' } })
  const { attempt, busy } = useAction(CreateRoomDocument, { refresh: onCreated })

  const submit = async (values: {
    name: string
    dealManagerId: string
  }): Promise<FormProblem | undefined> => {
    const { problem, refusal } = await attempt({
      orgSlug,
      name: values.name.trim(),
      dealManagerId: values.dealManagerId || null,
    })
    // Why it failed is in the log; the dialog stays as it is (DRM-21).
    if (problem) {
      logOnly(new Error('The deal room could not be created.', { cause: problem }))
      return {}
    }
    if (refusal) return refusal
    toast.success('Deal room created')
    onClose()
    return undefined
  }
  return (
    <Dialog open onClose={onClose} title="New deal room" busy={busy}>
      <Form form={form} onSubmit={submit} label="New deal room">
        <DialogBody>
          <TextField
            name="name"
            label="Name"
            autoComplete="off"
            autoFocus
            rules={{ validate: (name: string) => name.trim() !== '' || REQUIRED }}
          />
          <ComboField
            name="dealManagerId"
            label="Deal manager"
            optional
            search={search}
            empty="No user matches."
          />
        </DialogBody>
        <DialogFoot>
          <CancelButton />
          <SubmitButton>Create deal room</SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
