import { formatNumber } from '../../../../shared/format/number.ts'
import { cellText, formulaErrorsByRow } from '../../../contracts/uploadedSheet.ts'
import type { FormulaError, Sheet } from '../../../platform/spreadsheets/read/index.ts'
import { isContactAddress } from './addresses.ts'
import { columnOf, type Field, vendorOf } from './columns.ts'
import { companyKey, keysOf, personKey } from './keys.ts'

/** A person or a company of an import. */
export interface NewRecord {
  /** As the spreadsheet numbers it. */
  rowNumber: number
  kind: 'PERSON' | 'COMPANY'
  name: string
  firstName: string | null
  lastName: string | null
  company: string | null
  title: string | null
  email: string | null
  phone: string | null
  nameKey: string
  companyKey: string | null
  keys: string[]
}

/** A row that can't be imported as it is. */
export interface FaultyRow {
  /** As the spreadsheet numbers it. */
  rowNumber: number
  /** What is wrong, as the end of a sentence: "has no name". */
  problem: string
  /** Its texts, one for each header. */
  cells: string[]
}

/** What a sheet holds. */
export interface ReadRows {
  records: NewRecord[]
  faulty: FaultyRow[]
  headers: string[]
  /** Null where the headers don't say. */
  vendor: string | null
}

/** The file can't be imported; the message says why and what to do. */
export class ImportRefused extends Error {
  override name = 'ImportRefused'
}

/** Some rows can't be imported as they are; nothing is, until the file is corrected or its person leaves them out. */
export class FaultyRows extends ImportRefused {
  override name = 'FaultyRows'
  readonly goodCount: number
  readonly faultyCount: number

  constructor({ records, faulty }: Pick<ReadRows, 'records' | 'faulty'>) {
    const more = faulty.length - MAX_NAMED
    const named = faulty.slice(0, MAX_NAMED).map(({ rowNumber, problem }) => `row ${rowNumber} ${problem}`)
    if (more > 0) named.push(`and ${formatNumber(more)} more`)
    super(`Nothing was imported, since ${named.join('; ')}. Please correct the file and upload it again.`)
    this.goodCount = records.length
    this.faultyCount = faulty.length
  }
}

/** Characters of a cell. */
const MAX_TEXT = 200
/** Rows that a refusal names; of more their number is said. */
const MAX_NAMED = 5

/**
 * The records of a sheet, and the rows that are none, each with what is wrong.
 * @throws ImportRefused where the columns or rows are missing
 */
export function recordsOf(sheet: Sheet): ReadRows {
  const top = sheet.rows.findIndex((row) => row.some((cell) => cellText(cell) !== ''))
  const headers = (sheet.rows[top] ?? []).map(cellText)
  const places = new Map<Field, number>()
  for (const [at, header] of headers.entries()) {
    const field = columnOf(header)?.field
    if (field !== undefined && !places.has(field)) places.set(field, at)
  }
  const isNamed = ['name', 'firstName', 'lastName', 'company'].some((field) => places.has(field as Field))
  if (!isNamed || !(places.has('email') || places.has('phone')))
    throw new ImportRefused(
      'The first row must name the columns: Name (or First name and Last name), and E-mail or Phone. Please use the template.',
    )
  const records: NewRecord[] = []
  const faulty: FaultyRow[] = []
  const taken = new Set(places.values())
  const formulaErrors = formulaErrorsByRow(sheet, (column) => taken.has(column))
  for (const [index, cells] of sheet.rows.entries()) {
    const [formulaError] = formulaErrors.get(index) ?? []
    if (index <= top || (!formulaError && cells.every((cell) => cellText(cell) === ''))) continue
    const rowNumber = index + 1
    const read = formulaError
      ? formulaErrorText(formulaError, headers)
      : recordOf(rowNumber, (field) => cellText(cells[places.get(field) ?? -1]))
    if (typeof read === 'string')
      faulty.push({ rowNumber, problem: read, cells: headers.map((_, at) => cellText(cells[at])) })
    else records.push(read)
  }
  if (records.length + faulty.length === 0)
    throw new ImportRefused('The file has no rows. Please add a row for each person or company.')
  return { records, faulty, headers, vendor: vendorOf(headers) }
}

/** Such a cell would be taken for an empty one, and what should stand in it would be missing unsaid. */
const formulaErrorText = ({ column, error }: FormulaError, headers: readonly string[]): string =>
  error === null
    ? `has a formula without a result in ${headers[column]}`
    : `has the error ${error} in ${headers[column]}`

/** A row, or what is wrong with it. */
function recordOf(rowNumber: number, textIn: (field: Field) => string): NewRecord | string {
  const [company, title, email, phone] = [
    textIn('company'),
    textIn('title'),
    textIn('email'),
    textIn('phone'),
  ]
  const parts = [textIn('firstName'), textIn('lastName')]
  const personName = textIn('name') || parts.filter((part) => part !== '').join(' ')
  const type = textIn('kind').toLowerCase()
  if (!['', 'person', 'contact', 'company', 'account', 'organisation', 'organization'].includes(type))
    return 'has a Type that is neither Person nor Company'
  const kind =
    type === ''
      ? personName === ''
        ? 'COMPANY'
        : 'PERSON'
      : /^(person|contact)$/.test(type)
        ? 'PERSON'
        : 'COMPANY'
  const name = kind === 'PERSON' ? personName : personName || company
  if (name === '') return email === '' && phone === '' ? 'has no name, e-mail or phone' : 'has no name'
  if (email === '' && phone === '') return 'has neither an e-mail nor a phone'
  if (email !== '' && !isContactAddress(email)) return 'has an e-mail address that is not valid'
  if ([name, company, title, email, phone].some((text) => text.length > MAX_TEXT))
    return `has a text of more than ${MAX_TEXT} characters`
  const nameKey = kind === 'PERSON' ? personKey(name) : companyKey(name)
  if (nameKey === '') return 'has a name without letters'
  const [last, first] = name.includes(',') ? name.split(',', 2).map((part) => part.trim()) : []
  const space = name.lastIndexOf(' ')
  const record = {
    rowNumber,
    kind,
    name,
    firstName: kind === 'PERSON' ? parts[0] || first || name.slice(0, Math.max(0, space)) || null : null,
    lastName: kind === 'PERSON' ? parts[1] || last || name.slice(space + 1) : null,
    company: kind === 'PERSON' ? company || null : null,
    title: title || null,
    email: email || null,
    phone: phone || null,
    nameKey,
    companyKey: kind === 'PERSON' && company !== '' ? companyKey(company) : null,
  } as const
  return { ...record, keys: keysOf(record) }
}
