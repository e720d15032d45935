const PREFIX = 'helioroom-searches:'
/** Searches that a browser keeps of a person. */
const MAX_KEPT = 8

/** A search that somebody went on from. */
export interface RecentSearch {
  readonly orgSlug: string
  readonly text: string
}

const isSearch = (value: unknown): value is RecentSearch =>
  typeof value === 'object' &&
  value !== null &&
  'orgSlug' in value &&
  typeof value.orgSlug === 'string' &&
  'text' in value &&
  typeof value.text === 'string'

/** A person's recent searches in this browser, the last one first (FIND-14). */
export function recentSearches(personId: string): readonly RecentSearch[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PREFIX + personId) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isSearch).slice(0, MAX_KEPT) : []
  } catch {
    return []
  }
}

/** Keeps a search; one that was typed on to it goes. A browser may keep nothing. */
export function keepSearch(personId: string, search: RecentSearch): void {
  const isBefore = ({ orgSlug, text }: RecentSearch) =>
    orgSlug === search.orgSlug && search.text.toLowerCase().startsWith(text.toLowerCase())
  const kept = [search, ...recentSearches(personId).filter((each) => !isBefore(each))]
  try {
    localStorage.setItem(PREFIX + personId, JSON.stringify(kept.slice(0, MAX_KEPT)))
  } catch {
    // Then none is offered.
  }
}

export function forgetSearches(personId: string): void {
  try {
    localStorage.removeItem(PREFIX + personId)
  } catch {
    // Nothing was kept.
  }
}
