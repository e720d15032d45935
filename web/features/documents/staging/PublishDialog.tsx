import { useForm } from 'react-hook-form'
import { formatCount } from '../../../../shared/format/number.ts'
import { formatDateTime } from '../../../../shared/format/time.ts'
import { problemOf } from '../../../graphql/errors.ts'
import { useAction } from '../../../graphql/useAction.ts'
import {
  CancelButton,
  CheckField,
  ComboField,
  Dialog,
  DialogBody,
  DialogFoot,
  Form,
  type FormProblem,
  SubmitButton,
  TextArea,
  TextField,
  useToast,
} from '../../../ui/index.ts'
import { usePlace } from '../place/place.ts'
import { momentIn, zones } from './moments.ts'
import { PublishDocument } from './operations.generated.ts'

interface PublishDialogProps {
  rootId: string
  /** Ids of entries that stay staged, with all in them. */
  leaveOut: readonly string[]
  /** All that is staged. */
  count: number
  onClose: () => void
  onPublished: () => Promise<unknown>
}

interface Values {
  title: string
  note: string
  later: boolean
  moment: string
  zone: string
}

const TITLE = 'Publish'
const ZONES = zones()
const ZONE_OPTIONS = ZONES.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))
const MOMENT: FormProblem = {
  message: 'Please enter a day and a time.',
  fields: { moment: 'Please enter a day and a time.' },
}

/** Publishes what is staged, now or at a moment, with a title and a note that the digest says (STAGE-05). */
export function PublishDialog({ rootId, leaveOut, count, onClose, onPublished }: PublishDialogProps) {
  const { tree } = usePlace()
  const toast = useToast()
  const publishing = useAction(PublishDocument)
  const form = useForm<Values>({
    defaultValues: { title: '', note: '', later: false, moment: '', zone: ZONES[0] ?? 'UTC' },
  })
  const later = form.watch('later')
  const submit = async ({ title, note, moment, zone }: Values): Promise<FormProblem | undefined> => {
    const at = later ? momentIn(zone, moment) : null
    if (later && at === null) return MOMENT
    const { data, problem } = await publishing.attempt({
      treeId: tree.id,
      documentIds: [rootId],
      leaveOut: [...leaveOut],
      title,
      note: note.trim() === '' ? null : note,
      at,
    })
    if (problem) return problem
    const refused = problemOf(
      (data?.publish.errors ?? []).map(({ field, message }) => ({
        field: field === 'at' ? 'moment' : field,
        message,
      })),
    )
    if (refused) return refused
    const made = data?.publish.publication
    if (made) {
      toast.success(
        made.publishedAt === null
          ? `${formatCount(made.count, 'entry', 'entries')} will be published on ${formatDateTime(made.at)}.`
          : `${formatCount(made.count, 'entry', 'entries')} ${made.count === 1 ? 'is' : 'are'} published.`,
      )
    }
    await onPublished()
    return undefined
  }
  return (
    <Dialog open onClose={onClose} title={TITLE} overline={tree.name} busy={publishing.busy}>
      <Form form={form} onSubmit={submit} label={TITLE}>
        <DialogBody>
          <p style={{ margin: 0 }}>
            {leaveOut.length === 0
              ? `All that is staged (${formatCount(count, 'entry', 'entries')}) is published together: all of it, or nothing.`
              : 'All that is staged is published together, without what is left out: all of it, or nothing.'}
          </p>
          <TextField
            name="title"
            label="Title"
            autoFocus
            autoComplete="off"
            rules={{
              required: 'Please enter a title.',
              maxLength: { value: 200, message: 'A title has at most 200 characters.' },
            }}
          />
          <TextArea
            name="note"
            label="Note (optional)"
            lines={3}
            rules={{ maxLength: { value: 2000, message: 'A note has at most 2000 characters.' } }}
          />
          <CheckField name="later" label="At a day and time" />
          {later && (
            <>
              <TextField name="moment" label="Day and time" type="datetime-local" autoComplete="off" />
              <ComboField name="zone" label="Time zone" options={ZONE_OPTIONS} />
            </>
          )}
        </DialogBody>
        <DialogFoot>
          <CancelButton />
          <SubmitButton>{later ? 'Schedule' : TITLE}</SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
