import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts'
import { MISSING } from './number.ts'

/** A moment as the wire carries it (ISO 8601), as milliseconds, or as a Date. */
export type Moment = Date | string | number

const WEEK = 7 * DAY_MS
/** Mean lengths of the calendar: an age in months or years is a rough figure by nature. */
const MONTH = 30.436_875 * DAY_MS
const YEAR = 365.2425 * DAY_MS

const DAY_ONLY = /^(\d{4})-(\d{2})-(\d{2})$/

function count(age: number, unit: number, name: string): string {
  const n = Math.floor(age / unit)
  return n === 1 ? `1 ${name} ago` : `${n} ${name}s ago`
}

/**
 * How long ago a moment was (FMT-08): 'just now' under one minute (FMT-09), else 'x ago'. Days run up to
 * two weeks, weeks up to a month. A moment ahead of this clock by less than a day is a clock's error and
 * counts as now; one further ahead shows as its date.
 */
export function relativeTime(moment: Moment | null | undefined, now: number = Date.now()): string {
  if (moment === null || moment === undefined) return MISSING
  const at = new Date(moment).getTime()
  if (Number.isNaN(at)) return MISSING
  const age = now - at
  if (age < -DAY_MS) return formatDate(moment)
  if (age < MINUTE_MS) return 'just now'
  if (age < HOUR_MS) return count(age, MINUTE_MS, 'minute')
  if (age < DAY_MS) return count(age, HOUR_MS, 'hour')
  if (age < 2 * WEEK) return count(age, DAY_MS, 'day')
  if (age < MONTH) return count(age, WEEK, 'week')
  if (age < YEAR) return count(age, MONTH, 'month')
  return count(age, YEAR, 'year')
}

const dates = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: '2-digit', day: '2-digit' })
const dateTimes = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: 'numeric',
  minute: '2-digit',
})

/**
 * A day as MM/DD/YYYY (FMT-31). A day without a time ('2026-07-22') is that day everywhere; a moment shows
 * the day it fell on in the reader's time zone.
 */
export function formatDate(day: Moment | null | undefined): string {
  if (day === null || day === undefined) return MISSING
  const parts = typeof day === 'string' ? DAY_ONLY.exec(day) : null
  if (parts !== null) return `${parts[2]}/${parts[3]}/${parts[1]}`
  const date = new Date(day)
  return Number.isNaN(date.getTime()) ? MISSING : dates.format(date)
}

/** A moment as MM/DD/YYYY with the time of day, in the reader's time zone (FMT-31). */
export function formatDateTime(moment: Moment | null | undefined): string {
  if (moment === null || moment === undefined) return MISSING
  const date = new Date(moment)
  // Newer ICU data put a narrow no-break space before AM and PM; a plain one copies and compares well.
  return Number.isNaN(date.getTime()) ? MISSING : dateTimes.format(date).replace(/\u202f/gu, ' ')
}

const zones = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' })

/** The reader's time zone at a moment, in short: 'EST', 'GMT+1'. */
export const zoneName = (moment: Moment): string =>
  zones.formatToParts(new Date(moment)).find(({ type }) => type === 'timeZoneName')?.value ?? ''

const times = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })

/** The time of day of a moment, in the reader's time zone. */
export const formatTime = (moment: Moment): string => times.format(new Date(moment)).replace(/\u202f/gu, ' ')

/** The day of a moment in the reader's time zone: 'Today', 'Yesterday', or MM/DD/YYYY (FMT-31). */
export function formatDay(moment: Moment, now: number = Date.now()): string {
  const day = formatDate(new Date(moment))
  if (day === formatDate(now)) return 'Today'
  const before = new Date(now)
  before.setDate(before.getDate() - 1)
  return day === formatDate(before) ? 'Yesterday' : day
}

/** A day and a time as a field of the browser has them (`datetime-local`), in its own zone; '' for none. */
export function momentOfField(moment: Moment | null | undefined): string {
  if (moment === null || moment === undefined) return ''
  const date = new Date(moment)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
