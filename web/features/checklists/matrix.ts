import {
  type ChecklistItemStatus,
  type ChecklistProgress,
  progressOf,
  rowLabel,
} from '../../../shared/checklists.ts'
import type {
  ChecklistDataQuery,
  ChecklistItemsQuery,
  PortfolioProjectsQuery,
} from './operations.generated.ts'

export type Checklist = NonNullable<ChecklistDataQuery['checklist']>
export type Category = Checklist['categories'][number]
export type Item = NonNullable<ChecklistItemsQuery['checklist']>['items'][number]
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
  readonly statuses: readonly ChecklistItemStatus[]
  /** `NOBODY` stands for cells that nobody is assigned to. */
  readonly userIds: readonly string[]
  readonly projectIds: readonly string[]
}

export const NOBODY = 'nobody'

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

/** Values that a change gives an item. */
export type ItemPatch = Partial<Pick<Item, 'status' | 'userId' | 'link' | 'commentCount'>>

/**
 * The items of a checklist that have been read, project by project. They are many and change one by one, so they are
 * changed in place.
 */
export class Items {
  readonly #byId = new Map<string, Item>()
  readonly #byProject = new Map<string, Map<string, Item>>()

  /** All items of some projects, as they were read, in place of those that are there. */
  put(projectIds: readonly string[], items: readonly Item[]): void {
    for (const projectId of projectIds) {
      this.drop(projectId)
      this.#byProject.set(projectId, new Map())
    }
    for (const read of items) {
      const item = { ...read }
      this.#byId.set(item.id, item)
      this.#byProject.get(item.projectId)?.set(item.categoryId, item)
    }
  }

  drop(projectId: string): void {
    for (const { id } of this.#byProject.get(projectId)?.values() ?? []) this.#byId.delete(id)
    this.#byProject.delete(projectId)
  }

  /** How many there are. */
  get size(): number {
    return this.#byId.size
  }

  /** Who is assigned among those that have been read. */
  userIds(): string[] {
    const ids = new Set<string>()
    for (const { userId } of this.#byId.values()) if (userId !== null) ids.add(userId)
    return [...ids]
  }

  /** Projects whose items have been read, the first read first. */
  get projectIds(): Iterable<string> {
    return this.#byProject.keys()
  }

  has(projectId: string): boolean {
    return this.#byProject.has(projectId)
  }

  at(categoryId: string, projectId: string): Item | undefined {
    return this.#byProject.get(projectId)?.get(categoryId)
  }

  of(projectId: string): Iterable<Item> {
    return this.#byProject.get(projectId)?.values() ?? []
  }

  byId(id: string): Item | undefined {
    return this.#byId.get(id)
  }

  /** @returns what it was before; null where there is no such item */
  patch(id: string, patch: ItemPatch): Item | null {
    const item = this.#byId.get(id)
    if (!item) return null
    const before = { ...item }
    Object.assign(item, patch)
    return before
  }
}

/** Figures over the items of all children that apply (CHK-01). */
export interface Counts extends Record<ChecklistProgress, number> {
  readonly total: number
  readonly assigned: number
}

/** The figures after an item of a child has changed. */
export const countsAfter = (counts: Counts, before: Item, after: ItemPatch): Counts => {
  const moved = { ...counts }
  moved[progressOf(before.status)] -= 1
  moved[progressOf(after.status ?? before.status)] += 1
  const userId = after.userId === undefined ? before.userId : after.userId
  return { ...moved, assigned: counts.assigned - Number(before.userId !== null) + Number(userId !== null) }
}

/** The filter without projects that are not in the checklist, as an address may name them. */
export const knownFilter = (filter: MatrixFilter, projects: readonly Project[]): MatrixFilter => {
  const ids = new Set(projects.map(({ id }) => id))
  return filter.projectIds.every((id) => ids.has(id))
    ? filter
    : { ...filter, projectIds: filter.projectIds.filter((id) => ids.has(id)) }
}

/** Whether a cell of a child shows under the filter; that of another project is not asked about. */
export const meets = ({ status, userId }: Item, { statuses, userIds }: MatrixFilter): boolean =>
  (statuses.length === 0 || statuses.includes(status)) &&
  (userIds.length === 0 || userIds.includes(userId ?? NOBODY))

/** The projects that are shown. */
export const columnsOf = (projects: readonly Project[], { projectIds }: MatrixFilter): readonly Project[] =>
  projectIds.length === 0 ? projects : projects.filter(({ id }) => projectIds.includes(id))

export const isFiltered = ({ statuses, userIds }: MatrixFilter): boolean =>
  statuses.length > 0 || userIds.length > 0

/** The child categories with an item of these projects that has been read and meets the filter. */
export function categoriesThatMeet(
  items: Items,
  projects: readonly Project[],
  filter: MatrixFilter,
): Set<string> {
  const found = new Set<string>()
  for (const { id } of projects) {
    for (const item of items.of(id)) if (meets(item, filter)) found.add(item.categoryId)
  }
  return found
}

/**
 * The rows that are shown: without children of what is collapsed (CHK-08); under a filter by status or person only those
 * with a cell that meets it, and their parents.
 * @param found the categories with such a cell; null where nothing is filtered
 */
export function shownRows(
  rows: readonly MatrixRow[],
  collapsed: ReadonlySet<string>,
  found: ReadonlySet<string> | null,
): readonly MatrixRow[] {
  const children = rows.filter(
    ({ parentId, categoryId }) => parentId !== null && (found === null || found.has(categoryId)),
  )
  const parents = new Set(children.map(({ parentId }) => parentId))
  const shown = new Set(children)
  return rows.filter((row) =>
    row.parentId === null
      ? found === null || parents.has(row.categoryId)
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
