import { useCallback, useEffect, useEffectEvent } from 'react'
import { useReading } from '../../../../graphql/useReading.ts'
import { type OpenDocument, usePlace } from '../../place/place.ts'
import { ReaderStateDocument } from './operations.generated.ts'

/** Milliseconds after which an open reader asks again, whether or not its person does something (VIEW-27). */
const LOOK_EVERY = 60_000

interface Told {
  /** The person has no access to the document any more. */
  onLost: () => void
  /** They may do less or more with it than `file` says. */
  onChanged: () => void
}

/** What holds for an open reader by now: what its person may do, and whether it is measured how long pages are in view. */
export function useReaderState(
  { id, level, redacted }: Pick<OpenDocument, 'id' | 'level' | 'redacted'>,
  { onLost, onChanged }: Told,
) {
  const { tree } = usePlace()
  const { data, error, refetch } = useReading(
    ReaderStateDocument,
    { treeId: tree.id, documentId: id },
    { fetchPolicy: 'no-cache', every: LOOK_EVERY },
  )
  const now = data?.document
  const isLost = error?.code === 'NOT_FOUND' || error?.code === 'FORBIDDEN'
  const isChanged = now != null && (now.level !== level || now.redacted !== redacted)
  const lost = useEffectEvent(onLost)
  const changed = useEffectEvent(onChanged)
  useEffect(() => {
    if (isLost) lost()
  }, [isLost])
  useEffect(() => {
    if (isChanged) changed()
  }, [isChanged])
  return {
    isMeasured: data?.documentTree?.readingMeasured ?? false,
    look: useCallback(() => void refetch().catch(() => {}), [refetch]),
  }
}
