import { useApolloClient } from '@apollo/client/react'
import { type ReactNode, useState } from 'react'
import { useToast } from '../../../ui/index.ts'
import { usePlace } from '../place.ts'
import { itemsText } from '../sizes.ts'
import { DeleteDialog, type Doomed } from './DeleteDialog.tsx'
import { forgetEntries } from './forgetEntries.ts'

export interface Deletion {
  /** Whether the person may delete here (DOC-33). */
  readonly allowed: boolean
  /** Asks whether these are to be deleted. */
  readonly stage: (documents: readonly Doomed[]) => void
  /** The question, while there is one. */
  readonly dialog: ReactNode
}

/**
 * Deletes entries of one folder after a dry run (DOP-08 to DOP-12). What is staged belongs to the component
 * that calls this: it ends with its folder and view (DOP-17).
 * @param onDeleted what else changes in the view, such as its address; told what is no longer where it was, and
 * what of it this person deleted
 */
export function useDelete(
  folderId: string | null,
  onDeleted: (gone: ReadonlySet<string>, deleted: ReadonlySet<string>) => Promise<void> | void,
): Deletion {
  const client = useApolloClient()
  const toast = useToast()
  const { tree } = usePlace()
  const [staged, setStaged] = useState<readonly Doomed[]>([])

  const finish = async (count: number, deleted: ReadonlySet<string>) => {
    const ids = new Set(staged.map(({ id }) => id))
    if (folderId !== null) forgetEntries(client.cache, folderId, ids)
    // Lists take up what the cache has forgotten a moment later, and not at all once they are read again.
    await new Promise((resume) => setTimeout(resume))
    await onDeleted(ids, deleted)
    if (deleted.size === staged.length) toast.success(deletedText(staged, count))
    else toast.warning(leftText(staged, deleted.size))
  }
  return {
    allowed: tree.canDelete,
    stage: setStaged,
    dialog: staged.length > 0 && (
      <DeleteDialog documents={staged} folderId={folderId} onClose={() => setStaged([])} onDeleted={finish} />
    ),
  }
}

function deletedText(documents: readonly Doomed[], count: number): string {
  const [only] = documents
  return count === 1 && only ? `${only.name} was deleted.` : `${itemsText(count)} were deleted.`
}

/** Of how many it was too late, since somebody else had been there. */
function leftText(documents: readonly Doomed[], deleted: number): string {
  const [only] = documents.length === 1 ? documents : []
  if (only) return `${only.name} was not deleted: somebody else has moved or deleted it.`
  const left = itemsText(documents.length - deleted)
  return `${deleted} of ${itemsText(documents.length)} were deleted. Somebody else has moved or deleted ${left}.`
}
