/** Summaries of documents: asked for and found in a floating window, read beside the documents. */

export type { Passage } from './passage.ts'
export { useCopilot } from './useCopilot.tsx'
export { useSummaryPanel } from './useSummaryPanel.tsx'
