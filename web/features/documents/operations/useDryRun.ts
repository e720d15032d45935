import { useApolloClient } from '@apollo/client/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { errorText } from '../../../graphql/errors.ts'
import { usePlace } from '../place.ts'
import { RemoveDocumentsDryRunDocument, type RemoveDocumentsDryRunMutation } from './operations.generated.ts'

/** An entry that a deletion would take. */
export type Affected = RemoveDocumentsDryRunMutation['removeDocumentsDryRun']['documents'][number]

/** Entries of one request, the most that the server gives. */
const PAGE = 200

export interface DryRun {
  /** All that would go; undefined before the answer. */
  readonly count: number | undefined
  /** The first of them, as far as they were asked for. */
  readonly entries: readonly Affected[]
  /** Asks for the next ones; does nothing while some are on their way. */
  readonly more: () => void
  readonly error: string | undefined
  readonly retry: () => void
}

/** What a deletion would take, page after page (DOP-08). */
export function useDryRun(documentIds: readonly string[]): DryRun {
  const client = useApolloClient()
  const { tree } = usePlace()
  const [known, setKnown] = useState<{ count?: number; entries: readonly Affected[] }>({ entries: [] })
  const [error, setError] = useState<string>()
  const [ids] = useState(documentIds)
  const asking = useRef(false)
  const over = useRef(false)

  const ask = useCallback(
    async (offset: number) => {
      if (asking.current) return
      asking.current = true
      try {
        const { data } = await client.mutate({
          mutation: RemoveDocumentsDryRunDocument,
          variables: { treeId: tree.id, documentIds: [...ids], limit: PAGE, offset },
          fetchPolicy: 'no-cache',
        })
        if (over.current || !data) return
        const { count, documents } = data.removeDocumentsDryRun
        setKnown(({ entries }) => ({ count, entries: [...entries.slice(0, offset), ...documents] }))
        setError(undefined)
      } catch (failure) {
        if (!over.current) setError(errorText(failure))
      } finally {
        asking.current = false
      }
    },
    [client, tree.id, ids],
  )
  useEffect(() => {
    over.current = false
    void ask(0)
    return () => {
      over.current = true
    }
  }, [ask])

  const { count, entries } = known
  return {
    count,
    entries,
    more: () => {
      if (count !== undefined && entries.length < count && error === undefined) void ask(entries.length)
    },
    error,
    retry: () => {
      setError(undefined)
      void ask(entries.length)
    },
  }
}
