import { type RawBuilder, sql } from 'kysely'
import type { DocumentAccess } from '../../../../shared/documentLevels.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { readableAcls } from './acls.ts'
import { type Acl, accessBy, EVERYTHING, isUnlevelled, type OwnLevel, PASSING } from './levels.ts'
import type { DocumentNode } from './nodes.ts'
import { type OpenTree, ofTrees } from './trees.ts'

/** A list, as far as it is about the actor: those of thousands of principals are not read whole. */
interface MyList {
  id: number
  isOpen: boolean
  mine: string[]
  levels: Record<string, OwnLevel>
}

/** SQL: of lists `acl` what is about the tree's actor. */
const mineOf = (tree: OpenTree) => sql`
  acl.id, acl.principals is null as "isOpen",
  array(select p from unnest(${tree.principals}::uuid[]) as p where p = any(acl.principals)) as mine,
  coalesce((
    select jsonb_object_agg(p, acl.levels -> p::text) from unnest(${tree.principals}::uuid[]) as p
    where acl.levels ? p::text), '{}') as levels`

const accessOf = (tree: OpenTree, { isOpen, mine, levels }: MyList): DocumentAccess =>
  accessBy({ principals: isOpen ? null : mine, traversal: [], levels, isStaged: false } satisfies Acl, tree)

/** A tree with some of its lists. */
interface Lists {
  tree: OpenTree
  ids: RawBuilder<unknown>
}

/** What the actor is given by each of the lists, which they may read by; in the order of the trees, read together. */
async function accessesByLists(
  db: Connection,
  lists: readonly Lists[],
): Promise<Map<number, DocumentAccess>[]> {
  const asked = new Map(lists.map(({ tree, ids }) => [tree, ids]))
  const rows = await ofTrees<MyList>(
    db,
    lists.map(({ tree }) => tree),
    (tree) => sql`select ${mineOf(tree)} from acl where acl.id = any(${asked.get(tree)})`,
  )
  return lists.map(
    ({ tree }, at) => new Map((rows[at] ?? []).map((row) => [row.id, accessOf(tree, row)] as const)),
  )
}

/** What the actor is given of documents that they see, in their order. */
export async function accessesOf(db: Connection, nodes: readonly DocumentNode[]): Promise<DocumentAccess[]> {
  const asked = nodes.filter(({ tree, access }) => access === undefined && !isUnlevelled(tree))
  const byTree = [...Map.groupBy(asked, ({ tree }) => tree)]
  const found = await accessesByLists(
    db,
    byTree.map(([tree, mine]) => {
      const ids = [...new Set(mine.map(({ aclId }) => aclId))]
      return { tree, ids: sql`${ids}::bigint[]` }
    }),
  )
  const given = new Map(byTree.map(([tree], at) => [tree, found[at]]))
  return nodes.map(({ tree, access, aclId }) =>
    isUnlevelled(tree) ? EVERYTHING : (access ?? given.get(tree)?.get(aclId) ?? PASSING),
  )
}

/**
 * Ids of those lists of each tree that the actor reads by, but is given less by than the condition asks; none where
 * nobody has less than everything. A handful, however large a tree is.
 */
export async function listsOfTreesWithout(
  db: Connection,
  trees: readonly OpenTree[],
  isEnough: (access: DocumentAccess) => boolean,
): Promise<number[][]> {
  const levelled = trees.filter((tree) => !isUnlevelled(tree))
  const found = await accessesByLists(
    db,
    levelled.map((tree) => ({ tree, ids: readableAcls(tree) })),
  )
  return trees.map((tree) =>
    [...(found[levelled.indexOf(tree)] ?? [])].flatMap(([id, access]) => (isEnough(access) ? [] : [id])),
  )
}

/** The same of one tree. */
export async function listsWithout(
  db: Connection,
  tree: OpenTree,
  isEnough: (access: DocumentAccess) => boolean,
): Promise<number[]> {
  const [ids = []] = await listsOfTreesWithout(db, [tree], isEnough)
  return ids
}
