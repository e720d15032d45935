import { useApolloClient } from '@apollo/client/react'
import { useCallback } from 'react'
import { useToast } from '../../../ui/index.ts'
import { usePlace } from '../place/place.ts'

/** Takes a deletion of this person back, and says whether it could be (DOP-35). */
export function useRestore(): (documentIds: readonly string[]) => Promise<void> {
  const client = useApolloClient()
  const toast = useToast()
  const { tree } = usePlace()
  return useCallback(
    async (documentIds) =>
      (await import('../deleting/restoring.ts')).restore(client, toast, { treeId: tree.id, documentIds }),
    [client, toast, tree.id],
  )
}
