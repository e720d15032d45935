import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { RowHeights } from './types.ts'

/** Scrolls to a row: no further than needed, or until it stands in the middle. */
export type ScrollTo = (index: number, align?: 'center') => void

export interface ListOfRows {
  count: number
  /** Of each row in px, or the places of rows of different heights. */
  rowHeight: number | RowHeights
  /** Gives the table a way to bring a row into the rendered range. */
  scrollTo: RefObject<ScrollTo | null>
}

/** The first and the last row that can be seen, by their places. */
export interface RowsInView {
  readonly first: number
  readonly last: number
}

/** What is seen of the page or of a container, in px. */
interface View {
  readonly top: number
  readonly height: number
}

const viewOf = (container: HTMLElement | null): View =>
  container
    ? { top: container.scrollTop, height: container.clientHeight }
    : { top: window.scrollY, height: window.innerHeight }

/** Where rows stand, be they of one height or not. */
export const placesOf = (rowHeight: number | RowHeights): Pick<RowHeights, 'top' | 'at'> =>
  typeof rowHeight === 'number'
    ? { top: (index) => index * rowHeight, at: (px) => Math.floor(px / rowHeight) }
    : rowHeight

/** The rows that are seen of a list, of which the first stands some px below the top. */
export function rowsIn(
  { top, height }: View,
  rowHeight: number | RowHeights,
  count: number,
  offset: number,
): RowsInView {
  const within = (row: number) => Math.max(0, Math.min(count - 1, row))
  const { at } = placesOf(rowHeight)
  const first = within(at(top - offset))
  return { first, last: Math.max(first, within(at(top + height - offset - 1))) }
}

/** Where to scroll, so that a row is seen: no further than needed, or until it stands in the middle; null where it is. */
export function scrollFor(
  { top, height }: View,
  rowTop: number,
  rowHeight: number,
  align?: 'center',
): number | null {
  const to =
    align === 'center'
      ? rowTop - (height - rowHeight) / 2
      : rowTop < top
        ? rowTop
        : rowTop + rowHeight > top + height
          ? rowTop + rowHeight - height
          : top
  return to === top ? null : Math.max(0, to)
}

/**
 * Follows what can be seen of a list, and gives its table a way to scroll.
 * @param container scrolls the list by itself; null where it scrolls with the page
 * @param offset px from the top of what scrolls to the first row
 */
export function useRowsInView(
  { count, rowHeight, scrollTo }: ListOfRows,
  container: RefObject<HTMLElement | null> | null,
  offset: number,
): RowsInView {
  const [view, setView] = useState(() => viewOf(container?.current ?? null))
  const element = container?.current ?? null
  useLayoutEffect(() => {
    // Before the container stands there is nothing to follow.
    if (container && !element) return
    const read = () =>
      setView((before) => {
        const now = viewOf(element)
        return now.top === before.top && now.height === before.height ? before : now
      })
    // In the same frame as the scrolling, or empty places would show.
    const scrolled = () => flushSync(read)
    const scroller = element ?? window
    const resized = element ? new ResizeObserver(read) : null
    if (element) resized?.observe(element)
    else window.addEventListener('resize', read)
    scroller.addEventListener('scroll', scrolled, { passive: true })
    read()
    return () => {
      resized?.disconnect()
      window.removeEventListener('resize', read)
      scroller.removeEventListener('scroll', scrolled)
    }
  }, [container, element])
  scrollTo.current = (index, align) => {
    const { top } = placesOf(rowHeight)
    const to = scrollFor(viewOf(element), offset + top(index), top(index + 1) - top(index), align)
    if (to !== null) (element ?? window).scrollTo({ top: to })
  }
  return rowsIn(view, rowHeight, count, offset)
}
