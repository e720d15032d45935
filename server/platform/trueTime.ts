/** Milliseconds by which clocks may differ without anybody being bothered. */
const TOLERATED_MS = 30_000
/** An answer that took longer says too little of the moment. */
const MAX_ROUND_TRIP_MS = 5000

let offsetMs = 0

/** Milliseconds by which the database's clock is ahead of this machine's; 0 where the two agree within half a minute. */
export const clockOffset = (): number => offsetMs

/**
 * The present, as milliseconds since 1970: by the database's clock where this machine's differs from it by more than half
 * a minute. Sessions and signed addresses end by it, so that none of them lives longer for a clock that is wrong (SCALE-32).
 */
export const trueNow = (): number => Date.now() + offsetMs

export const trueDate = (): Date => new Date(trueNow())

/**
 * Notes what the database's clock said.
 * @param there its milliseconds since 1970
 * @param asked the round trip, on this machine's clock
 * @returns a sentence where the clocks have begun to differ, or to agree; null for nothing new
 */
export function noteClock(there: number, asked: { from: number; to: number }): string | null {
  if (asked.to - asked.from > MAX_ROUND_TRIP_MS) return null
  const measured = there - (asked.from + asked.to) / 2
  const wasOff = offsetMs !== 0
  offsetMs = Math.abs(measured) > TOLERATED_MS ? measured : 0
  if (wasOff === (offsetMs !== 0)) return null
  if (offsetMs === 0) return 'The clock of this machine is that of the database again.'
  const seconds = Math.round(Math.abs(measured) / 1000)
  return `The clock of this machine is ${seconds} s ${measured > 0 ? 'behind' : 'ahead of'} that of the database.`
}
