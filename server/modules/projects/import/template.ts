import { spreadsheetBytes } from '../../../platform/spreadsheets/index.ts'
import { IMPORT_COLUMNS } from './columns.ts'
import { type Present, presentValue } from './rows.ts'

/** Rows that are written together. */
const PORTION = 500

const widthOf = (header: string): number => Math.min(40, Math.max(14, header.length + 2))

/** The template of a portfolio with its present projects as rows (IMP-06): the bytes of an .xlsx. */
export async function templateOf(present: readonly Present[]): Promise<Buffer> {
  async function* rows() {
    for (let start = 0; start < present.length; start += PORTION) {
      yield present.slice(start, start + PORTION).map((each) =>
        IMPORT_COLUMNS.map((column) => {
          const value = presentValue(each, column)
          // Figures as figures; days as text, so that no spreadsheet turns them into something else.
          return typeof value === 'number' ? value : value === null ? null : column.words(value)
        }),
      )
    }
  }
  const parts: Uint8Array[] = []
  for await (const part of spreadsheetBytes({
    sheet: 'Projects',
    columns: IMPORT_COLUMNS.map(({ header }) => ({ header, width: widthOf(header) })),
    rows: rows(),
  })) {
    parts.push(part)
  }
  return Buffer.concat(parts)
}
