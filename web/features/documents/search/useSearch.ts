import { useApolloClient } from '@apollo/client/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { errorText } from '../../../graphql/errors.ts'
import { namedDocument } from '../address.ts'
import { PAGE_SIZE, pagesOfRange, rowsOfPages } from '../folderRows.ts'
import { usePlace } from '../place.ts'
import { SearchDocumentsDocument, type SearchDocumentsQuery } from './operations.generated.ts'

/** An entry that was found, with the folders from the root to it. */
export type Hit = SearchDocumentsQuery['search'][number]

/** What is scrolled past faster than this, in ms, is not asked for. */
const SETTLED = 60

export interface SearchResult {
  /** All hits in order; undefined where they have not come yet. */
  readonly rows: readonly (Hit | undefined)[]
  /** No answer has come to this search. */
  readonly waiting: boolean
  readonly need: (start: number, end: number) => void
  /** Searches again; what was found before stays until the answer. */
  readonly refresh: () => Promise<void>
  readonly error: { readonly message: string; readonly onRetry: () => void } | undefined
}

interface Found {
  readonly key: string
  readonly count: number
  readonly pages: ReadonlyMap<number, readonly Hit[]>
}

/**
 * Entries below a folder whose name holds a term, page by page. An answer to an older search never takes the
 * place of a newer one (DOC-21, DOC-22).
 * @param folderId null for the whole tree
 */
export function useSearch(folderId: string | null, term: string): SearchResult {
  const client = useApolloClient()
  const { tree } = usePlace()
  const key = `${folderId ?? ''} ${term}`
  const [found, setFound] = useState<Found>({ key: '', count: 0, pages: new Map() })
  const [failure, setFailure] = useState<{ key: string; message: string; page: number }>()
  const latest = useRef(key)
  latest.current = key
  const asked = useRef<{ key: string; pages: Set<number> }>({ key: '', pages: new Set() })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const ask = useCallback(
    async (page: number, anew = false) => {
      if (asked.current.key !== key || anew) asked.current = { key, pages: new Set() }
      const round = asked.current
      if (round.pages.has(page)) return
      round.pages.add(page)
      try {
        const { data } = await client.query({
          query: SearchDocumentsDocument,
          variables: {
            treeId: tree.id,
            documentId: folderId === null ? null : namedDocument(tree.id, folderId),
            search: term,
            limit: PAGE_SIZE,
            offset: page * PAGE_SIZE,
          },
          fetchPolicy: 'no-cache',
          context: { queryDeduplication: false },
        })
        if (asked.current !== round || latest.current !== key || !data) return
        setFailure(undefined)
        setFound((before) => ({
          key,
          count: data.searchCount,
          pages: new Map([...(before.key === key && !anew ? before.pages : []), [page, data.search]]),
        }))
      } catch (error) {
        round.pages.delete(page)
        if (asked.current === round && latest.current === key) {
          setFailure({ key, message: errorText(error), page })
        }
      }
    },
    [client, tree.id, folderId, term, key],
  )
  useEffect(() => {
    void ask(0, true)
    return () => clearTimeout(timer.current)
  }, [ask])

  const need = useCallback(
    (start: number, end: number) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        for (const page of pagesOfRange(start, end)) void ask(page)
      }, SETTLED)
    },
    [ask],
  )
  const refresh = useCallback(() => ask(0, true), [ask])
  const current = failure?.key === key ? failure : undefined
  const rows = useMemo(() => (found.key === key ? rowsOfPages(found.count, found.pages) : []), [found, key])
  return {
    rows,
    waiting: found.key !== key && !current,
    need,
    refresh,
    error: current && { message: current.message, onRetry: () => void ask(current.page) },
  }
}
