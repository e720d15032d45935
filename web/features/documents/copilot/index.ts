/** Summaries of documents: asked for and found in a floating window. */
export { useCopilot } from './useCopilot.tsx'
