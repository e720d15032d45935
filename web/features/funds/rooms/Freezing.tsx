import { useForm } from 'react-hook-form'
import { useAction } from '../../../graphql/useAction.ts'
import {
  CancelButton,
  DialogBody,
  DialogFoot,
  Form,
  type FormProblem,
  SubmitButton,
  TextArea,
  useToast,
} from '../../../ui/index.ts'
import { FreezeRoomDocument } from './operations.generated.ts'
import { type RoomStepProps, reasonRule } from './settings.ts'

/** Freezes a deal room or unfreezes it, after what that does was said (STAGE-09). */
export function Freezing({ room, onBusy, onCancel, onDone }: RoomStepProps) {
  const isFrozen = room.frozenSince !== null
  const action = isFrozen ? 'Unfreeze deal room' : 'Freeze deal room'
  const toast = useToast()
  const form = useForm({ defaultValues: { reason: '' } })
  const { attempt } = useAction(FreezeRoomDocument)
  const submit = async ({ reason }: { reason: string }): Promise<FormProblem | undefined> => {
    onBusy(true)
    const { refusal } = await attempt({
      portfolioId: room.id,
      isFrozen: !isFrozen,
      reason: reason.trim() || null,
    })
    onBusy(false)
    if (refusal) return refusal
    toast.success(isFrozen ? `${room.name} is no longer frozen` : `${room.name} is frozen`)
    await onDone()
    return undefined
  }
  return (
    <Form form={form} onSubmit={submit} label={action}>
      <DialogBody>
        <p style={{ margin: '0 0 16px' }}>
          {isFrozen
            ? `${room.name} can be changed again by everybody as before. All admins of the deal room get an e-mail.`
            : `Nothing in ${room.name} can be uploaded, changed, deleted, asked or commented on until you unfreeze it, by admins and the back office either. Everybody goes on reading what they see now.`}
        </p>
        <TextArea
          name="reason"
          label="Reason"
          optional
          helper="It is kept in the activity of the organisation."
          lines={2}
          rules={{ validate: reasonRule }}
        />
      </DialogBody>
      <DialogFoot>
        <CancelButton onClose={onCancel} />
        <SubmitButton>{action}</SubmitButton>
      </DialogFoot>
    </Form>
  )
}
