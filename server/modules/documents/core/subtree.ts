import { type RawBuilder, sql } from 'kysely'
import type { Connection, Tx } from '../../../platform/database/database.ts'
import { aclsByIds, internAcl } from './acls.ts'
import type { Acl } from './levels.ts'
import { mapNames, placeNames } from './nameGroups.ts'
import { addRows, addToTallies, type Tally, type TallyRow } from './tallies.ts'
import { queueTextPlacing } from './textScopes.ts'
import type { OpenTree } from './trees.ts'

/** Sorts after every id: appended to a path it is the upper bound of the paths that start with that path. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/**
 * The items, padded with the last one to a power of two: for what appears in the text of a
 * statement once per item, so that selections of all sizes make a handful of texts. Each text is planned separately.
 */
const padToPowerOfTwo = <T>(items: readonly T[]): T[] => {
  const size = 2 ** Math.ceil(Math.log2(items.length))
  return Array.from({ length: size }, (_, index) => items[Math.min(index, items.length - 1)] as T)
}

/** SQL: a place of one of those paths or below it, each a range of the index over the folders' paths. */
export const placedWithin = (paths: readonly (readonly string[])[]): RawBuilder<boolean> => {
  if (paths.length === 0) return sql<boolean>`false`
  const ranges = padToPowerOfTwo(paths).map(
    (path) => sql`(place.path >= ${path}::uuid[] and place.path < ${[...path, LAST_ID]}::uuid[])`,
  )
  return sql<boolean>`(${sql.join(ranges, sql` or `)})`
}

/** SQL: a document that lies below one of the folders of those paths, at any depth; by the column of its folder. */
export const liesBelow = (
  paths: readonly (readonly string[])[],
  column = 'document.parent_id',
): RawBuilder<boolean> => sql<boolean>`
  ${sql.ref(column)} in (select place.folder_id from folder_place place where ${placedWithin(paths)})`

/** Ranges of one statement: it takes long to plan one with many more. */
const MAX_RANGES = 128

/**
 * Ids of the folders of those paths and of all folders below them, the deleted ones too. A change of a subtree names
 * them: what lies in so many folders PostgreSQL finds by an index, however little it knows of them.
 */
export async function foldersWithin(
  db: Connection,
  paths: readonly (readonly string[])[],
): Promise<string[]> {
  const ids: string[] = []
  for (let from = 0; from < paths.length; from += MAX_RANGES) {
    const { rows } = await sql<{ id: string }>`
      select folder_id as id from folder_place place
      where ${placedWithin(paths.slice(from, from + MAX_RANGES))}`.execute(db)
    for (const { id } of rows) ids.push(id)
  }
  return ids
}

/** SQL: one of the documents, or what lies in one of the folders. */
export const isOneOrIn = (ids: readonly string[], folderIds: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(document.id = any(${ids}::uuid[]) or document.parent_id = any(${folderIds}::uuid[]))`

/** The new list for the entries of an access list. */
interface AclMove {
  from: number
  to: number
}

/** The new list of each list that would change. */
async function mapped(
  tx: Tx,
  tree: OpenTree,
  ids: readonly number[],
  change: (acl: Acl) => Acl,
): Promise<AclMove[]> {
  const moves: AclMove[] = []
  for (const [from, acl] of await aclsByIds(tx, ids)) {
    const to = await internAcl(tx, tree, change(acl))
    if (to !== from) moves.push({ from, to })
  }
  return moves
}

/** By document and access list, how many files and folders it is with all below it. */
export async function countEach(tx: Tx, ids: readonly string[]): Promise<TallyRow[]> {
  const { rows } = await sql<TallyRow>`
    select id as "folderId", acl_id as "aclId", sum(files)::int as files, sum(folders)::int as folders
    from (
      select id, acl_id, (not is_folder)::int as files, is_folder::int as folders
      from document where id = any(${ids}::uuid[])
      union all
      select folder_id, acl_id, files, folders from folder_tally where folder_id = any(${ids}::uuid[])) counted
    group by id, acl_id`.execute(tx)
  return rows
}

/**
 * Maps the access lists of documents, of which none lies below another, and of all below them: by list and not by
 * document, so that a folder of a hundred thousand entries takes a few statements. The tallies inside and above
 * follow. The caller holds the tree's lock.
 */
export async function remapAll(
  tx: Tx,
  tree: OpenTree,
  paths: readonly (readonly string[])[],
  change: (acl: Acl) => Acl,
): Promise<void> {
  const byId = new Map(paths.map((path) => [path.at(-1) ?? tree.id, path]))
  const counts = await countEach(tx, [...byId.keys()])
  const moves = await mapped(tx, tree, [...new Set(counts.map((count) => count.aclId))], change)
  if (moves.length === 0) return
  const from = moves.map((move) => move.from)
  const to = moves.map((move) => move.to)
  const folders = await foldersWithin(tx, paths)
  await sql`
    update document set acl_id = m.target
    from unnest(${from}::bigint[], ${to}::bigint[]) as m(source, target)
    where document.deleted_at is null and document.acl_id = m.source
      and ${isOneOrIn([...byId.keys()], folders)}`.execute(tx)
  await mapNames(tx, folders, { from, to })
  await placeNames(tx, [...byId.keys()])
  await queueTextPlacing(tx, tree.id)
  // Within the documents every entry of a list moved to its new list, so the tallies' rows move as a whole.
  const inside = await sql<TallyRow>`
    delete from folder_tally using unnest(${from}::bigint[], ${to}::bigint[]) as m(source, target)
    where folder_tally.acl_id = m.source and folder_id = any(${folders}::uuid[])
    returning folder_id as "folderId", m.target as "aclId", files, folders`.execute(tx)
  const target = new Map(moves.map((move) => [move.from, move.to]))
  const above = counts.flatMap(({ folderId: id, aclId, files, folders }) => {
    const changedTo = target.get(aclId)
    if (changedTo === undefined) return []
    return (byId.get(id) ?? []).slice(0, -1).flatMap((folderId) => [
      { folderId, aclId, files: -files, folders: -folders },
      { folderId, aclId: changedTo, files, folders },
    ])
  })
  await addRows(tx, [...inside.rows, ...above])
}

/** Takes a subtree's counts away from the folders above it, or gives them to others. */
export const shiftTallies = (
  tx: Tx,
  folders: readonly string[],
  counts: ReadonlyMap<number, Tally>,
  sign: 1 | -1,
): Promise<void> =>
  addToTallies(
    tx,
    folders,
    new Map(
      [...counts].map(([aclId, tally]) => [
        aclId,
        { files: sign * tally.files, folders: sign * tally.folders },
      ]),
    ),
  )
