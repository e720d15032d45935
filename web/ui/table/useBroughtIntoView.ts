import { type RefObject, useEffect, useRef } from 'react'
import type { ScrollTo } from './RowRange.tsx'

interface Ways {
  /** Holds the rows. */
  scroller: RefObject<HTMLElement | null>
  /** Brings a row of a virtual table into the rendered range. */
  scrollTo: RefObject<ScrollTo | null>
}

/** Brings the row pointed at into view as soon as it is loaded, once: where one scrolls afterwards, one stays. */
export function useBroughtIntoView<Row>(
  highlighted: string | undefined,
  rows: readonly (Row | undefined)[],
  getRowId: (row: Row) => string,
  { scroller, scrollTo }: Ways,
): void {
  const brought = useRef<string>(undefined)
  const index =
    highlighted === undefined || brought.current === highlighted
      ? -1
      : rows.findIndex((row) => row !== undefined && getRowId(row) === highlighted)
  useEffect(() => {
    if (index < 0) return
    brought.current = highlighted
    const row = scroller.current?.querySelector(`[data-row="${index}"]`)
    if (row && isInView(row)) return
    if (scrollTo.current) scrollTo.current(index, 'center')
    else row?.scrollIntoView({ block: 'center' })
  }, [highlighted, index, scroller, scrollTo])
}

/** Whether a row stands in the window, clear of what sticks to its top. */
function isInView(row: Element): boolean {
  const { top, bottom } = row.getBoundingClientRect()
  return top >= Number.parseFloat(getComputedStyle(row).scrollMarginTop) && bottom <= window.innerHeight
}

/** Scrolls once to the place that a virtual list is opened on, whether its row is loaded or not. */
export function useBegunAt(place: number | undefined, scrollTo: Ways['scrollTo']): void {
  const begun = useRef<number>(undefined)
  useEffect(() => {
    if (place === undefined || begun.current === place || !scrollTo.current) return
    begun.current = place
    scrollTo.current(place, 'center')
  })
}

/** What a person does from when on they choose themselves what is in view. */
const OWN_WAY = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/**
 * Brings a row that was just opened into view as a whole, as far as there is room; one that is in view stays. Its parts are
 * loaded by and by: until the person does something else it is followed as it grows.
 */
export function useOpenedInView(opened: string | undefined, scroller: Ways['scroller']): void {
  useEffect(() => {
    if (opened === undefined) return
    const follow = new ResizeObserver(([entry]) => entry?.target.scrollIntoView({ block: 'nearest' }))
    const stop = () => follow.disconnect()
    // The row stands in the frame after.
    const frame = requestAnimationFrame(() => {
      const row = scroller.current?.querySelector('[data-opened]')
      if (row) follow.observe(row)
    })
    for (const kind of OWN_WAY) window.addEventListener(kind, stop, { once: true, passive: true })
    return () => {
      cancelAnimationFrame(frame)
      stop()
      for (const kind of OWN_WAY) window.removeEventListener(kind, stop)
    }
  }, [opened, scroller])
}
