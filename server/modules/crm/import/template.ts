import type { Spreadsheet } from '../../../platform/spreadsheets/index.ts'
import { COLUMNS } from './columns.ts'

/** The columns of an import, with a row of each kind as an example. */
export const importTemplate = (): Spreadsheet => ({
  sheet: 'Contacts',
  columns: COLUMNS.map(({ header, width }) => ({ header, width })),
  rows: (async function* () {
    yield [
      [
        'Person',
        'Ann Lee',
        'Ann',
        'Lee',
        'Northwind Energy',
        'Analyst',
        'ann.lee@example.com',
        '+1 303 555 0142',
      ],
      ['Company', 'Northwind Energy', null, null, null, null, 'office@example.com', '+1 303 555 0100'],
    ]
  })(),
})
