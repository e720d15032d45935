import { useApolloClient } from '@apollo/client/react'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { errorText, isRefused } from '../../../../graphql/errors.ts'
import { usePlace } from '../../place/place.ts'
import { DocumentPagesDocument, type DocumentPagesQuery, PrintPagesDocument } from './operations.generated.ts'
import { openPages, type PageSource } from './pageSource.ts'

/** Why there are no pages: there are none, nobody is given them any more, or they could not be read right now. */
export type PagesProblem =
  | { readonly kind: 'none'; readonly reason: string }
  | { readonly kind: 'lost' }
  | { readonly kind: 'failed'; readonly reason: string; readonly passing: true }

/** A file whose pages are opened. */
export interface AskedPages {
  documentId: string
  versionId: string | undefined
  /** The redacted rendition in place of all of it. */
  isRedacted?: boolean
  /** Changes where the pages have become others. */
  of?: string | undefined
  /** Told with each answer what the person may do with the document by then (VIEW-27). */
  onLevel?: (level: DocumentPagesQuery['documentPages']['level']) => void
}

/** Opens a file's pages, and says why there are none. */
export function usePageSource({ documentId, versionId, isRedacted = false, of, onLevel }: AskedPages) {
  const client = useApolloClient()
  const { tree } = usePlace()
  const [source, setSource] = useState<PageSource>()
  const [known, setKnown] = useState(0)
  const [problem, setProblem] = useState<PagesProblem | null>(null)
  const [attempt, setAttempt] = useState(0)
  const treeId = tree.id
  const again = useCallback(() => {
    setProblem(null)
    setSource(undefined)
    setAttempt((count) => count + 1)
  }, [])
  const told = useEffectEvent(
    (
      { openingId, level }: Pick<DocumentPagesQuery['documentPages'], 'openingId' | 'level'>,
      asked: string | null,
    ) => {
      onLevel?.(level)
      // It is another version by now, or another rendition: pages of both are not shown together.
      if (asked !== null && openingId !== asked) again()
    },
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt opens the pages anew
  useEffect(() => {
    const left = new AbortController()
    const variables = {
      treeId,
      documentId,
      versionId,
      ...(isRedacted && { rendition: 'REDACTED' as const }),
    }
    const opened = openPages(
      async (asked) => {
        const { data } = await client.query({
          query: DocumentPagesDocument,
          variables: { ...variables, ...asked },
          fetchPolicy: 'no-cache',
        })
        if (!data) throw new Error('Nothing was answered about the pages.')
        left.signal.throwIfAborted()
        told(data.documentPages, asked.openingId)
        return data.documentPages
      },
      async (asked) => {
        const { data } = await client.query({
          query: PrintPagesDocument,
          variables: { treeId, documentId, versionId, ...asked },
          fetchPolicy: 'no-cache',
        })
        if (!data) throw new Error('Nothing was answered about the pages.')
        left.signal.throwIfAborted()
        told(data.documentPages, asked.openingId)
        return data.documentPages.pages.map(({ printUrl }) => printUrl)
      },
      () => setKnown((count) => count + 1),
      left.signal,
    )
    opened.then(
      (found) => {
        if (left.signal.aborted) return
        if ('source' in found) setSource(found.source)
        else setProblem({ kind: 'none', reason: found.reason })
      },
      (error: unknown) => {
        if (left.signal.aborted) return
        setProblem(
          isRefused(error) ? { kind: 'lost' } : { kind: 'failed', reason: errorText(error), passing: true },
        )
      },
    )
    return () => left.abort()
  }, [client, treeId, documentId, versionId, isRedacted, of, attempt])

  return {
    source,
    known,
    problem,
    again,
    lose: useCallback(() => setProblem({ kind: 'lost' }), []),
  }
}
