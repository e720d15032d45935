import { useMemo, useReducer, useRef, useState } from 'react'
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
  readonly addUsers: (users: readonly User[]) => void
  /** Reads all of it again, as after a reconnect. */
  readonly reload: () => Promise<unknown>
}

/**
 * Reads a checklist with its projects. Items are tens of thousands: they stay out of the cache, which would take longer
 * to file them than the page to show them.
 * @param checklistId null reads nothing yet
 */
export function useChecklist(portfolioId: string, checklistId: string | null): OpenChecklist {
  const projects = useReading(PortfolioProjectsDocument, { portfolioId }, { fetchPolicy: 'no-cache' })
  const reading: Reading<ChecklistDataQuery> = useReading(
    ChecklistDataDocument,
    { checklistId: checklistId ?? '' },
    { fetchPolicy: 'no-cache', skip: checklistId === null },
  )
  const [version, changed] = useReducer((count: number) => count + 1, 0)
  const [added, setAdded] = useState<readonly User[]>([])
  const data = reading.data?.checklist ?? undefined
  const rows = useMemo(() => rowsOf(data?.categories ?? []), [data])
  // What has come since it was last asked for: an answer that is on its way may not know of it.
  const recent = useRef(new Map<string, ItemPatch>())
  const items = useMemo(() => {
    const made = new Items(data?.items ?? [])
    for (const [id, values] of recent.current) made.patch(id, values)
    return made
  }, [data])
  const users = useMemo(
    () => new Map([...added, ...(data?.assignees ?? [])].map((user) => [user.id, user])),
    [data, added],
  )
  const current = useRef(items)
  current.current = items
  const patch = useRef((id: string, values: ItemPatch) => {
    recent.current.set(id, { ...recent.current.get(id), ...values })
    if (current.current.patch(id, values)) changed()
  })
  const addUsers = useRef((more: readonly User[]) => setAdded((before) => [...before, ...more]))
  const { refetch } = reading
  const reload = useMemo(
    () => () => {
      recent.current.clear()
      return refetch()
    },
    [refetch],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: items change in place, which `version` says
  return useMemo(
    () => ({
      data,
      rows,
      items,
      users,
      projects: projects.data?.portfolioProjects ?? NO_PROJECTS,
      loading: projects.loading || reading.loading || (checklistId === null && !data),
      error: projects.error ?? reading.error,
      patch: patch.current,
      addUsers: addUsers.current,
      reload,
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
      reload,
      checklistId,
    ],
  )
}
