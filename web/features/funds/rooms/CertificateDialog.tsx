import { useForm } from 'react-hook-form'
import { momentOfField } from '../../../../shared/format/time.ts'
import { useAction } from '../../../graphql/useAction.ts'
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
import { useGroupOptions } from './groupAccess.ts'
import { MakeCertificateDocument } from './operations.generated.ts'

interface CertificateDialogProps {
  portfolioId: string
  /** From when on the record of access answers. */
  knownSince: string
  onClose: () => void
  /** Reads the list again. */
  onMade: () => Promise<unknown>
}

interface Values {
  groupId: string
  from: string
  to: string
}

const EVERYTHING = ''
const NO_MOMENT = 'Please enter a day and a time.'

/** The moment of a field, in the person's time zone; null for none. */
const momentIn = (typed: string): string | null => {
  const moment = new Date(typed)
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString()
}

/** A new certificate: of everything in the room or of what one group could see, between two moments (PROOF-07). */
export function CertificateDialog({ portfolioId, knownSince, onClose, onMade }: CertificateDialogProps) {
  const groups = useGroupOptions(portfolioId)
  const toast = useToast()
  const begin = momentOfField(knownSince)
  const form = useForm<Values>({ defaultValues: { groupId: EVERYTHING, from: begin, to: '' } })
  const { attempt, busy } = useAction(MakeCertificateDocument, { refresh: onMade })
  const submit = async ({ groupId, from, to }: Values): Promise<FormProblem | undefined> => {
    // A field has minutes alone: the one that it began with is the first moment of the record.
    const first = from === begin ? knownSince : momentIn(from)
    const last = to === '' ? new Date().toISOString() : momentIn(to)
    if (first === null) return { message: NO_MOMENT, fields: { from: NO_MOMENT } }
    if (last === null) return { message: NO_MOMENT, fields: { to: NO_MOMENT } }
    const { refusal } = await attempt({
      portfolioId,
      groupId: groupId === EVERYTHING ? null : groupId,
      from: first,
      to: last,
    })
    if (refusal) return refusal
    toast.success('The certificate is being made')
    onClose()
    return undefined
  }
  return (
    <Dialog open onClose={onClose} title="New certificate" busy={busy}>
      <Form form={form} onSubmit={submit} label="New certificate">
        <DialogBody>
          <ComboField
            name="groupId"
            label="Of what one group could see"
            optional
            helper="Without a group it is of everything in the room. One for a group names no other."
            options={groups}
          />
          <TextField name="from" label="From" type="datetime-local" autoComplete="off" />
          <TextField
            name="to"
            label="Until"
            type="datetime-local"
            optional
            autoComplete="off"
            helper="In your time zone. Now, if it is empty."
          />
        </DialogBody>
        <DialogFoot>
          <CancelButton onClose={onClose} />
          <SubmitButton>Make certificate</SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
