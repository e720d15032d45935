import { usePagedList } from '../../../graphql/usePagedList.ts'
import { useListState } from '../../../ui/index.ts'
import { type ProjectFilter, variablesOf } from '../core/filter.ts'
import { ProjectsPageDocument, type ProjectsPageQuery } from './operations.generated.ts'

export type Project = NonNullable<ProjectsPageQuery['projects']['projects']>[number]

const LIST = {
  // PROJ-06
  filters: { ownership: ['all', 'owned', 'pipeline'], view: ['list', 'map', 'radius'] },
  ids: ['project'],
  sorts: ['name', 'status', 'location', 'capacity', 'type', 'acquired_portfolio'],
  // PROJ-08
  sort: { key: 'name', direction: 'asc' },
  perPage: 50,
} as const

/** What is chosen of a list of projects, in the address. */
export const useProjectList = () => useListState(LIST)
export type ProjectListState = ReturnType<typeof useProjectList>

/**
 * The page of projects that the address asks for, with the figures of all that is found.
 * @param isListed whether it shows as a list; beside a map the list is the map's own
 */
export const useProjects = (list: ProjectListState, filter: ProjectFilter, isListed = true) =>
  usePagedList(ProjectsPageDocument, list, (page) => ({ ...page, ...variablesOf(filter), isListed }), {
    isHidden: !isListed,
    pageOf: ({ projects: { projects, aggregations } }) => ({
      rows: projects ?? [],
      count: aggregations.count,
    }),
  })
