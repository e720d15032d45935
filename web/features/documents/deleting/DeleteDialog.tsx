import { useState } from 'react'
import { type ActionProblem, useAction } from '../../../graphql/useAction.ts'
import { ConfirmContent, Dialog } from '../../../ui/index.ts'
import { isFolder, type Row, usePlace } from '../place/place.ts'
import { documentsText, itemsText } from '../place/sizes.ts'
import { AffectedList } from './AffectedList.tsx'
import { RemoveDocumentsDocument } from './operations.generated.ts'
import { type Chosen, useDryRun } from './useDryRun.ts'

/** DOP-10 */
const NOTHING = 'No documents returned from remove dry run'
/** DOP-11 */
const FAILED = 'A server error has occurred'

/** A document to be deleted. */
export interface DocumentToDelete extends Pick<Row, 'id' | 'name' | 'fileType'> {
  /** The folder that it is in, where that is not the one in view. */
  readonly parentId?: string | null
}

export interface DeleteDialogProps {
  documents: readonly DocumentToDelete[]
  /** The folder that they are in; null where they are in several. */
  folderId: string | null
  onClose: () => void
  /**
   * Runs before the dialog closes; `count` is of all that was to go, what lay below included. Of the documents
   * named, those that somebody else moved or deleted meanwhile are not among the deleted ones.
   */
  onDeleted: (count: number, deletedIds: ReadonlySet<string>) => Promise<void> | void
}

/** Names what a deletion would take, and deletes it once that is confirmed (DOP-08 to DOP-11). */
export function DeleteDialog({ documents, folderId, onClose, onDeleted }: DeleteDialogProps) {
  const { tree } = usePlace()
  const [chosen] = useState(() => chosenFrom(documents, folderId))
  const dryRun = useDryRun(chosen)
  const {
    attempt,
    busy,
    problem: refusal,
  } = useAction(RemoveDocumentsDocument, {
    onOutcome: async ({ data }, { expectedCount }) => {
      if (data) await onDeleted(expectedCount, new Set(data.removeDocuments.deletedIds))
    },
  })
  const { count } = dryRun

  const confirm = async (expectedCount: number) => {
    const { data, problem } = await attempt({ treeId: tree.id, ...chosen, expectedCount })
    if (data) onClose()
    // More would go than was named here: it is asked again, and nothing goes without another yes.
    else if (problem?.code === 'CONFLICT') dryRun.again()
  }
  const problem = dryRun.error ?? (count === 0 ? NOTHING : refusal && failureText(refusal))
  return (
    <Dialog open onClose={onClose} title={`Delete ${documentsText(documents)}`} busy={busy}>
      <ConfirmContent
        danger
        action={count ? `Delete ${itemsText(count)}` : 'Delete'}
        onConfirm={() => void (count && confirm(count))}
        onCancel={onClose}
        busy={busy}
        disabled={!count}
        {...(problem !== undefined && { error: problem })}
        onRetry={dryRun.error === undefined ? undefined : dryRun.again}
      >
        {count !== 0 && (dryRun.error === undefined || count !== undefined) && (
          <>
            <p style={{ margin: '0 0 12px' }} role="status">
              {count === undefined
                ? 'Looking up what would be deleted...'
                : questionOf(documents, count, tree.canViewDocumentsHistory)}
            </p>
            <AffectedList dryRun={dryRun} />
          </>
        )}
      </ConfirmContent>
    </Dialog>
  )
}

/** What the person can act on is said as it is. */
const failureText = ({ code, message }: ActionProblem): string =>
  code === 'CONFLICT' || code === 'OTHER_ACCOUNT' ? message : FAILED

function chosenFrom(documents: readonly DocumentToDelete[], folderId: string | null): Chosen {
  const parentIds = documents.flatMap((each) => each.parentId ?? folderId ?? [])
  return {
    documentIds: documents.map(({ id }) => id),
    ...(parentIds.length === documents.length && { parentIds }),
  }
}

function questionOf(documents: readonly DocumentToDelete[], count: number, hasHistory: boolean): string {
  const what = documents.some(isFolder)
    ? `${itemsText(count)}, including everything in the folders,`
    : itemsText(count)
  const undo = hasHistory ? 'right afterwards, or for a day in the history' : 'right afterwards'
  return `${what} will be deleted. You can undo this ${undo}, and not later.`
}
