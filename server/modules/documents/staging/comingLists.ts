import { type RawBuilder, sql } from 'kysely'
import { DomainError } from '../../../access/errors.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { aclsByIds } from '../core/acls.ts'
import { type Acl, canonical, NOBODY, narrowed } from '../core/levels.ts'
import { type DocumentNode, isStaged } from '../core/nodes.ts'
import { type Principal, principalsOf } from '../core/principals.ts'
import type { OpenTree } from '../core/trees.ts'
import { type AskedPermission, listChange } from '../permissions/askedPermission.ts'

/** The list that something has once it is published, and that of the folder that it lies in then. */
export interface ComingLists {
  own: Acl
  above: Acl
}

export interface ComingRow {
  /** A document of these lists. */
  id: string
  aclId: number
  /** Of the folder that it is to lie in, which is its own where none is staged. */
  aboveId: number
  isMoved: boolean
  asked: AskedPermission | null
}

/** SQL: Rows of documents `document` with what is staged of them, but for the id. */
export const COMING = sql`
  document.acl_id as "aclId", coalesce(destination.acl_id, parent.acl_id, document.acl_id) as "aboveId",
  destination.id is not null as "isMoved", permission.change as asked`
export const COMING_JOINS: RawBuilder<unknown> = sql`
  left join document parent on parent.id = document.parent_id
  left join staged_change move on move.document_id = document.id and move.kind = 'MOVE'
  left join document destination on destination.id = move.destination_id
  left join staged_change permission on permission.document_id = document.id and permission.kind = 'PERMISSION'`

/** Lists to come, of staged documents and of those with staged changes, by document. */
export async function comingLists(
  db: Connection,
  tree: OpenTree,
  nodes: readonly DocumentNode[],
): Promise<Map<string, ComingLists>> {
  const staged = nodes.filter(isStaged).map(({ id }) => id)
  const others = tree.hasStagedChanges ? nodes.filter((node) => !isStaged(node)).map(({ id }) => id) : []
  if (staged.length + others.length === 0) return new Map()
  const { rows } = await sql<ComingRow>`
    select document.id, ${COMING} from document ${COMING_JOINS}
    where document.id = any(${staged}::uuid[]) or (document.id = any(${others}::uuid[])
      and exists (select from staged_change c where c.document_id = document.id))`.execute(db)
  return listsOfRows(db, tree, rows)
}

/** The same of rows that were read already. */
export async function listsOfRows(
  db: Connection,
  tree: OpenTree,
  rows: readonly ComingRow[],
): Promise<Map<string, ComingLists>> {
  if (rows.length === 0) return new Map()
  const acls = await aclsByIds(
    db,
    rows.flatMap(({ aclId, aboveId }) => [aclId, aboveId]),
  )
  const principals = rows.some(({ asked }) => asked !== null) ? await principalsOf(db, tree) : []
  return new Map(
    rows.map(({ id, aclId, aboveId, isMoved, asked }) => {
      const above = acls.get(aboveId) ?? NOBODY
      const list = acls.get(aclId) ?? NOBODY
      const there = isMoved ? narrowed(list, above, tree.usualLevel) : list
      const own = asked ? permitted(tree, principals, there, asked) : there
      return [id, { own: canonical(own), above }]
    }),
  )
}

/** A list after a change of permissions, as it is where that can't be made any more. */
function permitted(tree: OpenTree, principals: readonly Principal[], list: Acl, asked: AskedPermission): Acl {
  try {
    return listChange(tree, principals, asked)(list)
  } catch (error) {
    if (error instanceof DomainError) return list
    throw error
  }
}
