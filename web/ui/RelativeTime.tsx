import { formatDateTime, type Moment, relativeTime } from '../../shared/format/time.ts'
import { useNow, useTick } from './clock.ts'
import { Tooltip } from './Tooltip.tsx'

/**
 * How long ago a moment was, with the date and time in the tooltip (FMT-08, FMT-31).
 * @param every ms after which it is renewed; a minute by default
 */
export function RelativeTime({ at, every }: { at: Moment | null | undefined; every?: number }) {
  const now = useNow()
  useTick(every)
  if (at === null || at === undefined) return relativeTime(at)
  return (
    <Tooltip title={formatDateTime(at)}>
      <time dateTime={new Date(at).toISOString()}>{relativeTime(at, now)}</time>
    </Tooltip>
  )
}
