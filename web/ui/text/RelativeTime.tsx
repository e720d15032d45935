import { formatDateTime, type Moment, relativeTime, zoneName } from '../../../shared/format/time.ts'
import { useNow, useTick } from './clock.ts'
import { useShowsDates } from './shownDates.ts'
import { Tooltip } from './Tooltip.tsx'

/** What is said of a moment, and what its tooltip adds. */
interface MomentWords {
  readonly shown: string
  readonly hint: string
}

/**
 * How long ago a moment was, with its date and time as a hint (FMT-08, FMT-31); the other way round for who would
 * rather see dates, and on paper.
 * @param every ms after which it is renewed; a minute by default
 */
export function useMomentWords(at: Moment | null | undefined, every?: number): MomentWords {
  const now = useNow()
  useTick(every)
  const asDate = useShowsDates()
  if (at === null || at === undefined) return { shown: relativeTime(at), hint: '' }
  const date = formatDateTime(at)
  const ago = relativeTime(at, now)
  return asDate ? { shown: date, hint: `${ago}, ${zoneName(at)}` } : { shown: ago, hint: date }
}

/** The words of a moment, with their hint in a tooltip. */
export function RelativeTime({ at, every }: { at: Moment | null | undefined; every?: number }) {
  const { shown, hint } = useMomentWords(at, every)
  if (at === null || at === undefined) return shown
  return (
    <Tooltip title={hint}>
      <time dateTime={new Date(at).toISOString()}>{shown}</time>
    </Tooltip>
  )
}
