import { IconClock } from '@tabler/icons-react'
import { useForm } from 'react-hook-form'
import { formatCount, formatNumber } from '../../../../shared/format/number.ts'
import { formatDate, formatDateTime } from '../../../../shared/format/time.ts'
import { problemOf } from '../../../graphql/errors.ts'
import { useAction } from '../../../graphql/useAction.ts'
import {
  CancelButton,
  ComboField,
  DateField,
  Dialog,
  DialogBody,
  DialogFoot,
  Form,
  type FormProblem,
  Segments,
  SubmitButton,
  TextArea,
  TextField,
  useToast,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { usePlace } from '../place/place.ts'
import { momentIn, momentText, zones } from './moments.ts'
import { PublishDocument } from './operations.generated.ts'
import { PublicationAudience } from './PublicationAudience.tsx'

interface PublishDialogProps {
  /** What is published, with all in it, and what is left out of that. */
  asked: { documentIds: string[]; leaveOut: string[] }
  /** Entries that are chosen. */
  count: number
  onClose: () => void
  onPublished: () => Promise<unknown>
}

interface Values {
  title: string
  note: string
  later: boolean
  /** YYYY-MM-DD, and HH:MM. */
  day: string
  time: string
  zone: string
}

const ZONES = zones()
const OWN = ZONES[0] ?? 'UTC'
const ZONE_OPTIONS = ZONES.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))
const MOMENT: FormProblem = {
  message: 'Please enter a day and a time.',
  fields: { day: 'Please enter a day and a time.' },
}

const When = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 10,
  '& > [data-moment]': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 112px minmax(0, 1.4fr)',
    gap: 8,
    alignItems: 'start',
  },
  '& > p': {
    display: 'flex',
    gap: 7,
    margin: 0,
    ...theme.typography.note,
    '& > svg': { flex: 'none', width: 14, height: 14, marginTop: 1 },
  },
  '& > strong': { marginBottom: -4, fontWeight: 500 },
  [theme.breakpoints.down('md')]: {
    '& > [data-moment]': { gridTemplateColumns: 'minmax(0, 1fr) 148px' },
    '& > [data-moment] > :last-child': { gridColumn: '1 / -1' },
  },
}))

const PublishFoot = styled(DialogFoot)(({ theme }) => ({
  flexWrap: 'wrap',
  '& > p': {
    // Above the buttons, beside which stands that something is not saved.
    order: -3,
    flexBasis: '100%',
    margin: 0,
    ...theme.typography.note,
  },
  [theme.breakpoints.down('md')]: { '&& > p': { flexBasis: '100%', minWidth: 0 } },
}))

/** "11/25 at 08:00"; nothing while it is not known. */
const shortMoment = ({ day, time }: Pick<Values, 'day' | 'time'>): string =>
  momentIn('UTC', `${day}T${time}`) === null ? '' : ` on ${formatDate(day).slice(0, 5)} at ${time}`

/** Publishes what is chosen of what is staged, now or at a moment, with a title and a note that the digest says (STAGE-05). */
export function PublishDialog({ asked, count, onClose, onPublished }: PublishDialogProps) {
  const { tree } = usePlace()
  const toast = useToast()
  const publishing = useAction(PublishDocument)
  const form = useForm<Values>({
    defaultValues: { title: '', note: '', later: false, day: '', time: '', zone: OWN },
  })
  const { later, day, time, zone } = form.watch()
  const at = later ? momentIn(zone, `${day}T${time}`) : null
  const submit = async ({ title, note }: Values): Promise<FormProblem | undefined> => {
    if (later && at === null) return MOMENT
    const { data, problem } = await publishing.attempt({
      treeId: tree.id,
      ...asked,
      title,
      note: note.trim() === '' ? null : note,
      at,
    })
    if (problem) return problem
    const refused = problemOf(
      (data?.publish.errors ?? []).map(({ field, message }) => ({
        field: field === 'at' ? 'day' : field,
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
  const heading = `Publish ${formatCount(count, 'entry', 'entries')}`
  return (
    <Dialog open onClose={onClose} title={heading} busy={publishing.busy}>
      <Form form={form} onSubmit={submit} label={heading}>
        <DialogBody>
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
            label="Note"
            optional
            lines={2}
            helper="Title and note stand in the digest of those who will see the entries."
            rules={{ maxLength: { value: 2000, message: 'A note has at most 2000 characters.' } }}
          />
          <When>
            <strong>When</strong>
            <div>
              <Segments
                label="When"
                segments={[
                  { value: 'now', label: 'Now' },
                  { value: 'later', label: 'At a time' },
                ]}
                value={later ? 'later' : 'now'}
                onChange={(value) => form.setValue('later', value === 'later', { shouldDirty: true })}
              />
            </div>
            {later && (
              <div data-moment="">
                <DateField name="day" label="Day" />
                <TextField name="time" label="Time" type="time" autoComplete="off" />
                <ComboField
                  name="zone"
                  label="Time zone"
                  options={ZONE_OPTIONS}
                  rules={{ required: 'Please choose a time zone.' }}
                />
              </div>
            )}
            {at !== null && (
              <p role="status">
                <IconClock aria-hidden="true" />
                <span>{momentText(at, zone, { own: OWN, now: Date.now() })}</span>
              </p>
            )}
          </When>
          {tree.canEditPermissions && <PublicationAudience asked={asked} />}
        </DialogBody>
        <PublishFoot>
          <p>All of them or none.{later && ' You get a mail if none could be published.'}</p>
          <CancelButton />
          <SubmitButton>
            Publish{later ? shortMoment({ day, time }) : ` ${formatNumber(count)} now`}
          </SubmitButton>
        </PublishFoot>
      </Form>
    </Dialog>
  )
}
