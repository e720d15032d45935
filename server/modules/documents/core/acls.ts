import { type RawBuilder, sql } from 'kysely'
import { DOCUMENT_LEVELS } from '../../../../shared/documentLevels.ts'
import type { Connection, Tx } from '../../../platform/database/database.ts'
import { type Acl, canonical } from './levels.ts'
import type { OpenTree } from './trees.ts'

/**
 * SQL: the ids of the tree's lists that are open or name the actor in one of the sets, which PostgreSQL finds once for
 * a statement, each set by its index: to go through the lists themselves takes long where they have thousands of
 * principals. Open is open to every principal: whoever has not even the view right must have been refused before.
 */
const idsOn = (tree: OpenTree, sets: readonly ('principals' | 'traversal')[]): RawBuilder<unknown> => {
  const isMet = tree.seesStaged ? sql`` : sql`and not acl.is_staged`
  const named = sets.map(
    (set) => sql`
      union all
      select acl.id from acl
      where ${sql.ref(`acl.${set}`)} && ${tree.principals}::uuid[] and acl.tree_id = ${tree.id} ${isMet}`,
  )
  return sql`array(
    select acl.id from acl
    where acl.tree_id = ${tree.id} and acl.principals is null ${isMet} ${sql.join(named, sql` `)})`
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
export const permits = (
  { principals, traversal, isStaged }: Pick<Acl, 'principals' | 'traversal' | 'isStaged'>,
  tree: OpenTree,
): boolean =>
  tree.rights.admin ||
  ((tree.seesStaged || !isStaged) &&
    (principals === null || tree.principals.some((id) => principals.includes(id) || traversal.includes(id))))

/** The tree of a list. */
type ListsOf = Pick<OpenTree, 'id' | 'stagedLists'>

/** The id of the tree's row for that list, made if it is new. The caller holds the tree's lock. */
export async function internAcl(tx: Tx, tree: ListsOf, acl: Acl): Promise<number> {
  const id = await rowOf(tx, tree.id, acl)
  if (acl.isStaged) tree.stagedLists.add(id)
  return id
}

async function rowOf(tx: Tx, treeId: string, acl: Acl): Promise<number> {
  const { principals, traversal, levels, isStaged } = canonical(acl)
  const said = JSON.stringify(levels)
  const found = await tx
    .selectFrom('acl')
    .select('id')
    .where('tree_id', '=', treeId)
    .where(sql<boolean>`digest = acl_digest(${principals}::uuid[], ${traversal}::uuid[])`)
    .where(sql<boolean>`acl_levels_digest(levels) = acl_levels_digest(${said}::jsonb)`)
    .where(sql<boolean>`principals is not distinct from ${principals}::uuid[]`)
    .where(sql<boolean>`traversal = ${traversal}::uuid[] and levels = ${said}::jsonb`)
    .where('is_staged', '=', isStaged)
    .executeTakeFirst()
  if (found) return found.id
  const made = await tx
    .insertInto('acl')
    .values({
      tree_id: treeId,
      principals: asArray(principals),
      traversal: [...traversal],
      levels: said,
      is_staged: isStaged,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

const asArray = (ids: readonly string[] | null): string[] | null => ids && [...ids]

/** The lists behind the ids. */
export async function aclsByIds(db: Connection, ids: readonly number[]): Promise<Map<number, Acl>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('acl')
    .select(['id', 'principals', 'traversal', 'levels', 'is_staged as isStaged'])
    .where('id', '=', (eb) => eb.fn.any(eb.val([...new Set(ids)])))
    .$castTo<Acl & { id: number }>()
    .execute()
  return new Map(rows.map(({ id, ...acl }) => [id, acl]))
}

/** What a new entry of a folder starts with: the folder's principals and levels without its traversal (PERM-09, VIEW-04). */
export async function inheritedAcl(tx: Tx, tree: ListsOf, folderAclId: number): Promise<number> {
  const acl = (await aclsByIds(tx, [folderAclId])).get(folderAclId)
  if (!acl || acl.traversal.length === 0) return folderAclId
  return internAcl(tx, tree, { ...acl, traversal: [] })
}

/** SQL: as `isRestricted`, of the list `acl`. */
export const isRestrictedRow = ({ usualLevel }: OpenTree) => sql<boolean>`
  (acl.principals is not null or exists (
    select from jsonb_each(acl.levels) as own(id, of)
    where own.of ? 'rendition' or array_position(${[...DOCUMENT_LEVELS]}::text[], own.of ->> 'level')
      < array_position(${[...DOCUMENT_LEVELS]}::text[], ${usualLevel}::text)))`

/** The id of the same list, staged or not (STAGE-03). The caller holds the tree's lock. */
export async function listAs(tx: Tx, tree: ListsOf, aclId: number, isStaged: boolean): Promise<number> {
  const acl = (await aclsByIds(tx, [aclId])).get(aclId)
  if (!acl || acl.isStaged === isStaged) return aclId
  return internAcl(tx, tree, { ...acl, isStaged })
}
