import { AutosaveScope, ErrorState, Loading, useBreakpoint } from '../../../../ui/index.ts'
import type { OpenDocument } from '../../place/place.ts'
import { PaperSkeleton } from '../PaperSkeleton.tsx'
import { useAskPlaces } from '../pages/useAskPlaces.ts'
import { usePageSource } from '../pages/usePageSource.ts'
import { DraftToLookAt } from './DraftToLookAt.tsx'
import { RedactionEditor } from './RedactionEditor.tsx'
import { useRedactions } from './useRedactions.ts'

interface RedactionModeProps {
  file: OpenDocument
  onClose: () => void
}

const LOST = 'You no longer have access to this document.'

/** The areas of a file that are removed for those who are given its redacted rendition (REDACT). */
export function RedactionMode({ file, onClose }: RedactionModeProps) {
  const wide = useBreakpoint('md')
  const asked = { documentId: file.id, versionId: undefined }
  const pages = usePageSource(asked)
  const askPlaces = useAskPlaces(asked)
  const redactions = useRedactions(file.id, file.versionNumber ?? 1)
  const { source, known, problem, again, lose } = pages
  if (!wide) {
    const { areas } = redactions
    return (
      <DraftToLookAt
        name={file.name}
        pages={source && areas && !problem ? { source, known, areas } : undefined}
        onLost={lose}
        onClose={onClose}
      />
    )
  }
  if (problem) {
    return (
      <div style={{ padding: 16 }}>
        <ErrorState
          message={problem.kind === 'lost' ? LOST : problem.reason}
          {...(problem.kind === 'failed' && { onRetry: again })}
        />
      </div>
    )
  }
  const { error } = redactions.reading
  if (error && !redactions.areas) {
    return (
      <div style={{ padding: 16 }}>
        <ErrorState message={error.message} onRetry={error.onRetry} />
      </div>
    )
  }
  if (!source || !redactions.areas) return <Loading active skeleton={<PaperSkeleton />} />
  // What is applied is begun anew, as the first of a further draft.
  const standing = redactions.applied && !redactions.open ? redactions.applied.id : 'draft'
  return (
    <AutosaveScope>
      <RedactionEditor
        key={standing}
        standing={standing}
        file={file}
        source={source}
        known={known}
        askPlaces={askPlaces}
        redactions={{ ...redactions, areas: redactions.areas }}
        onLost={lose}
        onClose={onClose}
      />
    </AutosaveScope>
  )
}
