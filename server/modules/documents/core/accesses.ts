import { sql } from 'kysely'
import type { DocumentAccess } from '../../../../shared/documentLevels.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { readableAcls } from './acls.ts'
import { type Acl, accessBy, EVERYTHING, isUnlevelled, type OwnLevel, PASSING } from './levels.ts'
import type { DocumentNode } from './nodes.ts'
import type { OpenTree } from './trees.ts'

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
  accessBy({ principals: isOpen ? null : mine, traversal: [], levels } satisfies Acl, tree)

/** What the tree's actor is given by each of the lists, which they may read by. */
async function accessesByLists(
  db: Connection,
  tree: OpenTree,
  ids: readonly number[],
): Promise<Map<number, DocumentAccess>> {
  const { rows } = await sql<MyList>`
    select ${mineOf(tree)} from acl where acl.id = any(${[...new Set(ids)]}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, accessOf(tree, row)]))
}

/** What the actor is given of documents that they see, in their order. */
export async function accessesOf(db: Connection, nodes: readonly DocumentNode[]): Promise<DocumentAccess[]> {
  const found = new Map<DocumentNode, DocumentAccess>()
  for (const [tree, mine] of Map.groupBy(nodes, (node) => node.tree)) {
    if (isUnlevelled(tree)) continue
    const asked = mine.filter(({ access }) => access === undefined)
    const byList =
      asked.length === 0
        ? new Map<number, DocumentAccess>()
        : await accessesByLists(
            db,
            tree,
            asked.map(({ aclId }) => aclId),
          )
    for (const node of mine) {
      const access = node.access ?? byList.get(node.aclId)
      if (access) found.set(node, access)
    }
  }
  return nodes.map((node) => (isUnlevelled(node.tree) ? EVERYTHING : (found.get(node) ?? PASSING)))
}

/**
 * Ids of those lists that the actor reads by, but is given less by than the condition asks; none where nobody has less
 * than everything. A handful, however large the tree is.
 */
export async function listsWithout(
  db: Connection,
  tree: OpenTree,
  isEnough: (access: DocumentAccess) => boolean,
): Promise<number[]> {
  if (isUnlevelled(tree)) return []
  const { rows } = await sql<MyList>`
    select ${mineOf(tree)} from acl where acl.id = any(${readableAcls(tree)})`.execute(db)
  return rows.filter((row) => !isEnough(accessOf(tree, row))).map(({ id }) => id)
}
