import { useApolloClient } from '@apollo/client/react'
import { useEffect, useRef } from 'react'
import { namedDocument } from './address.ts'
import { PAGE_SIZE } from './folderRows.ts'
import { ChildIdsDocument } from './operations.generated.ts'
import { usePlace } from './place.ts'
import type { FolderRows } from './useFolderRows.ts'

/** Ids of one request, the most that the server gives. */
const IDS = 200
/** Requests at a time. */
const AT_A_TIME = 4

/**
 * Loads the part of a long folder that holds the row pointed at, so that the table can bring it into view
 * (DOC-05). Its place is found by the ids alone, page after page.
 */
export function useHighlighted(
  folder: { id: string; childCount: number },
  highlightedId: string | null,
  { rows, need }: FolderRows,
): void {
  const client = useApolloClient()
  const { tree } = usePlace()
  const latest = useRef(rows)
  latest.current = rows
  const { id, childCount } = folder

  useEffect(() => {
    if (highlightedId === null || latest.current.some((row) => row?.id === highlightedId)) return
    let over = false
    const idsFrom = async (offset: number): Promise<readonly string[]> => {
      const { data } = await client.query({
        query: ChildIdsDocument,
        variables: { treeId: tree.id, documentId: namedDocument(tree.id, id), limit: IDS, offset },
        fetchPolicy: 'no-cache',
      })
      return data?.document?.children.map((child) => child.id) ?? []
    }
    const find = async () => {
      for (let from = PAGE_SIZE; from < childCount && !over; from += AT_A_TIME * IDS) {
        const offsets = Array.from({ length: AT_A_TIME }, (_, at) => from + at * IDS)
        const pages = await Promise.all(offsets.filter((offset) => offset < childCount).map(idsFrom))
        const at = pages.flat().indexOf(highlightedId)
        if (at >= 0 && !over) {
          need(from + at, from + at + 1)
          return
        }
      }
    }
    // Without an answer the list stands as it is.
    find().catch(() => {})
    return () => {
      over = true
    }
  }, [client, tree.id, id, childCount, highlightedId, need])
}
