import { type TicketState, ticketProblem, tidyTicket } from '../../../shared/supportTickets.ts'
import type { Actor } from '../../access/actor.ts'
import { forbidden, notFound, rateLimited, requireFields } from '../../access/errors.ts'
import { reauthorise } from '../../access/reauthorise.ts'
import { orderingOf } from '../../contracts/pages.ts'
import { assertRevision } from '../../contracts/revisions.ts'
import type { Database } from '../../platform/database/database.ts'
import { advisoryLock, rowLock, withLock } from '../../platform/database/withLock.ts'
import { isId } from '../../platform/ids.ts'
import { recordBy } from '../activity/index.ts'
import { notify } from '../notifications/index.ts'
import type { Organisations } from '../organisations/index.ts'
import { ticketSent } from './mail.ts'
import { seesTickets } from './policy.ts'
import {
  insertTicket,
  ORDERINGS,
  type TicketQuery,
  type TicketRow,
  ticketById,
  ticketPage,
  updateState,
  waitOf,
} from './store.ts'

export type { TicketRow } from './store.ts'

export interface Support {
  /**
   * Keeps a ticket and has it sent to the support address, where there is one (SUP-06 to SUP-08). One that was sent at
   * another moment, `at`, is entered as it was: nobody is mailed, and no rate holds it back.
   * @throws BAD_USER_INPUT for a blank text and one that is too long (SUP-10), RATE_LIMITED for a sixth within ten minutes
   */
  send(actor: Actor, ticket: { issue: string; description: string; at?: Date }): Promise<TicketRow>
  /** What people have sent. @throws FORBIDDEN for everybody but staff, BAD_USER_INPUT for an unknown ordering */
  tickets(
    actor: Actor,
    query: Omit<TicketQuery, 'ordering'> & { ordering: string | null },
  ): Promise<{ count: number; tickets: TicketRow[] }>
  /**
   * Opens or closes a ticket.
   * @throws FORBIDDEN for everybody but staff, NOT_FOUND for none, CONFLICT where its revision is another by now
   */
  setState(actor: Actor, change: { id: string; state: TicketState; revision: number }): Promise<TicketRow>
}

/** Tickets of one person: a few for one trouble, but no flood of mails. */
const RATE = { tickets: 5, withinMs: 600_000 }
const NEWEST_FIRST = '-createdAt'
const CHANGES = { OPEN: 'OPEN_TICKET', CLOSED: 'CLOSE_TICKET' } as const

const subjectOf = (id: string) => ({ kind: 'support_ticket', id })

/** @param supportEmail null for a deployment without one: tickets are kept all the same */
export function createSupport(
  db: Database,
  organisations: Organisations,
  supportEmail: string | null,
): Support {
  const requireStaff = (actor: Actor): void => {
    if (!seesTickets(actor)) throw forbidden()
  }
  return {
    send: async (actor, { at, ...given }) => {
      requireFields({
        issue: ticketProblem('issue', given.issue),
        description: ticketProblem('description', given.description),
      })
      // Staff see all organisations, and are in few.
      const memberOf = await organisations.joined(actor)
      // Serialised, so that two concurrent requests don't both take the last place.
      return withLock(db, advisoryLock(`tickets:${actor.personId}`), async (tx) => {
        const wait = at ? 0 : await waitOf(tx, actor.personId, RATE)
        if (wait > 0) throw rateLimited(Math.ceil(wait / 1000))
        const ticket = await insertTicket(tx, {
          personId: actor.personId,
          issue: tidyTicket('issue', given.issue),
          description: tidyTicket('description', given.description),
          at: at ?? new Date(),
        })
        await recordBy(tx, actor, [
          { kind: 'SEND_TICKET', subject: subjectOf(ticket.id), ...(at ? { at } : {}) },
        ])
        await notify(tx, ticketSent, {
          subject: subjectOf(ticket.id),
          by: actor.personId,
          addresses: supportEmail === null || at ? [] : [supportEmail],
          data: { organisations: memberOf.map(({ name }) => name) },
        })
        return ticket
      })
    },
    tickets: (actor, { ordering, ...query }) =>
      ticketPage(db, actor, { ...query, ordering: orderingOf(ordering ?? NEWEST_FIRST, ORDERINGS) }),
    setState: async (actor, { id, state, revision }) => {
      requireStaff(actor)
      if (!isId(id)) throw notFound('Ticket')
      return withLock(db, rowLock('support_ticket', id), async (tx) => {
        await reauthorise(tx, actor, requireStaff)
        const ticket = await ticketById(tx, id)
        if (!ticket) throw notFound('Ticket')
        assertRevision({
          of: 'ticket',
          known: revision,
          now: ticket.revision,
          what: 'this ticket',
          newer: { state: ticket.state },
        })
        if (ticket.state === state) return ticket
        await recordBy(tx, actor, [{ kind: CHANGES[state], subject: subjectOf(id) }])
        return updateState(tx, ticket, state)
      })
    },
  }
}
