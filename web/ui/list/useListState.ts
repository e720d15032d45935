import { useSearchParams } from 'react-router'
import type { Column, Sort } from '../table/index.ts'
import { pageOf, withPage } from './address.ts'
import { effectiveTerm } from './SearchField.tsx'
import { useAddressText } from './useAddressText.ts'

type Filters = Readonly<Record<string, readonly [string, ...string[]]>>

interface ListShape<Shape extends Filters> {
  /** By the name in the address, the values of each filter; the first one stands where the address says none of them. */
  readonly filters: Shape
  /** Names in the address of filters by what is not known beforehand, such as ids. */
  readonly ids?: readonly string[]
  /** Keys of the columns that the server sorts by (`sortsOf`). */
  readonly sorts: readonly string[]
  readonly sort: Sort
  /** Rows on a page. */
  readonly perPage: number
}

/** Search, sort and page of a list, whatever its filters are. */
export interface ListPlace {
  /** What stands in the search field. */
  readonly text: string
  readonly setText: (text: string) => void
  /** What is searched for; '' for everything. */
  readonly term: string
  readonly sort: Sort
  readonly setSort: (sort: Sort) => void
  /** The order as the API takes it: `createdAt`, `-createdAt`. */
  readonly ordering: string
  /** From 1. */
  readonly page: number
  readonly perPage: number
  readonly offset: number
  readonly setPage: (page: number) => void
  /** In place of a page that is not there (`useExistingPage`). */
  readonly replacePage: (page: number) => void
}

export interface ListState<Shape extends Filters> extends ListPlace {
  readonly filters: { readonly [Name in keyof Shape]: Shape[Name][number] }
  readonly setFilter: <Name extends keyof Shape & string>(name: Name, value: Shape[Name][number]) => void
  /** What the list is narrowed to by ids; '' where it is not. */
  readonly ids: Readonly<Record<string, string>>
  readonly setId: (name: string, id: string) => void
}

/** The `sorts` of a list: its columns by which it can be sorted. */
export const sortsOf = (columns: readonly Pick<Column<never>, 'key' | 'sortable'>[]): readonly string[] =>
  columns.filter(({ sortable }) => sortable).map(({ key }) => key)

/** What belongs to one state of the list replaces it in the browser's history; nothing scrolls by it. */
const SAME_PLACE = { replace: true, preventScrollReset: true } as const

const wordOf = ({ key, direction }: Sort): string => `${direction === 'desc' ? '-' : ''}${key}`

const sortOf = (word: string): Sort =>
  word.startsWith('-') ? { key: word.slice(1), direction: 'desc' } : { key: word, direction: 'asc' }

/** The address with another word for a thing, and none for what is understood; the list starts at its first page. */
function changed(address: URLSearchParams, name: string, value: string, understood: string): URLSearchParams {
  const next = withPage(address, 1)
  if (value === understood) next.delete(name)
  else next.set(name, value)
  return next
}

/**
 * Search, filters, sort and page of a list, which stand in the address, so that a reload, Back and a link show the same
 * (`q`, a parameter for each filter, `sort` and `page`). What an address says that the list does not know counts as
 * unsaid. The one way to keep them.
 */
export function useListState<const Shape extends Filters>({
  filters,
  ids = [],
  sorts,
  sort: first,
  perPage,
}: ListShape<Shape>): ListState<Shape> {
  const [address, setAddress] = useSearchParams()
  const change = (name: string, value: string, understood: string) =>
    setAddress((before) => changed(before, name, value, understood), SAME_PLACE)
  const inAddress = address.get('q') ?? ''
  const { text, setText } = useAddressText(inAddress, (term) => change('q', term, ''))
  const said = sortOf(address.get('sort') ?? '')
  const sort = sorts.includes(said.key) ? said : first
  const page = pageOf(address)
  const values = Object.entries(filters).map(([name, known]) => {
    const value = address.get(name)
    return [name, known.find((each) => each === value) ?? known[0]] as const
  })
  return {
    filters: Object.fromEntries(values) as ListState<Shape>['filters'],
    setFilter: (name, value) => change(name, value, filters[name]?.[0] ?? ''),
    ids: Object.fromEntries(ids.map((name) => [name, address.get(name) ?? ''])),
    setId: (name, id) => change(name, id, ''),
    text,
    setText,
    term: effectiveTerm(inAddress),
    sort,
    setSort: (next) => change('sort', wordOf(next), wordOf(first)),
    ordering: wordOf(sort),
    page,
    perPage,
    offset: (page - 1) * perPage,
    setPage: (next) => setAddress((before) => withPage(before, next)),
    replacePage: (next) => setAddress((before) => withPage(before, next), SAME_PLACE),
  }
}
