import { useEffect, useState } from 'react'
import { formatDateTime, type Moment, relativeTime } from '../../shared/format/time.ts'
import { Tooltip } from './Tooltip.tsx'

const MINUTE = 60_000

/** The present moment in ms, renewed every minute. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** How long ago a moment was, with the date and time in the tooltip (FMT-08, FMT-31). */
export function RelativeTime({ at }: { at: Moment | null | undefined }) {
  const now = useNow()
  if (at === null || at === undefined) return relativeTime(at)
  return (
    <Tooltip title={formatDateTime(at)}>
      <time dateTime={new Date(at).toISOString()}>{relativeTime(at, Math.max(now, Date.now()))}</time>
    </Tooltip>
  )
}
