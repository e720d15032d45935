const TYPED = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/
const WIRE = /^(\d{4})-(\d{1,2})-(\d{1,2})$/

/**
 * The day that a typed text names, as YYYY-MM-DD: MM/DD/YYYY (FMT-31) with or without leading zeros, or the way that it
 * is sent (PFORM-16). Null where there is no such day. Days have no time zone, so nothing shifts.
 */
export function dayOf(text: string): string | null {
  const trimmed = text.trim()
  const typed = TYPED.exec(trimmed)
  if (typed) return day(typed[3], typed[1], typed[2])
  const wire = WIRE.exec(trimmed)
  return wire && day(wire[1], wire[2], wire[3])
}

function day(year = '', month = '', date = ''): string | null {
  const at = new Date(0)
  at.setUTCFullYear(Number(year), Number(month) - 1, Number(date))
  const isReal = at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(date)
  return isReal && Number(year) >= 1000 ? at.toISOString().slice(0, 10) : null
}

/** The day some days before or after another, both as YYYY-MM-DD. */
export function daysFrom(iso: string, days: number): string {
  const at = new Date(`${iso}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

/** The day some months before or after another; in a shorter month its last one. */
export function monthsFrom(iso: string, months: number): string {
  const at = new Date(`${iso}T00:00:00Z`)
  const date = at.getUTCDate()
  at.setUTCDate(1)
  at.setUTCMonth(at.getUTCMonth() + months)
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
  at.setUTCDate(Math.min(date, last))
  return at.toISOString().slice(0, 10)
}

/** The day that it is for the reader, as YYYY-MM-DD. */
export function today(now: Date = new Date()): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
