import { sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import type { Database } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/ids.ts'
import { openDocument } from '../core/nodes.ts'

/** A person's reading of a file in one opening. */
export interface FilledReading {
  treeId: string
  documentId: string
  /** Seconds of each page, from the first on. */
  seconds: readonly number[]
  /** When the last of them was looked at. */
  at: Date
}

/** Writes how long somebody had the pages of a file's current version in view, as for the demo. @throws as openDocument */
export async function fillReading(
  db: Database,
  actor: Actor,
  { treeId, documentId, seconds, at }: FilledReading,
): Promise<void> {
  const { id, tree, versionId } = await openDocument(db, actor, treeId, documentId)
  const pages = seconds.flatMap((each, index) => (each > 0 ? [{ page: index + 1, ms: each * 1000 }] : []))
  await sql`
    insert into page_reading (opening_id, page, organisation_id, tree_id, document_id, version_id, person_id, ms, last_at)
    select ${newId()}::uuid, one.page, ${tree.organisationId}::uuid, ${tree.id}::uuid, ${id}::uuid, ${versionId}::uuid,
      ${actor.personId}::uuid, one.ms, ${at}
    from json_to_recordset(${JSON.stringify(pages)}) as one (page integer, ms bigint)`.execute(db)
}
