import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Spacer } from './styles.ts'

/** Scrolls to a row: no further than needed, or until it stands in the middle. */
export type ScrollTo = (index: number, align?: 'center') => void

export interface RowRangeProps {
  count: number
  rowHeight: number
  renderRow: (index: number) => ReactNode
  /** The rows rendered, from start up to, not including, end. */
  onRange: (start: number, end: number) => void
  /** Gives the table a way to bring a row into the rendered range. */
  scrollTo: RefObject<ScrollTo | null>
}

/** Rows beyond the edges of the view, so that scrolling and arrow keys find the next ones there. */
const OVERSCAN = 12

/** All rows. */
export function AllRows({ count, renderRow }: Pick<RowRangeProps, 'count' | 'renderRow'>) {
  return <>{Array.from({ length: count }, (_, index) => renderRow(index))}</>
}

/** The rows in view of a table that scrolls by itself. */
export function RowsInContainer({
  container,
  ...props
}: RowRangeProps & { container: RefObject<HTMLElement | null> }) {
  const virtualizer = useVirtualizer({
    count: props.count,
    estimateSize: () => props.rowHeight,
    getScrollElement: () => container.current,
    overscan: OVERSCAN,
  })
  props.scrollTo.current = (index, align) => virtualizer.scrollToIndex(index, { align: align ?? 'auto' })
  return <Rows {...props} range={virtualizer.range} />
}

/** The rows in view of a table that scrolls with the page. */
export function RowsInPage(props: RowRangeProps) {
  const start = useRef<HTMLTableRowElement>(null)
  const [offset, setOffset] = useState(0)
  // What stands above may change at any time; the place is cheap to read and rarely new.
  useLayoutEffect(() => {
    const top = start.current?.getBoundingClientRect().top ?? 0
    setOffset(Math.round(top + window.scrollY))
  })
  const virtualizer = useWindowVirtualizer({
    count: props.count,
    estimateSize: () => props.rowHeight,
    overscan: OVERSCAN,
    scrollMargin: offset,
  })
  props.scrollTo.current = (index, align) => virtualizer.scrollToIndex(index, { align: align ?? 'auto' })
  return (
    <>
      <Spacer ref={start} aria-hidden="true" style={{ height: 0 }} />
      <Rows {...props} range={virtualizer.range} />
    </>
  )
}

function Rows({
  count,
  rowHeight,
  renderRow,
  onRange,
  range,
}: RowRangeProps & { range: { startIndex: number; endIndex: number } | null }) {
  const start = Math.max(0, (range?.startIndex ?? 0) - OVERSCAN)
  const end = Math.min(count, (range?.endIndex ?? 0) + 1 + OVERSCAN)
  const tell = useRef(onRange)
  tell.current = onRange
  useEffect(() => tell.current(start, end), [start, end])
  return (
    <>
      <Spacer aria-hidden="true" style={{ height: start * rowHeight }} />
      {Array.from({ length: end - start }, (_, at) => renderRow(start + at))}
      <Spacer aria-hidden="true" style={{ height: (count - end) * rowHeight }} />
    </>
  )
}
