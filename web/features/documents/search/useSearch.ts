import { useApolloClient } from '@apollo/client/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ANEW } from '../../../graphql/client.ts'
import { errorText, isRefused } from '../../../graphql/errors.ts'
import { namedDocument } from '../place/address.ts'
import { usePlace } from '../place/place.ts'
import { PAGE_SIZE, pagesOfRange, rowsOfPages, SETTLED } from '../rows/folderRows.ts'
import { SearchDocumentsDocument, type SearchDocumentsQuery } from './operations.generated.ts'

/** An entry that was found, with the folders from the root to it. */
export type Hit = SearchDocumentsQuery['search'][number]

/** What a search has found, as far as it has come. */
export interface SearchResult {
  /** All hits in order; undefined where they have not come yet. */
  readonly rows: readonly (Hit | undefined)[]
  /** No answer has come to this search. */
  readonly waiting: boolean
  readonly need: (start: number, end: number) => void
  /** Searches again; what was found before stays until the answer. */
  readonly refresh: () => Promise<void>
  /** Reads a page of hits by itself. @throws what the server or the network says */
  readonly readPage: (offset: number) => Promise<readonly Hit[]>
  readonly error: { readonly message: string; readonly onRetry: () => void } | undefined
}

interface Found {
  readonly key: string
  readonly count: number
  readonly pages: ReadonlyMap<number, readonly Hit[]>
}

/** One reading of a search: the pages that were asked for. A later one takes its place. */
interface Round {
  readonly key: string
  readonly pages: Set<number>
}

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
): SearchResult {
  const client = useApolloClient()
  const { tree } = usePlace()
  const key = `${folderId ?? ''} ${term}`
  const [found, setFound] = useState<Found>({ key: '', count: 0, pages: new Map() })
  const [failure, setFailure] = useState<{ key: string; message: string; page: number }>()
  const latest = useRef({ key, found })
  latest.current = { key, found }
  const round = useRef<Round>({ key: '', pages: new Set() })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const read = useCallback(
    async (offset: number) => {
      const { data } = await client.query({
        query: SearchDocumentsDocument,
        variables: {
          treeId: tree.id,
          documentId: folderId === null ? null : namedDocument(tree.id, folderId),
          search: term,
          limit: PAGE_SIZE,
          offset,
        },
        fetchPolicy: 'no-cache',
        context: ANEW,
      })
      return { count: data?.searchCount ?? 0, hits: data?.search ?? [] }
    },
    [client, tree.id, folderId, term],
  )
  const ask = useCallback(
    async (page: number) => {
      const mine = round.current
      if (mine.key !== key || mine.pages.has(page)) return
      mine.pages.add(page)
      const isOver = () => round.current !== mine || latest.current.key !== key
      try {
        const { count, hits } = await read(page * PAGE_SIZE)
        if (isOver()) return
        setFailure(undefined)
        setFound((before) => {
          // Of the reading before, what is asked for once more stays until it has come.
          const kept = before.key === key ? [...before.pages].filter(([at]) => mine.pages.has(at)) : []
          return { key, count, pages: new Map([...kept, [page, hits]]) }
        })
      } catch (error) {
        mine.pages.delete(page)
        if (isOver()) return
        setFailure({ key, message: errorText(error), page })
        // What was deleted or closed meanwhile shows as such with the folder itself (ERR-12).
        if (isRefused(error)) reread().catch(() => {})
      }
    },
    [read, key, reread],
  )
  const refresh = useCallback(async () => {
    round.current = { key, pages: new Set() }
    const { found } = latest.current
    const pages = new Set([0, ...(found.key === key ? found.pages.keys() : [])])
    await Promise.all([...pages].map(ask))
  }, [ask, key])
  useEffect(() => {
    void refresh()
    return () => clearTimeout(timer.current)
  }, [refresh])

  const need = useCallback(
    (start: number, end: number) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        for (const page of pagesOfRange(start, end)) void ask(page)
      }, SETTLED)
    },
    [ask],
  )
  const current = failure?.key === key ? failure : undefined
  const rows = useMemo(() => (found.key === key ? rowsOfPages(found.count, found.pages) : []), [found, key])
  return {
    rows,
    waiting: found.key !== key && !current,
    need,
    refresh,
    readPage: useCallback(async (offset) => (await read(offset)).hits, [read]),
    error: current && { message: current.message, onRetry: () => void ask(current.page) },
  }
}
