import { useMutation } from '@apollo/client/react'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { IconCircleCheck, IconFileText, IconRotate } from '@tabler/icons-react'
import { useState } from 'react'
import { formatDateTime } from '../../../shared/format/time.ts'
import { TICKET_STATES, type TicketState } from '../../../shared/supportTickets.ts'
import { errorText, PageNotFound } from '../../graphql/errors.ts'
import { useReading } from '../../graphql/useReading.ts'
import { useViewer } from '../../graphql/viewer.ts'
import {
  type Column,
  Dialog,
  DialogBody,
  DialogFoot,
  EmptyState,
  type MenuEntry,
  MiddleEllipsis,
  Pagination,
  RelativeTime,
  SearchField,
  Segments,
  type Sort,
  StatusDot,
  Table,
  usePageTitle,
  useSearchTerm,
  useToast,
} from '../../ui/index.ts'
import { Page } from './layout.tsx'
import {
  SetSupportTicketStateDocument,
  SupportTicketsDocument,
  type SupportTicketsQuery,
} from './operations.generated.ts'

type Ticket = SupportTicketsQuery['supportTickets']['tickets'][number]

const PER_PAGE = 25
const NEWEST_FIRST: Sort = { key: 'createdAt', direction: 'desc' }
const WORDS = { OPEN: 'Open', CLOSED: 'Closed' } as const satisfies Record<TicketState, string>
const SEGMENTS = [
  ...TICKET_STATES.map((value) => ({ value, label: WORDS[value] })),
  { value: 'ALL', label: 'All' },
] as const
type Shown = (typeof SEGMENTS)[number]['value']

const Tools = styled('div')(({ theme }) => ({
  display: 'flex',
  justifyContent: 'space-between',
  gap: 12,
  [theme.breakpoints.down('md')]: { flexDirection: 'column', alignItems: 'flex-start' },
}))

const Text = styled('p')({ margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' })

const stateOf = ({ state }: Ticket) => (
  <StatusDot color={state === 'OPEN' ? 'warning' : 'ink2'} hollow={state === 'CLOSED'}>
    {WORDS[state]}
  </StatusDot>
)

const COLUMNS: readonly Column<Ticket>[] = [
  {
    key: 'issue',
    header: 'Issue',
    flex: 2,
    sortable: true,
    cell: ({ issue }) => <MiddleEllipsis text={issue} />,
  },
  { key: 'description', header: 'Description', flex: 3, from: 'lg', cell: ({ description }) => description },
  {
    key: 'user',
    header: 'User',
    sortable: true,
    cell: ({ user }) => <MiddleEllipsis text={user.fullName} />,
  },
  { key: 'state', header: 'State', width: 100, cell: stateOf },
  {
    key: 'createdAt',
    header: 'Sent',
    width: 130,
    sortable: true,
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
]

/** What people have asked the support for, for staff (BO-33). */
export function TicketsPage() {
  usePageTitle('Support tickets')
  if (!useViewer().isSuperUser) throw new PageNotFound()
  const [shown, setShown] = useState<Shown>('OPEN')
  const [sort, setSort] = useState(NEWEST_FIRST)
  const [page, setPage] = useState(1)
  const [opened, setOpened] = useState<string>()
  const { text, setText, term } = useSearchTerm()
  const toast = useToast()
  const { data, loading, error, refetch } = useReading(
    SupportTicketsDocument,
    {
      search: term || null,
      state: shown === 'ALL' ? null : shown,
      ordering: `${sort.direction === 'desc' ? '-' : ''}${sort.key}`,
      offset: (page - 1) * PER_PAGE,
    },
    { keep: true, every: 60_000 },
  )
  const [setState, { loading: saving }] = useMutation(SetSupportTicketStateDocument)
  const tickets = data?.supportTickets.tickets ?? []
  const count = data?.supportTickets.count ?? 0
  const ticket = tickets.find(({ id }) => id === opened)

  const change = async ({ id, revision, state }: Ticket) => {
    const next = state === 'OPEN' ? 'CLOSED' : 'OPEN'
    try {
      await setState({ variables: { id, revision, state: next } })
      toast.success(next === 'CLOSED' ? 'Ticket closed' : 'Ticket opened again')
      setOpened(undefined)
    } catch (failure) {
      toast.error(errorText(failure))
    }
    // After a refusal as well: somebody else may have changed what is shown.
    await refetch().catch(() => {})
  }
  /** What is shown begins anew where it is narrowed or sorted. */
  const anew =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value)
      setPage(1)
    }
  const rowMenu = (row: Ticket): MenuEntry[] => [
    { key: 'open', label: 'Show ticket', icon: <IconFileText />, onSelect: () => setOpened(row.id) },
    row.state === 'OPEN'
      ? { key: 'state', label: 'Close ticket', icon: <IconCircleCheck />, onSelect: () => void change(row) }
      : { key: 'state', label: 'Open again', icon: <IconRotate />, onSelect: () => void change(row) },
  ]
  return (
    <Page title="Support tickets">
      <Tools>
        <Segments label="State" segments={SEGMENTS} value={shown} onChange={anew(setShown)} />
        <SearchField label="Search tickets" value={text} onChange={anew(setText)} />
      </Tools>
      <Table
        label="Support tickets"
        columns={COLUMNS}
        rows={tickets}
        getRowId={({ id }) => id}
        sort={sort}
        onSort={anew(setSort)}
        rowMenu={rowMenu}
        onOpen={(row) => setOpened(row.id)}
        phoneRow={(row) => ({
          title: row.issue,
          facts: [row.user.fullName, WORDS[row.state], <RelativeTime key="at" at={row.createdAt} />],
        })}
        loading={loading}
        {...(error && { error })}
        empty={<EmptyState title={term === '' ? 'No tickets here' : 'No ticket matches your search'} />}
      />
      <Pagination page={page} pageCount={Math.ceil(count / PER_PAGE)} onChange={setPage} label="Tickets" />
      {ticket && (
        <TicketDialog
          ticket={ticket}
          busy={saving}
          onClose={() => setOpened(undefined)}
          onChange={() => void change(ticket)}
        />
      )}
    </Page>
  )
}

interface TicketDialogProps {
  ticket: Ticket
  busy: boolean
  onClose: () => void
  onChange: () => void
}

function TicketDialog({ ticket, busy, onClose, onChange }: TicketDialogProps) {
  const { user } = ticket
  const overline = `${user.fullName}, ${formatDateTime(ticket.createdAt)}`
  return (
    <Dialog open onClose={onClose} title={ticket.issue} overline={overline} busy={busy}>
      <DialogBody>
        <Text>{ticket.description}</Text>
        {user.email !== null && (
          <Text>
            Answer: <a href={`mailto:${user.email}`}>{user.email}</a>
          </Text>
        )}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose} disabled={busy}>
          Back
        </Button>
        <Button variant="contained" onClick={onChange} disabled={busy}>
          {ticket.state === 'OPEN' ? 'Close ticket' : 'Open again'}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
