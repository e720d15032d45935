import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { PermissionScope } from './actor.ts'

/**
 * Refuses a change of a frozen room before it is begun, as each of its tables does (STAGE-09), and holds off a freezing
 * until the change is committed.
 * @param treeId whose documents are changed: none of them needs to be asked about any more
 * @throws HR001 with one sentence, which `readable` tells as CONFLICT
 */
export async function requireNotFrozen(tx: Tx, place: PermissionScope, treeId?: string): Promise<void> {
  if (place.kind !== 'portfolio') return
  await sql`select refuse_frozen(${place.portfolioId}),
    set_config('helioroom.not_frozen_tree', coalesce(${treeId ?? null}, ''), true)`.execute(tx)
}
