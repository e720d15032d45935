import Typography from '@mui/material/Typography'
import { Fragment, useId, useMemo, useState } from 'react'
import { formatNumber } from '../../../../shared/format/number.ts'
import {
  BarCell,
  BusyButton,
  type Column,
  EmptyState,
  type PhoneRow,
  type Sort,
  Table,
  useBreakpoint,
  useRowHeights,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { type AnalyticsPageOf, type AnalyticsQuery, type UseFilter, useAnalytics } from './useAnalytics.ts'

/** ERR-13 */
export const FAILED = 'An error occured while loading the data. Please check again later.'

/** In px (ANA-09). */
export const MAX_HEIGHT = 400

/** ANA-05 */
const BY_DOWNLOADS: Sort = { key: 'downloads', direction: 'desc' }

export const Section = styled('section')({ display: 'flex', flexDirection: 'column', gap: 10, minWidth: 0 })

export const TableTitle = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'baseline',
  gap: 8,
  '& > span': theme.typography.note,
}))

/** A column of figures, each with its bar; `key` is its name in the API. */
export interface FigureColumn<Row, Page> {
  key: string
  header: string
  value: (row: Row) => number
  /** The greatest of all rows, the ones not loaded included (ANA-12). */
  max: (page: Page) => number
}

interface AnalyticsTableProps<Row, Page> {
  treeId: string
  filter: UseFilter
  title: string
  query: AnalyticsQuery<Page>
  /** Columns of words; the first says whom or what a row is about. */
  names: readonly Column<Row>[]
  figures: readonly FigureColumn<Row, Page>[]
  /** In px. */
  rowHeight?: 42 | 54
  /** In which order it comes first. */
  first?: Sort
  /** What a phone's row has otherwise; its facts come after those of the columns. */
  onPhone?: (row: Row) => Partial<PhoneRow>
}

const rowId = (row: { id: string }): string => row.id

/** Px of a row on a phone, which is as high as its figures need: none of them is cut off. */
const PHONE_ROW = 74

/** One of the tables: sorted by any column, loaded on by a button (ANA-04 to ANA-09). */
export function AnalyticsTable<Row extends { id: string }, Page extends AnalyticsPageOf<Row>>({
  treeId,
  filter,
  title,
  query,
  names,
  figures,
  rowHeight = 42,
  first = BY_DOWNLOADS,
  onPhone,
}: AnalyticsTableProps<Row, Page>) {
  const headingId = useId()
  const [sort, setSort] = useState(first)
  const { page, stale, failed, retry, loadMore, loadingMore } = useAnalytics(query, treeId, filter, sort)
  const columns = useMemo(
    (): Column<Row>[] => [
      ...names.map((column) => ({ ...column, sortable: column.sortable ?? true })),
      ...figures.map(
        ({ key, header, value, max }): Column<Row> => ({
          key,
          header,
          width: 110,
          align: 'right',
          sortable: true,
          cell: (row) => <BarCell value={value(row)} max={page ? max(page) : 0} />,
        }),
      ),
    ],
    [names, figures, page],
  )
  const [subject, ...others] = names
  const isWide = useBreakpoint('md')
  const heights = useRowHeights(PHONE_ROW, title)
  const phoneRow = (row: Row): PhoneRow => {
    const facts = [
      ...others.map(({ key, header, align, cell }) => ({
        key,
        // A figure says what it is of.
        fact:
          align === 'right' ? (
            <Fragment key={key}>
              {header}: {cell(row)}
            </Fragment>
          ) : (
            cell(row)
          ),
      })),
      ...figures.map(({ key, header, value }) => ({ key, fact: `${header}: ${formatNumber(value(row))}` })),
    ]
    // A line has no room for all: what they are sorted by comes first.
    const sorted = facts.toSorted(
      (one, other) => Number(other.key === sort.key) - Number(one.key === sort.key),
    )
    const said = onPhone?.(row)
    return {
      title: subject?.cell(row),
      ...said,
      facts: [...sorted.map(({ fact }) => fact), ...(said?.facts ?? [])],
    }
  }
  const rows = page?.rows ?? []
  return (
    <Section aria-labelledby={headingId}>
      <TableTitle>
        <Typography id={headingId} component="h3" variant="h3">
          {title}
        </Typography>
        {page && page.count > 0 && (
          <span role="status">
            {loadMore
              ? `${formatNumber(rows.length)} of ${formatNumber(page.count)}`
              : formatNumber(page.count)}
          </span>
        )}
      </TableTitle>
      <Table
        label={title}
        columns={columns}
        rows={rows}
        getRowId={rowId}
        sort={sort}
        onSort={setSort}
        phoneRow={phoneRow}
        rowHeight={isWide ? rowHeight : heights}
        maxHeight={MAX_HEIGHT}
        loading={!page && !failed}
        stale={stale}
        {...(failed && { error: { message: FAILED, onRetry: retry } })}
        empty={<EmptyState title="No data found." />}
      />
      {loadMore && !failed && (
        <div>
          <BusyButton busy={loadingMore} onClick={loadMore} aria-label={`Load more ${title.toLowerCase()}`}>
            Load more
          </BusyButton>
        </div>
      )}
    </Section>
  )
}
