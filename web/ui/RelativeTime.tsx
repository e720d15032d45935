import { formatDateTime, type Moment, relativeTime, zoneName } from '../../shared/format/time.ts'
import { useNow, useTick } from './clock.ts'
import { useShowsDates } from './shownDates.ts'
import { Tooltip } from './Tooltip.tsx'

/**
 * How long ago a moment was, with the date and time in the tooltip (FMT-08, FMT-31); the other way round for who
 * would rather see dates, and on paper.
 * @param every ms after which it is renewed; a minute by default
 */
export function RelativeTime({ at, every }: { at: Moment | null | undefined; every?: number }) {
  const now = useNow()
  useTick(every)
  const asDate = useShowsDates()
  if (at === null || at === undefined) return relativeTime(at)
  const date = formatDateTime(at)
  const ago = relativeTime(at, now)
  return (
    <Tooltip title={asDate ? `${ago}, ${zoneName(at)}` : date}>
      <time dateTime={new Date(at).toISOString()}>{asDate ? date : ago}</time>
    </Tooltip>
  )
}
