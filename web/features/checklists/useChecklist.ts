import { useMemo, useReducer, useRef } from 'react'
import { type Reading, type ReadingError, useReading } from '../../graphql/useReading.ts'
import { type ItemPatch, Items, type Project, rowsOf, type User } from './matrix.ts'
import {
  ChecklistDataDocument,
  type ChecklistDataQuery,
  PortfolioProjectsDocument,
} from './operations.generated.ts'

const NO_PROJECTS: readonly Project[] = []

/** A checklist as it stands: read once, then followed item by item. */
export interface OpenChecklist {
  readonly data: NonNullable<ChecklistDataQuery['checklist']> | undefined
  readonly rows: ReturnType<typeof rowsOf>
  readonly items: Items
  readonly users: ReadonlyMap<string, User>
  readonly projects: readonly Project[]
  readonly loading: boolean
  readonly error: ReadingError | undefined
  /** Changes what is shown of an item. */
  readonly patch: (id: string, patch: ItemPatch) => void
  /** Reads all of it again, as after a reconnect. */
  readonly reload: () => Promise<unknown>
}

/**
 * Reads a checklist with its projects. Items are tens of thousands: they stay out of the cache, which would take longer
 * to file them than the page to show them.
 */
export function useChecklist(portfolioId: string, checklistId: string | null): OpenChecklist {
  const projects = useReading(PortfolioProjectsDocument, { portfolioId }, { fetchPolicy: 'no-cache' })
  const reading: Reading<ChecklistDataQuery> = useReading(
    ChecklistDataDocument,
    { checklistId: checklistId ?? '' },
    { fetchPolicy: 'no-cache', skip: checklistId === null },
  )
  const [version, changed] = useReducer((count: number) => count + 1, 0)
  const data = reading.data?.checklist ?? undefined
  const rows = useMemo(() => rowsOf(data?.categories ?? []), [data])
  const items = useMemo(() => new Items(data?.items ?? []), [data])
  const users = useMemo(() => new Map((data?.assignees ?? []).map((user) => [user.id, user])), [data])
  const current = useRef(items)
  current.current = items
  const patch = useRef((id: string, values: ItemPatch) => {
    if (current.current.patch(id, values)) changed()
  })
  return useMemo(
    () => ({
      data,
      rows,
      items,
      users,
      version,
      projects: projects.data?.portfolioProjects ?? NO_PROJECTS,
      loading: projects.loading || reading.loading,
      error: projects.error ?? reading.error,
      patch: patch.current,
      reload: reading.refetch,
    }),
    [
      data,
      rows,
      items,
      users,
      version,
      projects.data,
      projects.loading,
      projects.error,
      reading.loading,
      reading.error,
      reading.refetch,
    ],
  )
}
