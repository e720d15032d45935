import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { type Acl, aclsByIds, internAcl } from './acls.ts'
import { add, addToTallies, type Tally, tallyByAcl } from './tallies.ts'
import type { OpenTree } from './trees.ts'

/** Comes after every id, so that a path with it ends the range of the paths that start with the path before it. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** SQL: the document of that path and all below it, as one range of the index over paths. */
export const within = (path: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(document.path >= ${path}::uuid[] and document.path < ${[...path, LAST_ID]}::uuid[])`

/** How many files and folders a document is with all below it, by access list. */
export async function countSubtree(tx: Tx, documentId: string): Promise<Map<number, Tally>> {
  const node = await tx
    .selectFrom('document')
    .select(['acl_id', 'is_folder'])
    .where('id', '=', documentId)
    .executeTakeFirstOrThrow()
  const counts = await tallyByAcl(tx, documentId)
  add(counts, node.acl_id, node.is_folder ? { files: 0, folders: 1 } : { files: 1, folders: 0 })
  return counts
}

/** Where the entries of an access list went. */
export interface AclMove {
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
    const to = await internAcl(tx, tree.id, change(acl))
    if (to !== from) moves.push({ from, to })
  }
  return moves
}

/**
 * Maps the access lists of a document and of all below it: by list and not by document, so that a folder of a
 * hundred thousand entries takes a few statements. The tallies inside and above follow. The caller holds the
 * tree's lock.
 */
export async function remapAcls(
  tx: Tx,
  tree: OpenTree,
  path: readonly string[],
  change: (acl: Acl) => Acl,
): Promise<void> {
  const counts = await countSubtree(tx, path.at(-1) ?? tree.id)
  const moves = await mapped(tx, tree, [...counts.keys()], change)
  if (moves.length === 0) return
  const from = moves.map((move) => move.from)
  const to = moves.map((move) => move.to)
  await sql`
    update document set acl_id = m.target
    from unnest(${from}::bigint[], ${to}::bigint[]) as m(source, target)
    where tree_id = ${tree.id} and deleted_at is null and acl_id = m.source and ${within(path)}`.execute(tx)
  await moveTallies(tx, tree, path, from, to)
  const delta = new Map<number, Tally>()
  for (const move of moves) {
    const { files, folders } = counts.get(move.from) ?? { files: 0, folders: 0 }
    add(delta, move.from, { files: -files, folders: -folders })
    add(delta, move.to, { files, folders })
  }
  await addToTallies(tx, path.slice(0, -1), delta)
}

/** Within the subtree every entry of a list moved to its new list, so the tallies' rows move as a whole. */
async function moveTallies(
  tx: Tx,
  tree: OpenTree,
  path: readonly string[],
  from: readonly number[],
  to: readonly number[],
): Promise<void> {
  const moved = await sql<{ folder_id: string; acl_id: number; files: number; folders: number }>`
    delete from folder_tally using unnest(${from}::bigint[], ${to}::bigint[]) as m(source, target)
    where folder_tally.acl_id = m.source and folder_id in (
      select id from document where tree_id = ${tree.id} and is_folder and deleted_at is null and ${within(path)})
    returning folder_id, m.target as acl_id, files, folders`.execute(tx)
  if (moved.rows.length === 0) return
  await sql`
    insert into folder_tally (folder_id, acl_id, files, folders)
    select folder_id, acl_id, sum(files), sum(folders)
    from unnest(${moved.rows.map((row) => row.folder_id)}::uuid[], ${moved.rows.map((row) => row.acl_id)}::bigint[],
                ${moved.rows.map((row) => row.files)}::bigint[], ${moved.rows.map((row) => row.folders)}::bigint[])
      as t(folder_id, acl_id, files, folders)
    group by folder_id, acl_id
    on conflict (folder_id, acl_id) do update
      set files = folder_tally.files + excluded.files, folders = folder_tally.folders + excluded.folders`.execute(
    tx,
  )
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
