import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { ConfirmContent, Dialog } from '../../../ui/index.ts'
import { isFolder, type Row, usePlace } from '../place.ts'
import { itemsText } from '../sizes.ts'
import { AffectedList } from './AffectedList.tsx'
import { RemoveDocumentsDocument } from './operations.generated.ts'
import { useDryRun } from './useDryRun.ts'

/** DOP-10 */
const NOTHING = 'No documents returned from remove dry run'
/** DOP-11 */
const FAILED = 'A server error has occurred'

/** A document to be deleted. */
export type Doomed = Pick<Row, 'id' | 'name' | 'fileType'>

export interface DeleteDialogProps {
  documents: readonly Doomed[]
  onClose: () => void
  /** Runs before the dialog closes; `count` is of all that went, what lay below included. */
  onDeleted: (count: number) => Promise<void> | void
}

/** Names what a deletion would take, and deletes it once that is confirmed (DOP-08 to DOP-11). */
export function DeleteDialog({ documents, onClose, onDeleted }: DeleteDialogProps) {
  const { tree } = usePlace()
  const [ids] = useState(() => documents.map(({ id }) => id))
  const dryRun = useDryRun(ids)
  const [remove] = useMutation(RemoveDocumentsDocument)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const { count } = dryRun

  const confirm = async () => {
    setBusy(true)
    setFailed(false)
    try {
      await remove({ variables: { treeId: tree.id, documentIds: ids } })
    } catch {
      setFailed(true)
      setBusy(false)
      return
    }
    await onDeleted(count ?? ids.length)
    onClose()
  }
  const problem = failed ? FAILED : (dryRun.error ?? (count === 0 ? NOTHING : undefined))
  return (
    <Dialog open onClose={onClose} title={titleOf(documents)} busy={busy}>
      <ConfirmContent
        danger
        action={count ? `Delete ${itemsText(count)}` : 'Delete'}
        onConfirm={() => void confirm()}
        onCancel={onClose}
        busy={busy}
        disabled={!count}
        {...(problem !== undefined && { error: problem })}
      >
        {count !== 0 && (dryRun.error === undefined || count !== undefined) && (
          <>
            <p style={{ margin: '0 0 12px' }} role="status">
              {count === undefined ? 'Looking up what would be deleted...' : questionOf(documents, count)}
            </p>
            <AffectedList dryRun={dryRun} />
          </>
        )}
      </ConfirmContent>
    </Dialog>
  )
}

const titleOf = (documents: readonly Doomed[]): string =>
  documents.length === 1 && documents[0]
    ? `Delete ${documents[0].name}`
    : `Delete ${itemsText(documents.length)}`

function questionOf(documents: readonly Doomed[], count: number): string {
  const what = documents.some(isFolder)
    ? `${itemsText(count)}, all that the folders hold included,`
    : itemsText(count)
  return `${what} will be deleted. This cannot be undone.`
}
