import { expect, test } from 'vitest'
import type { FormulaFault } from '../../../platform/spreadsheets/read/index.ts'
import { recordsOf } from './rows.ts'

const read = (faults: FormulaFault[]) =>
  recordsOf({
    name: 'Contacts',
    rows: [
      ['Name', 'E-mail', 'Phone', 'Note'],
      ['Ann Lee', 'ann@fund.example', null, null],
      [null, null, null, null],
    ],
    faults,
  })

test('CRM-19 a formula that failed is named with its row and column, and not taken for an empty cell', () => {
  expect(() => read([{ row: 1, column: 2, error: '#REF!' }])).toThrow(
    'Nothing was imported, since row 2 has the error #REF! in Phone. Please correct the file and upload it again.',
  )
  expect(() => read([{ row: 2, column: 0, error: null }])).toThrow(
    'row 3 has a formula without a result in Name',
  )
  // What no record takes may fail.
  expect(read([{ row: 1, column: 3, error: '#N/A' }]).records).toHaveLength(1)
})
