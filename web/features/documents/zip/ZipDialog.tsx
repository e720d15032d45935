import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useState } from 'react'
import { formatBytes } from '../../../../shared/format/bytes.ts'
import { useAction } from '../../../graphql/useAction.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { ConfirmContent, Dialog } from '../../../ui/index.ts'
import { type Row, usePlace } from '../place/place.ts'
import { documentsText, filesText } from '../place/sizes.ts'
import { MyZipsDialog } from './MyZipsDialog.tsx'
import { SubmitZipDownloadDocument, ZipTotalsDocument } from './operations.generated.ts'
import { PAGE } from './useZipFiles.ts'
import type { Submitted } from './ZipFileLists.tsx'
import { ZipResult } from './ZipResult.tsx'

/** A document to be zipped. */
export type DocumentToZip = Pick<Row, 'id' | 'name'>

interface ZipDialogProps {
  documents: readonly DocumentToZip[]
  onClose: () => void
}

/** Asks whether documents are to be zipped, then shows what becomes of the zip (DOP-21 to DOP-26). */
export function ZipDialog({ documents, onClose }: ZipDialogProps) {
  const [submitted, setSubmitted] = useState<Submitted>()
  const [listing, setListing] = useState(false)
  const [ids] = useState(() => documents.map(({ id }) => id))
  if (listing) return <MyZipsDialog onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title={`Download ${documentsText(documents)} as zip`}>
      {submitted ? (
        <ZipResult documentIds={ids} submitted={submitted} onClose={onClose} />
      ) : (
        <Question
          documentIds={ids}
          onSubmitted={setSubmitted}
          onCancel={onClose}
          onMyZips={() => setListing(true)}
        />
      )}
    </Dialog>
  )
}

interface QuestionProps {
  documentIds: readonly string[]
  onSubmitted: (submitted: Submitted) => void
  onCancel: () => void
  onMyZips: () => void
}

function Question({ documentIds, onSubmitted, onCancel, onMyZips }: QuestionProps) {
  const { tree } = usePlace()
  const variables = { treeId: tree.id, documentIds: [...documentIds] }
  const totals = useReading(ZipTotalsDocument, variables, { fetchPolicy: 'no-cache' })
  const [numbersFirst, setNumbersFirst] = useState(false)
  const { act, busy, problem } = useAction(SubmitZipDownloadDocument)
  const failure = problem?.message ?? totals.error?.message
  const confirm = async () => {
    const done = await act({ ...variables, numbersFirst, limit: PAGE })
    if (done) onSubmitted({ ...done.submitZipDownload, numbersFirst })
  }
  const content = totals.data?.zipContent
  const count = (content?.exportableCount ?? 0) + (content?.unexportableCount ?? 0)
  const viewOnly = content?.viewOnlyCount ?? 0
  return (
    <ConfirmContent
      action="Make zip"
      onConfirm={() => void confirm()}
      onCancel={onCancel}
      busy={busy}
      disabled={content ? count === 0 : totals.error !== undefined}
      {...(failure !== undefined && { error: failure })}
    >
      {!totals.error && (
        <>
          <p style={{ margin: '0 0 12px' }} role="status">
            {content
              ? `${filesText(count)}${content.exportableCount > 0 ? `, ${formatBytes(content.exportableBytes)}` : ''}`
              : 'Counting the files...'}
          </p>
          <p style={{ margin: 0 }}>
            {content && count === 0
              ? viewOnly > 0
                ? 'The files here can only be viewed, so there is nothing to zip.'
                : 'There are no files here to zip.'
              : 'The zip keeps the folders and holds what you may see. Make it now?'}
          </p>
          {count > 0 && viewOnly > 0 && (
            <p style={{ margin: '12px 0 0' }}>
              {filesText(viewOnly)} can only be viewed and {viewOnly === 1 ? 'is' : 'are'} not in the zip.
            </p>
          )}
          {tree.numbering !== 'OFF' && (
            <FormControlLabel
              label="Numbers before names"
              control={
                <Checkbox
                  checked={numbersFirst}
                  onChange={(event) => setNumbersFirst(event.target.checked)}
                />
              }
            />
          )}
          {problem?.code === 'CONFLICT' && (
            <Button variant="text" sx={{ mt: 1, ml: '-8px' }} onClick={onMyZips}>
              Show my zips
            </Button>
          )}
        </>
      )}
    </ConfirmContent>
  )
}
