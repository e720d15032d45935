import { useCallback, useMemo } from 'react'
import { type ReadingError, useReading } from '../../graphql/useReading.ts'
import { type Counts, type Item, type ItemPatch, type Project, rowsOf, type User } from './matrix.ts'
import {
  ChecklistDataDocument,
  type ChecklistDataQuery,
  PortfolioProjectsDocument,
} from './operations.generated.ts'
import { useAssignees } from './useAssignees.ts'
import { type Cells, useCells } from './useCells.ts'
import { useFigures } from './useFigures.ts'

const NO_PROJECTS: readonly Project[] = []

/** A checklist as it stands: its rows and projects, the cells that have been read, and what changes of them. */
export interface OpenChecklist {
  readonly data: NonNullable<ChecklistDataQuery['checklist']> | undefined
  readonly rows: ReturnType<typeof rowsOf>
  readonly cells: Cells
  /** Null while they are on their way. */
  readonly counts: Counts | null
  readonly users: ReadonlyMap<string, User>
  readonly projects: readonly Project[]
  readonly loading: boolean
  readonly error: ReadingError | undefined
  /** Changes what is shown of an item. */
  readonly patch: (id: string, patch: ItemPatch) => void
  readonly addUsers: (users: readonly User[]) => void
  /** Asks once for each of them who it is. */
  readonly loadUsers: (ids: readonly string[]) => void
  /** Reads again what is in sight, as after a reconnect. */
  readonly reload: () => Promise<unknown>
}

/**
 * Reads a checklist with its projects, and follows it item by item.
 * @param isReady nothing is read before
 */
export function useChecklist(portfolioId: string, checklistId: string, isReady: boolean): OpenChecklist {
  const projects = useReading(PortfolioProjectsDocument, { portfolioId }, { fetchPolicy: 'no-cache' })
  const reading = useReading(
    ChecklistDataDocument,
    { checklistId },
    { fetchPolicy: 'no-cache', skip: !isReady },
  )
  const data = reading.data?.checklist ?? undefined
  const rows = useMemo(() => rowsOf(data?.categories ?? []), [data])
  const children = useMemo(
    () => new Set(rows.flatMap(({ categoryId, parentId }) => (parentId === null ? [] : categoryId))),
    [rows],
  )
  const cells = useCells(checklistId, rows.length)
  const isChild = useCallback(({ categoryId }: Item) => children.has(categoryId), [children])
  const { counts, count, reload: countAgain } = useFigures(checklistId, !isReady, isChild)
  const { users, addUsers, loadUsers } = useAssignees(checklistId, data?.assignees, cells)
  const { patch: patchCell, refresh } = cells
  const patch = useCallback(
    (id: string, values: ItemPatch) => count(patchCell(id, values), values),
    [count, patchCell],
  )
  const { refetch } = reading
  const reload = useCallback(() => {
    refresh()
    countAgain()
    return refetch()
  }, [refresh, countAgain, refetch])
  return {
    data,
    rows,
    cells,
    counts,
    users,
    projects: projects.data?.portfolioProjects ?? NO_PROJECTS,
    loading: projects.loading || reading.loading || !isReady,
    error: projects.error ?? reading.error ?? cells.error,
    patch,
    addUsers,
    loadUsers,
    reload,
  }
}
