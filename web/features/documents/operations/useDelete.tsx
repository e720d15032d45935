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
 * @param onDeleted what else changes in the view, such as its address
 */
export function useDelete(
  folderId: string | null,
  onDeleted: (ids: ReadonlySet<string>) => Promise<void> | void,
): Deletion {
  const client = useApolloClient()
  const toast = useToast()
  const { tree } = usePlace()
  const [staged, setStaged] = useState<readonly Doomed[]>([])

  const finish = async (count: number) => {
    const ids = new Set(staged.map(({ id }) => id))
    if (folderId !== null) forgetEntries(client.cache, folderId, ids)
    // Lists take up what the cache has forgotten a moment later, and not at all once they are read again.
    await new Promise((resume) => setTimeout(resume))
    await onDeleted(ids)
    const [only] = staged
    toast.success(count === 1 && only ? `${only.name} was deleted.` : `${itemsText(count)} were deleted.`)
  }
  return {
    allowed: tree.canDelete,
    stage: setStaged,
    dialog: staged.length > 0 && (
      <DeleteDialog documents={staged} onClose={() => setStaged([])} onDeleted={finish} />
    ),
  }
}
