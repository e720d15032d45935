import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useId } from 'react'
import { formatDuration } from '../../../../shared/format/duration.ts'
import { formatNumber, MISSING } from '../../../../shared/format/number.ts'
import { formatDateTime } from '../../../../shared/format/time.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { type Column, EmptyState, MiddleEllipsis, RelativeTime, type Sort, Table } from '../../../ui/index.ts'
import { AnalyticsTable, FAILED, MAX_HEIGHT, Section, TableTitle } from './AnalyticsTable.tsx'
import {
  GroupReadingDocument,
  type GroupReadingQuery,
  PageAlertsDocument,
  type PageAlertsQuery,
  PersonReadingDocument,
  type PersonReadingQuery,
  ReadingTreeDocument,
} from './operations.generated.ts'

type GroupRow = GroupReadingQuery['page']['rows'][number]
type PersonRow = PersonReadingQuery['page']['rows'][number]
type AlertRow = PageAlertsQuery['pageAlerts']['rows'][number]

const BY_TIME: Sort = { key: 'time', direction: 'desc' }

/** A figure; the API sorts by those that have a name there. */
const figure = <Row,>(
  key: string,
  header: string,
  text: (row: Row) => string,
  sortable = true,
): Column<Row> => ({ key, header, width: 104, align: 'right', sortable, cell: text })

const last = <Row extends { lastReadAt: string | null }>(): Column<Row> => ({
  key: 'last',
  header: 'Last reading',
  width: 130,
  align: 'right',
  cell: ({ lastReadAt }) => (lastReadAt === null ? MISSING : <RelativeTime at={lastReadAt} />),
})

const share = (part: number): string => `${Math.round(part * 100)} %`

const GROUPS: readonly Column<GroupRow>[] = [
  { key: 'group', header: 'Group', cell: ({ group }) => <MiddleEllipsis text={group.name} /> },
  figure('readers', 'Readers', (row) => `${row.readerCount} of ${row.memberCount}`, false),
  figure(
    'files',
    'Files opened',
    (row) => `${formatNumber(row.openedFiles)} of ${formatNumber(row.permittedFiles)}`,
    false,
  ),
  figure('share', 'Share', (row) => share(row.share)),
  figure('pages', 'Pages', (row) => formatNumber(row.pagesRead)),
  figure('time', 'Time', (row) => formatDuration(row.ms)),
  figure('prints', 'Prints', (row) => formatNumber(row.prints), false),
  figure('downloads', 'Downloads', (row) => formatNumber(row.downloads)),
  figure('days', 'Active days', (row) => formatNumber(row.activeDays), false),
  last(),
]

const PEOPLE: readonly Column<PersonRow>[] = [
  { key: 'user', header: 'User', cell: ({ user }) => <MiddleEllipsis text={user.fullName} /> },
  {
    key: 'company',
    header: 'Company',
    cell: ({ user }) => <MiddleEllipsis text={user.company?.name ?? MISSING} />,
  },
  figure('documents', 'Documents', (row) => formatNumber(row.documents)),
  figure('pages', 'Pages', (row) => formatNumber(row.pagesRead)),
  figure('time', 'Time', (row) => formatDuration(row.ms)),
  last(),
]

const ALERTS: readonly Column<AlertRow>[] = [
  { key: 'user', header: 'User', cell: ({ user }) => <MiddleEllipsis text={user.fullName} /> },
  {
    key: 'company',
    header: 'Company',
    cell: ({ user }) => <MiddleEllipsis text={user.company?.name ?? MISSING} />,
  },
  figure('pages', 'Pages', ({ pages }) => formatNumber(pages)),
  { key: 'at', header: 'Time', width: 190, align: 'right', cell: ({ at }) => formatDateTime(at) },
]

const NO_FILTER = {}
const NO_FIGURES: readonly never[] = []
const rowId = ({ id }: { id: string }): string => id
const phoneAlert = ({ user, pages, at }: AlertRow) => ({
  title: user.fullName,
  facts: [user.company?.name ?? MISSING, `Pages: ${formatNumber(pages)}`, formatDateTime(at)],
})

/** How groups and people read the pages of a room, by the parts of it, and no score (PAGE-28, PAGE-29). */
export function ReadingTables({ treeId }: { treeId: string }) {
  const { data } = useReading(ReadingTreeDocument, { treeId })
  const tree = data?.documentTree
  if (!tree || tree.readingUrl === null) return null
  return (
    <>
      <TableTitle>
        <Typography component="h3" variant="h3">
          Reading times
        </Typography>
        <span>
          {tree.readingMeasured ? 'Time for which pages were in view' : 'They are not recorded now'}
        </span>
        <Button
          href={tree.readingUrl}
          size="small"
          target="_blank"
          rel="noopener"
          startIcon={<IconFileSpreadsheet />}
          sx={{ marginLeft: 'auto' }}
        >
          Export reading times
        </Button>
      </TableTitle>
      <AnalyticsTable
        treeId={treeId}
        filter={NO_FILTER}
        title="Reading by group"
        query={GroupReadingDocument}
        names={GROUPS}
        figures={NO_FIGURES}
        first={BY_TIME}
      />
      <AnalyticsTable
        treeId={treeId}
        filter={NO_FILTER}
        title="Reading by user"
        query={PersonReadingDocument}
        names={PEOPLE}
        figures={NO_FIGURES}
        first={BY_TIME}
      />
      {tree.canEditPermissions && <AlertsTable treeId={treeId} />}
    </>
  )
}

/** Who met the limit of pages, the newest first (PAGE-18); nothing where nobody did. */
function AlertsTable({ treeId }: { treeId: string }) {
  const headingId = useId()
  const { data, error } = useReading(PageAlertsDocument, { treeId })
  const alerts = data?.pageAlerts
  if (!error && (!alerts || alerts.count === 0)) return null
  return (
    <Section aria-labelledby={headingId}>
      <TableTitle>
        <Typography id={headingId} component="h3" variant="h3">
          Opened very quickly
        </Typography>
        <span>Readers who met the limit of pages</span>
      </TableTitle>
      <Table
        label="Opened very quickly"
        columns={ALERTS.map((column) => ({ ...column, sortable: false }))}
        rows={alerts?.rows ?? []}
        getRowId={rowId}
        phoneRow={phoneAlert}
        rowHeight={42}
        maxHeight={MAX_HEIGHT}
        {...(error && { error: { message: FAILED, onRetry: error.onRetry } })}
        empty={<EmptyState title="No data found." />}
      />
    </Section>
  )
}
