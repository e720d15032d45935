import { useForm, useWatch } from 'react-hook-form'
import { PHASE_OF_ROOM_LABELS, ROOM_PHASES, type RoomPhase } from '../../../../shared/enumerations.ts'
import { grants } from '../../../graphql/access.ts'
import { useAction } from '../../../graphql/useAction.ts'
import {
  Alert,
  CancelButton,
  CheckField,
  DialogBody,
  DialogFoot,
  Form,
  type FormProblem,
  SelectField,
  SubmitButton,
  useToast,
} from '../../../ui/index.ts'
import { MakeArchiveDocument, SetRoomPhaseDocument } from './operations.generated.ts'
import { EFFECTS } from './phaseEffects.ts'
import type { RoomStepProps } from './settings.ts'

interface Values {
  phase: RoomPhase
  withArchive: boolean
}

/** Gives a deal room another phase, after what that does was said (STAGE-01). */
export function Phase({ room, onBusy, onCancel, onDone }: RoomStepProps) {
  const toast = useToast()
  const form = useForm<Values>({ defaultValues: { phase: room.phase, withArchive: true } })
  const phase = useWatch({ control: form.control, name: 'phase' })
  const { attempt } = useAction(SetRoomPhaseDocument)
  const archiving = useAction(MakeArchiveDocument)
  const mayArchive = grants(room, 'ORG_ADMIN')
  const change = async ({ phase: next, withArchive }: Values): Promise<FormProblem | undefined> => {
    const { refusal } = await attempt({ portfolioId: room.id, phase: next })
    if (refusal || next !== 'CLOSING' || !mayArchive || !withArchive) return refusal
    return (await archiving.attempt({ portfolioId: room.id, withVersions: true })).refusal
  }
  const submit = async (values: Values): Promise<FormProblem | undefined> => {
    onBusy(true)
    const refusal = await change(values)
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
        {phase === 'CLOSING' && room.phase !== 'CLOSING' && mayArchive && (
          <CheckField
            name="withArchive"
            label="Make an archive of everything in it"
            helper="With former versions. Under Certificates once it is ready; once it is verified, the deal room can be archived."
          />
        )}
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
