import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { EmptyState } from '../feedback/States.tsx'
import { Table, type TableProps } from '../table/index.ts'
import { ListFoot, rangeText } from './ListFrame.tsx'
import { Pagination } from './Pagination.tsx'
import type { ListPlace } from './useListState.ts'

/** A page of a list, and how far it has come. */
export interface PagedRows<Row> {
  readonly rows: readonly Row[]
  /** Rows on all pages; undefined where nobody has counted them. */
  readonly count: number | undefined
  readonly pageCount: number
  readonly loading: boolean
  /** The rows are those of the page, order or search before. */
  readonly stale: boolean
  readonly error: { readonly message: string; readonly onRetry: () => void } | undefined
}

/** Said in place of the rows. */
interface EmptyList {
  title: string
  hint?: ReactNode
}

type OfThePage = 'rows' | 'sort' | 'onSort' | 'loading' | 'stale' | 'error' | 'empty'

// Over the union of what a table may be, each of which stays.
type Without<Props> = Props extends unknown ? Omit<Props, OfThePage> : never

type PagedTableProps<Row> = Without<TableProps<Row>> & {
  list: ListPlace
  page: PagedRows<Row>
  /** Plural, as in "Pages of people". */
  noun: string
  empty: EmptyList
}

/** A page of a list as a table, with its range and the pages below; where a search finds nothing it can be cleared. */
export function PagedTable<Row>({ list, page, noun, empty, ...table }: PagedTableProps<Row>) {
  const { rows, count, pageCount, loading, stale, error } = page
  const clear = list.term !== '' && (
    <Button variant="outlined" onClick={() => list.setText('')}>
      Clear search
    </Button>
  )
  const props: TableProps<Row> = {
    ...table,
    rows,
    sort: list.sort,
    onSort: list.setSort,
    loading,
    // What failed is said over the rows that were there.
    stale: stale && !error,
    ...(error && { error }),
    empty: <EmptyState {...empty} action={clear} />,
  }
  return (
    <>
      <Table {...props} />
      <ListFoot>
        <span>{rangeText(list.offset, rows.length, count)}</span>
        <Pagination
          page={list.page}
          pageCount={pageCount}
          onChange={list.setPage}
          label={`Pages of ${noun}`}
        />
      </ListFoot>
    </>
  )
}
