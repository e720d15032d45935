import type { ApolloClient, ObservableQuery } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { ANEW } from '../../../graphql/client.ts'
import { errorText, isRefused } from '../../../graphql/errors.ts'
import { namedDocument } from '../place/address.ts'
import {
  FolderPageDocument,
  type FolderPageQuery,
  type FolderPageQueryVariables,
} from '../place/operations.generated.ts'
import { type OpenDocument, type Row, usePlace } from '../place/place.ts'
import { isNear, PAGE_SIZE, pagesOfRange, rowsOfPages, SETTLED } from './folderRows.ts'

/** The entries of a folder, as far as they have come. */
export interface FolderRows {
  /** All entries of the folder in order; undefined where they have not come yet. */
  readonly rows: readonly (Row | undefined)[]
  /** Asks for the rows from `start` up to, not including, `end`. */
  readonly need: (start: number, end: number) => void
  /** Reads again what is loaded; rows stay until their successors come. */
  readonly refresh: () => Promise<void>
  /** Why rows could not be loaded, and how to try again. */
  readonly error: { readonly message: string; readonly onRetry: () => void } | undefined
}

/**
 * The entries of a folder, page by page as they come into view: the first page comes with the folder itself,
 * each other one is a query of its own. One list over all pages would have to be read whole out of the cache
 * with each page that comes.
 * @param refetch reads the folder and its first page again
 */
export function useFolderRows(
  folder: Pick<OpenDocument, 'id' | 'childCount' | 'children'>,
  refetch: () => Promise<unknown>,
): FolderRows {
  const client = useApolloClient()
  const { tree } = usePlace()
  const [version, changed] = useReducer((count: number) => count + 1, 0)
  const documentId = namedDocument(tree.id, folder.id)
  const [failure, setFailure] = useState<{ of: string | null; message: string }>()
  const pages = useMemo(
    () =>
      createPages(client, { treeId: tree.id, documentId }, (error) => {
        changed()
        if (!error) return
        setFailure({ of: documentId, message: errorText(error) })
        // What was deleted or closed meanwhile shows as such with the folder itself (ERR-12).
        if (isRefused(error)) refetch().catch(() => {})
      }),
    [client, tree.id, documentId, refetch],
  )
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      pages.stop()
    },
    [pages],
  )

  const need = useCallback(
    (start: number, end: number) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => pages.need(start, end), SETTLED)
    },
    [pages],
  )
  const refresh = useCallback(async () => {
    await Promise.allSettled([refetch(), ...pages.refetch()])
  }, [pages, refetch])

  const { childCount, children } = folder
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` stands for what `pages` holds
  const rows = useMemo(
    () => rowsOfPages(childCount, new Map([[0, children], ...pages.loaded()])),
    [childCount, children, pages, version],
  )
  const onRetry = () => {
    setFailure(undefined)
    pages.retry()
  }
  const current = failure?.of === documentId ? failure : undefined
  return { rows, need, refresh, error: current && { message: current.message, onRetry } }
}

type PageVariables = Omit<FolderPageQueryVariables, 'limit' | 'offset'>

interface WatchedPage {
  readonly query: ObservableQuery<FolderPageQuery, FolderPageQueryVariables>
  readonly stop: () => void
}

/** The watched pages of a folder behind the first one. */
function createPages(client: ApolloClient, folder: PageVariables, onChange: (error?: unknown) => void) {
  const watched = new Map<number, WatchedPage>()
  let needed: [start: number, end: number] = [0, 0]

  const forget = (page: number) => {
    watched.get(page)?.stop()
    watched.delete(page)
  }
  const watch = (page: number) => {
    const variables = { ...folder, limit: PAGE_SIZE, offset: page * PAGE_SIZE }
    const query = client.watchQuery({ query: FolderPageDocument, variables, context: ANEW })
    const subscription = query.subscribe(({ error }) => {
      if (error) forget(page)
      onChange(error)
    })
    watched.set(page, { query, stop: () => subscription.unsubscribe() })
  }
  const need = (start: number, end: number) => {
    needed = [start, end]
    const inView = pagesOfRange(start, end)
    // Far pages come again from the cache; meanwhile a refresh need not ask for them.
    for (const page of [...watched.keys()]) if (!isNear(page, inView)) forget(page)
    for (const page of inView) if (page > 0 && !watched.has(page)) watch(page)
    onChange()
  }
  return {
    need,
    retry: () => need(...needed),
    refetch: () => [...watched.values()].map(({ query }) => query.refetch()),
    loaded: (): (readonly [number, readonly Row[]])[] =>
      [...watched].flatMap(([page, { query }]) => {
        const children = query.getCurrentResult().data?.document?.children
        return children ? [[page, children as readonly Row[]] as const] : []
      }),
    stop: () => {
      for (const page of [...watched.keys()]) forget(page)
    },
  }
}
