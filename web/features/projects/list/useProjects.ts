import { useReading } from '../../../graphql/useReading.ts'
import { useExistingPage, useListState } from '../../../ui/index.ts'
import { type ProjectFilter, variablesOf } from '../core/filter.ts'
import { ProjectsPageDocument, type ProjectsPageQuery } from './operations.generated.ts'

export type Project = NonNullable<ProjectsPageQuery['projects']['projects']>[number]

const PER_PAGE = 50
const LIST = {
  // PROJ-06
  filters: { ownership: ['all', 'owned', 'pipeline'], view: ['list', 'map', 'radius'] },
  ids: ['project'],
  sorts: ['name', 'status', 'location', 'capacity', 'type', 'acquired_portfolio'],
  // PROJ-08
  sort: { key: 'name', direction: 'asc' },
  perPage: PER_PAGE,
} as const

/** What is chosen of a list of projects, in the address. */
export const useProjectList = () => useListState(LIST)
export type ProjectListState = ReturnType<typeof useProjectList>

/**
 * The page of projects that the address asks for, with the figures of all that is found.
 * @param isListed whether it shows as a list, which a page that is gone leaves for the last one
 */
export function useProjects(list: ProjectListState, filter: ProjectFilter, isListed = true) {
  const reading = useReading(
    ProjectsPageDocument,
    // Beside a map the list is the map's own.
    { ...variablesOf(filter), ordering: list.ordering, offset: list.offset, isListed },
    { keep: true, every: 60_000 },
  )
  const { data, stale } = reading
  const count = data?.projects.aggregations.count ?? 0
  const pageCount = Math.ceil(count / PER_PAGE)
  useExistingPage(list.page, isListed && data && !stale ? pageCount : undefined, list.replacePage)
  return { ...reading, count, pageCount }
}
