import { useForm, useWatch } from 'react-hook-form'
import { PHASE_OF_ROOM_LABELS, ROOM_PHASES, type RoomPhase } from '../../../../shared/enumerations.ts'
import { useAction } from '../../../graphql/useAction.ts'
import {
  Alert,
  CancelButton,
  DialogBody,
  DialogFoot,
  Form,
  type FormProblem,
  SelectField,
  SubmitButton,
  useToast,
} from '../../../ui/index.ts'
import { SetRoomPhaseDocument } from './operations.generated.ts'
import { EFFECTS } from './phaseEffects.ts'
import type { RoomStepProps } from './settings.ts'

/** Gives a deal room another phase, after what that does was said (STAGE-01). */
export function Phase({ room, onBusy, onCancel, onDone }: RoomStepProps) {
  const toast = useToast()
  const form = useForm<{ phase: RoomPhase }>({ defaultValues: { phase: room.phase } })
  const phase = useWatch({ control: form.control, name: 'phase' })
  const { attempt } = useAction(SetRoomPhaseDocument)
  const submit = async (values: { phase: RoomPhase }): Promise<FormProblem | undefined> => {
    onBusy(true)
    const { refusal } = await attempt({ portfolioId: room.id, phase: values.phase })
    onBusy(false)
    if (refusal) return refusal
    toast.success(`${room.name}: ${PHASE_OF_ROOM_LABELS[values.phase]}`)
    await onDone()
    return undefined
  }
  return (
    <Form form={form} onSubmit={submit} label="Change phase">
      <DialogBody>
        <SelectField
          name="phase"
          label="Phase"
          options={ROOM_PHASES.map((value) => ({ value, label: PHASE_OF_ROOM_LABELS[value] }))}
        />
        {phase !== room.phase && <Alert tone={phase === 'OPEN' ? 'warning' : 'info'}>{EFFECTS[phase]}</Alert>}
      </DialogBody>
      <DialogFoot>
        <CancelButton onClose={onCancel} />
        <SubmitButton disabled={phase === room.phase}>
          {phase === room.phase ? 'Change phase' : `Change to ${PHASE_OF_ROOM_LABELS[phase]}`}
        </SubmitButton>
      </DialogFoot>
    </Form>
  )
}
