import { useApolloClient } from '@apollo/client/react'
import { useCallback } from 'react'
import { UNSHARED } from '../../../graphql/client.ts'
import { PAGE_SIZE } from '../../../graphql/listPages.ts'
import { namedDocument } from '../place/address.ts'
import { FolderPageDocument } from '../place/operations.generated.ts'
import { usePlace } from '../place/place.ts'
import { type FolderRows, useFolderRows } from '../rows/useFolderRows.ts'
import { useHighlighted } from '../rows/useHighlighted.ts'
import type { ColumnFolderFragment } from './operations.generated.ts'

/** The entries of a column, page by page, and the page of one that is pointed at. */
export function useColumnRows(content: ColumnFolderFragment, pointedAt: string | null): FolderRows {
  const client = useApolloClient()
  const { tree } = usePlace()
  const documentId = namedDocument(tree.id, content.id)
  const refetch = useCallback(
    () =>
      client.query({
        query: FolderPageDocument,
        variables: { treeId: tree.id, documentId, limit: PAGE_SIZE, offset: 0 },
        fetchPolicy: 'network-only',
        context: UNSHARED,
      }),
    [client, tree.id, documentId],
  )
  const loaded = useFolderRows(content, refetch)
  useHighlighted(content.id, pointedAt, loaded)
  return loaded
}
