import { formatDuration } from '../../../../shared/format/duration.ts'
import { formatCount, formatNumber } from '../../../../shared/format/number.ts'
import { useReading } from '../../../graphql/useReading.ts'
import {
  BarCell,
  type Column,
  Dialog,
  DialogBody,
  EmptyState,
  MiddleEllipsis,
  RelativeTime,
  Table,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { FAILED, MAX_HEIGHT } from './AnalyticsTable.tsx'
import { FileReadingDocument, type FileReadingQuery } from './operations.generated.ts'

type Reading = FileReadingQuery['documentReading']
type PageRow = Reading['pages'][number]
type ReaderRow = Reading['readers'][number]

const Parts = styled('div')({ display: 'flex', flexDirection: 'column', gap: 20 })

const READERS: readonly Column<ReaderRow>[] = [
  { key: 'user', header: 'User', cell: ({ user }) => <MiddleEllipsis text={user.fullName} /> },
  { key: 'groups', header: 'Groups', cell: ({ groups }) => <MiddleEllipsis text={groups.join(', ')} /> },
  {
    key: 'openings',
    header: 'Openings',
    width: 90,
    align: 'right',
    cell: (row) => formatNumber(row.openings),
  },
  { key: 'pages', header: 'Pages', width: 80, align: 'right', cell: (row) => formatNumber(row.pagesRead) },
  { key: 'time', header: 'Time', width: 100, align: 'right', cell: (row) => formatDuration(row.ms) },
  {
    key: 'last',
    header: 'Last reading',
    width: 120,
    align: 'right',
    cell: ({ lastReadAt }) => <RelativeTime at={lastReadAt} />,
  },
]
const readerId = ({ id }: ReaderRow): string => id
const phoneReader = (row: ReaderRow) => ({
  title: row.user.fullName,
  facts: [
    row.groups.join(', '),
    formatCount(row.openings, 'opening'),
    formatCount(row.pagesRead, 'page'),
    formatDuration(row.ms),
  ],
})
const pageId = ({ number }: PageRow): string => String(number)
const phonePage = ({ number, readerCount, ms }: PageRow) => ({
  title: `Page ${number}`,
  facts: [formatCount(readerCount, 'reader'), formatDuration(ms)],
})

interface FileReadingDialogProps {
  treeId: string
  id: string
  name: string
  onClose: () => void
}

/** How a file was read: its readers, and each page with readers and time (PAGE-28). */
export function FileReadingDialog({ treeId, id, name, onClose }: FileReadingDialogProps) {
  const { data, error } = useReading(FileReadingDocument, { treeId, documentId: id })
  const reading = data?.documentReading
  const longest = Math.max(0, ...(reading?.pages ?? []).map(({ ms }) => ms))
  const pages: readonly Column<PageRow>[] = [
    { key: 'page', header: 'Page', cell: ({ number }) => formatNumber(number) },
    {
      key: 'readers',
      header: 'Readers',
      width: 110,
      align: 'right',
      cell: (row) => formatNumber(row.readerCount),
    },
    {
      key: 'time',
      header: 'Time',
      width: 160,
      align: 'right',
      cell: ({ ms }) => <BarCell value={ms} max={longest} text={formatDuration(ms)} />,
    },
  ]
  const shared = {
    rowHeight: 42,
    maxHeight: MAX_HEIGHT,
    loading: !reading && !error,
    empty: <EmptyState title="No data found." />,
    ...(error && { error: { message: FAILED, onRetry: error.onRetry } }),
  } as const
  return (
    <Dialog open onClose={onClose} title="Reading times" overline={name} size="medium">
      <DialogBody>
        <Parts>
          <Table
            label="Readers"
            columns={READERS}
            rows={reading?.readers ?? []}
            getRowId={readerId}
            phoneRow={phoneReader}
            {...shared}
          />
          <Table
            label="Pages"
            columns={pages}
            rows={reading?.pages ?? []}
            getRowId={pageId}
            phoneRow={phonePage}
            {...shared}
          />
        </Parts>
      </DialogBody>
    </Dialog>
  )
}
