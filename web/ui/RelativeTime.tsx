import { formatDateTime, type Moment, relativeTime } from '../../shared/format/time.ts'
import { useNow } from './clock.ts'
import { Tooltip } from './Tooltip.tsx'

/** How long ago a moment was, with the date and time in the tooltip (FMT-08, FMT-31). */
export function RelativeTime({ at }: { at: Moment | null | undefined }) {
  const now = useNow()
  if (at === null || at === undefined) return relativeTime(at)
  return (
    <Tooltip title={formatDateTime(at)}>
      <time dateTime={new Date(at).toISOString()}>{relativeTime(at, now)}</time>
    </Tooltip>
  )
}
