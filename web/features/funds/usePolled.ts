import type { TypedDocumentNode } from '@apollo/client'
import { useQuery } from '@apollo/client/react'

/** Home and the deal-room landing are fetched again after this long, in ms (HOME-18, LAND-05). */
const POLL_EVERY = 60_000

/** What a page shows that is fetched again by itself: a poll that fails leaves the last good answer in place (SHELL-42). */
export function usePolled<Data>(query: TypedDocumentNode<Data, Record<string, never>>) {
  const { data, previousData, error, loading, refetch } = useQuery(query, { pollInterval: POLL_EVERY })
  return { data: data ?? previousData, error, loading, refetch }
}
