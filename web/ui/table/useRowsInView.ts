import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { RowRangeProps } from './RowRange.tsx'

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

/** The rows of one height that are seen of a list, of which the first stands some px below the top. */
export function rowsIn({ top, height }: View, rowHeight: number, count: number, offset: number): RowsInView {
  const within = (row: number) => Math.max(0, Math.min(count - 1, row))
  const first = within(Math.floor((top - offset) / rowHeight))
  return { first, last: Math.max(first, within(Math.ceil((top + height - offset) / rowHeight) - 1)) }
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
 * Follows what can be seen of a list whose rows are of one height, and gives its table a way to scroll.
 * @param container scrolls the list by itself; null where it scrolls with the page
 * @param offset px from the top of what scrolls to the first row
 */
export function useRowsInView(
  { count, rowHeight, scrollTo }: Pick<RowRangeProps, 'count' | 'rowHeight' | 'scrollTo'>,
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
    const to = scrollFor(viewOf(element), offset + index * rowHeight, rowHeight, align)
    if (to !== null) (element ?? window).scrollTo({ top: to })
  }
  return rowsIn(view, rowHeight, count, offset)
}
