import { useCallback, useEffect, useMemo, useReducer, useRef } from 'react'
import { useReading } from '../../graphql/useReading.ts'
import { type Counts, countsAfter, type Item, type ItemPatch } from './matrix.ts'
import { ChecklistFiguresDocument } from './operations.generated.ts'
import { useThrottledRefetch } from './useThrottledRefetch.ts'

/** Milliseconds in which nobody knows whether an answer has a change that came at about the same time. */
const MAY_KNOW_MS = 3000
/** Milliseconds until figures are asked for again. */
const RETRY_MS = 5000

export interface Figures {
  /** Null while they are on their way. */
  readonly counts: Counts | null
  /** An item has changed; what it was is null where it has not been read. */
  readonly count: (before: Item | null, after: ItemPatch) => void
  readonly reload: () => void
}

/**
 * The figures of a checklist (CHK-01): the server's, moved with each change of an item that has been read. After others they
 * are asked for again, not more often than each few seconds.
 * @param isChild whether an item stands in a row that counts
 */
export function useFigures(checklistId: string, skip: boolean, isChild: (item: Item) => boolean): Figures {
  const { data, refetch } = useReading(
    ChecklistFiguresDocument,
    { checklistId },
    { fetchPolicy: 'no-cache', skip },
  )
  const [, changed] = useReducer((count: number) => count + 1, 0)
  const counted = useRef<{ counts: Counts | null; at: number }>({ counts: null, at: 0 })
  useMemo(() => {
    counted.current = { counts: data?.checklist?.counts ?? null, at: performance.now() }
  }, [data])
  const reload = useCallback(() => {
    refetch().catch(() => {})
  }, [refetch])
  const reloadSoon = useThrottledRefetch(refetch, RETRY_MS)
  const lastChange = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (data && performance.now() - lastChange.current < MAY_KNOW_MS) reloadSoon()
  }, [data, reloadSoon])
  const countsIn = useRef(isChild)
  countsIn.current = isChild
  const count = useCallback(
    (before: Item | null, after: ItemPatch) => {
      const { counts, at } = counted.current
      const now = performance.now()
      if (before && (!countsIn.current(before) || !moves(before, after))) return
      lastChange.current = now
      if (!before || now - at < MAY_KNOW_MS) reloadSoon()
      if (!counts || !before) return
      counted.current = { counts: countsAfter(counts, before, after), at }
      changed()
    },
    [reloadSoon],
  )
  return { counts: counted.current.counts, count, reload }
}

/** Whether a change moves any figure. */
const moves = (before: Item, { status, userId }: ItemPatch): boolean =>
  (status !== undefined && status !== before.status) || (userId !== undefined && userId !== before.userId)
