import { csvParts, csvRows } from './csv.ts'

/** A person of a list, as typed; nothing is checked yet. */
export interface ListedPerson {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly title: string
  /** Name of a group; empty for the one that is chosen for all. */
  readonly group: string
}

type Field = keyof ListedPerson

/** People who are invited together, at most. */
export const MAX_LISTED = 500

/** Without a header line the columns come in this order. */
const ORDER: readonly Field[] = ['firstName', 'lastName', 'email', 'title', 'group']

const HEADERS: Readonly<Record<string, Field>> = {
  first: 'firstName',
  firstname: 'firstName',
  givenname: 'firstName',
  last: 'lastName',
  lastname: 'lastName',
  surname: 'lastName',
  familyname: 'lastName',
  email: 'email',
  emailaddress: 'email',
  mail: 'email',
  title: 'title',
  jobtitle: 'title',
  position: 'title',
  group: 'group',
  usergroup: 'group',
}

const headerOf = (cell: string): Field | undefined => HEADERS[cell.toLowerCase().replace(/[^a-z]/g, '')]

/** The columns that a header line names; null for a line of people. */
function headersOf(row: readonly string[]): readonly (Field | undefined)[] | null {
  const fields = row.map(headerOf)
  return fields.includes('email') && !row.some((cell) => cell.includes('@')) ? fields : null
}

/** Whether a column of rows as they stand in a file says something of people. */
export function isPeopleColumn(rows: readonly (readonly string[])[]): (column: number) => boolean {
  const first = rows.find((row) => row.some((cell) => cell.trim() !== ''))
  const columns = (first && headersOf(first)) ?? ORDER
  return (column) => columns[column] !== undefined
}

/** The people of rows of cells; empty rows are none, and columns that nobody knows are passed over. */
export function peopleInRows(rows: readonly (readonly string[])[]): ListedPerson[] {
  const filled = rows
    .map((row) => row.map((cell) => cell.trim()))
    .filter((row) => row.some((cell) => cell !== ''))
  const [first] = filled
  const headers = first ? headersOf(first) : null
  const columns = headers ?? ORDER
  return filled.slice(headers ? 1 : 0).map((row) => {
    const cellOf = (field: Field) => row[columns.indexOf(field)] ?? ''
    return {
      firstName: cellOf('firstName'),
      lastName: cellOf('lastName'),
      email: cellOf('email'),
      title: cellOf('title'),
      group: cellOf('group'),
    }
  })
}

/** Rows of a sheet are copied with tabs between their cells, whatever commas stand in them. */
const isOfSheet = (text: string): boolean => text.replace(/"(?:[^"]|"")*"/g, '').includes('\t')

const IN_ANGLES = /<\s*[^<>\s]+@[^<>\s]+\s*>/
/** 'Jan Stoll <jan@fund.example>', its name quoted or not, or an address by itself. */
const ADDRESSEE =
  /(?:"([^"\n]*)"|([^<>;"@\n]*))[^\S\n]*<\s*([^<>\s]+@[^<>\s]+)\s*>|([^\s<>;,"]+@[^\s<>;,"]+)/g

/** Whether a text is the addressees of a mail rather than rows of a sheet. */
function isOfMail(text: string): boolean {
  if (text.includes('\t')) return false
  if (IN_ANGLES.test(text)) return true
  const parts = text
    .split(/[;,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return parts.length > 0 && parts.every((part) => /^[^\s@]+@[^\s@]+$/.test(part))
}

/** 'Stoll, Jan' and 'Jan Stoll' are the same; the last word of several is the last name. */
function namesOf(name: string): Pick<ListedPerson, 'firstName' | 'lastName'> {
  const [last = '', ...first] = name.split(',').map((part) => part.trim())
  if (first.length > 0) return { firstName: first.join(' '), lastName: last }
  const words = name.split(/\s+/)
  const lastName = words.length > 1 ? (words.pop() ?? '') : ''
  return { firstName: words.join(' '), lastName }
}

/** The addressees of a mail; what is between them and is none stays as a row that has no address. */
function addresseesIn(text: string): ListedPerson[] {
  const people: ListedPerson[] = []
  const add = (name: string, email: string) => {
    const bare = name.replace(/^[\s,;'"]+|[\s,;'"]+$/g, '')
    if (bare !== '' || email !== '') people.push({ ...namesOf(bare), email, title: '', group: '' })
  }
  let end = 0
  for (const found of text.matchAll(ADDRESSEE)) {
    const [whole, quotedName, name = '', inAngles, alone = ''] = found
    add(text.slice(end, found.index), '')
    add(quotedName ?? name, inAngles ?? alone)
    end = found.index + whole.length
  }
  add(text.slice(end), '')
  return people
}

/** The people of a text that was copied out of a sheet or from a mail's addressees, or of a csv file. */
export function peopleInText(text: string): ListedPerson[] {
  const given = text.replace(/^\ufeff/, '')
  if (isOfMail(given)) return addresseesIn(given)
  const rows = isOfSheet(given) ? csvRows(given, '\t') : csvParts(given)
  return peopleInRows([...rows].slice(0, MAX_LISTED * 4))
}

/** The same people as a text that can be copied into a sheet, or typed on. */
export const textOfPeople = (people: readonly ListedPerson[]): string =>
  people
    .map((person) =>
      ORDER.map((field) => quoted(person[field]))
        .join('\t')
        .trimEnd(),
    )
    .join('\n')

const quoted = (text: string): string => (/["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
