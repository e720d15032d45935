import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import MailLink from '@mui/material/Link'
import { IconCircleCheck, IconFileText, IconRotate } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { formatDateTime } from '../../../shared/format/time.ts'
import { TICKET_STATES, type TicketState } from '../../../shared/supportTickets.ts'
import { PageNotFound } from '../../graphql/errors.ts'
import { type ActionProblem, useAction } from '../../graphql/useAction.ts'
import { usePagedList } from '../../graphql/usePagedList.ts'
import { useViewer } from '../../graphql/viewer.ts'
import {
  Alert,
  type Column,
  Dialog,
  DialogBody,
  DialogFoot,
  ListTools,
  type MenuEntry,
  MiddleEllipsis,
  Page,
  PagedTable,
  RelativeTime,
  SearchField,
  Segments,
  StatusDot,
  sortsOf,
  useListState,
  usePageTitle,
  useToast,
} from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'
import {
  SetSupportTicketStateDocument,
  SupportTicketsDocument,
  type SupportTicketsQuery,
} from './operations.generated.ts'

type Ticket = SupportTicketsQuery['supportTickets']['tickets'][number]

const WORDS = { OPEN: 'Open', CLOSED: 'Closed' } as const satisfies Record<TicketState, string>
const SEGMENTS = [
  ...TICKET_STATES.map((value) => ({ value, label: WORDS[value] })),
  { value: 'ALL', label: 'All' },
] as const
const Text = styled('p')({ margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' })

/** Names a ticket and opens it. */
const Issue = styled(ButtonBase)(({ theme }) => ({
  maxWidth: '100%',
  minWidth: 0,
  justifyContent: 'start',
  textAlign: 'start',
  font: 'inherit',
  fontWeight: 500,
  color: 'inherit',
  '&:hover': { color: theme.vars.palette.accent.text, textDecoration: 'underline' },
}))

const stateOf = ({ state }: Ticket) => (
  <StatusDot color={state === 'OPEN' ? 'warning' : 'ink2'} hollow={state === 'CLOSED'}>
    {WORDS[state]}
  </StatusDot>
)

/** What a refusal tells of the ticket as it stands by now. */
const stateIn = ({ conflict }: ActionProblem): Partial<Pick<Ticket, 'state' | 'revision'>> =>
  conflict?.of === 'ticket' ? { state: conflict.newer.state, revision: conflict.revision } : {}

const columnsOf = (open: (ticket: Ticket) => void): readonly Column<Ticket>[] => [
  {
    key: 'issue',
    header: 'Issue',
    flex: 2,
    sortable: true,
    cell: (ticket) => (
      <Issue onClick={() => open(ticket)}>
        <MiddleEllipsis text={ticket.issue} />
      </Issue>
    ),
  },
  {
    key: 'description',
    header: 'Description',
    flex: 3,
    shownFrom: 'lg',
    cell: ({ description }) => description,
  },
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

/** Open tickets first, the newest above the others. */
const LIST = {
  filters: { state: [...TICKET_STATES, 'ALL'] },
  sorts: sortsOf(columnsOf(() => {})),
  sort: { key: 'createdAt', direction: 'desc' },
  perPage: 25,
} as const

/** What people have asked the support for, for staff (BO-33). */
export function TicketsPage() {
  usePageTitle('Support tickets')
  if (!useViewer().isSuperUser) throw new PageNotFound()
  const [opened, setOpened] = useState<Opened>()
  const columns = useMemo(() => columnsOf((ticket) => setOpened({ ticket })), [])
  const list = useListState(LIST)
  const shown = list.filters.state
  const toast = useToast()
  const tickets = usePagedList(
    SupportTicketsDocument,
    list,
    (page) => ({ state: shown === 'ALL' ? null : shown, ...page }),
    { pageOf: ({ supportTickets: { count, tickets: rows } }) => ({ count, rows }) },
  )
  const { attempt, busy } = useAction(SetSupportTicketStateDocument, { refresh: tickets.refetch })

  const change = async (ticket: Ticket) => {
    const state = ticket.state === 'OPEN' ? 'CLOSED' : 'OPEN'
    const { data, problem } = await attempt({ id: ticket.id, revision: ticket.revision, state })
    // The ticket as it stands by now, with what has happened: it may have left the list.
    if (problem) setOpened({ ticket: { ...ticket, ...stateIn(problem) }, problem: problem.message })
    if (!data) return
    toast.success(state === 'CLOSED' ? 'Ticket closed' : 'Ticket reopened')
    setOpened(undefined)
  }
  const rowMenu = (row: Ticket): MenuEntry[] => [
    { key: 'open', label: 'Show ticket', icon: <IconFileText />, onSelect: () => setOpened({ ticket: row }) },
    row.state === 'OPEN'
      ? { key: 'state', label: 'Close ticket', icon: <IconCircleCheck />, onSelect: () => void change(row) }
      : { key: 'state', label: 'Reopen', icon: <IconRotate />, onSelect: () => void change(row) },
  ]
  return (
    <Page title="Support tickets">
      <ListTools>
        <Segments
          label="State"
          segments={SEGMENTS}
          value={shown}
          onChange={(state) => list.setFilter('state', state)}
        />
        <div data-end="">
          <SearchField label="Search tickets" value={list.text} onChange={list.setText} />
        </div>
      </ListTools>
      <PagedTable
        label="Support tickets"
        list={list}
        page={tickets}
        noun="tickets"
        columns={columns}
        getRowId={({ id }) => id}
        rowMenu={rowMenu}
        rowName={({ issue }) => issue}
        onOpen={(row) => setOpened({ ticket: row })}
        phoneRow={(row) => ({
          title: row.issue,
          facts: [row.user.fullName, WORDS[row.state], <RelativeTime key="at" at={row.createdAt} />],
        })}
        empty={{ title: list.term === '' ? 'No tickets here' : 'No ticket matches your search' }}
      />
      {opened && (
        <TicketDialog
          {...opened}
          busy={busy}
          onClose={() => setOpened(undefined)}
          onChange={() => void change(opened.ticket)}
        />
      )}
    </Page>
  )
}

interface Opened {
  ticket: Ticket
  /** Why it was not changed. */
  problem?: string
}

interface TicketDialogProps extends Opened {
  busy: boolean
  onClose: () => void
  onChange: () => void
}

function TicketDialog({ ticket, problem, busy, onClose, onChange }: TicketDialogProps) {
  const { user } = ticket
  const overline = `${user.fullName}, ${formatDateTime(ticket.createdAt)}`
  return (
    <Dialog open onClose={onClose} title={ticket.issue} overline={overline} busy={busy}>
      <DialogBody>
        {problem !== undefined && <Alert tone="danger">{problem}</Alert>}
        {stateOf(ticket)}
        <Text>{ticket.description}</Text>
        {user.email !== null && (
          <Text>
            Answer: <MailLink href={`mailto:${user.email}`}>{user.email}</MailLink>
          </Text>
        )}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose} disabled={busy}>
          Back
        </Button>
        <Button variant="contained" onClick={onChange} disabled={busy}>
          {ticket.state === 'OPEN' ? 'Close ticket' : 'Reopen'}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
