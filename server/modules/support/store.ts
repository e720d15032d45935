import { type RawBuilder, sql } from 'kysely'
import type { TicketState } from '../../../shared/supportTickets.ts'
import type { Actor } from '../../access/actor.ts'
import { forbidden } from '../../access/errors.ts'
import { fullNameIn } from '../../access/personName.ts'
import type { Ordering } from '../../contracts/pages.ts'
import type { Connection, Tx } from '../../platform/database/database.ts'
import { escapeLike } from '../../platform/database/like.ts'
import { newId } from '../../platform/ids.ts'
import { seesTickets } from './policy.ts'

export interface TicketRow {
  id: string
  personId: string
  issue: string
  description: string
  state: TicketState
  revision: number
  createdAt: Date
}

export interface TicketQuery {
  /** In issue, description, and the sender's name and e-mail. */
  search: string | null
  state: TicketState | null
  ordering: Ordering
  limit: number
  offset: number
}

const COLUMNS = sql`
  ticket.id, ticket.person_id as "personId", ticket.issue, ticket.description, ticket.state, ticket.revision,
  ticket.created_at as "createdAt"`

const ORDERS: Readonly<Record<string, RawBuilder<unknown>>> = {
  createdAt: sql`ticket.created_at`,
  issue: sql`ticket.issue collate name_order`,
  user: sql`person.last_name || ' ' || person.first_name collate name_order`,
}
/** What a list of tickets may be sorted by. */
export const ORDERINGS = Object.keys(ORDERS)

/** @throws FORBIDDEN for everybody but staff */
export async function ticketPage(
  db: Connection,
  actor: Actor,
  { search, state, ordering, limit, offset }: TicketQuery,
): Promise<{ count: number; tickets: TicketRow[] }> {
  if (!seesTickets(actor)) throw forbidden()
  const pattern = search === null ? null : `%${escapeLike(search)}%`
  const matching = sql`
    from support_ticket ticket join person on person.id = ticket.person_id
    where (${state}::text is null or ticket.state = ${state})
      and (${pattern}::text is null or ticket.issue ilike ${pattern} or ticket.description ilike ${pattern}
        or ${fullNameIn('person')} ilike ${pattern} or person.email ilike ${pattern})`
  const direction = ordering.descending ? sql`desc` : sql`asc`
  const { rows } = await sql<TicketRow>`
    select ${COLUMNS} ${matching}
    order by ${ORDERS[ordering.by]} ${direction}, ticket.id ${direction} limit ${limit} offset ${offset}`.execute(
    db,
  )
  const counted = await sql<{ count: number }>`select count(*) as count ${matching}`.execute(db)
  return { count: counted.rows[0]?.count ?? 0, tickets: rows }
}

/** For whoever holds the ticket's lock, and for the mail about it. */
export async function ticketById(db: Connection, id: string): Promise<TicketRow | null> {
  const { rows } = await sql<TicketRow>`
    select ${COLUMNS} from support_ticket ticket where ticket.id = ${id}`.execute(db)
  return rows[0] ?? null
}

export async function insertTicket(
  tx: Tx,
  { at, ...ticket }: Pick<TicketRow, 'personId' | 'issue' | 'description'> & { at: Date },
): Promise<TicketRow> {
  const row: TicketRow = { ...ticket, id: newId(), state: 'OPEN', revision: 1, createdAt: at }
  await tx
    .insertInto('support_ticket')
    .values({
      id: row.id,
      person_id: row.personId,
      issue: row.issue,
      description: row.description,
      created_at: at,
    })
    .execute()
  return row
}

export async function updateState(tx: Tx, ticket: TicketRow, state: TicketState): Promise<TicketRow> {
  const revision = ticket.revision + 1
  await tx.updateTable('support_ticket').set({ state, revision }).where('id', '=', ticket.id).execute()
  return { ...ticket, state, revision }
}

/** Milliseconds until the person may send another ticket: at most so many within the last so many milliseconds. */
export async function waitOf(
  tx: Tx,
  personId: string,
  { tickets, withinMs }: { tickets: number; withinMs: number },
): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    select (extract(epoch from created_at - clock_timestamp()) * 1000)::float8 + ${withinMs}::float8 as wait
    from support_ticket where person_id = ${personId}
    order by created_at desc limit 1 offset ${tickets - 1}`.execute(tx)
  return Math.max(0, rows[0]?.wait ?? 0)
}
