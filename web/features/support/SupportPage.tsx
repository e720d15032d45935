import Typography from '@mui/material/Typography'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation } from 'react-router'
import { type TicketText, ticketProblem } from '../../../shared/supportTickets.ts'
import { SUPPORT, TICKETS } from '../../addresses.ts'
import { useAction } from '../../graphql/useAction.ts'
import { useViewer } from '../../graphql/viewer.ts'
import {
  Form,
  type FormProblem,
  Link,
  Page,
  Sheet,
  SubmitButton,
  TextArea,
  TextField,
  usePageTitle,
} from '../../ui/index.ts'
import { CreateSupportTicketDocument } from './operations.generated.ts'

const EMPTY = { issue: '', description: '' }

/** SUP-05 */
const FAILED: FormProblem = { message: 'A server error has occurred.' }

const rules = (field: TicketText) => ({ validate: (text: string) => ticketProblem(field, text) ?? true })

/** Asks the support for help, then says that it was sent (SUP-01 to SUP-05). */
export function SupportPage() {
  usePageTitle('Support')
  const { isSuperUser } = useViewer()
  // The way to a new issue leads to this address once more, and so to an empty form; what is being typed stays.
  const { key } = useLocation()
  const [sentAt, setSentAt] = useState<string>()
  return (
    <Page title="Support" actions={isSuperUser && <Link to={TICKETS}>All tickets</Link>}>
      <Sheet>{sentAt === key ? <Sent /> : <TicketForm onSent={() => setSentAt(key)} />}</Sheet>
    </Page>
  )
}

/** What the server says of these tells people what to do. */
const WITH_TEXT: ReadonlySet<string> = new Set(['BAD_USER_INPUT', 'RATE_LIMITED', 'UNAVAILABLE'])

function TicketForm({ onSent }: { onSent: () => void }) {
  const form = useForm({ defaultValues: EMPTY })
  const { attempt } = useAction(CreateSupportTicketDocument)

  const submit = async (values: typeof EMPTY): Promise<FormProblem | undefined> => {
    const { data, problem, refusal } = await attempt(values)
    // A rule says what it is; whatever else failed has one text.
    if (problem) return WITH_TEXT.has(problem.code) ? problem : FAILED
    if (refusal) return refusal
    if (!data?.createSupportTicket.success) return FAILED
    onSent()
    return undefined
  }
  return (
    <Form form={form} onSubmit={submit} label="Support">
      <TextField name="issue" label="Issue" autoComplete="off" rules={rules('issue')} />
      <TextArea
        name="description"
        label="Description"
        autoComplete="off"
        lines={8}
        rules={rules('description')}
      />
      <div>
        <SubmitButton>Submit</SubmitButton>
      </div>
    </Form>
  )
}

/** SUP-04 */
function Sent() {
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that was pressed is gone: whoever works by keyboard or hears the page goes on here.
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <Typography ref={heading} component="h2" variant="h3" tabIndex={-1} sx={{ mb: 1 }}>
        Thank you for contacting us.
      </Typography>
      <p>We'll follow up shortly.</p>
      <Link to={SUPPORT}>Submit a new issue</Link>
    </>
  )
}
