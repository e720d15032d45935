import type { TicketState } from '../../../shared/supportTickets.ts'
import { type AdminResource, optionsOf, PERSON_FIELD, tableResource } from '../../admin/index.ts'
import type { Tx } from '../../platform/database/database.ts'
import { ticketById, updateState } from './store.ts'

const setState = (state: TicketState) => async (tx: Tx, _actor: unknown, id: string) => {
  const ticket = await ticketById(tx, id)
  if (ticket) await updateState(tx, ticket, state)
}

/** What people asked the support for (BO-33). */
export const ticketKind = (): AdminResource => ({
  ...tableResource({
    name: 'ticket',
    path: 'support/ticket',
    section: 'Messages',
    one: 'support ticket',
    many: 'Support tickets',
    table: 'support_ticket',
    names: 'issue',
    searched: ['issue', 'description'],
    sort: '-createdAt',
    fields: [
      { name: 'issue', label: 'Issue', type: 'TEXT', readOnly: true, listed: true },
      PERSON_FIELD,
      {
        name: 'state',
        label: 'State',
        type: 'CHOICE',
        options: optionsOf({ OPEN: 'Open', CLOSED: 'Closed' }),
        readOnly: true,
        listed: true,
        filter: true,
      },
      { name: 'description', label: 'Description', type: 'LONG_TEXT', readOnly: true },
      { name: 'createdAt', label: 'Sent', type: 'MOMENT', readOnly: true, listed: true, sortable: true },
    ],
  }),
  actions: [
    {
      name: 'close',
      label: 'Mark as handled',
      question: 'The ticket is closed. It can be reopened.',
      done: 'Ticket closed',
      fits: ({ state }) => state === 'OPEN',
      run: setState('CLOSED'),
    },
    {
      name: 'open',
      label: 'Reopen',
      question: 'The ticket is open again.',
      done: 'Ticket reopened',
      fits: ({ state }) => state === 'CLOSED',
      run: setState('OPEN'),
    },
  ],
})
