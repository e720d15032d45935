import { sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import { conflict, notFound } from '../../../access/errors.ts'
import type { Connection, Database, Tx } from '../../../platform/database/database.ts'
import { isId, newId } from '../../../platform/ids.ts'
import { aclsByIds } from '../core/acls.ts'
import { assignLists } from '../core/assignLists.ts'
import { countEntries } from '../core/entries.ts'
import type { Acl } from '../core/levels.ts'
import { type DocumentNode, documentsByIds, documentsInOrder } from '../core/nodes.ts'
import { type Principal, principalsOf } from '../core/principals.ts'
import { type DocumentChange, recordChanges } from '../core/record.ts'
import { ancestorChains, topmostOf } from '../core/selection.ts'
import { foldersWithin, remapAll } from '../core/subtree.ts'
import { endTraversal, repairTraversal } from '../core/traversal.ts'
import { changeTree } from '../core/treeLock.ts'
import type { OpenTree } from '../core/trees.ts'
import { audienceText } from './audienceText.ts'

/** Documents that are remembered of one change; a change that meets more can't be taken back. */
const MAX_REMEMBERED = 20_000

/** An access list, and documents of one depth that had it while their folders had another. */
type Former = readonly [aclId: number, ids: readonly string[]]

/**
 * The lists of documents and of all below them, each with a number that those of the same principals and levels share: who passes
 * through a folder follows from what it holds.
 */
async function alikeLists(
  db: Connection,
  topmost: readonly DocumentNode[],
): Promise<{ ids: number[]; kinds: number[] }> {
  const entries = await countEntries(
    db,
    topmost.map(({ id }) => id),
  )
  const acls = await aclsByIds(
    db,
    entries.flatMap(({ counts }) => [...counts.keys()]),
  )
  const kinds = new Map<string, number>()
  const ids = [...acls.keys()]
  return {
    ids,
    kinds: ids.map((id) => {
      const list = acls.get(id)
      const key = JSON.stringify([list?.principals, list?.levels])
      const kind = kinds.get(key) ?? kinds.size
      kinds.set(key, kind)
      return kind
    }),
  }
}

/**
 * What lies below documents and is permitted to others than its folder, up to one more than is remembered: of the lists of
 * entries, of which a folder has a few, only those that differ are looked into.
 */
async function differingBelow(
  db: Connection,
  topmost: readonly DocumentNode[],
): Promise<{ id: string; aclId: number; depth: number }[]> {
  const folders = await foldersWithin(
    db,
    topmost.filter((node) => node.isFolder).map((node) => node.path),
  )
  if (folders.length === 0) return []
  const { ids, kinds } = await alikeLists(db, topmost)
  const { rows } = await sql<{ id: string; aclId: number; depth: number }>`
    with list as materialized (
      select * from unnest(${ids}::bigint[], ${kinds}::integer[]) as list(id, kind))
    select named.document_id as id, entries.acl_id as "aclId", cardinality(folder.path) + 1 as depth
    from document folder join folder_list entries on entries.folder_id = folder.id and not entries.is_deleted
    join list own on own.id = entries.acl_id join list above on above.id = folder.acl_id
    join document_name_search named on named.list_id = entries.id
    where folder.id = any(${folders}::uuid[]) and folder.deleted_at is null and own.kind <> above.kind
    limit ${MAX_REMEMBERED + 1}`.execute(db)
  return rows
}

/** Whether what a change of these documents would replace is few enough to be remembered. */
export const isUndoable = async (db: Connection, chosen: readonly DocumentNode[]): Promise<boolean> =>
  (await differingBelow(db, topmostOf(chosen))).length <= MAX_REMEMBERED

/** The lists of documents and of what differs below them, those nearest to the root first; null for too many. */
async function formerOf(tx: Tx, topmost: readonly DocumentNode[]): Promise<Former[] | null> {
  const below = await differingBelow(tx, topmost)
  if (below.length > MAX_REMEMBERED) return null
  const all = [...topmost.map(({ id, aclId, path }) => ({ id, aclId, depth: path.length })), ...below]
  const groups = Map.groupBy(all, ({ depth, aclId }) => `${depth}:${aclId}`)
  return [...groups.values()]
    .sort(([a], [b]) => (a?.depth ?? 0) - (b?.depth ?? 0))
    .map((entries) => [entries[0]?.aclId ?? 0, entries.map(({ id }) => id)])
}

/** SQL: since when changes can be taken back. */
const aDayAgo = sql<Date>`now() - interval '1 day'`

/** Days for which it is known what lists were before a change, for who visits a room so seldom. */
const FORMER_DAYS = 60

/** Keeps what lists were before a change, by which it is known to whom it has opened what (NEW-01). */
async function keepFormer(tx: Tx, tree: OpenTree, former: readonly Former[], at?: Date): Promise<void> {
  await sql`
    delete from former_list where tree_id = ${tree.id} and at < now() - ${FORMER_DAYS} * interval '1 day'`.execute(
    tx,
  )
  const rows = former.flatMap(([aclId, ids]) => ids.map((id) => ({ aclId, id })))
  await sql`
    insert into former_list (organisation_id, tree_id, document_id, acl_id, at)
    select ${tree.organisationId}, ${tree.id}, id, acl_id, coalesce(${at ?? null}::timestamptz, now())
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ aclId }) => aclId)}::bigint[])
      as former(id, acl_id)`.execute(tx)
}

/** A change of lists that was made, and how it is taken back. */
export interface MadeChange {
  /** Null where it can't be taken back. */
  readonly changeId: string | null
  readonly documents: DocumentNode[]
}

/** What is to be recorded of one document, besides who could see it before and after. */
export type Detail = Readonly<Record<string, unknown>>

/** What is done to lists. */
export interface ListsChange {
  readonly change: (acl: Acl) => Acl
  /** Repairs the way to them: called with each chain of folders above, after the change. */
  readonly repairAncestors: (folders: string[]) => Promise<void>
  readonly detail: Detail
}

/**
 * Changes the lists of documents and of all below them, remembers what they were, and records who could see each of
 * the documents before and who can now. The caller holds the tree's lock.
 * @param at when it happens; now without
 */
export async function changeLists(
  tx: Tx,
  tree: OpenTree,
  chosen: readonly DocumentNode[],
  principals: readonly Principal[],
  { change, repairAncestors, detail }: ListsChange,
  at?: Date,
): Promise<MadeChange> {
  const topmost = topmostOf(chosen)
  const former = await formerOf(tx, topmost)
  if (former) await keepFormer(tx, tree, former, at)
  await remapAll(
    tx,
    tree,
    topmost.map((node) => node.path),
    change,
  )
  for (const folders of ancestorChains(topmost)) await repairAncestors(folders)
  const documents = await recordAudience(tx, tree, chosen, principals, detail, at)
  const changeId = newId()
  await tx.deleteFrom('permission_change').where('tree_id', '=', tree.id).where('at', '<', aDayAgo).execute()
  await tx
    .insertInto('permission_change')
    .values({
      id: changeId,
      tree_id: tree.id,
      permissions_type: tree.permissionsType,
      paths: JSON.stringify(topmost.map((node) => node.path)),
      former: former && JSON.stringify(former),
    })
    .execute()
  return { changeId: former ? changeId : null, documents }
}

/** Writes into the history who could see documents before, by their lists of then, and who can now. */
async function recordAudience(
  tx: Tx,
  tree: OpenTree,
  before: readonly DocumentNode[],
  principals: readonly Principal[],
  detail: Detail,
  at?: Date,
): Promise<DocumentNode[]> {
  const now = await documentsInOrder(
    tx,
    tree,
    before.map(({ id }) => id),
  )
  const after = new Map(now.map((node) => [node.id, node]))
  const acls = await aclsByIds(
    tx,
    [...before, ...now].map(({ aclId }) => aclId),
  )
  const texts = new Map([...acls].map(([id, acl]) => [id, audienceText(acl, principals, tree)]))
  await recordChanges(
    tx,
    before.map((node): DocumentChange => {
      const later = after.get(node.id) ?? node
      return {
        kind: 'PERMISSION',
        node: later,
        at,
        detail: { ...detail, before: texts.get(node.aclId), after: texts.get(later.aclId) },
      }
    }),
  )
  return now
}

const isWithin = (inner: readonly string[], outer: readonly string[]): boolean =>
  outer.every((id, at) => inner[at] === id)

const overlap = (some: readonly (readonly string[])[], others: readonly (readonly string[])[]): boolean =>
  some.some((path) => others.some((other) => isWithin(path, other) || isWithin(other, path)))

interface Remembered {
  paths: string[][]
  former: Former[] | null
  permissionsType: string
  at: Date
}

/**
 * Takes a change of permissions back: everybody sees again what they saw before it. What was added since gets what its
 * folder gets; what was deleted or moved elsewhere since is passed over.
 * @throws FORBIDDEN without the tree's permissions right (PERM-13), NOT_FOUND for an unknown change, or one older than
 * a day; CONFLICT where somebody has changed permissions there since
 */
export async function undoPermissionChange(
  db: Database,
  actor: Actor,
  input: { treeId: string; changeId: string },
): Promise<DocumentNode[]> {
  return changeTree(db, actor, input.treeId, 'admin', async (tx, tree) => {
    if (!isId(input.changeId)) throw notFound('Change')
    const row: Remembered | undefined = await tx
      .selectFrom('permission_change')
      .select(['paths', 'former', 'permissions_type as permissionsType', 'at'])
      .where('id', '=', input.changeId)
      .where('tree_id', '=', tree.id)
      .where('undone_at', 'is', null)
      .where('at', '>', aDayAgo)
      .$castTo<Remembered>()
      .executeTakeFirst()
    if (!row?.former) throw notFound('Change')
    await refuseIfChangedSince(tx, tree, input.changeId, row)
    const principals = await principalsOf(tx, tree)
    const acls = await aclsByIds(
      tx,
      row.former.map(([aclId]) => aclId),
    )
    const tops = await documentsByIds(
      tx,
      tree,
      row.paths.flatMap((path) => path.at(-1) ?? []),
    )
    const there = tops.filter((node) => row.paths.some((path) => isWithin(node.path, path)))
    const lists = row.former.flatMap(([aclId, ids]) =>
      acls.has(aclId) ? ids.map((id): [string, number] => [id, aclId]) : [],
    )
    const former = await formerOf(tx, topmostOf(there))
    if (former) await keepFormer(tx, tree, former)
    await assignLists(tx, tree, there, new Map(lists))
    const passing = [...new Set([...acls.values()].flatMap((acl) => acl.principals ?? []))]
    for (const folders of ancestorChains(there)) {
      await repairTraversal(tx, tree, folders, passing, true)
      await endTraversal(tx, tree, folders)
    }
    const documents = await recordAudience(tx, tree, there, principals, { undone: true })
    await tx
      .updateTable('permission_change')
      .set({ undone_at: sql<Date>`now()` })
      .where('id', '=', input.changeId)
      .execute()
    return documents
  })
}

/** A later change would be lost with an earlier one. @throws CONFLICT */
async function refuseIfChangedSince(
  tx: Tx,
  tree: OpenTree,
  changeId: string,
  { paths, permissionsType, at }: Remembered,
): Promise<void> {
  const later = await tx
    .selectFrom('permission_change')
    .select('paths')
    .where('tree_id', '=', tree.id)
    .where('undone_at', 'is', null)
    .where('id', '<>', changeId)
    .where('at', '>=', at)
    .$castTo<{ paths: string[][] }>()
    .execute()
  const isChanged =
    permissionsType !== tree.permissionsType || later.some((each) => overlap(each.paths, paths))
  if (isChanged) {
    throw conflict('Permissions have been changed here since. Nothing was undone.')
  }
}
