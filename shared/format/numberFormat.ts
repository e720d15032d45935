import { type FormatOptions, format, getFormatFromId, isDateFormat, isValidFormat } from 'numfmt'

export const GENERAL = 'General'

/** A format that files name by number alone. Short dates follow the reader's region there; ours is FMT-31's. */
export const builtInFormat = (id: number): string =>
  (getFormatFromId(id) ?? GENERAL).replace('m/d/yyyy', 'mm/dd/yyyy')

/** Characters of a format at most, as in Excel. */
const LONGEST_FORMAT = 255
/** Formats of one workbook at most; Excel takes some 250 of its own making. */
const MAX_FORMATS = 1000
/** Days between the calendars that begin in 1900 and in 1904. */
const FROM_1904 = 1462

const OPTIONS: Partial<FormatOptions> = { throws: false, dateSpanLarge: false }

interface Prepared {
  readonly format: string
  readonly isDate: boolean
}

/** Formats that were met, by how they stand in the file. The worker that reads a workbook ends with it. */
const prepared = new Map<string, Prepared>()

/** What can't be read as a format, or is none of Excel's, shows as a number without one. */
function prepare(given: string): Prepared {
  const known = prepared.get(given)
  if (known) return known
  const isSound =
    prepared.size < MAX_FORMATS && given.length > 0 && given.length <= LONGEST_FORMAT && isValidFormat(given)
  const isDate = isSound && isDateFormat(given)
  const made = { isDate, format: isSound ? (isDate ? given : withoutLanguage(given)) : GENERAL }
  if (prepared.size < MAX_FORMATS) prepared.set(given, made)
  return made
}

/** The language of a currency's sign says nothing of how figures are written: `[$€-407] #,##0.00` is € 1,234.50. */
const withoutLanguage = (given: string): string => given.replace(/\[\$([^\]-]*)-[^\]]*\]/g, '[$$$1]')

/** A number without a format: as many digits as fit a cell. */
export function formatGeneral(value: number): string {
  const plain = String(value)
  // Most are short: nothing to work out.
  return plain.length <= 11 && !plain.includes('e') ? plain : format(GENERAL, value)
}

/**
 * A number as its format shows it in Excel.
 * @param from1904 whether the workbook counts days from 1904 on
 */
export function formatCell(value: number, given: string, from1904 = false): string {
  const { format: shownBy, isDate } = prepare(given)
  if (shownBy === GENERAL) return formatGeneral(value)
  return format(shownBy, isDate && from1904 ? value + FROM_1904 : value, OPTIONS).trim()
}
