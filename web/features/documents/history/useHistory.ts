import { useSearchParams } from 'react-router'
import { type ReadingError, useReading } from '../../../graphql/useReading.ts'
import { pageOf } from '../../../ui/index.ts'
import { rootOf } from '../place/changeLog.ts'
import { usePlace } from '../place/place.ts'
import { activeSearch } from '../place/term.ts'
import { filtersOf, HISTORY_PAGE } from './historyFilters.ts'
import { DocumentHistoryDocument, type DocumentHistoryQuery } from './operations.generated.ts'

/** One page of a history. */
export type HistoryAnswer = DocumentHistoryQuery['history']

/** Who did what to which document, and when. */
export type Entry = HistoryAnswer['activity'][number]

export interface OpenHistory {
  /** The newest answer, which may be to the question before; undefined until there is one. */
  readonly answer: HistoryAnswer | undefined
  /** There is no answer yet to what the address asks for. */
  readonly stale: boolean
  readonly error: ReadingError | undefined
}

/** The history that the address asks for. An older answer never covers a newer one. */
export function useHistory(documentId: string): OpenHistory {
  const { tree } = usePlace()
  const [address] = useSearchParams()
  const { data, stale, error } = useReading(
    DocumentHistoryDocument,
    {
      treeId: tree.id,
      rootId: rootOf(tree.id, documentId, address),
      limit: HISTORY_PAGE,
      offset: (pageOf(address) - 1) * HISTORY_PAGE,
      search: activeSearch(address)?.text ?? null,
      ...filtersOf(address),
    },
    { fetchPolicy: 'no-cache', keep: true },
  )
  return { answer: data?.history, stale: stale || data === undefined, error }
}
