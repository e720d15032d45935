import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { isReadable } from '../core/acls.ts'
import { isShown } from '../core/nodes.ts'
import { liesBelow } from '../core/subtree.ts'
import type { NameSearch } from './nameSearch.ts'

const NUMBER = /^\d+(\.\d+)*$/
/** A number was given to a few entries at most: anew, and once it was free. */
const MAX_OF_NUMBER = 50

/**
 * Ids of entries that once had the number which is searched, in the one numbering for all (INDEX-04): of those that the
 * actor sees, in folders that the actor sees.
 */
export async function formerlyNumbered(
  db: Connection,
  { tree, path, text, fileType }: NameSearch,
): Promise<string[]> {
  const number = text.trim()
  if (tree.numbering !== 'ONE' || !NUMBER.test(number)) return []
  const { rows } = await sql<{ id: string }>`
    select document.id
    from document_former_number former
      join document on document.id = former.document_id
      join document folder on folder.id = former.folder_id
    where former.tree_id = ${tree.id} and former.number = ${number} and ${isShown(tree)}
      and folder.deleted_at is null and ${isReadable(tree, 'folder.acl_id')}
      and ${fileType === null ? sql`true` : sql`document.is_folder = ${fileType === 'FOLDER'}`}
      and ${path === null ? sql`true` : liesBelow([path])}
    limit ${MAX_OF_NUMBER}`.execute(db)
  return rows.map(({ id }) => id)
}
