import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import { internAcl, isRestrictedRow } from '../core/acls.ts'
import { NOBODY } from '../core/levels.ts'
import { foldersWithin } from '../core/subtree.ts'
import type { OpenTree } from '../core/trees.ts'

/**
 * Closes what was deleted and restricted to some, so that neither its history nor the bin opens it to anybody, also once
 * the tree's documents are given to its former principals again (PERM-12, BIN-04). The caller holds the tree's lock.
 */
export async function closeDeleted(tx: Tx, tree: OpenTree): Promise<void> {
  const closed = await internAcl(tx, tree, NOBODY)
  const restricted = sql`(select id from acl where tree_id = ${tree.id} and ${isRestrictedRow(tree)})`
  const folders = await foldersWithin(tx, [[tree.id]])
  await sql`
    update document set acl_id = ${closed}
    where parent_id = any(${folders}::uuid[]) and deleted_at is not null and acl_id in ${restricted}`.execute(
    tx,
  )
  for (const table of ['name_group', 'folder_list']) {
    await sql`
      update ${sql.table(table)} as of_folder set acl_id = ${closed}
      where folder_id = any(${folders}::uuid[]) and is_deleted and acl_id in ${restricted}`.execute(tx)
  }
  await sql`
    with open_content as (
      delete from deletion_content where acl_id in ${restricted}
      returning organisation_id, document_id, entries, bytes)
    insert into deletion_content (organisation_id, document_id, acl_id, entries, bytes)
    select organisation_id, document_id, ${closed}::bigint, sum(entries), sum(bytes) from open_content
    group by organisation_id, document_id`.execute(tx)
}
