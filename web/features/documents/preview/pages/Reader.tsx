import { useApolloClient } from '@apollo/client/react'
import { useEffect, useEffectEvent, useState } from 'react'
import { reaches } from '../../../../../shared/documentLevels.ts'
import { errorText, isRefused } from '../../../../graphql/errors.ts'
import { Loading } from '../../../../ui/index.ts'
import type { Passage } from '../../copilot/index.ts'
import { isGivenOriginal, type OpenDocument, usePlace } from '../../place/place.ts'
import { Fallback } from '../Fallback.tsx'
import type { FileDownload } from '../FileBar.tsx'
import { PaperSkeleton } from '../PaperSkeleton.tsx'
import type { Failure } from '../reading/failure.ts'
import { DocumentPagesDocument, FindInPagesDocument, PrintPagesDocument } from './operations.generated.ts'
import { openPages, type PageSource } from './pageSource.ts'
import { ReaderPages } from './ReaderPages.tsx'
import type { AskPlaces, Place } from './usePlaces.ts'

export interface ReaderProps {
  file: OpenDocument
  /** An earlier version; the current one without. */
  versionId: string | undefined
  downloads: FileDownload
  /** What a search has led to. */
  passage?: Passage | undefined
}

const LOST: Failure = {
  reason: 'You no longer have access to this document.',
  hint: 'Go back to its folder.',
}
/** What is said where there are none: whoever has the original may download it (PAGE-06). */
const noPages = (file: OpenDocument, reason: string): Failure =>
  isGivenOriginal(file)
    ? { reason, hint: 'Download it to open it on your computer.' }
    : {
        reason:
          'This document has no pages to show, and you may only view it. Please ask for another format.',
        hint: reason,
      }

/** A file as pages that bear their reader's mark, for whoever is not given the file itself (PAGE). */
export function Reader({ file, versionId, downloads, passage }: ReaderProps) {
  const client = useApolloClient()
  const { tree } = usePlace()
  const [source, setSource] = useState<PageSource>()
  const [known, setKnown] = useState(0)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [attempt, setAttempt] = useState(0)
  const opening = useEffectEvent(() => file)
  const treeId = tree.id
  const documentId = file.id

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt opens the pages anew
  useEffect(() => {
    const left = new AbortController()
    const opened = openPages(
      async (asked) => {
        const { data } = await client.query({
          query: DocumentPagesDocument,
          variables: { treeId, documentId, versionId, ...asked },
          fetchPolicy: 'no-cache',
        })
        if (!data) throw new Error('Nothing was answered about the pages.')
        return data.documentPages
      },
      async (asked) => {
        const { data } = await client.query({
          query: PrintPagesDocument,
          variables: { treeId, documentId, versionId, ...asked },
          fetchPolicy: 'no-cache',
        })
        return data?.documentPages.pages.map(({ printUrl }) => printUrl) ?? []
      },
      () => setKnown((count) => count + 1),
      left.signal,
    )
    opened.then(
      (found) => {
        if (left.signal.aborted) return
        if ('source' in found) setSource(found.source)
        else setFailure(noPages(opening(), found.reason))
      },
      (error: unknown) => {
        if (left.signal.aborted) return
        setFailure(isRefused(error) ? LOST : { reason: errorText(error), passing: true })
      },
    )
    return () => left.abort()
  }, [client, treeId, documentId, versionId, attempt])

  const askPlaces: AskPlaces = async (text, signal) => {
    const places: Place[] = []
    for (;;) {
      const { data } = await client.query({
        query: FindInPagesDocument,
        variables: { treeId, documentId, versionId, text, offset: places.length },
        fetchPolicy: 'no-cache',
        context: { fetchOptions: { signal } },
      })
      const { hits = [], count = 0, more = false } = data?.findInPages ?? {}
      places.push(...hits)
      if (hits.length === 0 || places.length >= count) return { places, more }
    }
  }

  if (failure) {
    const again = () => {
      setFailure(null)
      setSource(undefined)
      setAttempt((count) => count + 1)
    }
    return (
      <Fallback
        file={file}
        failure={failure}
        onRetry={failure.passing ? again : undefined}
        downloads={downloads}
      />
    )
  }
  if (!source) return <Loading active skeleton={<PaperSkeleton />} />
  return (
    <ReaderPages
      name={file.name}
      source={source}
      known={known}
      mayPrint={reaches(file.level, 'PRINT')}
      askPlaces={askPlaces}
      passage={passage}
      onLost={() => setFailure(LOST)}
    />
  )
}
