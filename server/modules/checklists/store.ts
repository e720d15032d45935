import { type RawBuilder, sql } from 'kysely'
import type { ChecklistItemStatus } from '../../../shared/checklists.ts'
import type { Actor } from '../../access/actor.ts'
import { mayKnow } from '../../access/parties.ts'
import { scopeOf } from '../../access/scopes.ts'
import type { Connection, Tx } from '../../platform/database/database.ts'
import { isId } from '../../platform/ids.ts'
import { type ChecklistRow, isItemId } from './opening.ts'

export interface CategoryRow {
  id: string
  parentId: string | null
  name: string
  rowNumber: number
  isDevelopment: boolean
  isOperating: boolean
}

/** A category with the level below it. */
export interface CategoryNode extends CategoryRow {
  /** None for a child. */
  children: readonly CategoryNode[]
}

/** Parents in their order, each with its children. */
export function treeOf(categories: readonly CategoryRow[]): CategoryNode[] {
  const childrenOf = Map.groupBy(categories, ({ parentId }) => parentId)
  return (childrenOf.get(null) ?? []).map((parent) => ({
    ...parent,
    children: (childrenOf.get(parent.id) ?? []).map((child) => ({ ...child, children: [] })),
  }))
}

export interface ItemRow {
  id: string
  link: string | null
  projectId: string
  categoryId: string
  commentCount: number
  status: ChecklistItemStatus
  userId: string | null
}

/** A row with the checklist that it belongs to, where several are read. */
export type Of<Row> = Row & { checklistId: string }

/** The rows of each checklist, in the order of the ids. */
export function byChecklist<Row>(ids: readonly string[], rows: readonly Of<Row>[]): Row[][] {
  const found = Map.groupBy(rows, ({ checklistId }) => checklistId)
  return ids.map((id) => found.get(id) ?? [])
}

/** For a loader, in the order of the ids: all of both levels, parents first, each level in its order. */
export async function categoriesOf(
  db: Connection,
  checklistIds: readonly string[],
): Promise<CategoryRow[][]> {
  const { rows } = await sql<Of<CategoryRow>>`
    select checklist_id as "checklistId", id::text, parent_id::text as "parentId", name, row_number as "rowNumber",
      is_development as "isDevelopment", is_operating as "isOperating"
    from checklist_category where checklist_id = any(${checklistIds}::uuid[])
    order by parent_id nulls first, row_number, id`.execute(db)
  return byChecklist(checklistIds, rows)
}

/** SQL: an item. @param comments how many of its comments are counted */
export const itemWith = (comments: RawBuilder<number>): RawBuilder<unknown> => sql`
  item.id::text, item.link, item.project_id as "projectId", item.category_id::text as "categoryId",
  ${comments} as "commentCount", item.status, item.person_id as "userId"`

/** SQL: an item with the number of all its comments, which the deal team alone may be told. */
const ITEM = itemWith(sql`item.comment_count`)

/** SQL: items of cells that apply: of projects that are in the portfolio, by their phase (CHK-43). */
export const APPLYING = sql`
  checklist_item item
  join checklist on checklist.id = item.checklist_id
  join checklist_category category on category.id = item.category_id
  join portfolio_project link on link.portfolio_id = checklist.portfolio_id and link.project_id = item.project_id
  join project on project.id = item.project_id
    and case project.status when 'OPERATING' then category.is_operating else category.is_development end`

/** Those of some rows of the checklist. The caller has opened it. */
export async function itemsOfRows(
  db: Connection,
  checklistId: string,
  categoryIds: readonly string[],
): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select ${ITEM} from ${APPLYING}
    where item.checklist_id = ${checklistId} and item.category_id = any(${categoryIds}::bigint[])`.execute(db)
  return rows
}

/** Those of the checklist that changed last in these entries of activity, as they are now. */
export async function itemsChangedIn(
  db: Connection,
  checklistId: string,
  activityIds: readonly number[],
): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select ${ITEM} from ${APPLYING}
    where item.changed_in = any(${activityIds}::bigint[]) and item.checklist_id = ${checklistId}`.execute(db)
  return rows
}

/** Those of the checklist among some, as they are now. */
export async function itemsById(
  db: Connection,
  checklistId: string,
  ids: readonly string[],
): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select ${ITEM} from ${APPLYING}
    where item.id = any(${ids}::bigint[]) and item.checklist_id = ${checklistId}`.execute(db)
  return rows
}

/** An item under the caller's lock, with the level of its category. */
export interface LockedItem extends ItemRow {
  isParent: boolean
}

/** Locks items of the checklist, in the order of their ids, so that no two changes wait for each other. */
export async function lockItems(tx: Tx, checklistId: string, ids: readonly string[]): Promise<LockedItem[]> {
  const { rows } = await sql<LockedItem>`
    select ${ITEM}, category.parent_id is null as "isParent" from ${APPLYING}
    where item.id = any(${ids.filter(isItemId)}::bigint[]) and item.checklist_id = ${checklistId}
    order by item.id for no key update of item`.execute(tx)
  return rows
}

export interface ItemChange {
  status?: ChecklistItemStatus
  userId?: string | null
  link?: string | null
}

/** @param activityId the entry that says who changed them */
export async function updateItems(
  tx: Tx,
  ids: readonly string[],
  { status, userId, link }: ItemChange,
  activityId: number,
): Promise<ItemRow[]> {
  const sets: RawBuilder<unknown>[] = [sql`changed_in = ${activityId}`]
  if (status !== undefined) sets.push(sql`status = ${status}`)
  if (userId !== undefined) sets.push(sql`person_id = ${userId}`)
  if (link !== undefined) sets.push(sql`link = ${link}`)
  const { rows } = await sql<ItemRow>`
    update checklist_item item set ${sql.join(sets)} where id = any(${ids}::bigint[])
    returning ${ITEM}`.execute(tx)
  return rows
}

/** The assignees that are asked for; all of them with neither. */
export interface AssigneesPart {
  ids: readonly string[] | null
  /** The first ones by name. */
  limit: number | null
}

/**
 * For a loader, in the order of the checklists: ids of the assignees whom the actor may know (QA-40), by name.
 */
export async function assigneesOf(
  db: Connection,
  actor: Actor,
  checklists: readonly ChecklistRow[],
  { ids: named, limit }: AssigneesPart,
): Promise<string[][]> {
  const known = checklists.map(
    (each) => sql<boolean>`(chosen.checklist_id = ${each.id} and ${mayKnow(actor, scopeOf(each))})`,
  )
  if (known.length === 0) return []
  const { rows } = await sql<{ checklistId: string; id: string }>`
    with chosen as materialized (
      select distinct checklist_id, person_id from checklist_item
      where checklist_id = any(${checklists.map(({ id }) => id)}::uuid[]) and person_id is not null
        and ${named ? sql`person_id = any(${named.filter(isId)}::uuid[])` : sql`true`}
    ), assignee as (
      select chosen.checklist_id, p.id, p.first_name, p.last_name
      from chosen join person p on p.id = chosen.person_id
      where ${sql.join(known, sql` or `)}
    ), placed as (
      select checklist_id as "checklistId", id, row_number() over (
        partition by checklist_id order by first_name collate name_order, last_name collate name_order, id) as place
      from assignee
    )
    select "checklistId", id from placed where ${limit === null ? sql`true` : sql`place <= ${limit}`}
    order by place`.execute(db)
  return byChecklist(
    checklists.map(({ id }) => id),
    rows,
  ).map((people) => people.map(({ id }) => id))
}

/** What a mail names of items, by id: their row and project. */
export interface NamedItem extends ItemRow {
  category: string
  parentNumber: number
  rowNumber: number | null
  project: string
}

/** Items that apply by now, for whoever may open the checklist. */
export async function namedItems(
  db: Connection,
  checklistId: string,
  ids: readonly string[],
): Promise<NamedItem[]> {
  const { rows } = await sql<NamedItem>`
    select ${ITEM}, category.name as category, project.name as project,
      coalesce(parent.row_number, category.row_number) as "parentNumber",
      case when parent.id is null then null else category.row_number end as "rowNumber"
    from ${APPLYING} left join checklist_category parent on parent.id = category.parent_id
    where item.checklist_id = ${checklistId} and item.id = any(${ids.filter(isItemId)}::bigint[])
    order by "parentNumber", "rowNumber" nulls first, project.name collate name_order`.execute(db)
  return rows
}
