import { type RawBuilder, sql } from 'kysely'
import type { ActivityType } from '../../../../shared/enumerations.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { escapeLike } from '../../../platform/database/like.ts'
import { isReadable } from '../ground/acls.ts'
import { mayHold, namesIn, readableGroups } from '../ground/nameGroups.ts'
import { groupsAt, type Principal } from '../ground/principals.ts'
import { liesBelow } from '../ground/subtree.ts'
import { type OpenTree, ofTrees } from '../ground/trees.ts'

/** What a history is narrowed to; null for no limit of that kind. All hold together (HIST-08). */
export interface HistorySelection {
  /** Only what is below one of these folders, or one of these files itself. */
  places: readonly { path: readonly string[]; isFolder: boolean }[] | null
  activityTypes: readonly ActivityType[] | null
  /** File extensions in lower case, and 'folder'. */
  fileTypes: readonly string[] | null
  /** What members of these groups did. */
  userGroupIds: readonly string[] | null
  /** In lower case; found in the name that the document has or had then. */
  search: string | null
}

/** Folders as a kind of file (HIST-13). */
export const FOLDER_TYPE = 'folder'

/** One change as it is stored. */
export interface ChangeRow {
  id: number
  kind: ActivityType
  at: Date
  /** The moment with all its digits, for the page after this row. */
  cursorAt: string
  documentId: string
  personId: string
  recordedPath: string
  recordedIds: string[] | null
  formerPath: string | null
  formerIds: string[] | null
  version: number | null
}

type Condition = RawBuilder<boolean>

const all = (conditions: readonly Condition[]): Condition => sql.join([...conditions], sql` and `)
const any = (conditions: readonly Condition[]): Condition => sql`(${sql.join([...conditions], sql` or `)})`

/** Documents on a readable list, deleted ones included: they keep the permissions that they had (HIST-14). */
const permitted = (tree: OpenTree): Condition[] =>
  tree.rights.admin ? [] : [isReadable(tree, 'document.acl_id')]

const ofTypes = (types: readonly string[]): Condition => {
  const extensions = types.filter((type) => type !== FOLDER_TYPE)
  const files = sql<boolean>`not document.is_folder and document.extension = any(${extensions}::text[])`
  return types.includes(FOLDER_TYPE) ? sql`(document.is_folder or ${files})` : sql`(${files})`
}

/** Conditions on the entry's document; none where every document of the tree will do. */
function documentsOf(tree: OpenTree, { places: asked, fileTypes }: HistorySelection): Condition[] {
  // Below the root is everything: to look each document up would take seconds in a large tree.
  const places = asked?.some(({ path }) => path.length === 1) ? null : asked
  const conditions = [...permitted(tree), ...(fileTypes ? [ofTypes(fileTypes)] : [])]
  if (!places && conditions.length === 0) return []
  const ids = (...more: Condition[]) =>
    sql`select document.id from document where ${all([
      sql<boolean>`document.tree_id = ${tree.id}`,
      ...conditions,
      ...more,
    ])}`
  if (!places) return [sql`a.document_id in (${ids()})`]
  if (places.length === 0) return [sql`false`]
  const files = places.filter((place) => !place.isFolder).map((place) => place.path.at(-1))
  const folders = places.filter((place) => place.isFolder).map((place) => place.path)
  // What is there and what was deleted have an index over folders each.
  const below =
    folders.length === 0
      ? []
      : [sql<boolean>`document.deleted_at is null`, sql<boolean>`document.deleted_at is not null`].map(
          (state) => ids(state, liesBelow(folders)),
        )
  const found = [ids(sql`document.id = any(${files}::uuid[])`), ...below]
  return [sql`a.document_id in (${sql.join(found, sql` union all `)})`]
}

/** The name that the document has now, or had then: a folder's part of a path would tell of hidden folders. */
function named(tree: OpenTree, search: string): Condition {
  return any([
    sql`a.document_id in (
      select named.document_id from ${readableGroups(tree)} cross join ${namesIn(search)} where ${mayHold(search)})`,
    sql`split_part(a.recorded_path, '/', -1) ilike ${`%${escapeLike(search)}%`}`,
  ])
}

const where = (tree: OpenTree, selection: HistorySelection): Condition => {
  const { activityTypes, userGroupIds, search } = selection
  return all([
    sql`a.tree_id = ${tree.id}`,
    // As written here, so that the index over changes serves.
    sql`a.kind in ('UPLOAD', 'RENAME', 'MOVE', 'CREATE_FOLDER', 'DELETE')`,
    ...(activityTypes ? [sql<boolean>`a.kind = any(${activityTypes}::text[])`] : []),
    ...(userGroupIds
      ? [
          sql<boolean>`a.person_id in (select person_id from membership where group_id = any(${userGroupIds}::uuid[]))`,
        ]
      : []),
    ...documentsOf(tree, selection),
    ...(search === null ? [] : [named(tree, search)]),
  ])
}

export async function countChanges(
  db: Connection,
  tree: OpenTree,
  selection: HistorySelection,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from activity a where ${where(tree, selection)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** SQL: what a path is shown by; whoever sees every folder needs none of it, and reading it takes its time. */
export const recordedIds = (tree: OpenTree): RawBuilder<unknown> =>
  tree.rights.admin ? sql`null::uuid[]` : sql`a.recorded_ids`

/** Where a page begins: after so many rows, or after a row. */
export type From = { offset: number } | { after: Pick<ChangeRow, 'id' | 'cursorAt'> | null }

/** One page, newest first (HIST-10). */
export async function changes(
  db: Connection,
  tree: OpenTree,
  selection: HistorySelection,
  limit: number,
  from: From,
): Promise<ChangeRow[]> {
  const rest =
    'after' in from && from.after
      ? sql`and (a.at, a.id) < (${from.after.cursorAt}::timestamptz, ${from.after.id}::bigint)`
      : sql``
  const { rows } = await sql<ChangeRow>`
    with page as materialized (
      select a.id, a.kind, a.at, a.document_id, a.person_id, a.version_id, a.recorded_path, a.detail,
        ${recordedIds(tree)} as recorded_ids
      from activity a where ${where(tree, selection)} ${rest}
      order by a.at desc, a.id desc limit ${limit} offset ${'offset' in from ? from.offset : 0}
    )
    select page.id, kind, at, at::text as "cursorAt", page.document_id as "documentId", person_id as "personId",
      recorded_path as "recordedPath", recorded_ids as "recordedIds",
      detail->>'formerPath' as "formerPath", detail->'formerIds' as "formerIds", v.number as version
    from page left join document_version v on v.id = page.version_id
    order by at desc, page.id desc`.execute(db)
  return rows
}

/** Documents among the ids that the actor may see, the deleted ones too. */
export async function placesByIds(
  db: Connection,
  tree: OpenTree,
  ids: readonly string[],
): Promise<{ id: string; path: string[]; isFolder: boolean }[]> {
  const { rows } = await sql<{ id: string; path: string[]; isFolder: boolean }>`
    select id, path, is_folder as "isFolder" from document
    where ${all([
      sql<boolean>`tree_id = ${tree.id}`,
      sql<boolean>`id = any(${ids}::uuid[])`,
      ...permitted(tree),
    ])}`.execute(db)
  return rows
}

/** Extensions that are offered; a tree with more of them has no use for a filter. */
const MAX_TYPES = 500

/** By tree, extensions of the files that the actor may see, from the groups of their names (HIST-13). */
export async function extensionsIn(db: Connection, trees: readonly OpenTree[]): Promise<string[][]> {
  const found = await ofTrees<{ extension: string }>(
    db,
    trees,
    (tree) => sql`
      select distinct extension from ${readableGroups(tree)} cross join unnest(g.extensions) as extension
      where not g.is_deleted and not g.is_folder
      order by extension limit ${MAX_TYPES}`,
  )
  return found.map((rows) => rows.map((row) => row.extension).sort())
}

/** Which of the extensions a file has that the actor may see, or might before it was deleted. */
export async function knownExtensions(
  db: Connection,
  tree: OpenTree,
  extensions: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ extension: string }>`
    select extension from unnest(${extensions}::text[]) as asked(extension)
    where exists (
      select 1 from ${readableGroups(tree)} where not g.is_folder and g.extensions @> array[asked.extension])`.execute(
    db,
  )
  return rows.map((row) => row.extension)
}

/** Groups with access to the tree's entity, by name. */
export const groupsOnEntity = (db: Connection, tree: OpenTree): Promise<Principal[]> =>
  groupsAt(db, tree)
    .select(['g.id', 'g.name'])
    .orderBy(sql`g.name collate name_order`)
    .orderBy('g.id')
    .execute()

/** By person, their groups that are on the tree's entity (HIST-05). */
export async function groupsOfPersons(
  db: Connection,
  tree: OpenTree,
  personIds: readonly string[],
): Promise<Map<string, Principal[]>> {
  if (personIds.length === 0) return new Map()
  const rows = await groupsAt(db, tree)
    .innerJoin('membership as m', 'm.group_id', 'g.id')
    .select(['m.person_id as personId', 'g.id', 'g.name'])
    .where('m.person_id', '=', (eb) => eb.fn.any(eb.val([...new Set(personIds)])))
    .orderBy(sql`g.name collate name_order`)
    .orderBy('g.id')
    .execute()
  return new Map(
    [...Map.groupBy(rows, (row) => row.personId)].map(([personId, groups]) => [
      personId,
      groups.map(({ id, name }) => ({ id, name })),
    ]),
  )
}
