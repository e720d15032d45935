import { sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import { notFound } from '../../../access/errors.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { documentsBelow, placesBelow, readableEntries } from '../core/children.ts'
import { type DocumentNode, documentsInOrder, storedId } from '../core/nodes.ts'
import { pathsInNames } from '../core/paths.ts'
import { checkCount, topmostOf } from '../core/selection.ts'
import { type OpenTree, openTree } from '../core/trees.ts'
import { safeName } from './names.ts'

/** Bytes of the largest file that a zip takes (DOP-24). */
export const MAX_FILE_BYTES = 536_870_912

/** The selection for a zip, as far as the actor may see it. */
export interface ZipScope {
  tree: OpenTree
  /** What was named; nothing that lies in another of them. */
  topmost: DocumentNode[]
  /** Ids from the root to the folder that is the top of the zip: the nearest above everything chosen. */
  base: string[]
}

export interface ZipContent extends ZipScope {
  exportableCount: number
  /** Bytes of all exportable files. */
  exportableBytes: number
  unexportableCount: number
}

/** A file as the lists show it (DOP-22). */
export interface ZipEntry {
  id: string
  filePath: string
}

const common = (a: readonly string[], b: readonly string[]): string[] => {
  const differs = a.findIndex((id, at) => id !== b[at])
  return a.slice(0, differs < 0 ? a.length : differs)
}

/** The folder that a chosen document is put into; the root has none, so that it stands for what is in it. */
const folderOf = (node: DocumentNode): string[] =>
  node.parentId === null ? node.path : node.path.slice(0, -1)

/**
 * What was hidden or deleted since it was chosen is left out, as it is in every list.
 * @throws as openTree; NOT_FOUND where nothing is left, BAD_USER_INPUT for more than 1000 documents
 */
export async function openZipScope(
  db: Connection,
  actor: Actor,
  input: { treeId: string; documentIds: readonly string[] },
): Promise<ZipScope> {
  const tree = await openTree(db, actor, input.treeId)
  const ids = [...new Set(input.documentIds)]
  checkCount(ids, 'zip')
  const stored = ids.flatMap((id) => storedId(tree, id) ?? [])
  // People know a zip by the first that they chose.
  const topmost = topmostOf(await documentsInOrder(db, tree, stored))
  const [first, ...others] = topmost
  if (!first) throw notFound('Document')
  const base = others.reduce((path, node) => common(path, folderOf(node)), folderOf(first))
  return { tree, topmost, base }
}

/**
 * The selection of a zip that was asked for, as far as the actor may see it by now.
 * @throws as openZipScope
 */
export const openScopeOfZip = (
  db: Connection,
  actor: Actor,
  { treeId, documentIds }: { treeId: string; documentIds: readonly string[] },
): Promise<ZipScope> =>
  // The root is kept by its key, and named otherwise in the API.
  openZipScope(db, actor, {
    treeId,
    documentIds: documentIds.map((id) => (id === treeId ? `tree:${id}` : id)),
  })

/** @throws as openZipScope */
export async function zipContent(
  db: Connection,
  actor: Actor,
  input: { treeId: string; documentIds: readonly string[] },
): Promise<ZipContent> {
  const scope = await openZipScope(db, actor, input)
  const { tree, topmost } = scope
  const fits = sql`size <= ${MAX_FILE_BYTES}`
  // Of two selected documents neither lies in the other, so that no file counts twice.
  const files = topmost.filter(({ isFolder }) => !isFolder).map(({ size }) => size ?? 0)
  const { rows } = await sql<Omit<ZipContent, keyof ZipScope>>`
    select count(*) filter (where ${fits})::int as "exportableCount",
      coalesce(sum(size) filter (where ${fits}), 0)::bigint as "exportableBytes",
      count(*) filter (where not ${fits})::int as "unexportableCount"
    from (
      select document.size
      from ${placesBelow(tree, topmost)} cross join ${readableEntries(tree, 'place.folder_id')}
      where not l.is_folder
      union all
      select unnest(${files}::bigint[])) as file`.execute(db)
  const [totals] = rows
  if (!totals) throw new Error('An aggregate gives one row.')
  return { ...scope, ...totals }
}

/** A page of the files that fit into a zip, or of those too large for one (DOP-23). */
export async function zipEntries(
  db: Connection,
  scope: ZipScope,
  kind: 'exportable' | 'unexportable',
  page: { limit: number; offset: number },
): Promise<ZipEntry[]> {
  const { tree, topmost } = scope
  const exportable = kind === 'exportable'
  const found = await documentsBelow(db, tree, topmost, page, {
    first: topmost.filter(({ isFolder, size }) => !isFolder && (size ?? 0) <= MAX_FILE_BYTES === exportable),
    condition: sql`not document.is_folder and (document.size <= ${MAX_FILE_BYTES}) = ${exportable}`,
  })
  const paths = await pathsInNames(
    db,
    found.map((node) => node.path),
  )
  return found.map((node, index) => ({
    id: node.id,
    filePath: (paths[index] ?? '')
      .split('/')
      .slice(scope.base.length - 1)
      .map(safeName)
      .join('/'),
  }))
}
