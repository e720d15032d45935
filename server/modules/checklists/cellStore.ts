import { sql } from 'kysely'
import type { ChecklistItemStatus } from '../../../shared/checklists.ts'
import { CHECKLIST_STATUSES, progressOf } from '../../../shared/checklists.ts'
import type { Actor } from '../../access/actor.ts'
import { badInput } from '../../access/errors.ts'
import type { Connection } from '../../platform/database/database.ts'
import { isId } from '../../platform/ids.ts'
import { countForActor } from './commentStore.ts'
import { type ChecklistRow, isItemId } from './opening.ts'
import { APPLYING, byChecklist, type ItemRow, itemWith, type Of } from './store.ts'

/** The part of a matrix that is asked for; all of it with neither. */
export interface ItemsPart {
  projectIds: readonly string[] | null
  ids: readonly string[] | null
}

/** Ids that a part may name of each kind. */
export const MAX_NAMED = 200
/** Items that are read at a time: one process takes 0.8 s for them, in which it answers nobody else. */
const MAX_READ = 100_000

/**
 * For a loader, in the order of the checklists; comments are counted as far as they are for the actor (CHK-47).
 * @throws BAD_USER_INPUT for more than can be read at a time
 */
export async function itemsOf(
  db: Connection,
  actor: Actor,
  checklists: readonly ChecklistRow[],
  { projectIds, ids }: ItemsPart,
): Promise<ItemRow[][]> {
  const checklistIds = checklists.map(({ id }) => id)
  if ((projectIds?.length ?? 0) > MAX_NAMED || (ids?.length ?? 0) > MAX_NAMED) {
    throw badInput(`Please name at most ${MAX_NAMED} projects, and ${MAX_NAMED} items, at a time.`)
  }
  const { rows } = await sql<Of<ItemRow>>`
    select item.checklist_id as "checklistId", ${itemWith(countForActor(actor, checklists))} from ${APPLYING}
    where item.checklist_id = any(${checklistIds}::uuid[])
      and ${projectIds ? sql`item.project_id = any(${projectIds.filter(isId)}::uuid[])` : sql`true`}
      and ${ids ? sql`item.id = any(${ids.filter(isItemId)}::bigint[])` : sql`true`}
    limit ${MAX_READ + 1}`.execute(db)
  if (rows.length > MAX_READ) {
    throw badInput(
      'These are more than 100,000 cells. Please read them by some projects at a time (projectIds).',
    )
  }
  return byChecklist(checklistIds, rows)
}

/** Figures over the items of child categories (CHK-01). */
export interface CountsRow {
  total: number
  done: number
  attention: number
  inProgress: number
  assigned: number
}

const statusesOf = (progress: ReturnType<typeof progressOf>): ChecklistItemStatus[] =>
  CHECKLIST_STATUSES.filter((status) => progressOf(status) === progress)

/** For a loader, in the order of the ids; the caller has opened the checklists. */
export async function countsOf(db: Connection, checklistIds: readonly string[]): Promise<CountsRow[]> {
  const { rows } = await sql<Of<CountsRow>>`
    select item.checklist_id as "checklistId", count(*)::int as total,
      count(*) filter (where item.status = any(${statusesOf('done')}))::int as done,
      count(*) filter (where item.status = any(${statusesOf('attention')}))::int as attention,
      count(*) filter (where item.status = any(${statusesOf('inProgress')}))::int as "inProgress",
      count(item.person_id)::int as assigned
    from ${APPLYING}
    where item.checklist_id = any(${checklistIds}::uuid[]) and category.parent_id is not null
    group by item.checklist_id`.execute(db)
  return byChecklist(checklistIds, rows).map(
    ([counts]) => counts ?? { total: 0, done: 0, attention: 0, inProgress: 0, assigned: 0 },
  )
}

/** What cells are looked for; null where nothing of it is asked. */
export interface CellFilter {
  statuses: readonly ChecklistItemStatus[] | null
  /** Null among them is nobody. */
  userIds: readonly (string | null)[] | null
  projectIds: readonly string[] | null
}

/** For a loader: ids of the child categories with an item that meets all of the filter (CHK-14). */
export async function matchingCategories(
  db: Connection,
  checklistIds: readonly string[],
  { statuses, userIds, projectIds }: CellFilter,
): Promise<string[][]> {
  const people = userIds?.filter((id) => id !== null && isId(id)) ?? []
  const { rows } = await sql<Of<{ id: string }>>`
    select distinct item.checklist_id as "checklistId", item.category_id::text as id from ${APPLYING}
    where item.checklist_id = any(${checklistIds}::uuid[]) and category.parent_id is not null
      and ${statuses ? sql`item.status = any(${statuses})` : sql`true`}
      and ${userIds ? sql`(item.person_id = any(${people}::uuid[]) or (${userIds.includes(null)} and item.person_id is null))` : sql`true`}
      and ${projectIds ? sql`item.project_id = any(${projectIds.filter(isId)}::uuid[])` : sql`true`}`.execute(
    db,
  )
  return byChecklist(checklistIds, rows).map((found) => found.map(({ id }) => id))
}
