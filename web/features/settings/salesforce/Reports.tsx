import FileLink from '@mui/material/Link'
import { useAction } from '../../../graphql/useAction.ts'
import type { Reading } from '../../../graphql/useReading.ts'
import { Alert, BusyButton, type Column, EmptyState, RelativeTime, Table } from '../../../ui/index.ts'
import { CreateDuplicateReportDocument, type DuplicateReportsQuery } from '../operations.generated.ts'
import { SettingsPanel } from '../SettingsPanel.tsx'
import { StatusCell } from './StatusCell.tsx'

type Report = DuplicateReportsQuery['duplicateReports'][number]

/** The file; a report that is not finished has none (CRM-13). */
const fileOf = ({ fileUrl, fileName }: Report) =>
  fileUrl === null ? '' : <FileLink href={fileUrl}>{fileName}</FileLink>

const COLUMNS: readonly Column<Report>[] = [
  { key: 'file', header: 'File', words: ({ fileName }) => fileName ?? '', flex: 2, cell: fileOf },
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
    cell: ({ status }) => <StatusCell status={status} note={null} />,
  },
]

/** Reports of records that are alike (CRM-08, CRM-09). */
export function Reports({ reading: { data, error, refetch } }: { reading: Reading<DuplicateReportsQuery> }) {
  const { act, busy, problem } = useAction(CreateDuplicateReportDocument, { refresh: refetch })
  return (
    <SettingsPanel
      title="Duplicate Reports"
      wide
      beside={
        <BusyButton variant="outlined" busy={busy} onClick={() => act({})}>
          Run report
        </BusyButton>
      }
    >
      {problem && <Alert tone="danger">Error: {problem.message}</Alert>}
      <Table
        label="Duplicate Reports"
        columns={COLUMNS}
        rows={data?.duplicateReports ?? []}
        getRowId={({ id }) => id}
        loading={!data && !error}
        {...(error && { error })}
        empty={<EmptyState title="No duplicate reports." />}
        phoneRow={(row) => ({
          title: fileOf(row) || 'Duplicates',
          facts: [row.status, row.createdBy.fullName, <RelativeTime key="at" at={row.createdAt} />],
        })}
      />
    </SettingsPanel>
  )
}
