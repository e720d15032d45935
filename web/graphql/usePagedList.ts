import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import { type ListPlace, type PagedRows, useExistingPage } from '../ui/index.ts'
import { type Reading, type ReadingOptions, useReading } from './useReading.ts'

/** What every list asks for beside what is its own, as the API takes it. */
interface PageVariables {
  /** Null for everything. */
  readonly search: string | null
  readonly ordering: string
  readonly limit: number
  readonly offset: number
}

/** A page of a list as the server gives it: with the count of all rows, or with whether there are more. */
type PageOfRows<Row> = { readonly rows: readonly Row[] } & (
  | { readonly count: number }
  | { readonly hasMore: boolean }
)

interface PagedListOptions<Data, Row> extends Pick<ReadingOptions, 'fetchPolicy'> {
  /** The page in an answer. */
  readonly pageOf: (data: Data) => PageOfRows<Row>
  /** The list is not in view: a page that does not exist is left as it is. */
  readonly isHidden?: boolean
  /** Others change it while it is in view: it is read again each minute. */
  readonly isPolled?: boolean
}

type PagedList<Data, Row> = Reading<Data> & PagedRows<Row>

/** A page of a list that nobody counts: of one row more that was asked for, whether there is another page. */
export const pageBeforeMore = <Row>(rows: readonly Row[], { perPage }: Pick<ListPlace, 'perPage'>) => ({
  rows: rows.slice(0, perPage),
  hasMore: rows.length > perPage,
})

/** The last page that there is for sure, where nobody has counted the rows. */
const lastPageKnown = (page: number, { rows, hasMore }: { rows: readonly unknown[]; hasMore: boolean }) =>
  rows.length === 0 ? Math.max(1, page - 1) : page + (hasMore ? 1 : 0)

/** How often a list that others change is read again, in ms. */
const POLL_MS = 60_000

/**
 * The page of a list that the address asks for (`useListState`), with the rows of the page before in place until it has
 * come; `PagedTable` shows it.
 */
export function usePagedList<Data, Variables extends OperationVariables, Row>(
  query: TypedDocumentNode<Data, Variables>,
  list: ListPlace,
  variablesOf: (page: PageVariables) => NoInfer<Variables>,
  { pageOf, isHidden = false, isPolled = true, fetchPolicy }: PagedListOptions<Data, Row>,
): PagedList<Data, Row> {
  const { ordering, perPage: limit, offset } = list
  const variables = variablesOf({ search: list.term || null, ordering, limit, offset })
  const reading = useReading(query, variables, {
    keep: true,
    every: isPolled ? POLL_MS : undefined,
    ...(fetchPolicy && { fetchPolicy }),
  })
  const answer = reading.data === undefined ? { rows: [], count: 0 } : pageOf(reading.data)
  const { rows } = answer
  const count = 'count' in answer ? answer.count : undefined
  const pageCount = 'count' in answer ? Math.ceil(answer.count / limit) : lastPageKnown(list.page, answer)
  const isKnown = !isHidden && reading.data !== undefined && !reading.stale
  useExistingPage(list.page, isKnown ? pageCount : undefined, list.replacePage)
  return { ...reading, rows, count, pageCount }
}
