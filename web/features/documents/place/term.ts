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
