import { type RawBuilder, sql } from 'kysely'
import type { ActivityType } from '../../../../shared/enumerations.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { isReadable } from '../ground/acls.ts'
import { groupsByChange, readableGroups } from '../ground/nameGroups.ts'
import { groupsAt, type Principal } from '../ground/principals.ts'
import { type OpenTree, ofTrees } from '../ground/trees.ts'
import { all, conditionsOf, entriesOf, type HistorySelection, inTree } from './historySelection.ts'

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
    count = sql`select coalesce(sum(g.changes), 0)::int as count from ${readableGroups(tree)} where ${all(group)}`
  } else if (tree.rights.admin && group.length + name.length === 0) {
    count = sql`select count(*)::int as count from ${inTree(tree, conditions)}`
  } else {
    count = sql`
      select count(*)::int as count from ${readableGroups(tree)} cross join ${entriesOf(conditions)}
      where g.changes > 0 and ${all(group)}`
  }
  const { rows } = await (count as RawBuilder<{ count: number }>).execute(db)
  return rows[0]?.count ?? 0
}

/** SQL: what a path is shown by; whoever sees every folder needs none of it, and reading it takes its time. */
export const recordedIds = (tree: OpenTree): RawBuilder<unknown> =>
  tree.rights.admin ? sql`null::uuid[]` : sql`a.recorded_ids`

/** Where a page begins: after so many rows, or after a row. */
export type From = { offset: number } | { after: Pick<ChangeRow, 'id' | 'cursorAt'> | null }

/** Groups that the first step looks into; each further step takes four times as many. */
const FIRST_GROUPS = 16

/** The newest entries, by number, of which the last is as old as `at` says. */
interface Newest {
  ids: number[]
  /** The moment with all its digits. */
  at: string | null
  passed: { id: number; at: string } | null
}

/**
 * The numbers of the newest entries. Groups are looked into in the order of their newest changes, until the next one
 * is older than all that are wanted.
 */
async function newestChanges(
  db: Connection,
  tree: OpenTree,
  selection: HistorySelection,
  wanted: number,
): Promise<number[]> {
  const conditions = conditionsOf(tree, selection)
  let newest: Newest = { ids: [], at: null, passed: null }
  for (let groups = FIRST_GROUPS; ; groups *= 4) {
    const { ids, at, passed } = newest
    const next = all([
      ...conditions.group,
      ...(passed
        ? [sql<boolean>`(g.changed_at, g.id) < (${passed.at}::timestamptz, ${passed.id}::bigint)`]
        : []),
      ...(ids.length >= wanted ? [sql<boolean>`g.changed_at >= ${at}::timestamptz`] : []),
    ])
    const { rows } = await sql<Newest & { looked: number }>`
      with next as materialized (select * from ${groupsByChange(tree, next, groups)}),
      found as materialized (
        select id, at from (
          select a.id, a.at from next as g cross join ${entriesOf(conditions)}
          union all
          select id, at from activity where id = any(${ids}::bigint[])
        ) as entry
        order by at desc, id desc limit ${wanted}
      )
      select
        (select count(*) from next)::int as looked,
        (select json_build_object('id', id, 'at', changed_at) from next order by changed_at, id limit 1) as passed,
        (select min(at)::text from found) as at,
        array(select id from found order by at desc, id desc) as ids`.execute(db)
    const [step] = rows
    if (!step || step.looked === 0) return ids
    newest = step
    if (step.looked < groups) return step.ids
  }
}

/**
 * One page, newest first (HIST-10). What is read row after row, to the end, goes through the tree's entries, the hidden
 * ones too: groups would be looked into again for each page.
 */
export async function changes(
  db: Connection,
  tree: OpenTree,
  selection: HistorySelection,
  limit: number,
  from: From,
): Promise<ChangeRow[]> {
  let entries: RawBuilder<unknown>
  if ('offset' in from && !tree.rights.admin) {
    const ids = await newestChanges(db, tree, selection, from.offset + limit)
    entries = sql`select * from activity where id = any(${ids.slice(from.offset)}::bigint[])`
  } else {
    const after = 'after' in from ? from.after : null
    const rest = after
      ? sql<boolean>`(a.at, a.id) < (${after.cursorAt}::timestamptz, ${after.id}::bigint)`
      : sql<boolean>`true`
    entries = sql`
      select a.* from ${inTree(tree, conditionsOf(tree, selection))} and ${rest}
      order by a.at desc, a.id desc limit ${limit} offset ${'offset' in from ? from.offset : 0}`
  }
  const { rows } = await sql<ChangeRow>`
    with page as materialized (${entries})
    select a.id, a.kind, a.at, a.at::text as "cursorAt", a.document_id as "documentId", a.person_id as "personId",
      a.recorded_path as "recordedPath", ${recordedIds(tree)} as "recordedIds",
      a.detail->>'formerPath' as "formerPath", a.detail->'formerIds' as "formerIds", v.number as version
    from page a left join document_version v on v.id = a.version_id
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
