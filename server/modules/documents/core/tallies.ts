import { type RawBuilder, sql } from 'kysely'
import type { Connection, Tx } from '../../../platform/database/database.ts'
import { isReadable } from './acls.ts'
import type { OpenTree } from './trees.ts'

export interface Tally {
  files: number
  folders: number
}

/** What is added (or, negative, taken away) below folders, by access list. */
export type TallyChange = ReadonlyMap<number, Tally>

/** Adds a change to each of the folders. The caller holds the tree's lock, so that changes don't conflict. */
export async function addToTallies(tx: Tx, folderIds: readonly string[], change: TallyChange): Promise<void> {
  await addRows(
    tx,
    folderIds.flatMap((folderId) => [...change].map(([aclId, tally]) => ({ folderId, aclId, ...tally }))),
  )
}

/** One row of a change: what is added below one folder on one access list. */
export interface TallyRow extends Tally {
  folderId: string
  aclId: number
}

/** Adds rows, of which several may be of one folder and list. The caller holds the tree's lock. */
export async function addRows(tx: Tx, rows: readonly TallyRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into folder_tally (folder_id, acl_id, files, folders, organisation_id)
    select folder_id, acl_id, sum(files), sum(folders), (select organisation_id from document where id = folder_id)
    from unnest(${rows.map((row) => row.folderId)}::uuid[], ${rows.map((row) => row.aclId)}::bigint[],
                ${rows.map((row) => row.files)}::bigint[], ${rows.map((row) => row.folders)}::bigint[])
      as t(folder_id, acl_id, files, folders)
    group by folder_id, acl_id
    on conflict (folder_id, acl_id) do update
      set files = folder_tally.files + excluded.files, folders = folder_tally.folders + excluded.folders`.execute(
    tx,
  )
}

/** Counts anew what lies in the folders, of which all folders below them are among them. */
export async function recount(tx: Tx, folderIds: readonly string[]): Promise<void> {
  await sql`delete from folder_tally where folder_id = any(${folderIds}::uuid[])`.execute(tx)
  await sql`
    insert into folder_tally (folder_id, acl_id, files, folders, organisation_id)
    select above.id, direct.acl_id, sum(direct.files), sum(direct.folders),
      (select organisation_id from document where id = above.id)
    from (
      select parent_id, acl_id, count(*) filter (where not is_folder) as files,
        count(*) filter (where is_folder) as folders
      from document where parent_id = any(${folderIds}::uuid[]) and deleted_at is null
      group by parent_id, acl_id) as direct
    join document parent on parent.id = direct.parent_id
    cross join lateral unnest(parent.path) as above(id)
    where above.id = any(${folderIds}::uuid[])
    group by above.id, direct.acl_id`.execute(tx)
}

/** SQL: the tally of what the actor may see below the row's document; null for a file. */
export const tallyOf = (tree: OpenTree): RawBuilder<Tally | null> => sql<Tally | null>`
  case when document.is_folder then (
    select json_build_object('files', coalesce(sum(files), 0), 'folders', coalesce(sum(folders), 0))
    from folder_tally t where t.folder_id = document.id and ${isReadable(tree, 't.acl_id')})
  end`

/** SQL: how many files and folders below a folder the actor may see, by the column that has its id. */
export const seenBelow = (tree: OpenTree, folder: string): RawBuilder<number> => sql<number>`(
  select coalesce(sum(t.files + t.folders), 0)::bigint from folder_tally t
  where t.folder_id = ${sql.ref(folder)} and ${isReadable(tree, 't.acl_id')})`

/** Files and folders below each folder that the actor may see; what has no row counts as none. */
export async function talliesOf(
  db: Connection,
  tree: OpenTree,
  folderIds: readonly string[],
): Promise<Map<string, Tally>> {
  if (folderIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('folder_tally')
    .where('folder_id', '=', (eb) => eb.fn.any(eb.val(folderIds)))
    .where(isReadable(tree, 'acl_id'))
    .select([
      'folder_id',
      sql<number>`sum(files)::bigint`.as('files'),
      sql<number>`sum(folders)::bigint`.as('folders'),
    ])
    .groupBy('folder_id')
    .execute()
  return new Map(rows.map(({ folder_id, files, folders }) => [folder_id, { files, folders }]))
}

/** Sums tallies into a change: `add(change, aclId, tally)`. */
export const add = (change: Map<number, Tally>, aclId: number, { files, folders }: Tally): void => {
  const sum = change.get(aclId) ?? { files: 0, folders: 0 }
  change.set(aclId, { files: sum.files + files, folders: sum.folders + folders })
}
