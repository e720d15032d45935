import type { ReactNode } from 'react'
import { useAction } from '../../../graphql/useAction.ts'
import type { Reading } from '../../../graphql/useReading.ts'
import {
  Alert,
  BusyButton,
  type Column,
  EmptyState,
  RelativeTime,
  Table,
  useRowHeights,
} from '../../../ui/index.ts'
import { CreateDuplicateReportDocument, type DuplicateReportsQuery } from '../core/operations.generated.ts'
import { SettingsPanel } from '../core/SettingsPanel.tsx'
import { FileCell } from './FileCell.tsx'
import { phoneFacts, StatusCell } from './StatusCell.tsx'

type Report = DuplicateReportsQuery['duplicateReports'][number]

/** Height of a row with one line, in px. */
const USUAL_ROW = 36

const columnsWith = (file: (row: Report) => ReactNode): readonly Column<Report>[] => [
  { key: 'file', header: 'File', words: ({ fileName }) => fileName ?? '', flex: 2, cell: file },
  { key: 'user', header: 'User', width: 130, cell: ({ createdBy }) => createdBy.fullName },
  {
    key: 'modified',
    header: 'Last Modified',
    width: 130,
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
  {
    key: 'status',
    header: 'Status',
    words: ({ status }) => status,
    flex: 2,
    cell: (row) => <StatusCell work={row} note={null} />,
  },
]

/** Reports of records that are alike (CRM-08, CRM-09). */
export function Reports({ reading: { data, error, refetch } }: { reading: Reading<DuplicateReportsQuery> }) {
  const { act, busy, problem } = useAction(CreateDuplicateReportDocument, { refresh: refetch })
  const renew = async (id: string) =>
    (await refetch()).data?.duplicateReports.find((row) => row.id === id)?.fileUrl
  const file = (row: Report) => <FileCell file={row} renew={renew} />
  const heights = useRowHeights(USUAL_ROW, '')
  return (
    <SettingsPanel
      title="Duplicate Reports"
      wide
      flush
      beside={
        <BusyButton variant="outlined" busy={busy} onClick={() => act({})}>
          Run report
        </BusyButton>
      }
    >
      {problem && <Alert tone="danger">Error: {problem.message}</Alert>}
      <Table
        label="Duplicate Reports"
        columns={columnsWith(file)}
        rows={data?.duplicateReports ?? []}
        getRowId={({ id }) => id}
        loading={!data && !error}
        {...(error && { error })}
        empty={<EmptyState title="No duplicate reports." />}
        rowHeight={heights}
        phoneRow={(row) => ({
          title: row.fileUrl === null ? 'Duplicates' : file(row),
          ...phoneFacts(row, row.createdBy, null),
        })}
      />
    </SettingsPanel>
  )
}
