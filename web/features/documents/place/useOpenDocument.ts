import type { ObservableQuery, OperationVariables } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useCallback, useEffect, useMemo, useReducer, useState } from 'react'
import { ANEW } from '../../../graphql/client.ts'
import { errorCode, errorText } from '../../../graphql/errors.ts'
import { PAGE_SIZE } from '../rows/folderRows.ts'
import { OpenDocumentDocument } from './operations.generated.ts'
import type { OpenDocument, Refetch, Tree } from './place.ts'

/** How far the opening of an address has come. */
export type Opening =
  | { readonly status: 'waiting' }
  | {
      readonly status: 'open'
      readonly tree: Tree
      readonly document: OpenDocument
      /** The server's latest word; false while it is still asked and the cache answers. */
      readonly settled: boolean
      /** Why reading it again failed. */
      readonly error: string | undefined
      readonly refetch: Refetch
    }
  /** Unknown or hidden, or a tree without the right to look into it (DOC-17). */
  | { readonly status: 'not-found' | 'not-authorized' }
  | { readonly status: 'failed'; readonly message: string; readonly refetch: () => Promise<unknown> }

/** The folder or file of an address, with its tree. What was read before stands when reading it again fails. */
export function useOpenDocument(treeId: string, documentId: string | null): Opening {
  const client = useApolloClient()
  const variables = useMemo(() => ({ treeId, documentId, limit: PAGE_SIZE }), [treeId, documentId])
  // One query for each document: React may render the old and the new address by turns while it goes from one
  // to the other, and a query that followed both would ask for them by turns.
  const query = useMemo(
    () => client.watchQuery({ query: OpenDocumentDocument, variables, context: ANEW }),
    [client, variables],
  )
  const { data, error, loading } = useWatched(query)
  const refetch = useCallback(() => query.refetch(), [query])
  const address = `${treeId}/${documentId ?? ''}`
  const [last, setLast] = useState<{ address: string; tree: Tree; document: OpenDocument }>()
  const tree = data?.documentTree
  const document = data?.document
  if (tree && document && (last?.address !== address || last.document !== document || last.tree !== tree)) {
    setLast({ address, tree: tree as Tree, document: document as OpenDocument })
  }
  const code = error && errorCode(error)
  if (code === 'NOT_FOUND') return { status: 'not-found' }
  if (code === 'FORBIDDEN') return { status: 'not-authorized' }
  const message = error && errorText(error)
  if (last?.address === address) {
    return { status: 'open', ...last, settled: !loading, error: message, refetch }
  }
  return message === undefined ? { status: 'waiting' } : { status: 'failed', message, refetch }
}

/** What a query has to say now; it asks the server once the page that shows it stands. */
function useWatched<Data, Variables extends OperationVariables>(query: ObservableQuery<Data, Variables>) {
  const [, changed] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const subscription = query.subscribe(changed)
    return () => subscription.unsubscribe()
  }, [query])
  return query.getCurrentResult()
}
