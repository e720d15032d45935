import { type RawBuilder, sql } from 'kysely'
import type { ActivityType } from '../../../../shared/activityTypes.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { shownKind } from '../../activity/index.ts'
import { isReadable } from '../core/acls.ts'
import { groupsByChange, readableGroups } from '../core/nameGroups.ts'
import { groupsAt, type Principal } from '../core/principals.ts'
import { type OpenTree, ofTrees } from '../core/trees.ts'
import type { Cursor } from '../reading/toTheEnd.ts'
import {
  all,
  conditionsOf,
  documentsOf,
  entriesOf,
  type HistorySelection,
  inTree,
} from './historySelection.ts'
import { redactionsKnown } from './redactionEntries.ts'

/** One change as it is stored. */
export interface ChangeRow {
  id: number
  kind: ActivityType
  at: Date
  /** The moment with all its digits, for the page after this row. */
  cursorAt: string
  documentId: string
  personId: string
  /** Name of the token that did it; null for none (TOKEN-08). */
  token: string | null
  recordedPath: string
  recordedIds: string[] | null
  formerPath: string | null
  formerIds: string[] | null
  formerNumber: string | null
  number: string | null
  restored: boolean
  /** Who could see it before and after a change of permissions; null for other activity. */
  formerAudience: string | null
  audience: string | null
  version: number | null
}

/** How many there are of what the actor may see; groups know how many changes they hold. */
export async function countChanges(
  db: Connection,
  tree: OpenTree,
  selection: HistorySelection,
): Promise<number> {
  const conditions = conditionsOf(tree, selection)
  const { group, name, entry } = conditions
  let count: RawBuilder<unknown>
  if (name.length + entry.length === 0) {
    // Groups count what all their readers may know; changes of permissions are few.
    const ofPermissions = { ...conditions, kind: sql<boolean>`a.kind = 'PERMISSION'` }
    const further = tree.rights.admin ? sql`(select count(*) from ${inTree(tree, ofPermissions)})` : sql`0`
    count = sql`
      select (coalesce(sum(g.changes), 0) + ${further})::int as count
      from ${readableGroups(tree)} where ${all(group)}`
  } else if (tree.rights.admin && group.length + name.length === 0) {
    count = sql`select count(*)::int as count from ${inTree(tree, conditions)}`
  } else {
    count = sql`
      select count(*)::int as count
      from ${readableGroups(tree)} cross join ${documentsOf(conditions)} cross join ${entriesOf(conditions)}
      where g.changes > 0 and ${all(group)}`
  }
  const { rows } = await (count as RawBuilder<{ count: number }>).execute(db)
  const known = await redactionsKnown(db, tree, selection)
  return (rows[0]?.count ?? 0) + known.length
}

/** SQL: what a path is shown by; whoever sees every folder needs none of it, and reading it takes its time. */
export const recordedIds = (tree: OpenTree): RawBuilder<unknown> =>
  tree.rights.admin ? sql`null::uuid[]` : sql`a.recorded_ids`

/** Where a page begins, after so many rows or after a row; or the numbers of its entries. */
export type From = { offset: number } | { after: Cursor | null } | { ids: readonly number[] }

/** Groups that the first step looks into; each further step takes four times as many. */
const FIRST_GROUPS = 16

/** The newest entries, by number, of which the last is as old as `at` says. */
interface Newest {
  ids: number[]
  /** The moment with all its digits. */
  at: string | null
  passed: { id: number; at: string } | null
}

interface Step extends Newest {
  groups: number
  /** Whether documents were passed over that may have been changed later than the last of the entries. */
  isIncomplete: boolean
}

/**
 * The numbers of the newest entries. Groups are looked into in the order of their newest changes, and of each the
 * documents that were changed last, until the next one is older than all that are wanted.
 */
async function newestChanges(
  db: Connection,
  tree: OpenTree,
  selection: HistorySelection,
  wanted: number,
): Promise<number[]> {
  const conditions = conditionsOf(tree, selection)
  const step = async (
    { ids, at, passed }: Newest,
    groups: number,
    documents: number | null,
  ): Promise<Step> => {
    const since = ids.length >= wanted ? at : null
    const isNewer = (column: RawBuilder<unknown>) =>
      since === null ? [] : [sql<boolean>`${column} >= ${since}::timestamptz`]
    const next = all([
      ...conditions.group,
      ...(passed
        ? [sql<boolean>`(g.changed_at, g.id) < (${passed.at}::timestamptz, ${passed.id}::bigint)`]
        : []),
      ...isNewer(sql`g.changed_at`),
    ])
    const { rows } = await sql<Step>`
      with next as materialized (select * from ${groupsByChange(tree, next, groups)}),
      changed as materialized (
        select named.* from next as g cross join ${documentsOf(conditions, since)}
        where named.changed_at is not null
        order by named.changed_at desc ${documents === null ? sql`` : sql`fetch first (${documents}::int) rows with ties`}
      ),
      found as materialized (
        select id, at from (
          select a.id, a.at from changed as named cross join ${entriesOf(conditions, all(isNewer(sql`a.at`)))}
          union all
          select id, at from activity where id = any(${ids}::bigint[])
        ) as entry
        order by at desc, id desc limit ${wanted}
      )
      select
        (select count(*) from next)::int as groups,
        (select json_build_object('id', id, 'at', changed_at) from next order by changed_at, id limit 1) as passed,
        (select count(*) >= ${documents ?? wanted}::int and min(changed_at) > all(
          select coalesce(min(at) filter (where total >= ${wanted}), '-infinity')
          from (select at, count(*) over () as total from found) as counted) from changed) as "isIncomplete",
        (select min(at)::text from found) as at,
        array(select id from found order by at desc, id desc) as ids`.execute(db)
    return rows[0] ?? { ids, at, passed, groups: 0, isIncomplete: false }
  }
  // Of documents each of which has an entry of the moment when it was changed, so many are enough as are wanted.
  const enough = conditions.entry.length === 0 ? wanted : null
  let newest: Newest = { ids: [], at: null, passed: null }
  for (let groups = FIRST_GROUPS; ; groups *= 4) {
    let found = await step(newest, groups, enough)
    if (enough !== null && found.isIncomplete) found = await step(newest, groups, null)
    if (found.groups === 0) return newest.ids
    if (found.groups < groups) return found.ids
    newest = found
  }
}

/** The numbers of as many entries as are wanted that follow a row, for what reads a history to its end. */
export async function changesAfter(
  db: Connection,
  { tree, selection }: { tree: OpenTree; selection: HistorySelection },
  after: Cursor | null,
  wanted: number,
): Promise<number[]> {
  const conditions = conditionsOf(tree, selection)
  const rest = after
    ? sql<boolean>`(a.at, a.id) < (${after.cursorAt}::timestamptz, ${after.id}::bigint)`
    : sql<boolean>`true`
  const { rows } = await sql<{ id: number }>`
    select a.id
    from ${readableGroups(tree)} cross join ${documentsOf(conditions)} cross join ${entriesOf(conditions, rest)}
    where g.changes > 0 and ${all(conditions.group)}
    order by a.at desc, a.id desc limit ${wanted}`.execute(db)
  const ids = rows.map(({ id }) => id)
  const known = await redactionsKnown(db, tree, selection)
  if (known.length === 0) return ids
  const { rows: merged } = await sql<{ id: number }>`
    select a.id from activity a where a.id = any(${[...ids, ...known]}::bigint[]) and ${rest}
    order by a.at desc, a.id desc limit ${wanted}`.execute(db)
  return merged.map(({ id }) => id)
}

/** SQL: those of the entries whose documents the actor may read, row by row. */
const readableOf = (tree: OpenTree, ids: readonly number[]): RawBuilder<unknown> => sql`
  select a.* from unnest(${ids}::bigint[]) as found(id)
  cross join lateral (select * from activity where activity.id = found.id offset 0) as a
  cross join lateral (
    select group_id from document_name_search where document_id = a.document_id offset 0) as named
  cross join lateral (select acl_id from name_group where name_group.id = named.group_id offset 0) as g
  where ${isReadable(tree, 'g.acl_id')}`

/**
 * One page, newest first (HIST-10): after so many rows or after a row, or those of given numbers that the actor may
 * read by now.
 */
export async function changes(
  db: Connection,
  tree: OpenTree,
  selection: HistorySelection,
  limit: number,
  from: From,
): Promise<ChangeRow[]> {
  let entries: RawBuilder<unknown>
  if ('ids' in from) {
    const known = await redactionsKnown(db, tree, selection)
    entries = sql`${readableOf(tree, from.ids)}
      and (${tree.rights.admin} or a.kind <> 'PERMISSION' or a.id = any(${known}::bigint[]))`
  } else if (tree.rights.admin) {
    const after = 'after' in from ? from.after : null
    const rest = after
      ? sql<boolean>`(a.at, a.id) < (${after.cursorAt}::timestamptz, ${after.id}::bigint)`
      : sql<boolean>`true`
    entries = sql`
      select a.* from ${inTree(tree, conditionsOf(tree, selection))} and ${rest}
      order by a.at desc, a.id desc limit ${limit} offset ${'offset' in from ? from.offset : 0}`
  } else {
    const [ids, offset] =
      'after' in from
        ? [await changesAfter(db, { tree, selection }, from.after, limit), 0]
        : [
            [
              ...(await newestChanges(db, tree, selection, from.offset + limit)),
              ...(await redactionsKnown(db, tree, selection)),
            ],
            from.offset,
          ]
    entries = sql`
      select * from activity where id = any(${ids}::bigint[])
      order by at desc, id desc limit ${limit} offset ${offset}`
  }
  const { rows } = await sql<ChangeRow>`
    with page as materialized (${entries})
    select a.id, ${shownKind('a')} as kind, a.at, a.at::text as "cursorAt", a.document_id as "documentId", a.person_id as "personId",
      (select t.name from api_token t where t.id = a.session_id) as token,
      a.recorded_path as "recordedPath", ${recordedIds(tree)} as "recordedIds",
      a.detail->>'formerPath' as "formerPath", a.detail->'formerIds' as "formerIds",
      a.detail->>'formerNumber' as "formerNumber", a.detail->>'number' as number,
      coalesce((a.detail->>'restored')::boolean, false) as restored,
      case when a.kind = 'PERMISSION' then a.detail->>'before' end as "formerAudience",
      case when a.kind = 'PERMISSION' then a.detail->>'after' end as audience, v.number as version
    from page a left join lateral (select number from document_version where id = a.version_id offset 0) as v on true
    order by a.at desc, a.id desc`.execute(db)
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
      isReadable(tree, 'document.acl_id'),
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
