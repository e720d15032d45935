import { sql } from 'kysely'
import { tidyText } from '../../../shared/texts.ts'
import { conflict, requireFields } from '../../access/errors.ts'
import type { Connection, Tx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'

/** A category to be added, in its place; children are the second level. */
export interface NewCategory {
  name: string
  /** Whether it applies to new builds, and to projects in operation (CHK-43); both unless given. */
  isDevelopment?: boolean
  isOperating?: boolean
  children?: readonly Omit<NewCategory, 'children'>[]
}

/** Characters of the name of a checklist or a category. */
const MAX_NAME = 200

/** Checklists of one portfolio, active or not; their cells are bounded together by refusal_of_checklist_cells. */
const MAX_CHECKLISTS = 50
/** Categories of one checklist, on both levels. */
const MAX_CATEGORIES = 1000

/** What is wrong with the trimmed name of a checklist or a category; null for nothing. */
export function checklistNameProblem(name: string): string | null {
  if (name === '') return 'This field is required'
  return [...name].length > MAX_NAME ? `Please use at most ${MAX_NAME} characters.` : null
}

/**
 * Makes a checklist without categories; inactive unless said otherwise. @returns its id
 * @throws BAD_USER_INPUT for a name that is empty or too long, CONFLICT where the portfolio has too many
 */
export async function createChecklist(
  tx: Tx,
  { portfolioId, name, isActive = false }: { portfolioId: string; name: string; isActive?: boolean },
): Promise<string> {
  requireFields({ name: checklistNameProblem(tidyText(name)) })
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from checklist where portfolio_id = ${portfolioId}`.execute(tx)
  if ((rows[0]?.count ?? 0) >= MAX_CHECKLISTS) {
    throw conflict(`This portfolio has ${MAX_CHECKLISTS} checklists already. Please delete one first.`)
  }
  const id = newId()
  await tx
    .insertInto('checklist')
    .values({ id, portfolio_id: portfolioId, name: tidyText(name), is_active: isActive })
    .execute()
  return id
}

/** Why the portfolio can't have so many projects more: the sentence; null where its checklists leave room for them. */
export async function cellsRefused(
  db: Connection,
  portfolioId: string,
  more: number,
): Promise<string | null> {
  const { rows } = await sql<{ refusal: string | null }>`
    select refusal_of_checklist_cells(${portfolioId}, ${more}) as refusal`.execute(db)
  return rows[0]?.refusal ?? null
}

/** Asked before `count` categories are added. @throws CONFLICT where the checklist would have too many */
export async function requireRoomFor(tx: Tx, checklistId: string, count: number): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from checklist_category where checklist_id = ${checklistId}`.execute(tx)
  if ((rows[0]?.count ?? 0) + count > MAX_CATEGORIES) {
    throw conflict(
      `A checklist has at most ${MAX_CATEGORIES.toLocaleString('en')} categories. Please delete some first.`,
    )
  }
}

/**
 * Adds parents with their children after those that are there; the items of their cells come into being with them
 * (CHK-44). @throws BAD_USER_INPUT for a name that is empty or too long, CONFLICT where the checklist would have too many
 */
export async function addCategories(
  tx: Tx,
  checklistId: string,
  categories: readonly NewCategory[],
): Promise<void> {
  const all = categories.flatMap((parent) => [parent, ...(parent.children ?? [])])
  for (const { name } of all) requireFields({ name: checklistNameProblem(tidyText(name)) })
  await requireRoomFor(tx, checklistId, all.length)
  const rows = (given: readonly NewCategory[]) =>
    given.map(({ name, isDevelopment = true, isOperating = true }, place) => ({
      name: tidyText(name),
      is_development: isDevelopment,
      is_operating: isOperating,
      place,
    }))
  const added = await sql<{ id: string }>`
    insert into checklist_category (checklist_id, name, row_number, is_development, is_operating)
    select ${checklistId}, name, place + 1 + coalesce((select max(row_number) from checklist_category
      where checklist_id = ${checklistId} and parent_id is null), 0), is_development, is_operating
    from json_to_recordset(${JSON.stringify(rows(categories))})
      as one (name text, is_development boolean, is_operating boolean, place integer)
    order by place returning id::text`.execute(tx)
  const children = categories.flatMap(({ children = [] }, at) =>
    rows(children).map((row) => ({ ...row, parent_id: added.rows[at]?.id })),
  )
  await sql`
    insert into checklist_category (checklist_id, parent_id, name, row_number, is_development, is_operating)
    select ${checklistId}, parent_id, name, place + 1, is_development, is_operating
    from json_to_recordset(${JSON.stringify(children)})
      as one (parent_id bigint, name text, is_development boolean, is_operating boolean, place integer)`.execute(
    tx,
  )
}

/** Copies the categories of one checklist to the end of another: names and order, no items, comments or links (BO-25). */
export async function copyCategories(tx: Tx, from: string, to: string): Promise<void> {
  const { rows } = await sql<{
    id: string
    parentId: string | null
    name: string
    isDevelopment: boolean
    isOperating: boolean
  }>`
    select id::text, parent_id::text as "parentId", name, is_development as "isDevelopment",
      is_operating as "isOperating"
    from checklist_category where checklist_id = ${from} order by row_number, id`.execute(tx)
  const childrenOf = Map.groupBy(rows, ({ parentId }) => parentId)
  await addCategories(
    tx,
    to,
    (childrenOf.get(null) ?? []).map((parent) => ({ ...parent, children: childrenOf.get(parent.id) ?? [] })),
  )
}

/** Shows a checklist, or no longer (CHK-46). */
export async function setChecklistActive(tx: Tx, id: string, isActive: boolean): Promise<void> {
  await tx
    .updateTable('checklist')
    .set((eb) => ({ is_active: isActive, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute()
}
