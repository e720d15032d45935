// Moments as text and back. A page has hundreds of them; the built-in ways take two to four times as long.

const ZERO = '0'.charCodeAt(0)
const TWO_DIGITS = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'))

const two = (text: string, at: number): number =>
  text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 11 * ZERO

/** Milliseconds of a fraction of one to six digits, which ends at the sign of the zone. */
function milliseconds(text: string): number {
  let value = 0
  for (let at = 20, weight = 100; weight >= 1 && text.charAt(at) !== '+'; at += 1, weight /= 10) {
    value += (text.charCodeAt(at) - ZERO) * weight
  }
  return value
}

/**
 * The moment that PostgreSQL writes as `2024-05-01 12:00:00.123456+00`; null for another zone, a year of other
 * than four digits, and infinity.
 */
export function parseUtc(text: string): Date | null {
  const isUtc = text.charAt(4) === '-' && text.charAt(10) === ' ' && text.endsWith('+00')
  // Date.UTC takes a year below 100 for one of the last century.
  const year = isUtc ? two(text, 0) * 100 + two(text, 2) : 0
  if (year < 100) return null
  return new Date(
    Date.UTC(
      year,
      two(text, 5) - 1,
      two(text, 8),
      two(text, 11),
      two(text, 14),
      two(text, 17),
      text.charAt(19) === '.' ? milliseconds(text) : 0,
    ),
  )
}

/** As `toISOString`: in UTC, with milliseconds. @throws RangeError for an invalid date */
export function toIso(date: Date): string {
  const year = date.getUTCFullYear()
  // Others have a sign or leading zeros, or are no dates.
  if (!(year >= 1000 && year <= 9999)) return date.toISOString()
  const day = `${year}-${TWO_DIGITS[date.getUTCMonth() + 1]}-${TWO_DIGITS[date.getUTCDate()]}`
  const minute = `${TWO_DIGITS[date.getUTCHours()]}:${TWO_DIGITS[date.getUTCMinutes()]}`
  const thousandths = date.getUTCMilliseconds()
  const zeros = thousandths < 10 ? '00' : thousandths < 100 ? '0' : ''
  return `${day}T${minute}:${TWO_DIGITS[date.getUTCSeconds()]}.${zeros}${thousandths}Z`
}
