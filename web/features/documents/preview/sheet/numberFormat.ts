import { formatSerial, isDateFormat } from './dateFormat.ts'

/** Formats that files name by number alone. 14 and 22 follow the reader's region; ours is FMT-31's. */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '$#,##0;-$#,##0',
  6: '$#,##0;-$#,##0',
  7: '$#,##0.00;-$#,##0.00',
  8: '$#,##0.00;-$#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  14: 'mm/dd/yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'mm/dd/yyyy h:mm',
  37: '#,##0;(#,##0)',
  38: '#,##0;(#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;(#,##0.00)',
  41: '#,##0;(#,##0);"-"',
  42: '$#,##0;($#,##0);"-"',
  43: '#,##0.00;(#,##0.00);"-"',
  44: '$#,##0.00;($#,##0.00);"-"',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '0.0E+0',
  49: '@',
}

export const GENERAL = 'General'

export const builtInFormat = (id: number): string => BUILT_IN[id] ?? GENERAL

/** A number without a format: as many digits as fit a cell. */
export function formatGeneral(value: number): string {
  const plain = String(value)
  if (plain.length <= 11 && !plain.includes('e')) return plain
  if (Number.isInteger(value) && Math.abs(value) < 1e11) return plain
  const short = Number(value.toPrecision(10))
  const size = Math.abs(short)
  if (size !== 0 && (size >= 1e11 || size < 1e-9)) {
    const [digits = '', power = ''] = short.toExponential().split('e')
    const few = String(Number(Number(digits).toFixed(5)))
    return `${few}E${power.slice(0, 1)}${power.slice(1).padStart(2, '0')}`
  }
  return size < 1e-6 ? short.toFixed(12).replace(/\.?0+$/, '') : String(short)
}

/** A format's parts for positive, negative and zero, outside of quotes. */
function sections(format: string): string[] {
  const parts = ['']
  for (const [token] of format.matchAll(/"[^"]*"|\\.|\[[^\]]*\]|./gs)) {
    if (token === ';') parts.push('')
    else parts[parts.length - 1] += token
  }
  return parts
}

/**
 * A number as its format shows it in Excel.
 * @param from1904 whether the workbook counts days from 1904 on
 */
export function formatCell(value: number, format: string, from1904 = false): string {
  const parts = sections(format)
  const [positive = GENERAL, negative, zero] = parts
  if (isDateFormat(positive)) return formatSerial(value, positive, from1904) ?? formatGeneral(value)
  if (value < 0 && negative !== undefined && negative !== '') return formatNumberBy(-value, negative)
  if (value === 0 && zero !== undefined) return formatNumberBy(0, zero)
  const text = formatNumberBy(Math.abs(value), positive)
  return value < 0 && /[1-9]/.test(text) ? `-${text}` : text
}

const DIGIT = /^[0#?]$/
const MOST_DECIMALS = 20

/** A format's tokens: literal text marked by a leading quote, all else as it stands. */
function tokensOf(section: string): string[] {
  const tokens: string[] = []
  for (const [token] of section.matchAll(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|General|E[+-]|./gis)) {
    if (token.startsWith('"')) tokens.push(`"${token.slice(1, -1)}`)
    else if (token.startsWith('\\')) tokens.push(`"${token.slice(1)}`)
    else if (token.startsWith('_')) tokens.push('" ')
    else if (token.startsWith('[')) tokens.push(`"${/^\[\$([^-\]]*)/.exec(token)?.[1] ?? ''}`)
    else if (!token.startsWith('*')) tokens.push(token)
  }
  return tokens
}

function formatNumberBy(value: number, section: string): string {
  const tokens = tokensOf(section)
  const first = tokens.findIndex((token) => DIGIT.test(token))
  const literal = (token: string) => (token.startsWith('"') ? token.slice(1) : token)
  if (first === -1 || tokens.includes('/')) {
    const isText = first === -1 && !tokens.some((token) => /^(General|@)$/i.test(token))
    if (isText) return tokens.map(literal).join('').trim()
    if (first !== -1) return formatGeneral(value)
    return tokens
      .map((token) => (/^(General|@)$/i.test(token) ? formatGeneral(value) : literal(token)))
      .join('')
      .trim()
  }
  const exponent = tokens.findIndex((token) => /^E[+-]$/i.test(token))
  const last = tokens.findLastIndex((token) => DIGIT.test(token))
  const point = tokens.indexOf('.')
  const wholeEnd = point !== -1 ? point : exponent !== -1 ? exponent : last + 1
  const whole = tokens.slice(first, Math.max(first, wholeEnd))
  const decimals =
    point === -1
      ? []
      : tokens.slice(point + 1, exponent === -1 ? last + 1 : exponent).filter((token) => DIGIT.test(token))
  let end = last + 1
  let scaled = value
  while (tokens[end] === ',') {
    scaled /= 1000
    end += 1
  }
  scaled *= 100 ** tokens.filter((token) => token === '%').length
  const before = tokens.slice(0, Math.min(first, point === -1 ? first : point))
  const after = tokens.slice(end)
  const figure =
    exponent === -1
      ? plainFigure(scaled, whole, decimals)
      : powerFigure(scaled, decimals, tokens.slice(exponent + 1, last + 1).length)
  return `${before.map(literal).join('')}${figure}${after.map(literal).join('')}`.trim()
}

/** Rounded as it is written, to 15 digits: 1.005 becomes 1.01, though binary has it a little below. */
function rounded(value: number, decimals: number): string {
  const shifted = Math.round(Number(`${value.toPrecision(15)}e${decimals}`))
  return Number.isSafeInteger(shifted)
    ? (shifted / 10 ** decimals).toFixed(decimals)
    : value.toFixed(decimals)
}

/** Digits in their places; words and dashes between them stay where they are. */
function plainFigure(value: number, whole: readonly string[], decimals: readonly string[]): string {
  const [digits = '0', share = ''] = rounded(value, Math.min(decimals.length, MOST_DECIMALS)).split('.')
  const places = whole.filter((token) => DIGIT.test(token))
  const least = places.filter((token) => token === '0').length
  const bare = digits === '0' && least === 0 ? '' : digits
  const filled = bare.padStart(least, '0')
  const shown = whole.some((token) => !DIGIT.test(token) && token !== ',')
    ? between(filled, whole)
    : whole.includes(',')
      ? filled.replace(/\B(?=(\d{3})+$)/g, ',')
      : filled
  const kept = decimals.lastIndexOf('0') + 1
  const cut = share.slice(0, kept) + share.slice(kept).replace(/0+$/, '')
  return cut === '' ? shown : `${shown}.${cut}`
}

/** As in a telephone number: 000-0000. */
function between(digits: string, whole: readonly string[]): string {
  let left = digits
  let text = ''
  for (const token of whole.toReversed()) {
    if (!DIGIT.test(token)) text = (token.startsWith('"') ? token.slice(1) : token) + text
    else if (left !== '') {
      text = left.slice(-1) + text
      left = left.slice(0, -1)
    }
  }
  return left + text
}

function powerFigure(value: number, decimals: readonly string[], width: number): string {
  const [digits = '0', power = '+0'] = value
    .toExponential(Math.min(decimals.length, MOST_DECIMALS))
    .split('e')
  return `${digits}E${power.slice(0, 1)}${power.slice(1).padStart(width, '0')}`
}
