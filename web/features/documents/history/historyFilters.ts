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
  readonly userIds: string[]
  /** A moment; null for no limit. */
  readonly since: string | null
}

const FILTERS = ['ancestorIds', 'activityTypes', 'fileTypes', 'userGroupIds', 'userIds'] as const

const valuesOf = (address: URLSearchParams, name: (typeof FILTERS)[number]): string[] => [
  ...new Set(address.getAll(name).filter((value) => value !== '')),
]

const sinceOf = (text: string | null): string | null =>
  text !== null && Number.isFinite(Date.parse(text)) ? text : null

/** The filters of an address; what is no activity, and no moment, is passed over. */
export const filtersOf = (address: URLSearchParams): HistoryFilters => {
  const types = new Set(valuesOf(address, 'activityTypes'))
  return {
    ancestorIds: valuesOf(address, 'ancestorIds'),
    activityTypes: ACTIVITY_TYPES.filter((type) => types.has(type)),
    fileTypes: valuesOf(address, 'fileTypes'),
    userGroupIds: valuesOf(address, 'userGroupIds'),
    userIds: valuesOf(address, 'userIds'),
    since: sinceOf(address.get('since')),
  }
}

export const isFiltered = (filters: HistoryFilters): boolean =>
  filters.since !== null || FILTERS.some((name) => filters[name].length > 0)

/** All filters taken away. */
export const NO_FILTERS: HistoryFilters = {
  ancestorIds: [],
  activityTypes: [],
  fileTypes: [],
  userGroupIds: [],
  userIds: [],
  since: null,
}

/** The parameters of an address with other filters, and so on the first page. */
export function withFilters(address: URLSearchParams, change: Partial<HistoryFilters>): URLSearchParams {
  const next = withPage(address, 1)
  const filters = { ...filtersOf(address), ...change }
  for (const name of FILTERS) {
    next.delete(name)
    for (const value of filters[name]) next.append(name, value)
  }
  if (filters.since === null) next.delete('since')
  else next.set('since', filters.since)
  return next
}
