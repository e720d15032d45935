import { useReading } from '../../../graphql/useReading.ts'
import { usePlace } from '../place/place.ts'
import { DocumentSearchStateDocument, type ReadingState } from './operations.generated.ts'
import { PreviewNote } from './PreviewNote.tsx'

const WORDS: Readonly<Record<ReadingState, string>> = {
  WAITING: 'Reading pages…',
  READ: 'Searchable',
  PARTLY_READ: 'Searchable in part',
  NOT_READ: 'Not searchable',
}

interface SearchStateProps {
  fileId: string
  /** Among the facts of a wide bar; a line of its own otherwise, for what is not searchable as a whole. */
  inline?: boolean
}

/** How far a file is read for the search, and why no further (FIND-04). */
export function SearchState({ fileId, inline = false }: SearchStateProps) {
  const { tree } = usePlace()
  const { data } = useReading(DocumentSearchStateDocument, { treeId: tree.id, documentId: fileId })
  const file = data?.document
  if (!file) return null
  const words = wordsOf(file.readingState, file.readingProblem)
  if (inline) return ` · ${words}`
  return file.readingState === 'READ' ? null : <PreviewNote>{words}</PreviewNote>
}

function wordsOf(state: ReadingState, problem: string | null): string {
  // Of what is searchable in part the problem says how far.
  if (problem === null || state === 'READ' || state === 'WAITING') return WORDS[state]
  if (state === 'PARTLY_READ') return problem.replace(/\.$/, '')
  return `${WORDS[state]}: ${problem.charAt(0).toLowerCase()}${problem.slice(1).replace(/\.$/, '')}`
}
