import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { formatCount, formatNumber } from '../../../../shared/format/number.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { BusyButton, type Column, EmptyState, RelativeTime, Table } from '../../../ui/index.ts'
import { FAILED, MAX_HEIGHT, Section, TableTitle } from './AnalyticsTable.tsx'
import { EmptySearchesDocument, type EmptySearchesQuery } from './operations.generated.ts'

type Row = EmptySearchesQuery['page']['rows'][number]

/** Rows at first, and more with each press; the server gives no more at a time than the last. */
const PAGE = 25
const MAX_ROWS = 200

const COLUMNS: readonly Column<Row>[] = [
  { key: 'text', header: 'Words', cell: ({ text }) => text },
  {
    key: 'people',
    header: 'People',
    width: 110,
    align: 'right',
    cell: ({ people }) => formatNumber(people),
  },
  {
    key: 'lastAt',
    header: 'Last searched',
    width: 150,
    align: 'right',
    cell: ({ lastAt }) => <RelativeTime at={lastAt} />,
  },
]

const rowId = ({ text }: Row): string => text
const phoneRow = ({ text, people, lastAt }: Row) => ({
  title: text,
  facts: [formatCount(people, 'person', 'people'), <RelativeTime key="at" at={lastAt} />],
})

/** What was searched and found nothing, by words and number of people, and never by whom (FIND-16). */
export function SearchesTable({ treeId }: { treeId: string }) {
  const headingId = useId()
  const [limit, setLimit] = useState(PAGE)
  const { data, error, stale } = useReading(
    EmptySearchesDocument,
    { treeId, limit, offset: 0 },
    { keep: true },
  )
  const page = data?.page
  const rows = page?.rows ?? []
  const hasMore = page !== undefined && rows.length < page.count && limit < MAX_ROWS
  return (
    <Section aria-labelledby={headingId}>
      <TableTitle>
        <Typography id={headingId} component="h3" variant="h3">
          Searches
        </Typography>
        <span>Words that found nothing and were searched by two people or more</span>
      </TableTitle>
      <Table
        label="Searches"
        columns={COLUMNS}
        rows={rows}
        getRowId={rowId}
        phoneRow={phoneRow}
        rowHeight={42}
        maxHeight={MAX_HEIGHT}
        loading={!page && !error}
        {...(error && { error: { message: FAILED, onRetry: error.onRetry } })}
        empty={<EmptyState title="No data found." />}
      />
      {hasMore && (
        <div>
          <BusyButton
            busy={stale}
            onClick={() => setLimit(Math.min(limit + PAGE, MAX_ROWS))}
            aria-label="Load more searches"
          >
            Load more
          </BusyButton>
        </div>
      )}
    </Section>
  )
}
