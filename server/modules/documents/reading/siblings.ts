import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { type DocumentNode, nodes, visible } from '../ground/nodes.ts'

/** SQL: by what entries of one kind stand in order (DOC-15), and the same of one document. */
const PLACE = sql`(document.name collate name_order, document.id)`
const placeOf = ({ name, id }: DocumentNode) => sql`(${name}::text collate name_order, ${id}::uuid)`

/** The file before or after this one among the files of its folder, in the order of the list (DOC-10). */
export async function neighbourOf(
  db: Connection,
  node: DocumentNode,
  side: 'previous' | 'next',
): Promise<DocumentNode | null> {
  if (node.isFolder || node.parentId === null) return null
  const own = placeOf(node)
  const direction = side === 'next' ? 'asc' : 'desc'
  const [neighbour] = await nodes(
    visible(db, node.tree)
      .where('document.parent_id', '=', node.parentId)
      .where('document.is_folder', '=', false)
      .where(side === 'next' ? sql<boolean>`${PLACE} > ${own}` : sql<boolean>`${PLACE} < ${own}`)
      .orderBy(sql`document.name collate name_order`, direction)
      .orderBy('document.id', direction)
      .limit(1),
    node.tree,
  )
  return neighbour ?? null
}

/** How many entries of its folder the actor sees before it in the list (DOC-05); null for the root. */
export async function positionOf(db: Connection, node: DocumentNode): Promise<number | null> {
  if (node.parentId === null) return null
  const isBefore = sql<boolean>`${PLACE} < ${placeOf(node)}`
  const { count } = await visible(db, node.tree)
    .where('document.parent_id', '=', node.parentId)
    .where((eb) => {
      const amongItsKind = eb.and([eb('document.is_folder', '=', node.isFolder), isBefore])
      return node.isFolder ? amongItsKind : eb.or([eb('document.is_folder', '=', true), amongItsKind])
    })
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
