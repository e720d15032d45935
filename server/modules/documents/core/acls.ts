import { type RawBuilder, sql } from 'kysely'
import type { Connection, Tx } from '../../../platform/database/database.ts'
import type { OpenTree } from './trees.ts'

/**
 * Who may read a document. Equal lists of a tree are one row (interned), so that what an actor may read is a
 * handful of row ids, and a list of a folder needs no lookup per document.
 */
export interface Acl {
  /** Sorted ids of the permitted principals; null is open to all, also to those that are added later. */
  principals: string[] | null
  /**
   * Sorted ids that see a folder only because something below it is permitted to them. Kept apart from
   * `principals`, since new entries take over the permissions of their folder, but never a traversal.
   */
  traversal: string[]
}

/**
 * SQL: the ids of the tree's lists that are open or name the actor in one of the sets, which PostgreSQL finds once for
 * a statement, each set by its index: to go through the lists themselves takes long where they have thousands of
 * principals. Open is open to every principal: whoever has not even the view right must have been refused before.
 */
const idsOn = (tree: OpenTree, sets: readonly ('principals' | 'traversal')[]): RawBuilder<unknown> => {
  const named = sets.map(
    (set) => sql`
      union all
      select acl.id from acl where ${sql.ref(`acl.${set}`)} && ${tree.principals}::uuid[] and acl.tree_id = ${tree.id}`,
  )
  return sql`array(
    select acl.id from acl where acl.tree_id = ${tree.id} and acl.principals is null ${sql.join(named, sql` `)})`
}

/** SQL: the ids of the lists that the tree's actor may read by, some of them twice; for whoever needs a list. */
export const readableAcls = (tree: OpenTree): RawBuilder<unknown> => idsOn(tree, ['principals', 'traversal'])

/** SQL: whether the list in the column is one of them; an admin of the documents needs no list (PERM-11). */
const isOn = (tree: OpenTree, column: string, ids: RawBuilder<unknown>) =>
  tree.rights.admin ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any(${ids})`

/** SQL: whether the tree's actor may read by the list in that column. */
export const isReadable = (tree: OpenTree, column: string): RawBuilder<boolean> =>
  isOn(tree, column, readableAcls(tree))

/** SQL: whether the list permits the actor itself, and not only to pass through. */
export const isPermitted = (tree: OpenTree, column: string): RawBuilder<boolean> =>
  isOn(tree, column, idsOn(tree, ['principals']))

/** As `isReadable`, of a list that was read already. */
export const permits = ({ principals, traversal }: Acl, tree: OpenTree): boolean =>
  tree.rights.admin ||
  principals === null ||
  tree.principals.some((id) => principals.includes(id) || traversal.includes(id))

/** Whether the list permits the principal, and not only to pass through. */
export const includes = (acl: Acl, principalId: string): boolean =>
  acl.principals === null || acl.principals.includes(principalId)

const sorted = (ids: Iterable<string>): string[] => [...new Set(ids)].sort()

/** The id of the tree's row for that list, made if it is new. The caller holds the tree's lock. */
export async function internAcl(tx: Tx, treeId: string, acl: Acl): Promise<number> {
  const principals = acl.principals && sorted(acl.principals)
  const traversal = principals ? sorted(acl.traversal) : []
  const found = await tx
    .selectFrom('acl')
    .select('id')
    .where('tree_id', '=', treeId)
    .where(sql<boolean>`digest = acl_digest(${principals}::uuid[], ${traversal}::uuid[])`)
    .where(sql<boolean>`principals is not distinct from ${principals}::uuid[]`)
    .where(sql<boolean>`traversal = ${traversal}::uuid[]`)
    .executeTakeFirst()
  if (found) return found.id
  const made = await tx
    .insertInto('acl')
    .values({ tree_id: treeId, principals, traversal })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

/** The lists behind the ids. */
export async function aclsByIds(db: Connection, ids: readonly number[]): Promise<Map<number, Acl>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('acl')
    .select(['id', 'principals', 'traversal'])
    .where('id', '=', (eb) => eb.fn.any(eb.val([...new Set(ids)])))
    .execute()
  return new Map(rows.map(({ id, principals, traversal }) => [id, { principals, traversal }]))
}

/** What a new entry of a folder starts with: the folder's principals without its traversal (PERM-09). */
export async function inheritedAcl(tx: Tx, treeId: string, folderAclId: number): Promise<number> {
  const acl = (await aclsByIds(tx, [folderAclId])).get(folderAclId)
  if (!acl || acl.traversal.length === 0) return folderAclId
  return internAcl(tx, treeId, { principals: acl.principals, traversal: [] })
}

/**
 * The list after a principal was permitted or not; `everyone` are the tree's principals at this moment, which
 * an open list becomes when one of them is taken out.
 */
export function changed(
  acl: Acl,
  principalId: string,
  permissible: boolean,
  everyone: readonly string[],
): Acl {
  const others = (ids: readonly string[]) => ids.filter((id) => id !== principalId)
  if (permissible) {
    if (acl.principals === null) return acl
    return { principals: [...acl.principals, principalId], traversal: others(acl.traversal) }
  }
  return { principals: others(acl.principals ?? everyone), traversal: others(acl.traversal) }
}
