import type { Connection } from '../../../platform/database/database.ts'
import { isReadable } from '../core/acls.ts'
import type { OpenTree } from '../core/trees.ts'

/** A path in names as it was recorded, with the ids behind it from the root to the document itself. */
export interface RecordedPath {
  path: string
  /** Null if they are no longer known. */
  ids: readonly string[] | null
}

/** Stands for folders that the reader may not see. */
const HIDDEN = '…'

/** The path with each run of hidden folders left out; the document's own name always shows. */
function shownPath({ path, ids }: RecordedPath, isVisible: (id: string) => boolean): string {
  const names = path.split('/')
  const known = ids?.length === names.length + 1 ? ids : null
  const shown: string[] = []
  for (const [index, name] of names.entries()) {
    // The root is the first of the ids and has no name.
    const id = known?.[index + 1]
    const seen = index === names.length - 1 || (id !== undefined && isVisible(id))
    if (seen) shown.push(name)
    else if (shown.at(-1) !== HIDDEN) shown.push(HIDDEN)
  }
  return shown.join('/')
}

/**
 * How the tree's actor may read recorded paths. A document may have come out of a folder that they may not see, or
 * its folder was closed to them since: the name of that folder stays hidden, in history as in lists (HIST-14).
 */
export async function pathReader(
  db: Connection,
  tree: OpenTree,
  paths: readonly RecordedPath[],
): Promise<(path: RecordedPath) => string> {
  if (tree.rights.admin) return ({ path }) => path
  const folders = new Set(paths.flatMap(({ ids }) => ids?.slice(1, -1) ?? []))
  if (folders.size === 0) return (path) => shownPath(path, () => false)
  const rows = await db
    .selectFrom('document')
    .select('id')
    .where('id', '=', (eb) => eb.fn.any(eb.val([...folders])))
    .where(isReadable(tree, 'acl_id'))
    .execute()
  const visible = new Set(rows.map((row) => row.id))
  return (path) => shownPath(path, (id) => visible.has(id))
}
