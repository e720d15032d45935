import { useApolloClient } from '@apollo/client/react'
import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type ErrorCode, errorCode, errorText } from '../../../graphql/errors.ts'
import { usePlace } from '../place/place.ts'
import { activeSearch } from '../search/term.ts'
import { filtersOf, HISTORY_PAGE, pageOf, rootOf } from './filters.ts'
import { DocumentHistoryDocument, type DocumentHistoryQuery } from './operations.generated.ts'

/** One page of a history. */
export type HistoryAnswer = DocumentHistoryQuery['history']

/** Who did what to which document, and when. */
export type Entry = HistoryAnswer['activity'][number]

export interface OpenHistory {
  /** The newest answer, which may be to the question before; undefined until there is one. */
  readonly answer: HistoryAnswer | undefined
  /** The answer belongs to another page, search or filter than the address. */
  readonly stale: boolean
  readonly error: { readonly code: ErrorCode; readonly message: string } | undefined
  readonly retry: () => void
}

/** The history that the address asks for. An older answer never covers a newer one. */
export function useHistory(documentId: string): OpenHistory {
  const client = useApolloClient()
  const { tree } = usePlace()
  const [address] = useSearchParams()
  const [tries, setTries] = useState(0)
  const query = address.toString()
  const variables = useMemo(() => {
    const address = new URLSearchParams(query)
    return {
      treeId: tree.id,
      rootId: rootOf(tree.id, documentId, address),
      limit: HISTORY_PAGE,
      offset: (pageOf(address) - 1) * HISTORY_PAGE,
      search: activeSearch(address)?.text ?? null,
      ...filtersOf(address),
    }
  }, [tree.id, documentId, query])
  const [known, setKnown] = useState<{ variables: object; answer: HistoryAnswer }>()
  const [failure, setFailure] = useState<{ variables: object; error: unknown }>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a further try asks the same again
  useEffect(() => {
    let current = true
    setFailure(undefined)
    client
      .query({
        query: DocumentHistoryDocument,
        variables: { ...variables },
        fetchPolicy: 'no-cache',
        context: { queryDeduplication: false },
      })
      .then(({ data }) => {
        if (current && data) setKnown({ variables, answer: data.history })
      })
      .catch((error: unknown) => {
        if (current) setFailure({ variables, error })
      })
    return () => {
      current = false
    }
  }, [client, variables, tries])

  const error = failure?.variables === variables ? failure.error : undefined
  return {
    answer: known?.answer,
    stale: known?.variables !== variables,
    error: error === undefined ? undefined : { code: errorCode(error), message: errorText(error) },
    retry: () => setTries((before) => before + 1),
  }
}
