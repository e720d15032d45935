import { expect, test } from 'vitest'
import type { FormulaError } from '../../../platform/spreadsheets/read/index.ts'
import { FaultyRows, recordsOf } from './rows.ts'

const read = (formulaErrors: FormulaError[]) =>
  recordsOf({
    name: 'Contacts',
    rows: [
      ['Name', 'E-mail', 'Phone', 'Note'],
      ['Ann Lee', 'ann@fund.example', null, null],
      [null, null, null, null],
    ],
    formulaErrors,
  })

test('CRM-19 a formula that failed is named with its row and column, and not taken for an empty cell', () => {
  const failed = read([{ row: 1, column: 2, error: '#REF!' }])
  expect(new FaultyRows(failed).message).toBe(
    'Nothing was imported, since row 2 has the error #REF! in Phone. Please correct the file and upload it again.',
  )
  expect(failed).toMatchObject({
    records: [],
    faulty: [{ rowNumber: 2, cells: ['Ann Lee', 'ann@fund.example', '', ''] }],
  })
  expect(read([{ row: 2, column: 0, error: null }]).faulty).toMatchObject([
    { rowNumber: 3, problem: 'has a formula without a result in Name' },
  ])
  // What no record takes may fail.
  const other = read([{ row: 1, column: 3, error: '#N/A' }])
  expect([other.records.length, other.faulty]).toEqual([1, []])
})

test('CRM-19 addresses in letters of any script are taken, and what can be none is not', () => {
  const taken = (email: string): boolean =>
    recordsOf({
      name: '',
      rows: [
        ['Name', 'E-mail'],
        ['Ann Lee', email],
      ],
      formulaErrors: [],
    }).records.length === 1
  for (const email of [
    'josé@energía.example',
    'Jürgen.Müller@müller-söhne.example',
    'info@xn--mller-kva.example',
    '用户@例子.example',
    'олена@пошта.example',
    'jose\u0301@energi\u0301a.example',
    'ann+deals@fund.example',
    'a@fund.example',
    `${'é'.repeat(32)}@fund.example`,
  ]) {
    expect([email, taken(email)]).toEqual([email, true])
  }
  for (const email of [
    'josé@',
    '@energía.example',
    'josé energía.example',
    'jo sé@fund.example',
    'josé@localhost',
    'josé@a..example',
    'a@b@c',
    `${'é'.repeat(33)}@fund.example`,
    `${'a'.repeat(65)}@fund.example`,
    'jo\u202esé@fund.example',
    'josé@-fund.example',
  ]) {
    expect([email, taken(email)]).toEqual([email, false])
  }
  // Two spellings of one address are one.
  const [one, other] = ['josé@fund.example', 'JOSE\u0301@fund.example'].map(
    (email) =>
      recordsOf({
        name: '',
        rows: [
          ['Name', 'E-mail'],
          ['Ann Lee', email],
        ],
        formulaErrors: [],
      }).records[0]?.keys[0],
  )
  expect(one).toBe(other)
})

const HEADERS = ['Type', 'Name', 'First name', 'Last name', 'Company', 'Title', 'E-mail', 'Phone']
const EMPTY = { kind: '', name: '', first: '', last: '', company: '', title: '', email: '', phone: '' }

/** The record of one row, or what is wrong with it. */
function one(given: Partial<typeof EMPTY>) {
  const { records, faulty } = recordsOf({
    name: '',
    rows: [HEADERS, Object.values({ ...EMPTY, ...given })],
    formulaErrors: [],
  })
  return records[0] ?? faulty[0]?.problem
}

test('a person has a first and a last name, however they are written', () => {
  const names = (given: Partial<typeof EMPTY>) => {
    const found = one({ phone: '402 555 0100', ...given })
    return typeof found === 'object' ? [found.kind, found.name, found.firstName, found.lastName] : found
  }
  expect(names({ name: 'Ann Lee' })).toEqual(['PERSON', 'Ann Lee', 'Ann', 'Lee'])
  expect(names({ name: 'Ann Maria Lee' })).toEqual(['PERSON', 'Ann Maria Lee', 'Ann Maria', 'Lee'])
  expect(names({ name: 'Lee, Ann' })).toEqual(['PERSON', 'Lee, Ann', 'Ann', 'Lee'])
  expect(names({ name: 'Lee' })).toEqual(['PERSON', 'Lee', null, 'Lee'])
  expect(names({ name: 'Lee,' })).toEqual(['PERSON', 'Lee,', null, 'Lee'])
  expect(names({ first: 'Ann', last: 'Lee' })).toEqual(['PERSON', 'Ann Lee', 'Ann', 'Lee'])
  expect(names({ last: 'Lee' })).toEqual(['PERSON', 'Lee', null, 'Lee'])
  expect(names({ name: 'A. Lee', first: 'Ann', last: 'Lee' })).toEqual(['PERSON', 'A. Lee', 'Ann', 'Lee'])
})

test('a company is what has no person, or says so; only a person belongs to one', () => {
  const mill = { company: 'The Mill, Inc.', email: 'info@mill.example' }
  expect(one(mill)).toMatchObject({
    kind: 'COMPANY',
    name: 'The Mill, Inc.',
    firstName: null,
    lastName: null,
    company: null,
    nameKey: 'mill',
    companyKey: null,
    phone: null,
    title: null,
  })
  expect(one({ ...mill, name: 'Ann Lee', title: 'CFO' })).toMatchObject({
    kind: 'PERSON',
    company: 'The Mill, Inc.',
    companyKey: 'mill',
    title: 'CFO',
    nameKey: 'ann lee',
  })
  for (const kind of ['company', 'Account', 'ORGANISATION', 'organization']) {
    expect(one({ ...mill, kind, name: 'Mill' })).toMatchObject({ kind: 'COMPANY', name: 'Mill' })
  }
  for (const kind of ['Person', 'contact'])
    expect(one({ ...mill, kind, name: 'Ann' })).toMatchObject({ kind: 'PERSON' })
  expect(one({ ...mill, kind: 'Person' })).toBe('has no name')
  expect(one({ ...mill, kind: 'Lead' })).toBe('has a Type that is neither Person nor Company')
})

test('a row needs a name and a way to reach it, within limits', () => {
  expect(one({ title: 'CFO' })).toBe('has no name, e-mail or phone')
  expect(one({ email: 'ann@fund.example' })).toBe('has no name')
  expect(one({ phone: '1' })).toBe('has no name')
  expect(one({ name: 'Ann' })).toBe('has neither an e-mail nor a phone')
  expect(one({ name: 'Ann', email: 'ann@' })).toBe('has an e-mail address that is not valid')
  expect(one({ name: '–', phone: '1' })).toBe('has a name without letters')
  const reached = { name: 'Ann', phone: '1' }
  for (const field of ['name', 'company', 'title', 'phone'] as const) {
    expect([field, typeof one({ ...reached, [field]: 'x'.repeat(200) })]).toEqual([field, 'object'])
    expect(one({ ...reached, [field]: 'x'.repeat(201) })).toBe('has a text of more than 200 characters')
  }
})

test('the first filled row names the columns, each of them once, and rows keep their numbers', () => {
  const sheet = (rows: (string | null)[][]) => ({ name: '', rows, formulaErrors: [] })
  const read = recordsOf(
    sheet([
      [null],
      ['Full Name', 'e-mail  ADDRESS', 'Name', 'Lead source'],
      [],
      ['Ann Lee', 'ann@fund.example', 'Other'],
      ['Bo'],
    ]),
  )
  expect(read.records).toMatchObject([{ rowNumber: 4, name: 'Ann Lee', email: 'ann@fund.example' }])
  expect(read.faulty).toEqual([
    { rowNumber: 5, problem: 'has neither an e-mail nor a phone', cells: ['Bo', '', '', ''] },
  ])
  expect([read.vendor, read.headers]).toEqual([
    'Salesforce',
    ['Full Name', 'e-mail ADDRESS', 'Name', 'Lead source'],
  ])
  expect(
    recordsOf(
      sheet([
        ['Company', 'Phone'],
        ['Mill', '1'],
      ]),
    ).vendor,
  ).toBeNull()
  const HEADS = /^The first row must name the columns/
  for (const heads of [['Name'], ['E-mail', 'Phone'], ['Title', 'Type', 'Phone'], []]) {
    expect(() => recordsOf(sheet([heads, ['a', 'b']]))).toThrow(HEADS)
  }
  expect(() => recordsOf(sheet([['Name', 'Phone'], [], ['']]))).toThrow(
    'The file has no rows. Please add a row for each person or company.',
  )
})

test('a refusal names five rows and says how many more there are', () => {
  const faulty = (count: number) =>
    new FaultyRows({
      records: [],
      faulty: Array.from({ length: count }, (_, at) => ({
        rowNumber: at + 2,
        problem: 'has no name',
        cells: [],
      })),
    })
  const five = 'row 2 has no name; row 3 has no name; row 4 has no name; row 5 has no name; row 6 has no name'
  const END = '. Please correct the file and upload it again.'
  expect(faulty(5).message).toBe(`Nothing was imported, since ${five}${END}`)
  expect(faulty(1206).message).toBe(`Nothing was imported, since ${five}; and 1,201 more${END}`)
  expect(faulty(7)).toMatchObject({ goodCount: 0, faultyCount: 7 })
})
