import { type ChecklistProgress, progressOf, rowLabel } from '../../../shared/checklists.ts'
import type { ChecklistDataQuery, PortfolioProjectsQuery } from './operations.generated.ts'

export type Checklist = NonNullable<ChecklistDataQuery['checklist']>
export type Category = Checklist['categories'][number]
export type Item = Checklist['items'][number]
export type Project = PortfolioProjectsQuery['portfolioProjects'][number]
export type User = Checklist['assignees'][number]

/** A row of the matrix: a parent category, or one of its children. */
export interface MatrixRow {
  readonly categoryId: string
  /** Of a child; null of a parent. */
  readonly parentId: string | null
  /** "1.0", "1.2" (CHK-07). */
  readonly number: string
  readonly name: string
  /** Of a parent: how many children it has. */
  readonly children: number
}

/** What is looked for; empty where nothing is chosen. A cell must meet all that are set (CHK-14). */
export interface MatrixFilter {
  readonly statuses: readonly string[]
  /** `NOBODY` stands for cells that nobody is assigned to. */
  readonly userIds: readonly string[]
  readonly projectIds: readonly string[]
}

export const NOBODY = 'nobody'
export const NO_FILTER: MatrixFilter = { statuses: [], userIds: [], projectIds: [] }

/** Rows of all categories in their order, parents and the children under them. */
export const rowsOf = (categories: readonly Category[]): MatrixRow[] =>
  categories.flatMap((parent) => [
    {
      categoryId: parent.id,
      parentId: null,
      number: rowLabel(parent.rowNumber, null),
      name: parent.name,
      children: parent.children.length,
    },
    ...parent.children.map((child) => ({
      categoryId: child.id,
      parentId: parent.id,
      number: rowLabel(parent.rowNumber, child.rowNumber),
      name: child.name,
      children: 0,
    })),
  ])

const cellKey = (categoryId: string, projectId: string): string => `${categoryId} ${projectId}`

/** Values that a change gives an item. */
export type ItemPatch = Partial<Pick<Item, 'status' | 'userId' | 'link' | 'commentCount'>>

/** The items of a checklist, by cell and by id. They are many and change one by one, so they are changed in place. */
export class Items {
  readonly all: readonly Item[]
  readonly #byId: Map<string, Item>
  readonly #byCell: Map<string, Item>

  constructor(items: readonly Item[]) {
    this.all = items.map((item) => ({ ...item }))
    this.#byId = new Map(this.all.map((item) => [item.id, item]))
    this.#byCell = new Map(this.all.map((item) => [cellKey(item.categoryId, item.projectId), item]))
  }

  at(categoryId: string, projectId: string): Item | undefined {
    return this.#byCell.get(cellKey(categoryId, projectId))
  }

  byId(id: string): Item | undefined {
    return this.#byId.get(id)
  }

  /** @returns whether there is such an item */
  patch(id: string, patch: ItemPatch): boolean {
    const item = this.#byId.get(id)
    if (item) Object.assign(item, patch)
    return item !== undefined
  }
}

/** Figures over the items of all children that apply (CHK-01). */
export interface Counts extends Record<ChecklistProgress, number> {
  readonly total: number
  readonly assigned: number
}

export function countsOf(rows: readonly MatrixRow[], items: Items): Counts {
  const children = new Set(rows.flatMap(({ categoryId, parentId }) => (parentId === null ? [] : categoryId)))
  const counts = { total: 0, done: 0, attention: 0, inProgress: 0, assigned: 0 }
  for (const { categoryId, status, userId } of items.all) {
    if (!children.has(categoryId)) continue
    counts.total += 1
    counts[progressOf(status)] += 1
    if (userId !== null) counts.assigned += 1
  }
  return counts
}

/** Whether a cell of a child shows under the filter; that of another project is not asked about. */
export const meets = ({ status, userId }: Item, { statuses, userIds }: MatrixFilter): boolean =>
  (statuses.length === 0 || statuses.includes(status)) &&
  (userIds.length === 0 || userIds.includes(userId ?? NOBODY))

/** The projects that are shown. */
export const columnsOf = (projects: readonly Project[], { projectIds }: MatrixFilter): readonly Project[] =>
  projectIds.length === 0 ? projects : projects.filter(({ id }) => projectIds.includes(id))

/**
 * The rows that are shown: without children of what is collapsed (CHK-08); under a filter by status or person only those
 * with a cell that meets it, and their parents.
 */
export function shownRows(
  rows: readonly MatrixRow[],
  collapsed: ReadonlySet<string>,
  { items, projects, filter }: { items: Items; projects: readonly Project[]; filter: MatrixFilter },
): readonly MatrixRow[] {
  const isFiltered = filter.statuses.length > 0 || filter.userIds.length > 0
  const found = new Set<string>()
  if (isFiltered) {
    const shown = new Set(projects.map(({ id }) => id))
    for (const item of items.all) {
      if (shown.has(item.projectId) && meets(item, filter)) found.add(item.categoryId)
    }
  }
  const children = rows.filter(
    ({ parentId, categoryId }) => parentId !== null && (!isFiltered || found.has(categoryId)),
  )
  const parents = new Set(children.map(({ parentId }) => parentId))
  const shown = new Set(children)
  return rows.filter((row) =>
    row.parentId === null
      ? !isFiltered || parents.has(row.categoryId)
      : shown.has(row) && !collapsed.has(row.parentId),
  )
}

/** The next cell that has an item, on a side of another one; null at the end of the matrix (CHK-15). */
export function neighbour<Cell extends { row: number; column: number }>(
  from: Cell,
  step: { row: number; column: number },
  size: { rows: number; columns: number },
  hasItem: (row: number, column: number) => boolean,
): { row: number; column: number } | null {
  let row = from.row + step.row
  let column = from.column + step.column
  while (row >= 0 && row < size.rows && column >= 0 && column < size.columns) {
    if (hasItem(row, column)) return { row, column }
    row += step.row
    column += step.column
  }
  return null
}
