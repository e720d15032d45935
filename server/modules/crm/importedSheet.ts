import path from 'node:path'
import type { Actor } from '../../access/actor.ts'
import { forbidden, notFound } from '../../access/errors.ts'
import type { SpreadsheetLink } from '../../contracts/links.ts'
import type { Connection } from '../../platform/database/database.ts'
import { isId } from '../../platform/ids.ts'
import type { Spreadsheet } from '../../platform/spreadsheets/index.ts'
import type { Sheet, SheetReader } from '../../platform/spreadsheets/read/index.ts'
import { type Storage, wholeFile } from '../../platform/storage/index.ts'
import type { Files } from '../files/index.ts'
import { type DataImportRow, importSeenBy } from './core/importStore.ts'
import { columnOf } from './import/columns.ts'
import { type ReadRows, recordsOf } from './import/rows.ts'
import { connectsApplications } from './policy.ts'

/** What the file of an import is read with. */
export interface SheetSource {
  storage: Pick<Storage, 'read'>
  files: Pick<Files, 'stored'>
  sheets: Pick<SheetReader, 'read'>
}

/** The heads are one of the rows; the reader takes no more of either (SHEET_MAXIMA). */
const LIMITS = { rows: 50_000, cells: 1_000_000 }
/** Rows that go out together. */
const PORTION = 500

/**
 * The sheet of an import that is read: the one named as in the template, otherwise the first.
 * @returns null where the file is gone
 * @throws SheetRefused
 */
export async function readImported(
  { storage, files, sheets }: SheetSource,
  { fileId }: Pick<DataImportRow, 'fileId'>,
): Promise<Sheet | null> {
  const file = fileId === null ? null : await files.stored(fileId)
  if (!file) return null
  const read = await sheets.read({ kind: 'xlsx', ...wholeFile(storage, file.key, file.size) }, LIMITS)
  return read.find(({ name }) => name === 'Contacts') ?? read[0] ?? null
}

/** Address of the faulty rows of an import. */
export const faultyRowsAddress = (importId: string): string => `/salesforce/imports/${importId}/faulty-rows`

/**
 * The faulty rows of an import as a spreadsheet, each with its number and what is wrong, under the columns that the file
 * has: corrected, it can be imported as it is (CRM-10, CRM-19). It is made from the file when it is asked for.
 */
export const faultyRowsLink = (db: Connection, source: SheetSource): SpreadsheetLink => ({
  kind: 'spreadsheet',
  url: faultyRowsAddress(':id'),
  open: async (actor: Actor, asked) => {
    if (!connectsApplications(actor)) throw forbidden()
    const id = asked.part('id')
    const row = isId(id) ? await importSeenBy(db, actor, id) : null
    const sheet = row && row.faultyCount > 0 ? await readImported(source, row) : null
    if (!row || !sheet) throw notFound('Import')
    return {
      fileName: `${path.parse(row.fileName).name} - faulty rows.xlsx`,
      subject: {},
      spreadsheet: faultySheet(recordsOf(sheet)),
    }
  },
})

const faultySheet = ({ headers, faulty }: Pick<ReadRows, 'headers' | 'faulty'>): Spreadsheet => ({
  sheet: 'Contacts',
  columns: [
    { header: 'Row', width: 8 },
    { header: 'Problem', width: 42 },
    ...headers.map((header) => ({ header, width: columnOf(header)?.width ?? 20 })),
  ],
  rows: (async function* () {
    for (let start = 0; start < faulty.length; start += PORTION) {
      yield faulty
        .slice(start, start + PORTION)
        .map(({ rowNumber, problem, cells }) => [
          rowNumber,
          problem.slice(0, 1).toUpperCase() + problem.slice(1),
          ...cells.map((text) => text || null),
        ])
    }
  })(),
})
