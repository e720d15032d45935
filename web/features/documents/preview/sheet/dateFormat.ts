const DAY_MS = 86_400_000
/** Day 0 of Excel's calendar, which counts a 29 February 1900 that never was. */
const EPOCH = Date.UTC(1899, 11, 30)
const LEAP_ERROR_UNTIL = 60
/** Days between the calendars that begin in 1900 and in 1904. */
const FROM_1904 = 1462
/** 31 December 9999. */
const LAST_DAY = 2_958_466

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** The parts of a format that stand for parts of a date, and what stands between them. */
const TOKENS = /\[(?:h+|m+|s+)\]|\[[^\]]*\]|"[^"]*"|\\.|_.|\*.|AM\/PM|A\/P|y+|m+|d+|h+|s+(?:\.0+)?|./gi

/** Whether a number format shows a date or a time. */
export const isDateFormat = (format: string): boolean =>
  /[ymdhs]/i.test(format.replace(/\[(?!(?:h+|m+|s+)\])[^\]]*\]|"[^"]*"|\\.|_.|\*.|General/gi, ''))

/** The days since the start of a workbook's calendar as a date and time of day, in UTC. */
function dateOf(serial: number, from1904: boolean): Date | null {
  const days = from1904 ? serial + FROM_1904 : serial < LEAP_ERROR_UNTIL ? serial + 1 : serial
  if (days < 0 || days >= LAST_DAY) return null
  return new Date(EPOCH + Math.round(days * DAY_MS))
}

const padded = (value: number, width: number): string => String(value).padStart(width, '0')

/** A month stands for minutes after hours and before seconds. */
function isMinute(tokens: readonly string[], at: number): boolean {
  const isPart = (token: string) => /^\[?[ymdhs]/i.test(token)
  const before = tokens.slice(0, at).findLast(isPart)
  const after = tokens.slice(at + 1).find(isPart)
  return /^\[?h/i.test(before ?? '') || /^\[?s/i.test(after ?? '')
}

/** A part of a date, for one letter of a format and how often it stands there. */
function partOf(token: string, date: Date, hours: number): string {
  const width = token.length
  switch (token[0]?.toLowerCase()) {
    case 'y':
      return width <= 2 ? padded(date.getUTCFullYear() % 100, 2) : padded(date.getUTCFullYear(), 4)
    case 'm': {
      const name = MONTHS[date.getUTCMonth()] ?? ''
      if (width >= 5) return name.slice(0, 1)
      if (width === 4) return name
      return width === 3 ? name.slice(0, 3) : padded(date.getUTCMonth() + 1, width)
    }
    case 'd': {
      const name = DAYS[date.getUTCDay()] ?? ''
      if (width >= 4) return name
      return width === 3 ? name.slice(0, 3) : padded(date.getUTCDate(), width)
    }
    case 'h':
      return padded(hours, Math.min(width, 2))
    default: {
      const decimals = /\.(0+)$/.exec(token)?.[1]?.length ?? 0
      const whole = padded(date.getUTCSeconds(), Math.min(token.replace(/\..*/, '').length, 2))
      const share = padded(date.getUTCMilliseconds(), 3).slice(0, decimals)
      return decimals > 0 ? `${whole}.${share}` : whole
    }
  }
}

/** Hours, minutes or seconds that run on beyond a day, as `[h]` shows them. */
function elapsed(token: string, serial: number): string {
  const inDay = { h: 24, m: 1440, s: 86_400 }[token[1]?.toLowerCase() as 'h' | 'm' | 's']
  return padded(Math.floor(serial * inDay + 1e-6), token.length - 2)
}

const wholeSecond = (date: Date): Date => new Date(Math.round(date.getTime() / 1000) * 1000)

/**
 * A date or time as its format shows it; null where Excel has none for that number.
 * @param serial days since the start of the workbook's calendar
 */
export function formatSerial(serial: number, format: string, from1904: boolean): string | null {
  const tokens = format.match(TOKENS) ?? []
  const precise = dateOf(serial, from1904)
  if (precise === null) return null
  const date = tokens.some((token) => /^s+\./i.test(token)) ? precise : wholeSecond(precise)
  const halves = tokens.some((token) => /^(AM\/PM|A\/P)$/i.test(token))
  const hours = halves ? date.getUTCHours() % 12 || 12 : date.getUTCHours()
  const shown = tokens.map((token, at) => {
    if (/^\[(h+|m+|s+)\]$/i.test(token)) return elapsed(token, serial)
    if (/^(\[|\*)/.test(token)) return ''
    if (token.startsWith('"')) return token.slice(1, -1)
    if (token.startsWith('\\')) return token.slice(1)
    if (token.startsWith('_')) return ' '
    if (/^AM\/PM$/i.test(token)) return date.getUTCHours() < 12 ? 'AM' : 'PM'
    if (/^A\/P$/i.test(token)) return date.getUTCHours() < 12 ? 'A' : 'P'
    if (/^m{1,2}$/i.test(token) && isMinute(tokens, at)) return padded(date.getUTCMinutes(), token.length)
    return /^[ymdhs]/i.test(token) ? partOf(token, date, hours) : token
  })
  return shown.join('').trim()
}
