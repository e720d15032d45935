import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useAction } from '../../../graphql/useAction.ts'
import {
  CancelButton,
  ConfirmContent,
  DialogBody,
  DialogFoot,
  Form,
  type FormProblem,
  SubmitButton,
  TextArea,
  useToast,
} from '../../../ui/index.ts'
import { SetLegalHoldDocument } from './operations.generated.ts'
import { type RoomStepProps, reasonRule } from './settings.ts'

/** Sets a legal hold on a deal room, or lifts it (STAGE-12). */
export function LegalHold(props: RoomStepProps) {
  return props.room.legalHold === null ? <SetHold {...props} /> : <LiftHold {...props} />
}

function SetHold({ room, onBusy, onCancel, onDone }: RoomStepProps) {
  const toast = useToast()
  const form = useForm({ defaultValues: { reason: '' } })
  const { attempt } = useAction(SetLegalHoldDocument)
  const submit = async ({ reason }: { reason: string }): Promise<FormProblem | undefined> => {
    onBusy(true)
    const { refusal } = await attempt({ portfolioId: room.id, reason: reason.trim() })
    onBusy(false)
    if (refusal) return refusal
    toast.success(`${room.name} is under a legal hold`)
    await onDone()
    return undefined
  }
  return (
    <Form form={form} onSubmit={submit} label="Legal hold">
      <DialogBody>
        <p style={{ margin: '0 0 16px' }}>
          Under a legal hold nothing of {room.name} is removed for good: what was deleted stays in its recycle
          bin, and neither the deal room nor its organisation can be removed.
        </p>
        <TextArea
          name="reason"
          label="Reason"
          helper="Admins of the deal room read it, with your name."
          autoFocus
          rules={{
            validate: (reason: string) =>
              reason.trim() === '' ? 'Please enter the reason of the legal hold.' : reasonRule(reason),
          }}
        />
      </DialogBody>
      <DialogFoot>
        <CancelButton onClose={onCancel} />
        <SubmitButton>Set legal hold</SubmitButton>
      </DialogFoot>
    </Form>
  )
}

function LiftHold({ room, onBusy, onCancel, onDone }: RoomStepProps) {
  const toast = useToast()
  const [refusal, setRefusal] = useState<string>()
  const { attempt, busy } = useAction(SetLegalHoldDocument)
  const lift = async () => {
    onBusy(true)
    const { problem } = await attempt({ portfolioId: room.id, reason: null })
    onBusy(false)
    if (problem) return setRefusal(problem.message)
    toast.success('Legal hold lifted')
    await onDone()
  }
  return (
    <ConfirmContent
      danger
      action="Lift legal hold"
      onConfirm={() => void lift()}
      onCancel={onCancel}
      busy={busy}
      {...(refusal !== undefined && { error: refusal })}
    >
      <p style={{ margin: '0 0 12px', overflowWrap: 'anywhere' }}>{room.legalHold}</p>
      <p style={{ margin: 0 }}>
        What the recycle bin has kept beyond its time is removed for good within a day, and the deal room can
        be removed again. Do you want to lift the legal hold?
      </p>
    </ConfirmContent>
  )
}
