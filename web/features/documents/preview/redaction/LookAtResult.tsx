import { useCallback } from 'react'
import { ErrorState, Loading } from '../../../../ui/index.ts'
import type { OpenDocument } from '../../place/place.ts'
import { PaperSkeleton } from '../PaperSkeleton.tsx'
import { usePageSource } from '../pages/usePageSource.ts'
import { RedactionPages } from './RedactionPages.tsx'

/** The redacted rendition, before anybody is given it (REDACT-28). */
export function LookAtResult({ file, redactionId }: { file: OpenDocument; redactionId: string }) {
  const { source, known, problem, again, lose } = usePageSource({
    documentId: file.id,
    versionId: undefined,
    isRedacted: true,
    of: redactionId,
  })
  const nothing = useCallback(() => {}, [])
  if (problem) {
    const message = problem.kind === 'lost' ? 'You no longer have access to this document.' : problem.reason
    return <ErrorState message={message} {...(problem.kind === 'failed' && { onRetry: again })} />
  }
  if (!source) return <Loading active skeleton={<PaperSkeleton />} />
  return (
    <RedactionPages
      name={`${file.name} (redacted)`}
      source={source}
      known={known}
      areas={[]}
      found={[]}
      chosen={null}
      onChoose={nothing}
      onDraw={undefined}
      onChange={nothing}
      onRemove={nothing}
      onReason={nothing}
      onPage={nothing}
      onLost={lose}
    />
  )
}
