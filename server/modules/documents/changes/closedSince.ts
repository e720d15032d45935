import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import { aclsByIds } from '../core/acls.ts'
import { type Acl, loweredSince, NOBODY } from '../core/levels.ts'
import type { OpenTree } from '../core/trees.ts'

/** A folder above something deleted: its list of then, null where it did not lie above by then, and that of now. */
export interface ListAbove {
  before: Acl | null
  now: Acl
}

/**
 * What remains of a deleted entry's list: whoever was shut out of a folder above since, or has never been in one that it
 * came to lie in since, is shut out of it as well (BIN-04). Whoever only passed through a folder by then still may.
 * Whoever has a lower level there than by then has no higher one here.
 */
export function closedSince(
  acl: Acl,
  above: readonly ListAbove[],
  { usualLevel }: Pick<OpenTree, 'usualLevel'>,
): Acl {
  return above.reduce((former, { before, now }) => {
    const list = loweredSince(former, { before, now }, usualLevel)
    const { principals } = now
    if (principals === null) return list
    const permitted = new Set(principals)
    const formerly = before?.principals ? new Set(before.principals) : null
    const stays = (id: string) => permitted.has(id) || (formerly !== null && !formerly.has(id))
    return {
      ...list,
      principals: (list.principals ?? principals).filter(stays),
      traversal: list.traversal.filter(stays),
    }
  }, acl)
}

/** A folder on the path of something deleted, there or deleted itself. */
export interface FolderAbove {
  id: string
  name: string
  aclId: number
  isDeleted: boolean
}

/** The folders above deleted documents, by id, and the lists behind them and behind what is known of them. */
export interface Above {
  folders: ReadonlyMap<string, FolderAbove>
  lists: ReadonlyMap<number, Acl>
}

export interface DeletedPath {
  path: readonly string[]
  aboveIds: readonly string[] | null
  aboveLists: readonly number[] | null
}

/** Reads what lies above deleted documents. */
export async function readAbove(tx: Tx, rows: readonly DeletedPath[]): Promise<Above> {
  const ids = [...new Set(rows.flatMap(({ path }) => path.slice(0, -1)))]
  const { rows: folders } = await sql<FolderAbove>`
    select id, name, acl_id as "aclId", deleted_at is not null as "isDeleted"
    from document where id = any(${ids}::uuid[])`.execute(tx)
  const lists = await aclsByIds(tx, [
    ...folders.map(({ aclId }) => aclId),
    ...rows.flatMap(({ aboveLists }) => aboveLists ?? []),
  ])
  return { folders: new Map(folders.map((folder) => [folder.id, folder])), lists }
}

/** The lists of so many of the folders above a deleted document, from the root down, of then and of now. */
export const listsAbove = (
  { folders, lists }: Above,
  row: DeletedPath,
  depth = row.path.length - 1,
): ListAbove[] =>
  row.path.slice(0, depth).map((id) => {
    const former = row.aboveLists?.[row.aboveIds?.indexOf(id) ?? -1]
    return {
      before: former === undefined ? null : (lists.get(former) ?? null),
      now: lists.get(folders.get(id)?.aclId ?? -1) ?? NOBODY,
    }
  })

/**
 * SQL: the ids of the actor's principals, as an array, to whom nothing was closed since above the deleted document of a
 * row of `deletion` and `document`; as `closedSince`.
 */
export const principalsKept = (tree: OpenTree): RawBuilder<unknown> => sql`
  array(
    select mine.id from unnest(${tree.principals}::uuid[]) as mine(id)
    where not exists (
      select from unnest(document.path) with ordinality as above(id, place)
      join document folder on folder.id = above.id join acl now on now.id = folder.acl_id
      left join unnest(deletion.above_ids, deletion.above_lists) as former(id, list) on former.id = above.id
      left join acl before on before.id = former.list
      where above.place < cardinality(document.path) and now.principals is not null
        and mine.id <> all(now.principals)
        and (before.id is null or before.principals is null or mine.id = any(before.principals))))`

/** SQL: whether a list, as an alias of `acl`, names one of those principals, or is open and there is one. */
export const namesKept = (alias: string, kept: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  cardinality(${kept}) > 0 and (${sql.ref(`${alias}.principals`)} is null
    or ${sql.ref(`${alias}.principals`)} && ${kept} or ${sql.ref(`${alias}.traversal`)} && ${kept})`
