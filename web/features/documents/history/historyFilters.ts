import { ACTIVITY_TYPES, type ActivityType } from '../../../../shared/activityTypes.ts'
import { withPage } from '../../../ui/index.ts'

/** Entries on one page of a history (HIST-04). */
export const HISTORY_PAGE = 100

/** What an address narrows a history to, each by a parameter that repeats (HIST-07); an empty list is no limit. */
export interface HistoryFilters {
  readonly ancestorIds: string[]
  readonly activityTypes: ActivityType[]
  readonly fileTypes: string[]
  readonly userGroupIds: string[]
}

const FILTERS = ['ancestorIds', 'activityTypes', 'fileTypes', 'userGroupIds'] as const

const valuesOf = (address: URLSearchParams, name: (typeof FILTERS)[number]): string[] => [
  ...new Set(address.getAll(name).filter((value) => value !== '')),
]

/** The filters of an address; what is no activity is passed over. */
export const filtersOf = (address: URLSearchParams): HistoryFilters => {
  const types = new Set(valuesOf(address, 'activityTypes'))
  return {
    ancestorIds: valuesOf(address, 'ancestorIds'),
    activityTypes: ACTIVITY_TYPES.filter((type) => types.has(type)),
    fileTypes: valuesOf(address, 'fileTypes'),
    userGroupIds: valuesOf(address, 'userGroupIds'),
  }
}

export const isFiltered = (filters: HistoryFilters): boolean =>
  FILTERS.some((name) => filters[name].length > 0)

/** The parameters of an address with other filters, and so on the first page. */
export function withFilters(address: URLSearchParams, change: Partial<HistoryFilters>): URLSearchParams {
  const next = withPage(address, 1)
  for (const [name, values] of Object.entries({ ...filtersOf(address), ...change })) {
    next.delete(name)
    for (const value of values) next.append(name, value)
  }
  return next
}
