import Button from '@mui/material/Button'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useAction } from '../../../graphql/useAction.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { Alert, DialogBody, DialogFoot } from '../../../ui/index.ts'
import {
  CancelZipExportDocument,
  type ZipProgressFragment,
  ZipStateDocument,
} from './operations.generated.ts'
import { ExportableFiles, type Submitted, TooLargeFiles, ViewOnlyFiles } from './ZipFileLists.tsx'
import { isMaking, LOOK_EVERY, NO_LONGER_THERE, ZipProgress } from './ZipProgress.tsx'

/** DOP-25 */
const MAIL_FOLLOWS =
  'You may close this window. You will then get an e-mail with the link, within 15 minutes as a rule.'
const FOUND_AGAIN = 'Until then “Zip downloads” in the folder’s menu shows how far it is.'

interface ZipResultProps {
  documentIds: readonly string[]
  submitted: Submitted
  onClose: () => void
}

/** What becomes of a zip that was asked for, until it can be downloaded, and the files in it (DOP-22 to DOP-26). */
export function ZipResult({ documentIds, submitted, onClose }: ZipResultProps) {
  const { zip, error, lookAgain } = useZipState(submitted.zipExport)
  const cancelling = useAction(CancelZipExportDocument)
  const problem = zip?.failure ?? cancelling.problem?.message ?? error
  const cancelThis = async (id: string) => {
    if (await cancelling.act({ id })) onClose()
  }
  return (
    <>
      <DialogBody>
        {problem && <Alert tone="danger">{problem}</Alert>}
        {zip && <Progress zip={zip} />}
        {submitted.unexportableCount > 0 && <TooLargeFiles documentIds={documentIds} submitted={submitted} />}
        {submitted.viewOnlyCount > 0 && <ViewOnlyFiles documentIds={documentIds} submitted={submitted} />}
        {submitted.exportableCount > 0 && <ExportableFiles documentIds={documentIds} submitted={submitted} />}
      </DialogBody>
      <DialogFoot>
        {zip && isMaking(zip) && (
          <Button color="error" disabled={cancelling.busy} onClick={() => void cancelThis(zip.id)}>
            Cancel zip
          </Button>
        )}
        <Button onClick={onClose}>Close</Button>
        {zip?.url && (
          <Button
            variant="contained"
            startIcon={<IconDownload />}
            href={zip.url}
            download
            onClick={lookAgain}
          >
            Download
          </Button>
        )}
      </DialogFoot>
    </>
  )
}

/** Asks again each second while the zip is being made. */
function useZipState(first: ZipProgressFragment | null) {
  const [making, setMaking] = useState(true)
  const { data, error, refetch } = useReading(
    ZipStateDocument,
    { id: first?.id ?? '' },
    { skip: first === null, every: making ? LOOK_EVERY : undefined, fetchPolicy: 'network-only' },
  )
  const zip = data?.zipExport ?? first
  const isFinished = zip !== null && !isMaking(zip)
  useEffect(() => setMaking(!isFinished), [isFinished])
  return {
    zip,
    error: error?.message,
    /** Once the download was asked for: whether it has expired shows only then. */
    lookAgain: () => void setTimeout(() => refetch().catch(() => {}), LOOK_EVERY),
  }
}

function Progress({ zip }: { zip: ZipProgressFragment }) {
  const { state } = zip
  if (state === 'READY') return <Alert tone="success">The zip is ready.</Alert>
  if (state === 'EXPIRED' || state === 'CANCELLED') return <Alert tone="info">{NO_LONGER_THERE}</Alert>
  if (state === 'FAILED') return null
  return (
    <div>
      <ZipProgress zip={zip} label="Zip progress" />
      <p style={{ margin: '12px 0 0' }}>{MAIL_FOLLOWS}</p>
      <p style={{ margin: '4px 0 0' }}>{FOUND_AGAIN}</p>
    </div>
  )
}
