import { useApolloClient } from '@apollo/client/react'
import { useEffect } from 'react'
import { useLatest } from '../../../ui/text/useLatest.ts'
import { DocumentPositionDocument } from '../place/operations.generated.ts'
import { usePlace } from '../place/place.ts'
import type { FolderRows } from './useFolderRows.ts'

/**
 * Loads the part of a long folder that holds the row pointed at, so that the table can bring it into view
 * (DOC-05). The server says where in the folder it stands.
 */
export function useHighlighted(
  folderId: string,
  highlightedId: string | null,
  { rows, need }: FolderRows,
): void {
  const client = useApolloClient()
  const { tree } = usePlace()
  const latest = useLatest(rows)

  useEffect(() => {
    if (highlightedId === null || latest.current.some((row) => row?.id === highlightedId)) return
    let cancelled = false
    const find = async () => {
      const { data } = await client.query({
        query: DocumentPositionDocument,
        variables: { treeId: tree.id, documentId: highlightedId },
        fetchPolicy: 'no-cache',
      })
      const { parentId, position } = data?.document ?? {}
      if (cancelled || parentId !== folderId || typeof position !== 'number') return
      need(position, position + 1)
    }
    // What is gone, or has no place here, is not pointed at; the list stands as it is.
    find().catch(() => {})
    return () => {
      cancelled = true
    }
  }, [client, tree.id, folderId, highlightedId, need])
}
