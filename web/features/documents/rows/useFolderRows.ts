import { type ListPage, useWindowedList, type WindowedList } from '../../../graphql/useWindowedList.ts'
import { namedDocument } from '../place/address.ts'
import { FolderPageDocument, type FolderPageQuery } from '../place/operations.generated.ts'
import { type OpenDocument, type Row, usePlace } from '../place/place.ts'

/** The entries of a folder, as far as they have come. */
export type FolderRows = WindowedList<Row>

const pageOf = ({ document }: FolderPageQuery): ListPage<Row> | undefined =>
  document ? { count: document.childCount, rows: document.children } : undefined

/**
 * The entries of a folder, page by page as they come into view: the first page comes with the folder itself.
 * @param refetch reads the folder and its first page again
 */
export function useFolderRows(
  folder: Pick<OpenDocument, 'id' | 'childCount' | 'children'>,
  refetch: () => Promise<unknown>,
): FolderRows {
  const { tree } = usePlace()
  return useWindowedList({
    query: FolderPageDocument,
    variables: { treeId: tree.id, documentId: namedDocument(tree.id, folder.id) },
    pageOf,
    first: { page: { count: folder.childCount, rows: folder.children }, refetch },
    // What was deleted or closed meanwhile shows as such with the folder itself (ERR-12).
    onRefused: () => void refetch().catch(() => {}),
  })
}
