import { useCallback, useEffect, useMemo, useRef } from 'react'
import { isWatched, onReturn } from '../../../graphql/watched.ts'
import { useLatest } from '../../../ui/text/useLatest.ts'
import { isFolder, type Row } from '../place/place.ts'
import { previewKind } from '../place/previewKind.ts'

/** A thumbnail of a file that is older than this, in ms, comes no more, or with the next reading. */
const AWAITED_FOR = 60_000
/** Pauses before the list is read again for thumbnails that are being made, in ms. */
const PAUSES = [2000, 3000, 5000, 10_000, 20_000]
/** Pause between two readings because of addresses that have expired, in ms; an address is good for 5 minutes. */
const RENEWED_EVERY = 240_000

const isAwaited = (row: Row): boolean => {
  const kind = previewKind(row.name)
  const pictured = !isFolder(row) && row.thumbnailUrl === null && (kind === 'image' || kind === 'pdf')
  return pictured && Date.now() - Date.parse(row.modifiedTimestamp) < AWAITED_FOR
}

/**
 * Keeps the thumbnails of a list coming: reads it again while those of new files are being made, and when an
 * address had expired before its picture came into view. In a tab that nobody sees nothing is read: there it goes on
 * when the tab is seen again.
 * @returns to be called for each thumbnail that did not load
 */
export function useThumbnails(
  rows: readonly (Row | undefined)[],
  refresh: () => Promise<unknown>,
): () => void {
  const latest = useLatest(refresh)
  const awaited = useMemo(
    () => rows.flatMap((row) => (row && isAwaited(row) ? row.id : [])).join(' '),
    [rows],
  )
  useEffect(() => {
    if (awaited === '') return
    let timer: ReturnType<typeof setTimeout> | undefined
    let cancelled = false
    /** The reading that fell due while nobody could see what it brings. */
    let due: (() => void) | undefined
    const wait = (turn: number) => {
      const pause = PAUSES[turn]
      if (cancelled || pause === undefined) return
      const read = () => void latest.current().finally(() => wait(turn + 1))
      timer = setTimeout(() => {
        if (isWatched()) read()
        else due = read
      }, pause)
    }
    wait(0)
    const end = onReturn(() => {
      due?.()
      due = undefined
    })
    return () => {
      cancelled = true
      clearTimeout(timer)
      end()
    }
  }, [awaited])

  const renewed = useRef(0)
  return useCallback(() => {
    if (Date.now() - renewed.current < RENEWED_EVERY) return
    renewed.current = Date.now()
    void latest.current()
  }, [])
}
