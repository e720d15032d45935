import Button from '@mui/material/Button'
import FileLink from '@mui/material/Link'
import { IconTableImport } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { formatCount, formatNumber } from '../../../../shared/format/number.ts'
import { CRM_TEMPLATE } from '../../../addresses.ts'
import { useAction } from '../../../graphql/useAction.ts'
import type { Reading } from '../../../graphql/useReading.ts'
import { useViewer } from '../../../graphql/viewer.ts'
import {
  Actions,
  Alert,
  BusyButton,
  type Column,
  EmptyState,
  ProgressBar,
  RelativeTime,
  Table,
  useFileChooser,
  useRowHeights,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import {
  type DataImportsQuery,
  ImportGoodRowsDocument,
  SendDataImportDocument,
  UploadDataImportDocument,
} from '../core/operations.generated.ts'
import { SettingsPanel } from '../core/SettingsPanel.tsx'
import { FileCell } from './FileCell.tsx'
import { isRunning } from './running.ts'
import { phoneFacts, StatusCell } from './StatusCell.tsx'

type DataImport = DataImportsQuery['dataImports'][number]

const Chooser = styled(Actions)(({ theme }) => ({
  '& > span': { flex: '1 1 160px', minWidth: 0, overflowWrap: 'anywhere', color: theme.vars.palette.ink2 },
}))

const Hint = styled('p')(({ theme }) => ({ margin: 0, color: theme.vars.palette.ink2 }))

const Ways = styled('span')({ display: 'inline-flex', alignItems: 'center', flexWrap: 'wrap', gap: '0 8px' })

/** Height of a row with two lines, in px. */
const USUAL_ROW = 54

interface Cells {
  file: (row: DataImport) => ReactNode
  /** What can be done with an import: its faulty rows, the others, or what waits for Salesforce. */
  ways: (row: DataImport) => ReactNode
}

const columnsWith = ({ file, ways }: Cells): readonly Column<DataImport>[] => [
  {
    key: 'file',
    header: 'File',
    words: ({ fileName }) => fileName,
    // A long name goes on in a second line, so that reasons of failures have room.
    maxWidth: 300,
    flex: 2,
    cell: file,
  },
  { key: 'vendor', header: 'Vendor', width: 110, cell: ({ vendor }) => vendor ?? '' },
  { key: 'user', header: 'User', width: 130, cell: ({ importedBy }) => importedBy.fullName },
  {
    key: 'uploaded',
    header: 'Uploaded',
    width: 130,
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
  {
    key: 'status',
    header: 'Status',
    words: ({ status }) => status,
    flex: 3,
    cell: (row) => (
      <StatusCell work={row} note={rowsOf(row)}>
        {ways(row)}
      </StatusCell>
    ),
  },
]

/** "450 rows, sent to northwind.my.salesforce.com; 3 faulty rows left out", or what was skipped there. */
function rowsOf({ state, note, rowCount, sentTo, hasUnsentRows, faultyRowCount }: DataImport): string | null {
  if (state !== 'DONE') return note
  const isSent = sentTo !== null && !hasUnsentRows
  const rows = note ?? formatCount(rowCount, 'row')
  const gone = isSent ? (note === null ? `${rows}, sent to ${sentTo}` : `Sent to ${sentTo}, ${note}`) : rows
  return faultyRowCount > 0 ? `${gone}; ${formatCount(faultyRowCount, 'faulty row')} left out` : gone
}

/** "200 of 450 rows sent"; null before the first, and once all have gone. */
const progressOf = ({ state, sentCount, rowCount }: DataImport): string | null =>
  state === 'PROCESSING' && sentCount > 0
    ? `${formatNumber(sentCount)} of ${formatCount(rowCount, 'row')} sent`
    : null

interface ImportsProps {
  reading: Reading<DataImportsQuery>
  /** Whether the viewer has a connection to Salesforce. */
  connected: boolean
}

/** The chooser of a file, and the history of imports (CRM-02 to CRM-07). */
export function Imports({ reading: { data, error, refetch }, connected }: ImportsProps) {
  const viewer = useViewer()
  const sending = useAction(SendDataImportDocument, { refresh: refetch })
  const leaving = useAction(ImportGoodRowsDocument, { refresh: refetch })
  const busy = sending.busy || leaving.busy
  const problem = sending.problem ?? leaving.problem
  // What waits since a connection ended, or from before there was one, goes by its own person's connection (CRM-19).
  const send = (row: DataImport): ReactNode =>
    connected &&
    row.hasUnsentRows &&
    row.importedBy.id === viewer.id &&
    !isRunning(row) && (
      <Button
        size="small"
        disabled={busy}
        aria-label={`Send ${row.fileName} to Salesforce`}
        onClick={() => sending.act({ id: row.id })}
      >
        Send to Salesforce
      </Button>
    )
  // Whose import it is has seen both figures by then: what is left out, and what goes in.
  const good = (row: DataImport): ReactNode =>
    row.goodRowCount > 0 &&
    row.importedBy.id === viewer.id && (
      <Button
        size="small"
        disabled={busy}
        aria-label={`Import ${formatCount(row.goodRowCount, 'good row')} of ${row.fileName}`}
        onClick={() => leaving.act({ id: row.id })}
      >
        Import {formatCount(row.goodRowCount, 'good row')}
      </Button>
    )
  const ways = (row: DataImport): ReactNode => {
    const [goodOnes, waiting] = [good(row), send(row)]
    if (!goodOnes && !waiting && row.faultyRowsUrl === null) return null
    return (
      <Ways>
        {row.faultyRowsUrl !== null && (
          <FileLink
            href={row.faultyRowsUrl}
            aria-label={`Download ${formatCount(row.faultyRowCount, 'faulty row')} of ${row.fileName}`}
          >
            {formatCount(row.faultyRowCount, 'faulty row')}
          </FileLink>
        )}
        {goodOnes}
        {waiting}
      </Ways>
    )
  }
  const renew = async (id: string) =>
    (await refetch()).data?.dataImports.find((row) => row.id === id)?.fileUrl
  const file = (row: DataImport) => <FileCell file={row} renew={renew} />
  const heights = useRowHeights(USUAL_ROW, '')
  return (
    <>
      <SettingsPanel
        title="Data import"
        wide
        beside={<FileLink href={CRM_TEMPLATE}>Download template</FileLink>}
      >
        <Upload refresh={refetch} />
      </SettingsPanel>
      <SettingsPanel title="Import History" wide flush>
        {problem && <Alert tone="danger">Error: {problem.message}</Alert>}
        <Table
          label="Import History"
          columns={columnsWith({ file, ways })}
          rows={data?.dataImports ?? []}
          getRowId={({ id }) => id}
          loading={!data && !error}
          {...(error && { error })}
          empty={<EmptyState title="No uploaded files." />}
          rowHeight={heights}
          phoneRow={(row) => ({
            title: file(row),
            ...phoneFacts(row, row.importedBy, progressOf(row) ?? rowsOf(row), ways(row)),
          })}
        />
      </SettingsPanel>
    </>
  )
}

function Upload({ refresh }: { refresh: () => Promise<unknown> }) {
  const [file, setFile] = useState<File>()
  const [share, setShare] = useState(0)
  const [context] = useState(() => ({ fetchOptions: { onProgress: setShare } }))
  const { act, busy, problem } = useAction(UploadDataImportDocument, {
    refresh,
    context,
    // After an error the file may have to be chosen anew, since it may have been changed (CRM-10).
    onOutcome: () => setFile(undefined),
  })
  const [refusal, setRefusal] = useState<string>()
  const { choose, input } = useFileChooser({
    label: 'Spreadsheet of people and companies',
    accept: '.xlsx',
    onFiles: ([chosen]) => {
      const isSpreadsheet = /\.xlsx$/i.test(chosen.name)
      setFile(isSpreadsheet ? chosen : undefined)
      setRefusal(isSpreadsheet ? undefined : 'Please choose an .xlsx file of at most 25 MB.')
    },
  })
  const message = refusal ?? problem?.message
  return (
    <>
      <Hint>
        One .xlsx file with a row for each person or company, at most 25 MB and 50,000 rows, of which the
        first names its columns: Type (Person or Company), Name or First name and Last name, Company, Title,
        E-mail, Phone. Each row needs a name, and an e-mail or a phone.
      </Hint>
      {message && <Alert tone="danger">Error: {message}</Alert>}
      <Chooser>
        <Button variant="outlined" startIcon={<IconTableImport />} disabled={busy} onClick={() => choose()}>
          Import Data
        </Button>
        <span>{file?.name ?? 'No file chosen'}</span>
        <BusyButton
          variant="contained"
          busy={busy}
          disabled={!file}
          onClick={() => {
            if (!file) return
            setShare(0)
            act({ file })
          }}
        >
          Submit
        </BusyButton>
        {input}
      </Chooser>
      {busy && <ProgressBar value={share} label="Upload" figure />}
    </>
  )
}
