import { sql } from 'kysely'
import type { Connection, Tx } from '../../../platform/database/database.ts'
import { LAST_ID } from '../core/subtree.ts'

/** What went with each of the deleted folders, so that the bin counts it without going through it (BIN-01). */
const keepContents = (tx: Tx, ids: readonly string[]): Promise<unknown> =>
  sql`
    insert into deletion_content (organisation_id, document_id, acl_id, entries, bytes)
    select top.organisation_id, top.id, held.acl_id, held.entries, held.bytes
    from document top cross join lateral (
      select inner_entry.acl_id, count(*) as entries, coalesce(sum(inner_entry.size), 0) as bytes
      from folder_place place join document inner_entry on inner_entry.parent_id = place.folder_id
      where place.path >= top.path and place.path < top.path || ${LAST_ID}::uuid
        and inner_entry.deleted_at = top.deleted_at
      group by inner_entry.acl_id offset 0) as held
    where top.id = any(${ids}::uuid[]) and top.is_folder
    on conflict (document_id, acl_id) do nothing`.execute(tx)

/** After documents were marked as deleted: keeps of each what the bin says of it, and who could see the folders above. */
export async function keepDeletions(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    insert into deletion (document_id, organisation_id, tree_id, above_ids, above_lists)
    select document.id, document.organisation_id, document.tree_id,
      document.path[:cardinality(document.path) - 1], (
        select array_agg(folder.acl_id order by above.place)
        from unnest(document.path) with ordinality as above(id, place) join document folder on folder.id = above.id
        where above.place < cardinality(document.path))
    from document where document.id = any(${ids}::uuid[])`.execute(tx)
  await keepContents(tx, ids)
}

/** Deletions of one transaction. */
const BATCH = 20

/** Fills in the deletions that a program made which knows no bin, in portions; who could see the folders above is lost. */
export async function fillDeletions(db: Connection): Promise<void> {
  for (;;) {
    const filled = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: string }>`
        update deletion set tree_id = document.tree_id from document
        where document.id = deletion.document_id and deletion.document_id in (
          select document_id from deletion where tree_id is null limit ${BATCH} for update skip locked)
        returning deletion.document_id as id`.execute(tx)
      await keepContents(
        tx,
        rows.map(({ id }) => id),
      )
      return rows.length
    })
    if (filled < BATCH) return
  }
}
