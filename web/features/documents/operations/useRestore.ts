import { useApolloClient } from '@apollo/client/react'
import { useCallback } from 'react'
import { send } from '../../../graphql/useAction.ts'
import { useToast } from '../../../ui/index.ts'
import { tellOtherTabs } from '../place/otherTabs.ts'
import { usePlace } from '../place/place.ts'
import { refreshTree } from '../place/refreshTree.ts'
import { itemsText } from '../place/sizes.ts'
import { RestoreDocumentsDocument } from './operations.generated.ts'

/** Takes a deletion of this person back, and says whether it could be (DOP-35). */
export function useRestore(): (documentIds: readonly string[]) => Promise<void> {
  const client = useApolloClient()
  const toast = useToast()
  const { tree } = usePlace()
  return useCallback(
    async (documentIds) => {
      const { data, problem } = await send(client, RestoreDocumentsDocument, {
        treeId: tree.id,
        documentIds: [...documentIds],
      })
      // The client itself says that the connection is lost.
      if (problem && problem.code !== 'OFFLINE') toast.error(problem.message)
      await refreshTree(client, tree.id).catch(() => {})
      tellOtherTabs(tree.id)
      if (data) toast.success(restoredText(data.restoreDocuments.documents))
    },
    [client, toast, tree.id],
  )
}

function restoredText(documents: readonly { name: string }[]): string {
  const [only] = documents
  if (documents.length === 1 && only) return `${only.name} is back where it was.`
  return `${itemsText(documents.length)} are back where they were.`
}
