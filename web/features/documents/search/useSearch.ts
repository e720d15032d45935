import { type ListPage, useWindowedList, type WindowedList } from '../../../graphql/useWindowedList.ts'
import { SearchDocumentsDocument, type SearchDocumentsQuery } from '../found/operations.generated.ts'
import { namedDocument } from '../place/address.ts'
import { usePlace } from '../place/place.ts'

/** An entry that was found, with the folders from the root to it. */
export type Hit = SearchDocumentsQuery['search'][number]

const pageOf = ({ searchCount, search }: SearchDocumentsQuery): ListPage<Hit> => ({
  count: searchCount,
  rows: search,
})

/**
 * Entries below a folder whose name holds a term, page by page. An answer to an older search never takes the
 * place of a newer one (DOC-21, DOC-22).
 * @param folderId null for the whole tree
 * @param reread reads the folder in view again
 */
export function useSearch(
  folderId: string | null,
  term: string,
  reread: () => Promise<unknown>,
): WindowedList<Hit> {
  const { tree } = usePlace()
  return useWindowedList({
    query: SearchDocumentsDocument,
    variables: {
      treeId: tree.id,
      documentId: folderId === null ? null : namedDocument(tree.id, folderId),
      search: term,
    },
    pageOf,
    apart: true,
    // What was deleted or closed meanwhile shows as such with the folder itself (ERR-12).
    onRefused: () => void reread().catch(() => {}),
  })
}
