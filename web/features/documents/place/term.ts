import { effectiveTerm, withPage } from '../../../ui/index.ts'

/** What is searched for: in the folder in view, or in the whole tree; in names and contents, or in names alone. */
export interface Search {
  readonly text: string
  readonly everywhere: boolean
  readonly namesOnly: boolean
}

/** What an address says of the search (DOC-04, FIND-05). */
export const searchOf = (address: URLSearchParams): Search => ({
  text: address.get('q') ?? '',
  everywhere: address.get('qs') === 'all',
  namesOnly: address.get('in') === 'names',
})

/** The parameters of an address with another search; what belongs to the one before, such as a marked row or a page, goes. */
export function withSearch(
  address: URLSearchParams,
  { text, everywhere, namesOnly }: Search,
): URLSearchParams {
  const next = withPage(address, 1)
  next.delete('highlightedId')
  next.delete('q')
  next.delete('qs')
  next.delete('in')
  if (text !== '') next.set('q', text)
  if (text !== '' && everywhere) next.set('qs', 'all')
  if (text !== '' && namesOnly) next.set('in', 'names')
  return next
}

/** The search of an address; null where its term is too short to search for (DOC-21). */
export function activeSearch(address: URLSearchParams): Search | null {
  const search = searchOf(address)
  const text = effectiveTerm(search.text)
  return text === '' ? null : { ...search, text }
}

/** What an address narrows a search in contents to (FIND-09). */
export interface ContentFilters {
  /** Extensions without the dot. */
  readonly kinds: readonly string[]
  readonly labels: readonly string[]
  /** Days as YYYY-MM-DD, both included; empty for none. */
  readonly from: string
  readonly to: string
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const dayIn = (address: URLSearchParams, name: string): string => {
  const day = address.get(name) ?? ''
  return DAY.test(day) ? day : ''
}

export const contentFiltersOf = (address: URLSearchParams): ContentFilters => ({
  kinds: [...new Set(address.getAll('kind'))],
  labels: [...new Set(address.getAll('label'))],
  from: dayIn(address, 'from'),
  to: dayIn(address, 'to'),
})

export const isNarrowed = ({ kinds, labels, from, to }: ContentFilters): boolean =>
  kinds.length > 0 || labels.length > 0 || from !== '' || to !== ''

/** The parameters of an address with other filters. */
export function withContentFilters(
  address: URLSearchParams,
  change: Partial<ContentFilters>,
): URLSearchParams {
  const next = new URLSearchParams(address)
  const { kinds, labels, from, to } = { ...contentFiltersOf(address), ...change }
  for (const name of ['kind', 'label', 'from', 'to']) next.delete(name)
  for (const kind of kinds) next.append('kind', kind)
  for (const label of labels) next.append('label', label)
  if (from !== '') next.set('from', from)
  if (to !== '') next.set('to', to)
  return next
}
