import { useApolloClient } from '@apollo/client/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type Command, lazily, useToast } from '../../../ui/index.ts'
import type { DocumentToDelete } from '../deleting/DeleteDialog.tsx'
import { tellOtherTabs } from '../place/otherTabs.ts'
import { usePlace } from '../place/place.ts'
import { itemsText } from '../place/sizes.ts'
import { useStaged } from '../place/useStaged.ts'
import { deleteCommand } from './commands.tsx'
import { focusAt, spotOf } from './focusAfterwards.ts'
import { forgetEntries } from './forgetEntries.ts'
import { useRestore } from './useRestore.ts'

const DeleteDialog = lazily(async () => (await import('../deleting/DeleteDialog.tsx')).DeleteDialog)

export interface Deletion {
  /** Asks whether these are to be deleted, for whoever may delete here (DOC-33). */
  readonly command: Command<DocumentToDelete>
  /** The question, while there is one. */
  readonly dialog: ReactNode
}

const NOTHING_STAGED: readonly DocumentToDelete[] = []

/**
 * Deletes entries after a dry run (DOP-08 to DOP-12). What is staged ends with the folder, view and search that it
 * was staged in (DOP-17).
 * @param folderId the folder of the entries; null where each knows its own
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
  const restore = useRestore()
  const [staged, setStaged] = useStaged<readonly DocumentToDelete[]>(NOTHING_STAGED)
  const spot = useRef<ReturnType<typeof spotOf>>(null)
  const finished = useRef(false)
  const [deletions, setDeletions] = useState(0)
  // The dialog gives the focus back to a row that is gone by then, and so to nothing.
  useEffect(() => {
    if (deletions > 0) focusAt(spot.current)
  }, [deletions])

  const close = () => {
    setStaged(NOTHING_STAGED)
    if (finished.current) setDeletions((count) => count + 1)
    finished.current = false
  }
  const finish = async (count: number, deleted: ReadonlySet<string>) => {
    const ids = new Set(staged.map(({ id }) => id))
    for (const [parentId, entries] of Map.groupBy(staged, (entry) => folderId ?? entry.parentId ?? null)) {
      if (parentId !== null) forgetEntries(client.cache, parentId, new Set(entries.map(({ id }) => id)))
    }
    // Lists take up what the cache has forgotten a moment later, and not at all once they are read again.
    await new Promise((resume) => setTimeout(resume))
    await onDeleted(ids, deleted)
    tellOtherTabs(tree.id)
    finished.current = true
    const options = deleted.size > 0 ? { undo: () => void restore([...deleted]) } : {}
    if (deleted.size === staged.length) toast.success(deletedText(staged, count), options)
    else toast.warning(leftText(staged, deleted.size), options)
  }
  return {
    command: deleteCommand(tree.canDelete, (documents) => {
      spot.current = spotOf(documents.map(({ id }) => id))
      setStaged(documents)
    }),
    dialog: staged.length > 0 && (
      <DeleteDialog documents={staged} folderId={folderId} onClose={close} onDeleted={finish} />
    ),
  }
}

function deletedText(documents: readonly DocumentToDelete[], count: number): string {
  const [only] = documents
  return count === 1 && only ? `${only.name} was deleted.` : `${itemsText(count)} were deleted.`
}

/** Of how many it was too late, since somebody else had been there. */
function leftText(documents: readonly DocumentToDelete[], deleted: number): string {
  const [only] = documents.length === 1 ? documents : []
  if (only) return `${only.name} was not deleted: someone else has moved or deleted it.`
  const left = itemsText(documents.length - deleted)
  return `${deleted} of ${itemsText(documents.length)} were deleted. Someone else has moved or deleted ${left}.`
}
