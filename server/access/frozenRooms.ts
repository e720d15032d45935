import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { PermissionScope } from './actor.ts'

/**
 * Refuses a change of a frozen room before it is begun, as each of its tables does (STAGE-09), and holds off a freezing
 * until the change is committed.
 * @throws HR001 with one sentence, which `readable` tells as CONFLICT
 */
export async function requireNotFrozen(tx: Tx, place: PermissionScope): Promise<void> {
  if (place.kind === 'portfolio') await sql`select refuse_frozen(${place.portfolioId})`.execute(tx)
}
