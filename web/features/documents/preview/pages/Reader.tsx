import { useApolloClient } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { errorText, isRefused } from '../../../../graphql/errors.ts'
import { Loading } from '../../../../ui/index.ts'
import { type OpenDocument, usePlace } from '../../place/place.ts'
import { Fallback } from '../Fallback.tsx'
import type { FileDownload } from '../FileBar.tsx'
import { PaperSkeleton } from '../PaperSkeleton.tsx'
import type { Failure } from '../reading/failure.ts'
import { DocumentPagesDocument } from './operations.generated.ts'
import { openPages, type PageSource } from './pageSource.ts'
import { ReaderPages } from './ReaderPages.tsx'

export interface ReaderProps {
  file: OpenDocument
  /** An earlier version; the current one without. */
  versionId: string | undefined
  downloads: FileDownload
}

const LOST: Failure = {
  reason: 'You no longer have access to this document.',
  hint: 'Go back to its folder.',
}
const noPages = (reason: string): Failure => ({
  reason: 'This document has no pages to show, and you may only view it. Please ask for another format.',
  hint: reason,
})

/** A file as pages that bear their reader's mark, for whoever is not given the file itself (PAGE). */
export function Reader({ file, versionId, downloads }: ReaderProps) {
  const client = useApolloClient()
  const { tree } = usePlace()
  const [source, setSource] = useState<PageSource>()
  const [known, setKnown] = useState(0)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [attempt, setAttempt] = useState(0)
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
      () => setKnown((count) => count + 1),
      left.signal,
    )
    opened.then(
      (found) => {
        if (left.signal.aborted) return
        if ('source' in found) setSource(found.source)
        else setFailure(noPages(found.reason))
      },
      (error: unknown) => {
        if (left.signal.aborted) return
        setFailure(isRefused(error) ? LOST : { reason: errorText(error), passing: true })
      },
    )
    return () => left.abort()
  }, [client, treeId, documentId, versionId, attempt])

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
  return <ReaderPages name={file.name} source={source} known={known} onLost={() => setFailure(LOST)} />
}
