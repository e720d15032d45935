import { useApolloClient } from '@apollo/client/react'
import { useCallback } from 'react'
import { formatNumber } from '../../../shared/format/number.ts'
import { errorCode, errorText } from '../../graphql/errors.ts'
import { useToast } from '../../ui/index.ts'
import { namedDocument } from './address.ts'
import { PAGE_SIZE } from './folderRows.ts'
import { FolderPageDocument } from './operations.generated.ts'
import { type Row, usePlace } from './place.ts'
import { MOST } from './useRowActions.tsx'

/**
 * Selects all entries of a folder, those not scrolled to included; of a very long one as many as one operation
 * takes, and says so.
 */
export function useSelectAll(
  folder: { id: string; childCount: number },
  select: (rows: readonly Row[]) => void,
): () => void {
  const client = useApolloClient()
  const toast = useToast()
  const { tree } = usePlace()
  const { id, childCount } = folder
  const read = useCallback(async () => {
    const wanted = Math.min(childCount, MOST)
    const offsets = Array.from({ length: Math.ceil(wanted / PAGE_SIZE) }, (_, page) => page * PAGE_SIZE)
    const rows: Row[] = []
    for (const offset of offsets) {
      const { data } = await client.query({
        query: FolderPageDocument,
        variables: { treeId: tree.id, documentId: namedDocument(tree.id, id), limit: PAGE_SIZE, offset },
        fetchPolicy: 'no-cache',
      })
      rows.push(...(data?.document?.children ?? []))
    }
    return rows
  }, [client, tree.id, id, childCount])

  return useCallback(() => {
    read().then(
      (rows) => {
        select(rows)
        if (childCount > rows.length && rows.length >= MOST) {
          toast.info(`The first ${formatNumber(MOST)} of ${formatNumber(childCount)} are selected.`)
        }
      },
      (error) => {
        // The client itself says that the connection is lost.
        if (errorCode(error) !== 'OFFLINE') toast.error(errorText(error))
      },
    )
  }, [read, select, toast, childCount])
}
