import { type RawBuilder, sql } from 'kysely'
import type { ActivityType } from '../../../../shared/activityTypes.ts'
import { escapeLike } from '../../../platform/database/like.ts'
import { STORED_KINDS, shownKind } from '../../activity/index.ts'
import { mayHold } from '../core/nameGroups.ts'
import { liesBelow } from '../core/subtree.ts'
import type { OpenTree } from '../core/trees.ts'

/** What a history is narrowed to; null for no limit of that kind. All hold together (HIST-08). */
export interface HistorySelection {
  /** Only what is below one of these folders, or one of these files itself. */
  places: readonly { path: readonly string[]; isFolder: boolean }[] | null
  activityTypes: readonly ActivityType[] | null
  /** File extensions in lower case, and 'folder'. */
  fileTypes: readonly string[] | null
  /** What members of these groups did. */
  userGroupIds: readonly string[] | null
  /** What these people did. */
  userIds: readonly string[] | null
  /** What was done then or later. */
  since: Date | null
  /** In lower case; found in the name that the document has or had then. */
  search: string | null
}

/** Folders as a kind of file (HIST-13). */
export const FOLDER_TYPE = 'folder'

export type Condition = RawBuilder<boolean>

export const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `)
const any = (conditions: readonly Condition[]): Condition => sql`(${sql.join([...conditions], sql` or `)})`

/** SQL: the entry is a change; as written here, so that the indexes over changes serve. */
const IS_CHANGE = sql<boolean>`a.kind in ('UPLOAD', 'RENAME', 'MOVE', 'CREATE_FOLDER', 'DELETE')`
/** The same for whoever may see permissions. */
const IS_CHANGE_OR_PERMISSION = sql<boolean>`a.kind in ('UPLOAD', 'RENAME', 'MOVE', 'CREATE_FOLDER', 'DELETE', 'PERMISSION')`

const storedKinds = (types: readonly ActivityType[]): string[] => [
  ...new Set(
    types.map((type) => (type in STORED_KINDS ? STORED_KINDS[type as keyof typeof STORED_KINDS] : type)),
  ),
]

/** SQL: the entry is of one of the kinds; what it says of itself is read only where that tells kinds apart. */
function isOfKinds(types: readonly ActivityType[]): Condition[] {
  const stored = storedKinds(types)
  const isTold = Object.values(STORED_KINDS).some((kind) => stored.includes(kind))
  return [
    sql<boolean>`a.kind = any(${stored}::text[])`,
    ...(isTold ? [sql<boolean>`${shownKind('a')} = any(${types}::text[])`] : []),
  ]
}

const isInHistoryOf = (tree: OpenTree): Condition => (tree.rights.admin ? IS_CHANGE_OR_PERMISSION : IS_CHANGE)

/** What a selection asks of a group of names `g`, of its documents, as `named`, and of their entries, as `a`. */
export interface Conditions {
  group: Condition[]
  name: Condition[]
  /** The kinds that the reader may see, and what is asked for among them. */
  kind: Condition
  entry: Condition[]
}

/** Whoever sees all entries of a tree goes through them in their order, and needs no group looked into. */
export const conditionsOf = (tree: OpenTree, selection: HistorySelection): Conditions => {
  const { places: asked, fileTypes, activityTypes, userGroupIds, userIds, since, search } = selection
  const group: Condition[] = []
  const name: Condition[] = []
  // Below the root is everything.
  const places = asked?.some(({ path }) => path.length === 1) ? null : asked
  if (places) {
    const files = places.filter((place) => !place.isFolder).map((place) => place.path.at(-1))
    const within = liesBelow(
      places.filter((place) => place.isFolder).map((place) => place.path),
      'g.folder_id',
    )
    if (files.length === 0) group.push(within)
    else {
      group.push(
        any([
          within,
          sql`g.id in (select group_id from document_name_search where document_id = any(${files}::uuid[]))`,
        ]),
      )
      name.push(any([within, sql`named.document_id = any(${files}::uuid[])`]))
    }
  }
  if (fileTypes) {
    const extensions = fileTypes.filter((type) => type !== FOLDER_TYPE)
    const folders = fileTypes.includes(FOLDER_TYPE) ? [sql<boolean>`g.is_folder`] : []
    group.push(any([...folders, sql`not g.is_folder and g.extensions && ${extensions}::text[]`]))
    name.push(any([...folders, sql`named.extension = any(${extensions}::text[])`]))
  }
  if (activityTypes && !tree.rights.admin)
    group.push(sql`g.change_kinds && ${storedKinds(activityTypes)}::text[]`)
  // Of a document that was never renamed every entry has the name of today.
  if (search !== null) group.push(any([mayHold(search), sql`'RENAME' = any(g.change_kinds)`]))
  const entry = [
    ...(activityTypes ? isOfKinds(activityTypes) : []),
    ...(userGroupIds
      ? [
          sql<boolean>`a.person_id in (select person_id from membership where group_id = any(${userGroupIds}::uuid[]))`,
        ]
      : []),
    ...(userIds ? [sql<boolean>`a.person_id = any(${userIds}::uuid[])`] : []),
    ...(since ? [sql<boolean>`a.at >= ${since}`] : []),
    ...(search === null ? [] : [isNamed(search)]),
  ]
  return { group, name, kind: isInHistoryOf(tree), entry }
}

/** The name that the document has now, or had then: a folder's part of a path would tell of hidden folders. */
const isNamed = (search: string): Condition => {
  const pattern = `%${escapeLike(search)}%`
  return any([
    sql`named.name_key like ${pattern}`,
    sql`split_part(a.recorded_path, '/', -1) ilike ${pattern}`,
  ])
}

/** SQL: the documents, as `named`, of the groups `g`, found group by group, that were changed since, as `changed_at`. */
export const documentsOf = ({ name }: Conditions, since?: string | null): RawBuilder<unknown> => sql`
  lateral (
    select document_id, name_key, greatest(changed_at, g.all_changed_at) as changed_at
    from document_name_search named
    where named.group_id = g.id and ${all(name)} and ${
      since == null
        ? sql`true`
        : sql`changed_at >= case when g.all_changed_at >= ${since}::timestamptz then '-infinity' else ${since}::timestamptz end`
    }
    offset 0) as named`

/** SQL: the entries, as `a`, of the documents `named`, found by each document. */
export const entriesOf = (
  { kind, entry }: Conditions,
  further: Condition = sql`true`,
): RawBuilder<unknown> => sql`
  lateral (
    select id, at from activity a
    where a.document_id = named.document_id and ${kind} and ${all(entry)} and ${further}
    offset 0) as a`

/**
 * SQL: from and where of entries `a` of the whole tree, for whoever may read all of it. Documents are looked up where
 * something is asked of them.
 */
export function inTree(tree: OpenTree, { group, name, kind, entry }: Conditions): RawBuilder<unknown> {
  const ofDocuments = [...group, ...name]
  return sql`
    activity a ${
      ofDocuments.length === 0
        ? sql``
        : sql`join document_name_search named on named.document_id = a.document_id
            join name_group g on g.id = named.group_id and ${all(ofDocuments)}`
    }
    where a.tree_id = ${tree.id} and ${kind} and ${all(entry)}`
}
