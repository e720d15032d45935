import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import { badInput, forbidden, notFound } from '../../../access/errors.ts'
import { fullNameIn } from '../../../access/personName.ts'
import type { Connection, Database } from '../../../platform/database/database.ts'
import { readableAcls } from '../core/acls.ts'
import { type DocumentNode, documentById, documentsInOrder, isShown, storedId } from '../core/nodes.ts'
import { pathsInNames } from '../core/paths.ts'
import { LAST_ID, liesBelow } from '../core/subtree.ts'
import { type OpenTree, openTree } from '../core/trees.ts'
import { versionMoment } from '../core/versionMoment.ts'
import { markRead, type Visit, visitsOf } from './visits.ts'

/** The newest changes of a tree among which new files are looked for where not each is asked by itself. */
export const MAX_CHANGES = 2000

/** Whether a file is new to its viewer, and whether they may have known an earlier version. */
export type Newness = 'NEW' | 'NEW_VERSION' | null

export interface NewInput {
  treeId: string
  /** This folder and what lies below it; the whole tree without. */
  folderId: string | null
  /** Extensions; all without. */
  fileTypes: readonly string[] | null
}

export interface NewDocuments {
  count: number
  since: Date | null
  items: DocumentNode[]
}

/** What is new to a person in a room since their last visit (NEW-01): of what they may see at the moment, nothing else. */
export interface DocumentNews {
  /** For a loader, in the order of the trees: the visit that this request belongs to, which it starts or continues. */
  visits(trees: readonly OpenTree[]): Promise<Visit[]>
  /** For a loader, in the order of the nodes; of one visit. */
  among(nodes: readonly DocumentNode[], visit: Visit): Promise<Newness[]>
  /** For a loader, in the order of the folders; of one tree and visit. */
  below(folders: readonly DocumentNode[], visit: Visit): Promise<number[]>
  /** Names of who published the current versions, in the order of the nodes; null for viewers without the history. */
  publishers(nodes: readonly DocumentNode[]): Promise<(string | null)[]>
  /** By folder and name. @throws as openTree; NOT_FOUND for what is no folder that the actor sees */
  list(actor: Actor, input: NewInput, page: { limit: number; offset: number }): Promise<NewDocuments>
  /** @throws as `list`; BAD_USER_INPUT for more folders than a visit keeps */
  markAllAsRead(actor: Actor, input: Pick<NewInput, 'treeId' | 'folderId'>): Promise<void>
}

/** Folders that are marked one by one in a visit. */
const MAX_FOLDERS = 200

/** SQL: what the person has opened or fetched since then, as rows `opened`: what they did in this visit. */
const openedSince = (tree: OpenTree, since: Date): RawBuilder<unknown> => sql`
  opened as materialized (
    select document_id, version_id from activity
    where person_id = ${tree.actor.personId} and at > ${since} and tree_id = ${tree.id}
      and kind in ('VIEW', 'DOWNLOAD') and version_id is not null)`

/** SQL: the ids of the lists that the person could read by when their last visit ended. */
const formerlyReadable = (tree: OpenTree, { formerPrincipals }: Visit): RawBuilder<unknown> =>
  readableAcls({ ...tree, principals: formerPrincipals ?? [] })

/**
 * SQL: joins to `document` which list it had at a moment, and until when, as `former`; null where it has the same still. It
 * is told by the first change since, of the document or of the nearest folder above.
 */
export const formerListSince = (moment: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  left join lateral (
    select former.acl_id, former.at from unnest(document.path) with ordinality as above(id, depth)
    join former_list former on former.document_id = above.id and former.at > ${moment}
    order by former.at, above.depth desc limit 1) as former on true`

/**
 * SQL: those of the rows `candidate` that the person could not see when their last visit ended, as rows `permitted` with
 * the moment.
 */
const permittedSince = (tree: OpenTree, visit: Visit, since: Date): RawBuilder<unknown> =>
  visit.mayHaveOpened
    ? sql`
  permitted as materialized (
    select document.id as document_id, coalesce(former.at, ${since}) as at
    from candidate join document on document.id = candidate.document_id
    ${formerListSince(sql`${since}`)}
    where coalesce(former.acl_id, document.acl_id) <> all(${formerlyReadable(tree, visit)}))`
    : sql`permitted as (select null::uuid as document_id, null::timestamptz as at where false)`

/** SQL: whether the person has marked a folder above the document as read since that moment. */
const isMarked = ({ readFolders }: Visit, moment: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  exists (
    select from jsonb_each_text(${JSON.stringify(readFolders)}::jsonb) as marked(folder_id, at)
    where marked.folder_id::uuid = any(document.path) and marked.at::timestamptz >= ${moment})`

/**
 * SQL: what is new to the person of the rows `candidate`, as `document`, `version` and `permitted`; beside `openedSince`
 * and `permittedSince`.
 */
const newOf = (tree: OpenTree, visit: Visit, since: Date): RawBuilder<unknown> => sql`
  candidate join document on document.id = candidate.document_id
  join document_version version on version.id = document.current_version_id
  left join permitted on permitted.document_id = document.id
  where ${isShown(tree)} and version.created_by <> ${tree.actor.personId}
    and version.id not in (select version_id from opened)
    and ((${versionMoment} > ${since} and not ${isMarked(visit, versionMoment)})
      or (permitted.at is not null and not ${isMarked(visit, sql`permitted.at`)}))`

/** SQL: the lists that the person may read by, as `id`. */
const readable = (tree: OpenTree): RawBuilder<unknown> =>
  tree.rights.admin
    ? sql`select id from acl where tree_id = ${tree.id}`
    : sql`select distinct unnest(${readableAcls(tree)}) as id`

/**
 * SQL: the ids of documents that were changed since then, the newest first, as rows `changed`. They are read list by list
 * of those that the actor may read, so that what is hidden takes no time (decision 17).
 */
const changedSince = (tree: OpenTree, since: Date): RawBuilder<unknown> => sql`
  changed as materialized (
    select named.document_id from (${readable(tree)}) as readable
    cross join lateral (
      select id, all_changed_at from name_group as g
      where g.acl_id = readable.id and g.changed_at > ${since} and not g.is_folder and not g.is_deleted
      order by g.changed_at desc, g.id desc limit ${MAX_CHANGES}) as g
    cross join lateral (
      select document_id, greatest(changed_at, g.all_changed_at) as changed_at from document_name_search
      where group_id = g.id
        and changed_at > case when g.all_changed_at > ${since} then '-infinity' else ${since}::timestamptz end
      order by 2 desc) as named
    order by named.changed_at desc, named.document_id limit ${MAX_CHANGES})`

/**
 * SQL: the ids of files that may have been opened to the person since then, as rows `disclosed`: what lies below
 * whatever had a list that they could not read by, and what is on lists that they read by since then alone. As above,
 * list by list of those that they may read.
 */
const disclosedSince = (tree: OpenTree, visit: Visit, since: Date): RawBuilder<unknown> => sql`
  closed as materialized (
    select distinct document_id from former_list
    where tree_id = ${tree.id} and at > ${since} and acl_id <> all(${formerlyReadable(tree, visit)})),
  closed_folder as materialized (
    select distinct place.folder_id from closed join folder_place top on top.folder_id = closed.document_id
    join folder_place place on place.path >= top.path and place.path < top.path || ${LAST_ID}::uuid),
  disclosed as materialized (
    select document_id from closed
    union
    (select named.document_id from closed_folder
      join name_group g on g.folder_id = closed_folder.folder_id and g.acl_id in (${readable(tree)})
      join document_name_search named on named.group_id = g.id
      where not g.is_folder and not g.is_deleted limit ${MAX_CHANGES})
    union
    (select named.document_id from (${readable(tree)}) as readable
      join name_group g on g.tree_id = ${tree.id} and g.acl_id = readable.id
      join document_name_search named on named.group_id = g.id
      where readable.id <> all(${formerlyReadable(tree, visit)}) and not g.is_folder and not g.is_deleted
      limit ${MAX_CHANGES}))`

/** SQL: the `with` of `newOf` for the whole tree. */
const allSince = (tree: OpenTree, visit: Visit, since: Date): RawBuilder<unknown> =>
  visit.mayHaveOpened
    ? sql`${openedSince(tree, since)}, ${changedSince(tree, since)}, ${disclosedSince(tree, visit, since)},
      candidate as materialized (select document_id from changed union select document_id from disclosed),
      ${permittedSince(tree, visit, since)}`
    : sql`${openedSince(tree, since)}, ${changedSince(tree, since)},
      candidate as (select document_id from changed), ${permittedSince(tree, visit, since)}`

/** @throws NOT_FOUND for what is no folder that the actor sees */
export async function folderOf(
  db: Connection,
  tree: OpenTree,
  folderId: string | null,
): Promise<DocumentNode | null> {
  if (folderId === null) return null
  const id = storedId(tree, folderId)
  const folder = id === null ? null : await documentById(db, tree, id)
  if (!folder?.isFolder) throw notFound('Document')
  return folder
}

/** All that is new, by name. @param folder below which; @param fileTypes of which; null for all */
export async function allNew(
  db: Connection,
  tree: OpenTree,
  visit: Visit,
  folder: DocumentNode | null = null,
  fileTypes: readonly string[] | null = null,
): Promise<{ id: string; path: string[] }[]> {
  const { since } = visit
  if (!since) return []
  const ofTypes = fileTypes?.map((type) => type.toLowerCase()) ?? null
  const { rows } = await sql<{ id: string; path: string[] }>`
    with ${allSince(tree, visit, since)}
    select document.id, document.path from ${newOf(tree, visit, since)}
      and ${folder ? liesBelow([folder.path]) : sql`true`}
      and (${ofTypes}::text[] is null or document.extension = any(${ofTypes}::text[]))
    order by document.name collate name_order, document.id`.execute(db)
  return rows
}

/** Of all that is new the ids, folder by folder in the order of their paths in names. @param of as `allNew` */
export async function newIds(...of: Parameters<typeof allNew>): Promise<string[]> {
  const [db] = of
  const rows = await allNew(...of)
  const folders = new Map(rows.map(({ path }) => [path.at(-2) ?? '', path.slice(0, -1)]))
  const names = await pathsInNames(db, [...folders.values()])
  const order = new Map(
    [...folders.keys()]
      .map((id, index) => ({ id, name: names[index] ?? '' }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
      .map(({ id }, place) => [id, place]),
  )
  const positionOf = ({ path }: { path: string[] }) => order.get(path.at(-2) ?? '') ?? 0
  return rows.toSorted((a, b) => positionOf(a) - positionOf(b)).map(({ id }) => id)
}

export const createNews = (db: Database): DocumentNews => ({
  visits: (trees) => visitsOf(db, trees),
  among: async (asked, visit) => {
    const { since } = visit
    // A new version changes its document: what was neither changed since nor opened needs no look.
    const isCandidate = (node: DocumentNode) =>
      since && !node.isFolder && (visit.mayHaveOpened || node.modifiedAt > since)
    const candidates = asked.filter(isCandidate)
    const [first] = candidates
    if (!since || !first) return asked.map(() => null)
    const { rows } = await sql<{ id: string; newness: Newness }>`
      with ${openedSince(first.tree, since)},
      candidate as (select unnest(${candidates.map(({ id }) => id)}::uuid[]) as document_id),
      ${permittedSince(first.tree, visit, since)}
      select document.id, case
        when document.id in (select document_id from opened)
          or ${isMarked(visit, sql`greatest(document.created_at, permitted.at)`)} then 'NEW_VERSION'
        when permitted.at is null and document.created_at <= ${since} then 'NEW_VERSION' else 'NEW' end as newness
      from ${newOf(first.tree, visit, since)}`.execute(db)
    const found = new Map(rows.map(({ id, newness }) => [id, newness]))
    return asked.map(({ id }) => found.get(id) ?? null)
  },
  below: async (folders, visit) => {
    const [first] = folders
    const { since } = visit
    if (!first || !since) return folders.map(() => 0)
    const { rows } = await sql<{ id: string; count: number }>`
      with ${allSince(first.tree, visit, since)},
      fresh as materialized (select document.path from ${newOf(first.tree, visit, since)})
      select folder_id as id, count(*)::integer as count
      from fresh cross join lateral unnest(fresh.path) as above(folder_id)
      where folder_id = any(${folders.map(({ id }) => id)}::uuid[]) group by folder_id`.execute(db)
    const found = new Map(rows.map(({ id, count }) => [id, count]))
    return folders.map(({ id }) => found.get(id) ?? 0)
  },
  publishers: async (nodes) => {
    const versions = nodes.map(({ tree, versionId }) => (tree.rights.history ? versionId : null))
    const ids = versions.filter((id) => id !== null)
    if (ids.length === 0) return nodes.map(() => null)
    const { rows } = await sql<{ id: string; name: string }>`
      select version.id, ${fullNameIn('person')} as name
      from document_version version join person on person.id = version.created_by
      where version.id = any(${ids}::uuid[])`.execute(db)
    const found = new Map(rows.map(({ id, name }) => [id, name]))
    return versions.map((id) => (id === null ? null : (found.get(id) ?? null)))
  },
  list: async (actor, { treeId, folderId, fileTypes }, { limit, offset }) => {
    const tree = await openTree(db, actor, treeId)
    const folder = await folderOf(db, tree, folderId)
    const [visit] = await visitsOf(db, [tree])
    if (!visit) return { count: 0, since: null, items: [] }
    const ids = await newIds(db, tree, visit, folder, fileTypes)
    return {
      count: ids.length,
      since: visit.since,
      items: await documentsInOrder(db, tree, ids.slice(offset, offset + limit)),
    }
  },
  markAllAsRead: async (actor, { treeId, folderId }) => {
    const tree = await openTree(db, actor, treeId)
    const folder = await folderOf(db, tree, folderId)
    if (actor.viewing || actor.token) throw forbidden()
    const [visit] = await visitsOf(db, [tree])
    const isAll = !folder || folder.parentId === null
    if (!isAll && Object.keys(visit?.readFolders ?? {}).length >= MAX_FOLDERS) {
      throw badInput('You have marked many folders one by one. Please mark the whole room as read.')
    }
    await markRead(db, tree, isAll ? null : folder.id)
  },
})
