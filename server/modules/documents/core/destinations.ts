import { notFound } from '../../../access/errors.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { isPermitted } from './acls.ts'
import { type DocumentNode, nodes, storedId, visible } from './nodes.ts'
import type { OpenTree } from './trees.ts'

/**
 * The folders among the stored ids into which the actor may put something: a folder that they may only
 * pass would hide the new entry from its own creator.
 */
export async function foldersToFill(
  db: Connection,
  tree: OpenTree,
  ids: readonly string[],
): Promise<Map<string, DocumentNode>> {
  if (ids.length === 0) return new Map()
  const folders = await nodes(
    visible(db, tree)
      .where('document.id', '=', (eb) => eb.fn.any(eb.val(ids)))
      .where('document.is_folder', '=', true)
      .where(isPermitted(tree, 'document.acl_id')),
    tree,
  )
  return new Map(folders.map((folder) => [folder.id, folder]))
}

/**
 * The folder that a change names, the root without an id.
 * @throws NOT_FOUND for what is unknown, hidden, no folder, or only passed through
 */
export async function folderToChange(
  db: Connection,
  tree: OpenTree,
  id: string | null,
): Promise<DocumentNode> {
  const key = id === null ? tree.id : storedId(tree, id)
  const folder = key === null ? null : (await foldersToFill(db, tree, [key])).get(key)
  if (!folder) throw notFound('Document')
  return folder
}
