import { useApolloClient } from '@apollo/client/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { errorText } from '../../../graphql/errors.ts'
import { CHANGES_NOTHING } from '../../../graphql/readings.ts'
import { usePlace } from '../place/place.ts'
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
  /** Asks again for all of it; nothing is known until the answer. */
  readonly again: () => void
}

/** What is to be deleted; `parentIds` say where each was when it was chosen, where that is known. */
export interface Chosen {
  readonly documentIds: string[]
  readonly parentIds?: string[]
}

/**
 * What a deletion would take, page after page (DOP-08).
 * @param chosen the same with each rendering
 */
export function useDryRun(chosen: Chosen): DryRun {
  const client = useApolloClient()
  const { tree } = usePlace()
  const [known, setKnown] = useState<{ count?: number; entries: readonly Affected[] }>({ entries: [] })
  const [error, setError] = useState<string>()
  const asking = useRef(false)
  /** Counts what was asked: an older answer never covers a newer one. */
  const turn = useRef(0)

  const ask = useCallback(
    async (offset: number) => {
      turn.current += 1
      const mine = turn.current
      const isOutdated = () => mine !== turn.current
      asking.current = true
      try {
        const { data } = await client.mutate({
          mutation: RemoveDocumentsDryRunDocument,
          variables: { treeId: tree.id, ...chosen, limit: PAGE, offset },
          fetchPolicy: 'no-cache',
          context: CHANGES_NOTHING,
        })
        if (isOutdated() || !data) return
        const { count, documents } = data.removeDocumentsDryRun
        setKnown(({ entries }) => ({ count, entries: [...entries.slice(0, offset), ...documents] }))
        setError(undefined)
      } catch (failure) {
        if (!isOutdated()) setError(errorText(failure))
      } finally {
        if (!isOutdated()) asking.current = false
      }
    },
    [client, tree.id, chosen],
  )
  useEffect(() => {
    void ask(0)
    return () => {
      turn.current += 1
    }
  }, [ask])

  const { count, entries } = known
  return {
    count,
    entries,
    more: () => {
      if (asking.current || count === undefined || entries.length >= count || error !== undefined) return
      void ask(entries.length)
    },
    error,
    again: () => {
      setError(undefined)
      setKnown({ entries: [] })
      void ask(0)
    },
  }
}
