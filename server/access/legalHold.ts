import { type RawBuilder, sql } from 'kysely'
import { formatDate } from '../../shared/format/time.ts'
import type { Connection } from '../platform/database/database.ts'
import { conflict } from './errors.ts'

/**
 * SQL: whether the portfolio of that id is under a legal hold (STAGE-12); of null it is not. Whatever removes something
 * of a room for good asks this, in the statement that finds what it removes: what is held is passed over.
 */
export const isHeld = (portfolioId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  exists (select from legal_hold where legal_hold.portfolio_id = ${portfolioId})`

/** SQL: whether any room of the organisation of that id is under a legal hold. */
export const isAnyHeldIn = (organisationId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  exists (select from legal_hold where legal_hold.organisation_id = ${organisationId})`

const heldSince = (room: string, since: Date): string =>
  `${room} has been under a legal hold since ${formatDate(since)}. Nothing in it can be removed for good.`

/**
 * For what a person removes for good, under the lock of what they remove.
 * @throws CONFLICT while the portfolio is under a legal hold
 */
export const requireNoHold = (db: Connection, portfolioId: string): Promise<void> =>
  requireNoHoldOf(db, sql`${portfolioId}::uuid`)

/**
 * The same of the room of a record that has no recycle bin. @param room SQL: its id, or null
 * @throws as requireNoHold
 */
export async function requireNoHoldOf(db: Connection, room: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ since: Date }>`
    select set_at as since from legal_hold where portfolio_id = ${room}`.execute(db)
  if (rows[0]) throw conflict(heldSince('This room', rows[0].since))
}

/** The same of all rooms of an organisation, which names the first. @throws as requireNoHold */
export async function requireNoHoldIn(db: Connection, organisationId: string): Promise<void> {
  const { rows } = await sql<{ name: string; since: Date }>`
    select portfolio.name, legal_hold.set_at as since
    from legal_hold join portfolio on portfolio.id = legal_hold.portfolio_id
    where legal_hold.organisation_id = ${organisationId}
    order by portfolio.name collate name_order limit 1`.execute(db)
  if (rows[0]) throw conflict(heldSince(rows[0].name, rows[0].since))
}
