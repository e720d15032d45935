import { formatCount } from '../../../../shared/format/number.ts'

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
 * there twice the first. Null for what is no day and time, and while no zone is chosen.
 */
export function momentIn(zone: string, typed: string): string | null {
  const asUtc = Date.parse(`${typed}Z`)
  if (zone === '' || Number.isNaN(asUtc)) return null
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

/** "Chicago" of "America/Chicago". */
export const cityOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

const timeIn = (zone: string, moment: number, options: Intl.DateTimeFormatOptions = {}): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', minute: '2-digit', ...options })
    .format(moment)
    .replace(/\u202f/gu, ' ')

/** "UTC−06:00", "UTC+05:30", "UTC". */
function offsetText(zone: string, moment: number): string {
  const minutes = minutesAhead(zone, moment)
  if (minutes === 0) return 'UTC'
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `UTC${minutes < 0 ? '−' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
}

/** "in 1 day 23 hours", "in 5 minutes". */
function aheadText(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / 60_000))
  const parts = [
    [Math.trunc(minutes / 1440), 'day'],
    [Math.trunc((minutes % 1440) / 60), 'hour'],
    [minutes % 60, 'minute'],
  ] as const
  const from = parts.findIndex(([count]) => count > 0)
  const said = parts.slice(from, from + 2).filter(([count]) => count > 0)
  return `in ${said.map(([count, unit]) => formatCount(count, unit)).join(' ')}`
}

/**
 * A moment to come in words: its day and time in a zone, how far ahead it is, and what it is elsewhere: "Wednesday, 8:00 AM in
 * Chicago (UTC−06:00), in 1 day 23 hours. It is 2:00 PM UTC, and 3:00 PM for you in Berlin."
 * @param own the zone of the person
 */
export function momentText(at: string, zone: string, { own, now }: { own: string; now: number }): string {
  const moment = Date.parse(at)
  if (moment <= now) return 'This moment has passed. Please choose one in the future.'
  const there = timeIn(zone, moment, { weekday: 'long' })
    .replace(/ (?=\d)/, ', ')
    .replace(',,', ',')
  const offset = offsetText(zone, moment)
  const others = [
    ...(offset === 'UTC' ? [] : [`${timeIn('UTC', moment)} UTC`]),
    ...(own === zone ? [] : [`${timeIn(own, moment)} for you in ${cityOf(own)}`]),
  ]
  const place = zone === 'UTC' ? `${there} UTC` : `${there} in ${cityOf(zone)} (${offset})`
  return `${place}, ${aheadText(moment - now)}.${others.length > 0 ? ` It is ${others.join(', and ')}.` : ''}`
}
