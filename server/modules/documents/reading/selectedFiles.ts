import { sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import { notFound } from '../../../access/errors.ts'
import type { EntityPlace } from '../../../access/reach.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { isId } from '../../../platform/ids.ts'
import { documentsBelow } from '../core/children.ts'
import { type DocumentNode, documentsByIds, documentsInOrder, storedId } from '../core/nodes.ts'
import { checkCount, topmostOf } from '../core/selection.ts'
import { type OpenTree, treesOfPlace } from '../core/trees.ts'

/** A selection, and the files of it. */
export interface SelectedFiles {
  /** What was chosen; nothing that lies in another of them. */
  topmost: DocumentNode[]
  files: DocumentNode[]
}

/**
 * The files that a selection stands for, a folder for those below it (COP-08), as far as the actor may see them.
 * @param limit of files
 * @throws NOT_FOUND where nothing is left, BAD_USER_INPUT for more than 1000 documents
 */
export async function selectedFiles(
  db: Connection,
  tree: OpenTree,
  documentIds: readonly string[],
  limit: number,
): Promise<SelectedFiles> {
  const ids = [...new Set(documentIds)]
  checkCount(ids, 'choose')
  const chosen = await documentsInOrder(
    db,
    tree,
    ids.flatMap((id) => storedId(tree, id) ?? []),
  )
  const topmost = topmostOf(chosen)
  if (topmost.length === 0) throw notFound('Document')
  const files = await documentsBelow(
    db,
    tree,
    topmost,
    { limit, offset: 0 },
    { first: topmost.filter(({ isFolder }) => !isFolder), condition: sql`not document.is_folder` },
  )
  return { topmost, files }
}

/** Which of the documents of a fund entity the actor may see now, in whichever of its trees, by their ids. */
export async function seenByIds(
  db: Connection,
  actor: Actor,
  place: EntityPlace,
  ids: readonly string[],
): Promise<Map<string, DocumentNode>> {
  const known = ids.filter(isId)
  if (known.length === 0) return new Map()
  const found = await Promise.all(
    (await treesOfPlace(db, actor, place)).map((tree) => documentsByIds(db, tree, known)),
  )
  return new Map(found.flat().map((node) => [node.id, node]))
}
