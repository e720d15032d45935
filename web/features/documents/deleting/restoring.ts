import type { ApolloClient } from '@apollo/client'
import { send } from '../../../graphql/useAction.ts'
import type { useToast } from '../../../ui/index.ts'
import { tellOtherTabs } from '../place/otherTabs.ts'
import { refreshTree } from '../place/refreshTree.ts'
import { itemsText } from '../place/sizes.ts'
import { RestoreDocumentsDocument } from './operations.generated.ts'

/** Takes a deletion back, and says whether it could be (DOP-35). */
export async function restore(
  client: ApolloClient,
  toast: ReturnType<typeof useToast>,
  { treeId, documentIds }: { treeId: string; documentIds: readonly string[] },
): Promise<void> {
  const { data, problem } = await send(client, RestoreDocumentsDocument, {
    treeId,
    documentIds: [...documentIds],
  })
  // The client itself says that the connection is lost.
  if (problem && problem.code !== 'OFFLINE') toast.error(problem.message)
  await refreshTree(client, treeId).catch(() => {})
  tellOtherTabs(treeId)
  if (data) toast.success(restoredText(data.restoreDocuments.documents))
}

function restoredText(documents: readonly { name: string }[]): string {
  const [only] = documents
  if (documents.length === 1 && only) return `${only.name} is back where it was.`
  return `${itemsText(documents.length)} are back where they were.`
}
