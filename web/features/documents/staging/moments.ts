/** Minutes that a zone is ahead of UTC at a moment. */
function minutesAhead(zone: string, moment: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const shown = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
  return Math.round((shown - Math.floor(moment / 1000) * 1000) / 60_000)
}

/**
 * The moment of a day and a time as a field of the browser has them ("2026-03-29T09:30"), in a zone; of an hour that is
 * there twice the first. Null for what is no day and time.
 */
export function momentIn(zone: string, typed: string): string | null {
  const asUtc = Date.parse(`${typed}Z`)
  if (Number.isNaN(asUtc)) return null
  const before = asUtc - minutesAhead(zone, asUtc - 86_400_000) * 60_000
  const after = asUtc - minutesAhead(zone, asUtc + 86_400_000) * 60_000
  const isRight = (moment: number) => moment + minutesAhead(zone, moment) * 60_000 === asUtc
  const found = [before, after].find(isRight) ?? after
  return new Date(found).toISOString()
}

/** The zones to choose from, that of the person first. */
export function zones(): readonly string[] {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  return [...new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
}
