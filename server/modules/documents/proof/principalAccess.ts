import { type RawBuilder, sql } from 'kysely'
import { actorAt, type Moment, memberAt } from '../../../access/past.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { aclsByIds, readableAcls } from '../core/acls.ts'
import { accessBy } from '../core/levels.ts'
import { type OpenTree, openOrNull, placeOf, type TreeRow } from '../core/trees.ts'
import { levelText } from './documentAccess.ts'
import { filesByList, foldersAt, type PastDocument, treeAt } from './pastPlaces.ts'

/** A person, or a group as each of its members has it by it alone. */
export type Principal = { personId: string } | { groupId: string }

/** An entry that somebody could see, with its path in names of now and its level in words. */
export interface SeenEntry {
  documentId: string
  isFolder: boolean
  path: string
  level: string
}

/**
 * What somebody could see of a tree at a moment (PROOF-02): each folder before what is in it, folders before files, by name.
 * It is counted once, and its pages are read as they are asked for.
 */
export interface SeenEntries {
  /** Of the person or the group; null for whoever held nothing in the room by a group. */
  name: string | null
  /** Folders and files. */
  count: number
  page(page: { limit: number; offset: number }): Promise<SeenEntry[]>
}

const nothing = (name: string | null): SeenEntries => ({ name, count: 0, page: async () => [] })

/** A folder that could be seen, or so many files of one: what a list of everything is made of, in its order. */
interface Part {
  folder: PastDocument
  path: string
  /** Files in it; null for the folder itself. */
  files: number | null
}

/** Tree of then as the principal had it open; null where they did not. With their name. */
async function openedAt(
  db: Connection,
  tree: TreeRow,
  principal: Principal,
  at: Moment,
): Promise<{ name: string | null; tree: OpenTree | null } | null> {
  const place = placeOf(tree)
  const holder =
    'personId' in principal
      ? await actorAt(db, principal.personId, place, at)
      : await memberAt(db, principal.groupId, place, at)
  return holder && { name: holder.name, tree: openOrNull(holder.actor, await treeAt(db, tree, at)) }
}

/** What a principal could see of a tree at a moment, of a folder of then and below, or of all of it by its root. */
export async function seenBy(
  db: Connection,
  { tree: now, principal, folderId }: { tree: TreeRow; principal: Principal; folderId: string },
  at: Moment,
): Promise<SeenEntries> {
  const opened = await openedAt(db, now, principal, at)
  if (!opened?.tree) return nothing(opened?.name ?? null)
  const { name, tree } = opened
  const readable = await readableIds(db, tree)
  const below = partsOf(await foldersAt(db, tree.id, at), folderId)
  const counts = await filesByList(db, tree.id, at)
  const isReadableBy = (aclId: number) => readable === null || readable.has(aclId)
  const parts = below.flatMap((part): Part[] => {
    if (part.files === null) return isReadableBy(part.folder.aclId) ? [part] : []
    const files = (counts.get(part.folder.id) ?? [])
      .filter(({ aclId }) => isReadableBy(aclId))
      .reduce((sum, each) => sum + each.files, 0)
    return files > 0 ? [{ ...part, files }] : []
  })
  return {
    name,
    count: parts.reduce((sum, { files }) => sum + (files ?? 1), 0),
    page: (page) => entriesIn(db, tree, parts, at, page),
  }
}

async function entriesIn(
  db: Connection,
  tree: OpenTree,
  parts: readonly Part[],
  at: Moment,
  { limit, offset }: { limit: number; offset: number },
): Promise<SeenEntry[]> {
  const entries: { id: string; path: string; aclId: number; isFolder: boolean }[] = []
  let before = 0
  for (const { folder, path, files } of parts) {
    const [from, to] = [Math.max(0, offset - before), Math.min(files ?? 1, offset + limit - before)]
    before += files ?? 1
    if (from >= to) continue
    if (files === null) entries.push({ ...folder, path })
    else {
      const some = await filesAt(db, tree, folder.id, at, { limit: to - from, offset: from })
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
    return acl ? [{ documentId: id, isFolder, path, level: levelText(accessBy(acl, tree)) }] : []
  })
}

/** Ids of the tree's lists by which its actor reads; null for all of them. */
async function readableIds(db: Connection, tree: OpenTree): Promise<ReadonlySet<number> | null> {
  if (tree.rights.admin) return null
  const { rows } = await sql<{ id: number }>`select distinct unnest(${readableAcls(tree)}) as id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** A folder and all below it: each folder, what is in it, and its files; the top itself has no entry. */
function partsOf(folders: readonly PastDocument[], topId: string): Part[] {
  const inside = Map.groupBy(folders, ({ parentId }) => parentId)
  const top = folders.find(({ id }) => id === topId)
  const parts: Part[] = []
  const names = new Map(folders.map((folder) => [folder.id, folder]))
  const pathOf = (folder: PastDocument): string => {
    const above = folder.parentId === null ? undefined : names.get(folder.parentId)
    if (!above) return ''
    const path = pathOf(above)
    return path === '' ? folder.name : `${path}/${folder.name}`
  }
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
 * SQL: files of then in the folders that the tree's actor could read, as `entry` with their folder and list: those that
 * are in the lists of then still, and those that have left them since.
 */
const entriesOf = (tree: OpenTree, folderIds: readonly string[], at: Moment): RawBuilder<unknown> => sql`
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
    where not is_deleted ${tree.rights.admin ? sql`` : sql`and acl_id = any(${readableAcls(tree)})`}
  ), moved as materialized (
    select distinct on (f.document_id) f.document_id, f.list_id from former_place f
    where f.organisation_id = ${tree.organisationId} and f.until > ${at}::timestamptz
    order by f.document_id, f.id
  ), young as materialized (
    select unnest(document_ids) as id from document_arrival
    where tree_id = ${tree.id} and at > ${at}::timestamptz
  ), entry as (
    select named.document_id, readable.folder_id, readable.acl_id
    from readable join document_name_search named on named.list_id = readable.list_id
    where not exists (select from moved where moved.document_id = named.document_id)
      and not exists (select from young where young.id = named.document_id)
    union all
    select moved.document_id, readable.folder_id, readable.acl_id
    from readable join moved on moved.list_id = readable.list_id
    where not exists (select from young where young.id = moved.document_id))`

/** A page of the files of then in a folder that the tree's actor could read, by name. */
async function filesAt(
  db: Connection,
  tree: OpenTree,
  folderId: string,
  at: Moment,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ id: string; name: string; aclId: number }[]> {
  const { rows } = await sql<{ id: string; name: string; aclId: number }>`
    with ${entriesOf(tree, [folderId], at)}
    select entry.document_id as id, named.name, entry.acl_id as "aclId"
    from entry join document_name_search named on named.document_id = entry.document_id
    order by named.name collate name_order, entry.document_id limit ${limit} offset ${offset}`.execute(db)
  return rows
}
