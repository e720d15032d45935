import { reaches } from '../../../../../shared/documentLevels.ts'
import { Loading } from '../../../../ui/index.ts'
import type { Passage } from '../../copilot/index.ts'
import { isGivenFile, type OpenDocument } from '../../place/place.ts'
import { Fallback } from '../Fallback.tsx'
import type { FileDownload } from '../FileBar.tsx'
import { PaperSkeleton } from '../PaperSkeleton.tsx'
import type { Failure } from '../reading/failure.ts'
import { ReaderPages } from './ReaderPages.tsx'
import { useAskPlaces } from './useAskPlaces.ts'
import { type PagesProblem, usePageSource } from './usePageSource.ts'
import { useReaderState } from './useReaderState.ts'

export interface ReaderProps {
  file: OpenDocument
  /** An earlier version; the current one without. */
  versionId: string | undefined
  downloads: FileDownload
  /** What a search has led to. */
  passage?: Passage | undefined
  /** Told where the person may do less or more with the document than the page says (VIEW-27). */
  onChanged: () => void
}

const LOST: Failure = {
  reason: 'You no longer have access to this document.',
  hint: 'Go back to its folder.',
}
/** What is said where there are none: whoever has the original may download it (PAGE-06). */
function noPages(file: OpenDocument, reason: string): Failure {
  // Its redacted version is not made yet (REDACT-21).
  if (file.redacted && file.size === null) return { reason, hint: 'Go back to its folder.' }
  return isGivenFile(file)
    ? { reason, hint: 'Download it to open it on your computer.' }
    : {
        reason:
          'This document has no pages to show, and you may only view it. Please ask for another format.',
        hint: reason,
      }
}

function failureOf(file: OpenDocument, problem: PagesProblem): Failure {
  if (problem.kind === 'none') return noPages(file, problem.reason)
  return problem.kind === 'lost' ? LOST : { reason: problem.reason, passing: problem.passing }
}

/** A file as pages that bear their reader's mark, for whoever is not given the file itself (PAGE). */
export function Reader({ file, versionId, downloads, passage, onChanged }: ReaderProps) {
  const asked = { documentId: file.id, versionId }
  const { source, known, problem, again, lose } = usePageSource({
    ...asked,
    onLevel: (level) => {
      if (level !== file.level) onChanged()
    },
  })
  const { isMeasured, look } = useReaderState(file, { onLost: lose, onChanged })
  const askPlaces = useAskPlaces(asked)

  if (problem) {
    const failure = failureOf(file, problem)
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
      isMeasured={isMeasured}
      askPlaces={askPlaces}
      passage={passage}
      onLost={lose}
      onUnprinted={onChanged}
      onRefused={look}
    />
  )
}
