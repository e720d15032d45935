import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react'
import { Spacer } from './styles.ts'
import { type ListOfRows, placesOf, type RowsInView, useRowsInView } from './useRowsInView.ts'

export type { ScrollTo } from './useRowsInView.ts'

interface RowRangeProps extends ListOfRows {
  /**
   * `whole` is false for a row whose turn has not come: its skeleton stands in until then, in the place that it has
   * among those rendered.
   */
  renderRow: (index: number, whole: boolean, place: number) => ReactNode
  /** Whether there is more to a row than its skeleton. */
  isLoaded: (index: number) => boolean
  /** The rows wanted, from start up to, not including, end. */
  onRange: (start: number, end: number) => void
  /** What keeps the height of rows that are not rendered: a row of a table by default. */
  spacer?: 'div'
}

/** Rows beyond the edges of the view, so that scrolling and arrow keys find the next ones there. */
const OVERSCAN = 8

/** Rows that are made in one frame: more at a time would be felt as a halt while one scrolls. */
const AT_A_TIME = 4

/** All rows. */
export function AllRows({ count, renderRow }: Pick<RowRangeProps, 'count' | 'renderRow'>) {
  return <>{Array.from({ length: count }, (_, index) => renderRow(index, true, index))}</>
}

/** The rows in view of a table that scrolls by itself. */
export function RowsInContainer({
  container,
  ...props
}: RowRangeProps & { container: RefObject<HTMLElement | null> }) {
  // The container stands around the rows and so is known only once they do: only then it can be listened to.
  const [, stands] = useReducer(() => true, false)
  useLayoutEffect(stands, [])
  return <Rows {...props} range={useRowsInView(props, container, 0)} />
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
  const range = useRowsInView(props, null, offset)
  return (
    <>
      <Spacer ref={start} aria-hidden="true" style={{ height: 0 }} />
      <Rows {...props} range={range} />
    </>
  )
}

function Rows({
  count,
  rowHeight,
  renderRow,
  isLoaded,
  onRange,
  range,
  spacer,
}: RowRangeProps & { range: RowsInView }) {
  const wanted = {
    start: Math.max(0, range.first - OVERSCAN),
    end: Math.min(count, range.last + 1 + OVERSCAN),
  }
  const report = useEffectEvent(onRange)
  const whole = useWhole(wanted, range, isLoaded)
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows to go to are news as well
  useLayoutEffect(() => report(wanted.start, wanted.end), [wanted.start, wanted.end, whole.size])
  // Nobody sees the skeletons of what is beyond the edges.
  let { first: start } = range
  while (start > wanted.start && whole.has(start - 1)) start -= 1
  let end = Math.min(count, range.last + 1)
  while (end < wanted.end && whole.has(end)) end += 1
  const { top } = placesOf(rowHeight)
  const before = useRef<HTMLTableRowElement>(null)
  useLayoutEffect(() => {
    if (typeof rowHeight === 'number') return
    const rows = before.current?.parentElement?.querySelectorAll<HTMLElement>('[data-row]')
    // What waits for its turn says nothing of the height of what comes.
    rowHeight.watch([...(rows ?? [])].filter((row) => row.getAttribute('aria-busy') !== 'true'))
  })
  return (
    <>
      <Spacer ref={before} as={spacer} aria-hidden="true" style={{ height: top(start) }} />
      {Array.from({ length: end - start }, (_, at) => renderRow(start + at, whole.has(start + at), at))}
      <Spacer as={spacer} aria-hidden="true" style={{ height: top(count) - top(end) }} />
    </>
  )
}

/**
 * The rows that are made as a whole by now: those of before, and each frame some more. Those in view come first, as they
 * are read, then the ones beyond its edges.
 */
function useWhole(
  { start, end }: { start: number; end: number },
  { first, last }: RowsInView,
  isLoaded: (index: number) => boolean,
): ReadonlySet<number> {
  const made = useRef<ReadonlySet<number>>(new Set())
  const [, next] = useReducer((frames: number) => frames + 1, 0)
  const beyond = (index: number) => Math.max(first - index, index - last, 0)
  const loaded = Array.from({ length: end - start }, (_, at) => start + at).filter(isLoaded)
  const waiting = loaded
    .filter((index) => !made.current.has(index))
    .sort((a, b) => beyond(a) - beyond(b) || a - b)
  const later = new Set(waiting.slice(AT_A_TIME))
  const whole = new Set(loaded.filter((index) => !later.has(index)))
  useEffect(() => {
    made.current = whole
    if (later.size === 0) return
    const frame = requestAnimationFrame(next)
    return () => cancelAnimationFrame(frame)
  })
  return whole
}
