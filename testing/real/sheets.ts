import { openAsBlob } from 'node:fs'
import { createSheetReader, SheetRefused } from '../../server/platform/spreadsheets/read/index.ts'
import type { RealEntry } from './files.ts'
import type { Report } from './report.ts'
import { pathOf } from './tree.ts'

const KIND = /\.(xlsx|csv)$/i

/** Reads every spreadsheet as an import does; one without a value in it is the only one that may be refused. */
export async function checkSheets(entries: readonly RealEntry[], report: Report): Promise<void> {
  report.title('Spreadsheets, read as for an import')
  const reader = createSheetReader()
  let rows = 0
  try {
    await report.each(
      entries.filter((entry) => KIND.test(entry.absolute)),
      {
        name: (entry) => `${pathOf(entry)} is read`,
        holds: async ({ absolute, size }) => {
          const kind = /csv$/i.test(absolute) ? 'csv' : 'xlsx'
          const source = async (write: (chunk: Buffer) => Promise<void>) =>
            write(Buffer.from(await (await openAsBlob(absolute)).arrayBuffer()))
          try {
            const sheets = await reader.read({ kind, size, source })
            rows += sheets.reduce((sum, sheet) => sum + sheet.rows.length, 0)
            return rows > 0
          } catch (error) {
            return (error instanceof SheetRefused && error.reason === 'EMPTY') || String(error)
          }
        },
        sum: 'spreadsheets were read',
      },
    )
  } finally {
    reader.close()
  }
  report.note(`${rows} rows`)
}
