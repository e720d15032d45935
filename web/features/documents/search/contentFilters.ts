/** What an address narrows a search in contents to (FIND-09). */
export interface ContentFilters {
  /** Extensions without the dot. */
  readonly kinds: readonly string[]
  readonly labels: readonly string[]
  /** Days as YYYY-MM-DD, both included; empty for none. */
  readonly from: string
  readonly to: string
  /** Id of who uploaded it; empty for anybody. */
  readonly by: string
  /** What is new since the viewer's last visit alone. */
  readonly newOnly: boolean
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
  by: address.get('by') ?? '',
  newOnly: address.get('new') === '1',
})

export const isNarrowed = ({ kinds, labels, from, to, by, newOnly }: ContentFilters): boolean =>
  newOnly || kinds.length > 0 || labels.length > 0 || from !== '' || to !== '' || by !== ''

/** The parameters of an address with other filters. */
export function withContentFilters(
  address: URLSearchParams,
  change: Partial<ContentFilters>,
): URLSearchParams {
  const next = new URLSearchParams(address)
  const { kinds, labels, from, to, by, newOnly } = { ...contentFiltersOf(address), ...change }
  for (const name of ['kind', 'label', 'from', 'to', 'by', 'new']) next.delete(name)
  for (const kind of kinds) next.append('kind', kind)
  for (const label of labels) next.append('label', label)
  if (from !== '') next.set('from', from)
  if (to !== '') next.set('to', to)
  if (by !== '') next.set('by', by)
  if (newOnly) next.set('new', '1')
  return next
}
