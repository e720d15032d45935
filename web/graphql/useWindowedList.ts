import type {
  ApolloClient,
  DocumentNode,
  ObservableQuery,
  OperationVariables,
  TypedDocumentNode,
} from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useCallback, useEffect, useMemo, useReducer, useRef } from 'react'
import { useLatest } from '../ui/text/useLatest.ts'
import { UNSHARED } from './client.ts'
import { errorText, isRefused } from './errors.ts'
import { isNear, PAGE_SIZE, pagesOfRange, rowsOfPages } from './listPages.ts'

/** What is scrolled past faster than this, in ms, is not asked for. */
const SETTLED = 60

/** Pages that are read at the same time for a range. */
const AT_ONCE = 4

/** A page of a list, with the count of the whole list. */
export interface ListPage<Row> {
  readonly count: number
  readonly rows: readonly Row[]
}

interface WindowedListQuery<Data, Variables extends OperationVariables, Row> {
  /** Takes `limit` and `offset` beside the variables. */
  query: TypedDocumentNode<Data, Variables>
  variables: Omit<Variables, 'limit' | 'offset'>
  /** What an answer holds; undefined where the list is gone. The same function with each rendering. */
  pageOf: (data: Data) => ListPage<Row> | undefined
  /** The first page where it comes with something else, and how that is read again. */
  first?: { readonly page: ListPage<Row>; readonly refetch: () => Promise<unknown> }
  /** Keeps the list apart from what other readings know. */
  apart?: boolean
  /** Called when the list turns out to be gone or closed. */
  onRefused?: () => void
}

/** A long list, as far as it has come. */
export interface WindowedList<Row> {
  /** All rows in order; undefined where they have not come yet. */
  readonly rows: readonly (Row | undefined)[]
  /** Nothing has come yet of this list. */
  readonly waiting: boolean
  /** Asks for the rows from `start` up to, not including, `end`. */
  readonly need: (start: number, end: number) => void
  /** Reads again what is loaded; rows stay until their successors come. */
  readonly refresh: () => Promise<void>
  /**
   * The rows from `start` up to, not including, `end`, those not loaded included.
   * @throws what the server or the network says, and when the signal ends it
   */
  readonly readAll: (start: number, end: number, signal?: AbortSignal) => Promise<readonly Row[]>
  /** Why rows could not be loaded, and how to try again. Goes with the next rows. */
  readonly error: { readonly message: string; readonly onRetry: () => void } | undefined
}

/**
 * A long list, page by page as it comes into view, each page a query of its own: one list over all pages would have to
 * be read whole out of the cache with each page that comes. Pages far from view are dropped, and what they still
 * wait for is cancelled.
 */
export function useWindowedList<Data, Variables extends OperationVariables, Row extends { id: string }>(
  list: WindowedListQuery<Data, Variables, Row>,
): WindowedList<Row> {
  const { query, pageOf, first, apart = false } = list
  const client = useApolloClient()
  const [version, changed] = useReducer((count: number) => count + 1, 0)
  const question = JSON.stringify(list.variables)
  const latest = useLatest(list)
  const pages = useMemo(
    () =>
      createPages<Data, Row>({
        client,
        query,
        variables: JSON.parse(question),
        apart,
        pageOf,
        changed: (error) => {
          changed()
          if (error && isRefused(error)) latest.current.onRefused?.()
        },
      }),
    [client, query, question, apart, pageOf],
  )
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hasFirst = first !== undefined
  useEffect(() => {
    if (!hasFirst) pages.need(0, 1, 0)
    return () => {
      clearTimeout(timer.current)
      pages.stop()
    }
  }, [pages, hasFirst])

  const need = useCallback(
    (start: number, end: number) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => pages.need(start, end, latest.current.first ? 1 : 0), SETTLED)
    },
    [pages],
  )
  const refresh = useCallback(async () => {
    await Promise.allSettled([latest.current.first?.refetch(), ...pages.refetch()])
    pages.again(latest.current.first ? 1 : 0)
  }, [pages])

  const count = first?.page.count ?? pages.count()
  const firstRows = first?.page.rows
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` stands for what `pages` holds
  const rows = useMemo(
    () =>
      rowsOfPages(count ?? 0, new Map([...(firstRows ? [[0, firstRows] as const] : []), ...pages.loaded()])),
    [count, firstRows, pages, version],
  )
  const known = useRef(rows)
  known.current = rows
  const readAll = useCallback(
    (start: number, end: number, signal?: AbortSignal) => pages.readAll(known.current, start, end, signal),
    [pages],
  )
  const failure = pages.failure()
  return {
    rows,
    waiting: count === undefined && failure === undefined,
    need,
    refresh,
    readAll,
    error: failure && { message: errorText(failure.error), onRetry: () => pages.retry(hasFirst ? 1 : 0) },
  }
}

interface PagesOptions<Data, Row> {
  client: ApolloClient
  query: DocumentNode
  variables: OperationVariables
  apart: boolean
  pageOf: (data: Data) => ListPage<Row> | undefined
  /** Called with all that comes, and of what fails. */
  changed: (error?: unknown) => void
}

interface WatchedPage<Data> {
  readonly query: ObservableQuery<Data, OperationVariables>
  readonly stop: () => void
}

/** The watched pages of a list, and their rows. */
function createPages<Data, Row extends { id: string }>(options: PagesOptions<Data, Row>) {
  const { client, query, pageOf, changed } = options
  const watched = new Map<number, WatchedPage<Data>>()
  const rows = new Map<number, readonly Row[]>()
  let count: number | undefined
  let failure: { readonly error: unknown } | undefined
  let needed: [start: number, end: number] = [0, 1]

  const variablesOf = (page: number) => ({
    ...options.variables,
    limit: PAGE_SIZE,
    offset: page * PAGE_SIZE,
  })
  const unwatch = (page: number) => {
    watched.get(page)?.stop()
    watched.delete(page)
  }
  const take = (page: number, data: Data) => {
    const given = pageOf(data)
    if (!given) return
    failure = undefined
    count = given.count
    rows.set(page, given.rows)
  }
  const watch = (page: number) => {
    const observed = client.watchQuery<Data, OperationVariables>({
      query,
      variables: variablesOf(page),
      context: UNSHARED,
      ...(options.apart && { fetchPolicy: 'no-cache', nextFetchPolicy: 'no-cache' }),
    })
    const subscription = observed.subscribe(({ data, error, loading }) => {
      if (error) {
        // Its rows stay; it is asked for again when it is needed.
        failure = { error }
        unwatch(page)
        return changed(error)
      }
      // While a page is read again, this tells once more what it held.
      if (data !== undefined && !(loading && options.apart)) take(page, data as Data)
      changed()
    })
    watched.set(page, { query: observed, stop: () => subscription.unsubscribe() })
  }
  const need = (start: number, end: number, from: number) => {
    needed = [start, end]
    const inView = pagesOfRange(start, end)
    // Far pages come again from the cache; meanwhile a refresh need not ask for them.
    for (const page of new Set([...watched.keys(), ...rows.keys()])) {
      if (isNear(page, inView)) continue
      unwatch(page)
      rows.delete(page)
    }
    for (const page of inView) if (page >= from && !watched.has(page)) watch(page)
    changed()
  }
  const readPage = async (page: number, signal: AbortSignal | undefined): Promise<readonly Row[]> => {
    const { data } = await client.query<Data, OperationVariables>({
      query,
      variables: variablesOf(page),
      fetchPolicy: 'no-cache',
      // Apart from others that ask the same: these are not to end with it.
      context: { ...UNSHARED, ...(signal && { fetchOptions: { signal } }) },
    })
    return (data && pageOf(data as Data)?.rows) ?? []
  }
  return {
    need,
    retry: (from: number) => {
      failure = undefined
      need(...needed, from)
    },
    /** Asks for what is needed and was abandoned because it failed. */
    again: (from: number) => need(...needed, from),
    refetch: () => [...watched.values()].map(({ query }) => query.refetch()),
    loaded: () => rows,
    count: () => count,
    failure: () => failure,
    readAll: async (
      known: readonly (Row | undefined)[],
      start: number,
      end: number,
      signal?: AbortSignal,
    ): Promise<readonly Row[]> => {
      const pages = pagesOfRange(start, end)
      const read = new Map<number, readonly (Row | undefined)[]>()
      const missing = pages.filter((page) => {
        const held = known.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE)
        read.set(page, held)
        return held.slice(Math.max(0, start - page * PAGE_SIZE), end - page * PAGE_SIZE).includes(undefined)
      })
      for (let at = 0; at < missing.length; at += AT_ONCE) {
        signal?.throwIfAborted()
        const turn = missing.slice(at, at + AT_ONCE)
        const answers = await Promise.all(turn.map((page) => readPage(page, signal)))
        for (const [index, page] of turn.entries()) read.set(page, answers[index] ?? [])
      }
      signal?.throwIfAborted()
      const found = new Map<string, Row>()
      for (const page of pages) {
        read.get(page)?.forEach((row, at) => {
          const index = page * PAGE_SIZE + at
          if (row && index >= start && index < end) found.set(row.id, row)
        })
      }
      return [...found.values()]
    },
    stop: () => {
      for (const page of [...watched.keys()]) unwatch(page)
    },
  }
}
