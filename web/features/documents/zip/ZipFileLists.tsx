import CircularProgress from '@mui/material/CircularProgress'
import IconButton from '@mui/material/IconButton'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Alert, FileGlyph, MiddleEllipsis } from '../../../ui/index.ts'
import { useDownloads } from '../operations/useDownloads.ts'
import { ScrolledList } from '../place/ScrolledList.tsx'
import { filesText } from '../place/sizes.ts'
import type { SubmitZipDownloadMutation } from './operations.generated.ts'
import { useZipFiles, type ZipFile, type ZipFileList } from './useZipFiles.ts'

/** DOP-23 */
const TOO_LARGE = 'The following files exceed the 512MB file size limit. Please download them directly.'

/** VIEW-19 */
const VIEW_ONLY = 'The following files can only be viewed and are not in the zip.'

export type Submitted = SubmitZipDownloadMutation['submitZipDownload'] & {
  /** Whether names follow their numbers (INDEX-06). */
  numbersFirst: boolean
}

const nameOf = ({ filePath }: ZipFile): string => filePath.slice(filePath.lastIndexOf('/') + 1)

interface Part {
  documentIds: readonly string[]
  submitted: Submitted
}

/** What the zip holds (DOP-22). */
export function ExportableFiles({
  documentIds,
  submitted: { numbersFirst, exportable, exportableCount },
}: Part) {
  const list = useZipFiles({ documentIds, numbersFirst }, 'exportable', exportable, exportableCount)
  return <Section text={`In the zip: ${filesText(exportableCount)}`} label="Files in the zip" list={list} />
}

/** What is too large for a zip, each with a download of its own (DOP-23). */
export function TooLargeFiles({
  documentIds,
  submitted: { numbersFirst, unexportable, unexportableCount },
}: Part) {
  const list = useZipFiles({ documentIds, numbersFirst }, 'unexportable', unexportable, unexportableCount)
  const { waiting, download } = useDownloads()
  return (
    <Section
      text={TOO_LARGE}
      label="Files too large for the zip"
      list={list}
      action={(file) => (
        <IconButton
          size="small"
          aria-label={`Download ${nameOf(file)}`}
          disabled={waiting.has(file.id)}
          onClick={() => void download([{ id: file.id, name: nameOf(file) }])}
        >
          {waiting.has(file.id) ? (
            <CircularProgress size={14} thickness={5} color="inherit" />
          ) : (
            <IconDownload size={18} />
          )}
        </IconButton>
      )}
    />
  )
}

/** What may only be viewed, and is not in the zip (VIEW-19). */
export function ViewOnlyFiles({ documentIds, submitted: { numbersFirst, viewOnly, viewOnlyCount } }: Part) {
  const list = useZipFiles({ documentIds, numbersFirst }, 'viewOnly', viewOnly, viewOnlyCount)
  return <Section text={VIEW_ONLY} label="Files that can only be viewed" list={list} />
}

interface SectionProps {
  text: string
  label: string
  list: ZipFileList
  action?: (file: ZipFile) => ReactNode
}

const Section = ({ text, label, list: { files, more, error }, action }: SectionProps) => (
  <div>
    <p style={{ margin: '0 0 8px' }}>{text}</p>
    <ScrolledList label={label} onNearEnd={more}>
      {files.map((file) => (
        <li key={file.id}>
          <FileGlyph name={nameOf(file)} />
          <span style={{ flex: 1 }}>
            <MiddleEllipsis text={file.filePath} tail={30} />
          </span>
          {action?.(file)}
        </li>
      ))}
    </ScrolledList>
    {error && <Alert tone="danger">{error}</Alert>}
  </div>
)
