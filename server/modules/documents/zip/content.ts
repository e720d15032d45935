import { sql } from 'kysely'
import { numberedName } from '../../../../shared/numberedNames.ts'
import type { Actor } from '../../../access/actor.ts'
import { notFound } from '../../../access/errors.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { listsWithout } from '../core/accesses.ts'
import { documentsBelow, placesBelow, readableEntries } from '../core/children.ts'
import { type DocumentNode, documentsInOrder, storedId } from '../core/nodes.ts'
import { numbersOf } from '../core/numbers.ts'
import { pathsInNames } from '../core/paths.ts'
import { givenSize, givenSizes, redactedLists } from '../core/renditions.ts'
import { checkCount, topmostOf } from '../core/selection.ts'
import { type OpenTree, openTree } from '../core/trees.ts'
import { isGivenFile, isGivenMarkedPdf } from '../policy.ts'
import { safeName } from './names.ts'
import type { ZipRow } from './store.ts'

/** Bytes of the largest file that a zip takes (DOP-24). */
export const MAX_FILE_BYTES = 536_870_912

/** The selection for a zip, as far as the actor may see it. */
export interface ZipScope {
  tree: OpenTree
  /** What was named; nothing that lies in another of them. */
  topmost: DocumentNode[]
  /** Ids from the root to the folder that is the top of the zip: the nearest above everything chosen. */
  base: string[]
  /** Whether names follow their numbers (INDEX-06). */
  numbersFirst: boolean
  /** Ids of the lists by which the actor may view files, not take them along (VIEW-19). */
  viewOnly: number[]
  /** Of those by which they are given marked PDFs in place of files. */
  marked: number[]
  /** Of those by which they are given redacted renditions; of what has none there is nothing to take along (REDACT-21). */
  redacted: number[]
  /** Bytes of what they are given of the files among what was named; null where that is nothing. */
  sizes: ReadonlyMap<string, number | null>
}

export interface ZipContent extends ZipScope {
  exportableCount: number
  /** Bytes of all exportable files. */
  exportableBytes: number
  unexportableCount: number
  /** How many of the exportable files come as marked PDFs. */
  markedCount: number
  /** Files that the actor may only view. */
  viewOnlyCount: number
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

/** What a zip is asked of. */
export interface ZipInput {
  treeId: string
  documentIds: readonly string[]
  numbersFirst?: boolean | null
}

/**
 * What was hidden or deleted since it was chosen is left out, as it is in every list.
 * @throws as openTree; NOT_FOUND where nothing is left, BAD_USER_INPUT for more than 1000 documents
 */
export async function openZipScope(db: Connection, actor: Actor, input: ZipInput): Promise<ZipScope> {
  const tree = await openTree(db, actor, input.treeId)
  const ids = [...new Set(input.documentIds)]
  checkCount(ids, 'zip')
  const stored = ids.flatMap((id) => storedId(tree, id) ?? [])
  // People know a zip by the first that they chose.
  const topmost = topmostOf(await documentsInOrder(db, tree, stored))
  const [first, ...others] = topmost
  if (!first) throw notFound('Document')
  const base = others.reduce((path, node) => common(path, folderOf(node)), folderOf(first))
  const viewOnly = await listsWithout(db, tree, isGivenMarkedPdf)
  const among = new Set(viewOnly)
  const marked = (await listsWithout(db, tree, isGivenFile)).filter((id) => !among.has(id))
  const redacted = await redactedLists(db, tree)
  const sizes = await givenSizes(
    db,
    tree,
    topmost.filter(({ isFolder }) => !isFolder),
  )
  const numbersFirst = input.numbersFirst ?? false
  return { tree, topmost, base, numbersFirst, viewOnly, marked, redacted, sizes }
}

/**
 * The selection of a zip that was asked for, as far as the actor may see it by now.
 * @throws as openZipScope
 */
export const openScopeOfZip = (
  db: Connection,
  actor: Actor,
  { treeId, documentIds, numbersFirst }: Pick<ZipRow, 'treeId' | 'documentIds' | 'numbersFirst'>,
): Promise<ZipScope> =>
  // The root is kept by its key, and named otherwise in the API.
  openZipScope(db, actor, {
    treeId,
    numbersFirst,
    documentIds: documentIds.map((id) => (id === treeId ? `tree:${id}` : id)),
  })

/** @throws as openZipScope */
export async function zipContent(db: Connection, actor: Actor, input: ZipInput): Promise<ZipContent> {
  const scope = await openZipScope(db, actor, input)
  const { tree, topmost, viewOnly, marked, redacted, sizes } = scope
  const [given, fits] = [sql`not is_view_only`, sql`size <= ${MAX_FILE_BYTES}`]
  // Of two selected documents neither lies in the other, so that no file counts twice.
  const files = topmost.filter(({ isFolder }) => !isFolder)
  const { rows } = await sql<Omit<ZipContent, keyof ZipScope>>`
    select count(*) filter (where ${given} and ${fits})::int as "exportableCount",
      coalesce(sum(size) filter (where ${given} and ${fits}), 0)::bigint as "exportableBytes",
      count(*) filter (where is_marked and ${fits})::int as "markedCount",
      count(*) filter (where ${given} and not ${fits})::int as "unexportableCount",
      count(*) filter (where is_view_only)::int as "viewOnlyCount"
    from (
      select given.size, document.acl_id = any(${viewOnly}::bigint[]) or given.size is null as is_view_only,
        document.acl_id = any(${marked}::bigint[]) and given.size is not null as is_marked
      from ${placesBelow(tree, topmost)} cross join ${readableEntries(tree, 'place.folder_id')}
        cross join lateral (select ${givenSize(redacted)} as size) as given
      where not l.is_folder
      union all
      select file.size, file.acl_id = any(${viewOnly}::bigint[]) or file.size is null,
        file.acl_id = any(${marked}::bigint[]) and file.size is not null
      from unnest(${files.map(({ id }) => sizes.get(id) ?? null)}::bigint[], ${files.map(({ aclId }) => aclId)}::bigint[]) as file(size, acl_id)) as file`.execute(
    db,
  )
  const [totals] = rows
  if (!totals) throw new Error('An aggregate gives one row.')
  return { ...scope, ...totals }
}

/** Of which files a page is read: those that fit into a zip, those too large for one (DOP-23), or only to be viewed (VIEW-19). */
export type ZipEntryKind = 'exportable' | 'unexportable' | 'viewOnly'

/** A page of the files of one kind. */
export async function zipEntries(
  db: Connection,
  scope: ZipScope,
  kind: ZipEntryKind,
  page: { limit: number; offset: number },
): Promise<ZipEntry[]> {
  const { tree, topmost, viewOnly, redacted, sizes } = scope
  const exportable = kind === 'exportable'
  const among = new Set(viewOnly)
  const size = givenSize(redacted)
  const isViewOnly = sql<boolean>`(document.acl_id = any(${viewOnly}::bigint[]) or (${size}) is null)`
  const found = await documentsBelow(db, tree, topmost, page, {
    first: topmost.filter(
      ({ id, isFolder, aclId }) =>
        !isFolder &&
        (among.has(aclId) || sizes.get(id) == null
          ? kind === 'viewOnly'
          : kind !== 'viewOnly' && (sizes.get(id) ?? 0) <= MAX_FILE_BYTES === exportable),
    ),
    condition:
      kind === 'viewOnly'
        ? sql`not document.is_folder and ${isViewOnly}`
        : sql`not document.is_folder and not ${isViewOnly} and ((${size}) <= ${MAX_FILE_BYTES}) = ${exportable}`,
  })
  const paths = await pathsInNames(
    db,
    found.map((node) => node.path),
  )
  const numbers = scope.numbersFirst ? await numbersOf(db, found) : []
  return found.map((node, index) => {
    // A number names the folders on the way, too: those of 1.2.3 have 1 and 1.2.
    const parts = numbers[index]?.split('.') ?? []
    const names = (paths[index] ?? '')
      .split('/')
      .map((name, depth) => safeName(numberedName({ name, number: parts.slice(0, depth + 1).join('.') })))
    return { id: node.id, filePath: names.slice(scope.base.length - 1).join('/') }
  })
}
