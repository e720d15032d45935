import { type RawBuilder, sql } from 'kysely'
import type { Moment } from '../../../access/past.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { aclsByIds } from '../core/acls.ts'
import type { Acl } from '../core/levels.ts'
import { filesByList, foldersAt, type PastDocument } from './pastPlaces.ts'

/** An entry of a tree at a moment, with its path in names of now and its level in words. */
export interface PastEntry {
  documentId: string
  isFolder: boolean
  path: string
  level: string
}

/** Entries of a tree at a moment: each folder before what is in it, folders before files, by name. Counted one time. */
export interface PastEntries {
  /** Folders and files. */
  count: number
  page(page: { limit: number; offset: number }): Promise<PastEntry[]>
}

/** Which entries of a tree are listed. */
export interface Listed {
  tree: { id: string; organisationId: string }
  /** Those below this folder of then; the root for all. */
  folderId: string
  at: Moment
  /** Only those with one of these access lists; null for all. */
  aclIds: ReadonlySet<number> | null
  levelOf: (acl: Acl) => string
}

/** A folder that is listed, or so many files of one: what a list of everything is made of, in its order. */
interface Part {
  folder: PastDocument
  path: string
  /** Files in it; null for the folder itself. */
  files: number | null
}

/** The entries of a tree at a moment, of a folder of then and below. */
export async function entriesAt(db: Connection, listed: Listed): Promise<PastEntries> {
  const { tree, folderId, at, aclIds } = listed
  const [counts, folders] = await Promise.all([filesByList(db, tree.id, at), foldersAt(db, tree.id, at)])
  const isListed = (aclId: number) => aclIds === null || aclIds.has(aclId)
  const parts = partsOf(folders, folderId).flatMap((part): Part[] => {
    if (part.files === null) return isListed(part.folder.aclId) ? [part] : []
    const files = (counts.get(part.folder.id) ?? [])
      .filter(({ aclId }) => isListed(aclId))
      .reduce((sum, each) => sum + each.files, 0)
    return files > 0 ? [{ ...part, files }] : []
  })
  return {
    count: parts.reduce((sum, { files }) => sum + (files ?? 1), 0),
    page: (page) => entriesIn(db, listed, parts, page),
  }
}

async function entriesIn(
  db: Connection,
  listed: Listed,
  parts: readonly Part[],
  { limit, offset }: { limit: number; offset: number },
): Promise<PastEntry[]> {
  const entries: { id: string; path: string; aclId: number; isFolder: boolean }[] = []
  let before = 0
  for (const { folder, path, files } of parts) {
    const [from, to] = [Math.max(0, offset - before), Math.min(files ?? 1, offset + limit - before)]
    before += files ?? 1
    if (from >= to) continue
    if (files === null) entries.push({ ...folder, path })
    else {
      const some = await filesAt(db, listed, folder.id, { limit: to - from, offset: from })
      entries.push(
        ...some.map((file) => ({
          ...file,
          isFolder: false,
          path: path === '' ? file.name : `${path}/${file.name}`,
        })),
      )
    }
  }
  const acls = await aclsByIds(
    db,
    entries.map(({ aclId }) => aclId),
  )
  return entries.flatMap(({ id, path, aclId, isFolder }) => {
    const acl = acls.get(aclId)
    return acl ? [{ documentId: id, isFolder, path, level: listed.levelOf(acl) }] : []
  })
}

/** Paths of folders in names of now, below the root. */
export function pathsOf(folders: readonly PastDocument[]): (folder: PastDocument) => string {
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  const pathOf = (folder: PastDocument): string => {
    const above = folder.parentId === null ? undefined : byId.get(folder.parentId)
    if (!above) return ''
    const path = pathOf(above)
    return path === '' ? folder.name : `${path}/${folder.name}`
  }
  return pathOf
}

/** A folder and all below it: each folder, what is in it, and its files; the top itself has no entry. */
function partsOf(folders: readonly PastDocument[], topId: string): Part[] {
  const inside = Map.groupBy(folders, ({ parentId }) => parentId)
  const top = folders.find(({ id }) => id === topId)
  const parts: Part[] = []
  const pathOf = pathsOf(folders)
  const visit = (folder: PastDocument, path: string) => {
    for (const each of inside.get(folder.id) ?? []) {
      const own = path === '' ? each.name : `${path}/${each.name}`
      parts.push({ folder: each, path: own, files: null })
      visit(each, own)
    }
    parts.push({ folder, path, files: 0 })
  }
  if (top) visit(top, pathOf(top))
  return parts
}

/**
 * SQL: files of then in the folders, as `entry` with their folder and list: those that are in the lists of then still, and
 * those that have left them since.
 */
const entriesOf = ({ tree, aclIds, at }: Listed, folderIds: readonly string[]): RawBuilder<unknown> => sql`
  list as materialized (
    select l.id as list_id, coalesce(f.folder_id, l.folder_id) as folder_id, coalesce(f.acl_id, l.acl_id) as acl_id,
      coalesce(f.is_deleted, l.is_deleted) as is_deleted
    from folder_list l left join lateral (
      select folder_id, acl_id, is_deleted from former_folder_list f
      where f.list_id = l.id and f.until > ${at}::timestamptz order by f.id limit 1) f on true
    where l.folder_id = any(${folderIds}::uuid[]) and not l.is_folder
    union all
    select * from (
      select distinct on (f.list_id) f.list_id, f.folder_id, f.acl_id, f.is_deleted from former_folder_list f
      where f.folder_id = any(${folderIds}::uuid[]) and not f.is_folder and f.until > ${at}::timestamptz
        and not exists (select from folder_list l where l.id = f.list_id)
      order by f.list_id, f.id) gone
  ), readable as materialized (
    select list.* from list
    where not is_deleted ${aclIds === null ? sql`` : sql`and acl_id = any(${[...aclIds]}::bigint[])`}
  ), moved as materialized (
    select distinct on (f.document_id) f.document_id, f.list_id from former_place f
    where f.organisation_id = ${tree.organisationId} and f.until > ${at}::timestamptz
    order by f.document_id, f.id
  ), young as materialized (
    select unnest(document_ids) as id from document_arrival
    where tree_id = ${tree.id} and at > ${at}::timestamptz
  ), entry as (
    -- Each list by its index: how many there are is not known to PostgreSQL, which would read all documents otherwise.
    select named.document_id, named.name, readable.folder_id, readable.acl_id
    from readable cross join lateral (
      select n.document_id, n.name from document_name_search n where n.list_id = readable.list_id offset 0) named
    where not exists (select from moved where moved.document_id = named.document_id)
      and not exists (select from young where young.id = named.document_id)
    union all
    select moved.document_id, named.name, readable.folder_id, readable.acl_id
    from readable join moved on moved.list_id = readable.list_id cross join lateral (
      select n.name from document_name_search n where n.document_id = moved.document_id offset 0) named
    where not exists (select from young where young.id = moved.document_id))`

/** A page of the files of then in a folder, by name. */
async function filesAt(
  db: Connection,
  listed: Listed,
  folderId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ id: string; name: string; aclId: number }[]> {
  const { rows } = await sql<{ id: string; name: string; aclId: number }>`
    with ${entriesOf(listed, [folderId])}
    select entry.document_id as id, entry.name, entry.acl_id as "aclId"
    from entry order by entry.name collate name_order, entry.document_id limit ${limit} offset ${offset}`.execute(
    db,
  )
  return rows
}
