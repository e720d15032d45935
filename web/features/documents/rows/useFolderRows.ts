import { useMemo } from 'react'
import { type ListPage, useWindowedList, type WindowedList } from '../../../graphql/useWindowedList.ts'
import { namedDocument } from '../place/address.ts'
import { FolderPageDocument, type FolderPageQuery } from '../place/operations.generated.ts'
import { type OpenDocument, type Row, usePlace } from '../place/place.ts'

/** The entries of a folder, as far as they have come. */
export type FolderRows = WindowedList<Row>

/** Entries that the server sorts by anything but their names. */
export const MAX_SORTED = 10_000

const pageOf = ({ document }: FolderPageQuery): ListPage<Row> | undefined =>
  document ? { count: document.childCount, rows: document.children } : undefined

/**
 * The entries of a folder, page by page as they come into view: the first page comes with the folder itself.
 * @param refetch reads the folder and its first page again
 * @param ordering as the API has it; by name without
 */
export function useFolderRows(
  folder: Pick<OpenDocument, 'id' | 'childCount' | 'children'>,
  refetch: () => Promise<unknown>,
  ordering?: string,
): FolderRows {
  const { tree } = usePlace()
  const isSorted = ordering !== undefined && folder.childCount <= MAX_SORTED
  const list = useWindowedList({
    query: FolderPageDocument,
    variables: {
      treeId: tree.id,
      documentId: namedDocument(tree.id, folder.id),
      ...(isSorted && { ordering }),
    },
    pageOf,
    ...(!isSorted && { first: { page: { count: folder.childCount, rows: folder.children }, refetch } }),
    // What was deleted or closed meanwhile shows as such with the folder itself (ERR-12).
    onRefused: () => void refetch().catch(() => {}),
  })
  const { refresh } = list
  return useMemo(
    () =>
      isSorted
        ? {
            ...list,
            // The folder is not empty while its rows in the new order are on their way.
            ...(list.waiting && { rows: Array.from({ length: folder.childCount }, () => undefined) }),
            // What is above the rows comes with the folder, which nothing else reads again.
            refresh: async () => {
              await Promise.allSettled([refresh(), refetch()])
            },
          }
        : list,
    [isSorted, list, refresh, refetch, folder.childCount],
  )
}
