import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { lazily } from '../../../ui/index.ts'
import type { Passage } from './passage.ts'
import { summaryPlaceOf } from './summaryAddress.ts'

const SummaryPanel = lazily(async () => (await import('./SummaryPanel.tsx')).SummaryPanel)

/** What a summary found, beside a document that it read, where the address asks for it. */
export function useSummaryPanel(documentId: string): { panel: ReactNode; passage: Passage | undefined } {
  const [search] = useSearchParams()
  const [passage, setPassage] = useState<Passage>()
  const place = summaryPlaceOf(search)
  if (!place) return { panel: null, passage: undefined }
  return {
    panel: <SummaryPanel documentId={documentId} {...place} onPassage={setPassage} />,
    passage,
  }
}
