import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useReading } from '../../graphql/useReading.ts'
import { categoriesThatMeet, isFiltered, type MatrixFilter, NOBODY, type Project } from './matrix.ts'
import { ChecklistMatchesDocument } from './operations.generated.ts'
import type { Cells, Viewport } from './useCells.ts'
import { useThrottledRefetch } from './useThrottledRefetch.ts'

/** Projects that are taken to be in sight before the window has been measured. */
const FIRST = { from: 0, to: 8 }
/** Milliseconds after a change of an unread cell until it is asked again which rows have one that meets the filter. */
const MATCHES_AFTER_MS = 500
/** The same without any change that came over the socket, which may be down. */
const MATCHES_EVERY_MS = 10_000

/**
 * Has the cells come that are in sight.
 * @param isReady the rows are known
 * @returns for whoever knows which projects are, from one up to, not including, another
 */
export function useViewport(
  cells: Cells,
  projects: readonly Project[],
  isReady: boolean,
): (from: number, to: number) => void {
  const range = useRef(FIRST)
  const { setViewport, perReading } = cells
  // Not a state: while one scrolls, the grid alone is rendered.
  const latest = useRef(() => {})
  latest.current = () => {
    if (isReady) setViewport(viewportOf(projects, { ...range.current, perReading }))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: `latest` reads them
  useEffect(() => latest.current(), [setViewport, projects, perReading, isReady])
  return useCallback((from: number, to: number) => {
    range.current = { from, to }
    latest.current()
  }, [])
}

function viewportOf(
  projects: readonly Project[],
  { from, to, perReading }: { from: number; to: number; perReading: number },
): Viewport {
  const idsOf = (left: number, right: number) => projects.slice(Math.max(0, left), right).map(({ id }) => id)
  const margin = Math.ceil(perReading / 4)
  return {
    near: [...idsOf(from, to), ...idsOf(to, to + margin), ...idsOf(from - margin, from)],
    prefetched: [...idsOf(to, to + perReading), ...idsOf(from - perReading, from)],
  }
}

/** Reads the item that the address names, wherever it is. */
export function useItemOf(cells: Cells, itemId: string | null, isReady: boolean): void {
  const { projectOf, whenRead } = cells
  useEffect(() => {
    if (itemId === null || !isReady) return
    const read = async () => {
      const projectId = await projectOf(itemId)
      if (projectId !== null) await whenRead(projectId)
    }
    // What can't be read is told of by the cells themselves.
    read().catch(() => {})
  }, [itemId, isReady, projectOf, whenRead])
}

/**
 * The child categories with a cell that meets the filter (CHK-14); null where nothing is filtered. Where all cells have been
 * read the page knows, otherwise the server says.
 */
export function useMatches(
  checklistId: string,
  { cells, projects, filter }: { cells: Cells; projects: readonly Project[]; filter: MatrixFilter },
): ReadonlySet<string> | null {
  const { items, version, onUnreadChange } = cells
  const isOn = isFiltered(filter)
  const isWhole = !isOn || projects.every(({ id }) => items.has(id))
  const { data, refetch } = useReading(
    ChecklistMatchesDocument,
    {
      checklistId,
      statuses: filter.statuses.length === 0 ? null : [...filter.statuses],
      userIds: filter.userIds.length === 0 ? null : filter.userIds.map((id) => (id === NOBODY ? null : id)),
      projectIds: filter.projectIds.length === 0 ? null : [...filter.projectIds],
    },
    { fetchPolicy: 'no-cache', skip: isWhole, every: MATCHES_EVERY_MS },
  )
  const refetchSoon = useThrottledRefetch(refetch, MATCHES_AFTER_MS)
  useEffect(() => (isWhole ? undefined : onUnreadChange(refetchSoon)), [isWhole, onUnreadChange, refetchSoon])
  const known = data?.checklist?.matchingCategories
  // biome-ignore lint/correctness/useExhaustiveDependencies: items change in place, which `version` says
  return useMemo(() => {
    if (!isOn) return null
    const found = categoriesThatMeet(items, projects, filter)
    if (!isWhole) for (const id of known ?? []) found.add(id)
    return found
  }, [isOn, isWhole, items, version, projects, filter, known])
}
