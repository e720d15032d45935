import { useForm, useWatch } from 'react-hook-form'
import { PHASE_OF_ROOM_LABELS, ROOM_PHASES, type RoomPhase } from '../../../../shared/enumerations.ts'
import { grants } from '../../../graphql/access.ts'
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
import { ClosingFields, type ClosingValues } from './ClosingFields.tsx'
import { CloseRoomDocument, SetRoomPhaseDocument } from './operations.generated.ts'
import { EFFECTS } from './phaseEffects.ts'
import type { RoomStepProps } from './settings.ts'

interface Values extends ClosingValues {
  phase: RoomPhase
}

/** Gives a deal room another phase, after what that does was said (STAGE-01); Closing with what it begins (STAGE-11). */
export function Phase({ room, onBusy, onCancel, onDone }: RoomStepProps) {
  const toast = useToast()
  const mayArchive = grants(room, 'ORG_ADMIN')
  const form = useForm<Values>({
    defaultValues: { phase: room.phase, groupIds: [], endsAt: '', withArchive: mayArchive },
  })
  const phase = useWatch({ control: form.control, name: 'phase' })
  const setting = useAction(SetRoomPhaseDocument)
  const closing = useAction(CloseRoomDocument)
  const change = async ({ phase: next, groupIds, endsAt, withArchive }: Values) => {
    const portfolioId = room.id
    if (next !== 'CLOSING') return (await setting.attempt({ portfolioId, phase: next })).refusal
    return (
      await closing.attempt({
        portfolioId,
        groupIds,
        endsAt: endsAt === '' ? null : new Date(endsAt).toISOString(),
        withArchive,
      })
    ).refusal
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
  const offered = ROOM_PHASES.filter((each) => room.offeredPhases.includes(each))
  return (
    <Form form={form} onSubmit={submit} label="Change phase">
      <DialogBody>
        <SelectField
          name="phase"
          label="Phase"
          options={offered.map((value) => ({ value, label: PHASE_OF_ROOM_LABELS[value] }))}
          {...(!offered.includes('ARCHIVED') && {
            helper:
              'Archived can be chosen while it is being closed, once an archive of everything in it is verified.',
          })}
        />
        {phase !== room.phase && <Alert tone={phase === 'OPEN' ? 'warning' : 'info'}>{EFFECTS[phase]}</Alert>}
        {phase === 'CLOSING' && room.phase !== 'CLOSING' && (
          <ClosingFields roomId={room.id} mayArchive={mayArchive} />
        )}
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
