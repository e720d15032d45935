import { sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import type { Database } from '../../../platform/database/database.ts'
import { openTree } from '../core/trees.ts'

/** Writes that somebody was in a room until a moment, as for the demo: what came later is new to them. @throws as openTree */
export async function fillVisit(
  db: Database,
  actor: Actor,
  { treeId, at }: { treeId: string; at: Date },
): Promise<void> {
  const { organisationId, rights, principals } = await openTree(db, actor, treeId)
  const readBy = rights.admin ? null : principals
  await sql`
    insert into tree_visit (organisation_id, person_id, tree_id, principals, former_principals, last_at)
    values (${organisationId}::uuid, ${actor.personId}::uuid, ${treeId}::uuid, ${readBy}::uuid[], ${readBy}::uuid[], ${at})`.execute(
    db,
  )
}
