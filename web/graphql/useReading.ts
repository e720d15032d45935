import type {
  ObservableQuery,
  OperationVariables,
  TypedDocumentNode,
  WatchQueryFetchPolicy,
} from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useCallback, useEffect, useMemo, useReducer, useRef } from 'react'
import { UNSHARED } from './client.ts'
import { type ErrorCode, errorCode, errorText } from './errors.ts'
import { isWatched, onReturn } from './watched.ts'

/** Why the last asking failed, and how to ask once more. */
export interface ReadingError {
  readonly code: ErrorCode
  /** One sentence to show. */
  readonly message: string
  readonly onRetry: () => void
}

/** What is read from the server, and how far it has come. */
export interface Reading<Data> {
  /** The newest answer. It stays while the next one is on its way, and where that fails. */
  readonly data: Data | undefined
  /** Nothing has come yet, and something is on its way. */
  readonly loading: boolean
  /** Something has come, and something newer is on its way. */
  readonly refreshing: boolean
  /** `data` is the answer to an earlier question, which `keep` leaves in place. */
  readonly stale: boolean
  /** Goes with the next answer. */
  readonly error: ReadingError | undefined
  /** Asks once more. @throws what the server or the network says */
  readonly refetch: () => Promise<{ data?: Data | undefined }>
  /** Asks for more of the same, with some of the variables changed; the cache puts it to what is there. @throws */
  readonly fetchMore: (variables: Readonly<Record<string, unknown>>) => Promise<unknown>
}

export interface ReadingOptions {
  /** Asks again after this long, in ms; not in a tab that nobody sees, nor without a connection: then immediately on return. */
  every?: number | undefined
  /** Where the answer may come from; from what is known and then from the server by default. */
  fetchPolicy?: WatchQueryFetchPolicy
  /** Leaves the answer to the question before in place until there is one to this. */
  keep?: boolean
  /** Asks nothing, for now. */
  skip?: boolean
}

const NOTHING = { data: undefined, error: undefined, loading: false }

/**
 * Reads what a query gives for some variables, and follows it: the one way to do so. A question that gives way to
 * another, or to another page, is cancelled; an older answer never covers a newer one, nor a change that came after it
 * was asked (`readings.ts`).
 */
export function useReading<Data, Variables extends OperationVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: NoInfer<Variables>,
  { every, fetchPolicy = 'cache-and-network', keep = false, skip = false }: ReadingOptions = {},
): Reading<Data> {
  const client = useApolloClient()
  const question = JSON.stringify(variables)
  // One query for each question: React may render the old and the new one by turns while it goes from one to the
  // other, and a query that followed both would ask for them by turns.
  const watched = useMemo(
    () =>
      client.watchQuery<Data, OperationVariables>({
        query,
        variables: JSON.parse(question),
        fetchPolicy,
        // What was asked apart from all else stays so.
        nextFetchPolicy: fetchPolicy === 'no-cache' ? 'no-cache' : 'cache-first',
        // What is read once may be on its way already; what is read again is not to wait for an older answer.
        ...(fetchPolicy !== 'cache-first' && { context: UNSHARED }),
      }),
    [client, query, question, fetchPolicy],
  )
  const now = useCurrent(watched, skip)
  const last = useRef<{ query: unknown; question: string; data: Data }>(null)
  if (now.data !== undefined) last.current = { query, question, data: now.data as Data }
  const known = last.current?.query === query ? last.current : null
  const isAnswer = known?.question === question
  const data = isAnswer || keep ? known?.data : undefined

  const refetch = useCallback(async () => ({ data: (await watched.refetch()).data as Data }), [watched])
  const fetchMore = useCallback(
    (more: Readonly<Record<string, unknown>>) => watched.fetchMore({ variables: more }),
    [watched],
  )
  const onRetry = useCallback(() => {
    refetch().catch(() => {})
  }, [refetch])
  const code = now.error && errorCode(now.error)
  useAskedAgain(skip ? undefined : every, code === 'OFFLINE', watched)
  return {
    data,
    loading: now.loading && data === undefined,
    refreshing: now.loading && data !== undefined,
    stale: data !== undefined && !isAnswer,
    error: code && { code, message: errorText(now.error), onRetry },
    refetch,
    fetchMore,
  }
}

type Watched<Data> = ObservableQuery<Data, OperationVariables>

/** What a query has to say now; it asks the server once the page that shows it stands. */
function useCurrent<Data>(query: Watched<Data>, skip: boolean) {
  const [, changed] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (skip) return
    const subscription = query.subscribe(changed)
    return () => subscription.unsubscribe()
  }, [query, skip])
  return skip ? NOTHING : query.getCurrentResult()
}

/** Asks again from time to time, and when a connection that was lost is there again. */
function useAskedAgain<Data>(every: number | undefined, lost: boolean, query: Watched<Data>) {
  useEffect(() => {
    if (every === undefined && !lost) return
    let asked = Date.now()
    const ask = () => {
      if (!isWatched() || (query.getCurrentResult().loading && !lost)) return
      asked = Date.now()
      query.refetch().catch(() => {})
    }
    const timer = every === undefined ? undefined : setInterval(ask, every)
    const end = onReturn(() => {
      if (lost || (every !== undefined && Date.now() - asked >= every)) ask()
    })
    return () => {
      clearInterval(timer)
      end()
    }
  }, [every, lost, query])
}
