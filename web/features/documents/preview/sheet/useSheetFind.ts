import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Passage } from '../../copilot/index.ts'
import { useTypedSearch } from '../pdf/useTypedSearch.ts'
import { type FoundCell, MAX_FOUND } from './findCells.ts'
import type { SheetSource } from './sheetSource.ts'

/** A cell of a workbook that was found; its page is the sheet, from 0. */
export interface SheetMatch extends FoundCell {
  readonly page: number
}

/** Cells that are found in a workbook at most. */
const MAX_MATCHES = 5000
/** ms after the last key: sheets are read anew for each search. */
const DELAY = 300
const NONE: readonly SheetMatch[] = []

const inSheet = (page: number, cells: readonly FoundCell[]): SheetMatch[] =>
  cells.map((cell) => ({ page, ...cell }))

/**
 * The search in all sheets, the one in view first, and what a search over documents has led to.
 * @param show brings a sheet into view
 */
export function useSheetFind(
  source: SheetSource,
  sheet: number,
  passage: Passage | undefined,
  show: (sheet: number) => void,
) {
  const inView = useEffectEvent(() => sheet)
  const bringIntoView = useEffectEvent(show)
  const [led, setLed] = useState(NONE)
  const find = useTypedSearch<SheetMatch>(source, {
    min: 1,
    max: Number.POSITIVE_INFINITY,
    afterMs: DELAY,
    search: async (term, signal, report) => {
      const from = inView()
      const bySheet = new Map<number, SheetMatch[]>()
      let count = 0
      let isCut = false
      const tell = (isDone: boolean) => {
        const matches = [...bySheet].toSorted(([a], [b]) => a - b).flatMap(([, cells]) => cells)
        report({ term, matches, isDone, isCut }, from)
      }
      for (let step = 0; step < source.names.length && count < MAX_MATCHES; step += 1) {
        const page = (from + step) % source.names.length
        // A sheet that can't be read has nothing to be found.
        const cells = await source.find(page, term).catch(() => [])
        if (signal.aborted) return
        isCut ||= cells.length === MAX_FOUND
        count += cells.length
        bySheet.set(page, inSheet(page, cells))
        if (cells.length > 0) tell(false)
      }
      isCut ||= count >= MAX_MATCHES
      tell(true)
    },
  })

  useEffect(() => {
    let cancelled = false
    setLed(NONE)
    if (!passage) return
    const page = Math.max(0, source.names.indexOf(passage.sheet ?? ''))
    bringIntoView(page)
    source.findPassage(page, passage.words).then(
      (cells) => !cancelled && setLed(inSheet(page, cells)),
      () => {},
    )
    return () => {
      cancelled = true
    }
  }, [source, passage])

  const matches = find.term === '' ? led : find.found.matches
  const current = (find.term === '' ? led[0] : find.current) ?? null
  useEffect(() => {
    if (current) bringIntoView(current.page)
  }, [current])
  const marked = useMemo(
    () => new Set(matches.filter(({ page }) => page === sheet).map(({ row, column }) => `${row}:${column}`)),
    [matches, sheet],
  )
  return { ...find, marked, shown: current?.page === sheet ? current : null }
}
