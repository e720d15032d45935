import { MINUTE_MS } from '../durations.ts'
import { formatNumber } from './number.ts'

/** How long something took or lasted, as people say it: "40 s", "12 min", "2 h 5 min". */
export function formatDuration(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.floor(ms / 1000)} s`
  const minutes = Math.floor(ms / MINUTE_MS)
  if (minutes < 60) return `${minutes} min`
  const rest = minutes % 60
  const hours = `${formatNumber(Math.floor(minutes / 60))} h`
  return rest === 0 ? hours : `${hours} ${rest} min`
}
