import { useApolloClient } from '@apollo/client/react'
import { useCallback } from 'react'
import { formatNumber } from '../../../../shared/format/number.ts'
import { MOST_CHOSEN } from '../../../../shared/selections.ts'
import { errorCode, errorText } from '../../../graphql/errors.ts'
import { useToast } from '../../../ui/index.ts'
import { namedDocument } from '../place/address.ts'
import { FolderPageDocument } from '../place/operations.generated.ts'
import { type Row, usePlace } from '../place/place.ts'
import { PAGE_SIZE } from './folderRows.ts'

/** Reads the rows of a list from an offset on, a page of them. */
type ReadPage = (offset: number) => Promise<readonly Row[]>

/**
 * Selects all rows of a list, those not scrolled to included; of a very long one as many as one operation takes,
 * and says so.
 * @param count rows of the whole list
 */
export function useSelectAll(
  count: number,
  readPage: ReadPage,
  select: (rows: readonly Row[]) => void,
): () => void {
  const toast = useToast()
  const read = useCallback(async () => {
    const rows: Row[] = []
    for (let offset = 0; offset < Math.min(count, MOST_CHOSEN); offset += PAGE_SIZE) {
      rows.push(...(await readPage(offset)))
    }
    return rows
  }, [count, readPage])

  return useCallback(() => {
    read().then(
      (rows) => {
        select(rows)
        if (count > rows.length && rows.length >= MOST_CHOSEN) {
          toast.info(`The first ${formatNumber(MOST_CHOSEN)} of ${formatNumber(count)} are selected.`)
        }
      },
      (error) => {
        // The client itself says that the connection is lost.
        if (errorCode(error) !== 'OFFLINE') toast.error(errorText(error))
      },
    )
  }, [read, select, toast, count])
}

/** Reads the entries of a folder, page by page. */
export function useFolderReading(folderId: string): ReadPage {
  const client = useApolloClient()
  const { tree } = usePlace()
  return useCallback(
    async (offset) => {
      const { data } = await client.query({
        query: FolderPageDocument,
        variables: {
          treeId: tree.id,
          documentId: namedDocument(tree.id, folderId),
          limit: PAGE_SIZE,
          offset,
        },
        fetchPolicy: 'no-cache',
      })
      return data?.document?.children ?? []
    },
    [client, tree.id, folderId],
  )
}
