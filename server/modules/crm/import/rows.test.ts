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
