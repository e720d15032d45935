import { createOpener, type Opener, type UntrustedFile } from '../../confined/index.ts'
import type { Sent, SheetAnswer } from './answer.ts'
import { SHEET_MAXIMA, SHEET_PROCESS, type SheetLimits } from './limits.ts'
import { SheetRefused } from './refused.ts'

/** As it is stored: dates in UTC, without a zone of their own; of a formula what it last came to. */
export type Cell = string | number | boolean | Date | null

/** A formula that says nothing; its cell is empty in the rows. */
export interface FormulaError {
  /** Places from 0, in `rows` and in the row. */
  row: number
  column: number
  /** Such as #DIV/0!; null for one that was never calculated. */
  error: string | null
}

export interface Sheet {
  /** Empty for a CSV file. */
  name: string
  /**
   * In order, hidden ones among them; an empty row stands for itself, so that positions are known. The first cell of
   * those that were merged has their value. A CSV file has texts only.
   */
  rows: Cell[][]
  formulaErrors: FormulaError[]
}

export interface SheetFile extends Omit<UntrustedFile, 'task'> {
  /** `csvLines`: a CSV file of which each line is a row, so that a quote left open takes no other rows along. */
  kind: 'xlsx' | 'csv' | 'csvLines'
}

export interface SheetReader extends Pick<Opener, 'close'> {
  /**
   * Reads a spreadsheet as a whole; one at a time, others wait. Nothing in it runs and nothing is fetched.
   * @param limits no higher than SHEET_MAXIMA
   * @throws SheetRefused, whose message is for the person; OpenerClosed, OpenerBroken, and the error of the source
   */
  read(file: SheetFile, limits?: Partial<SheetLimits>): Promise<Sheet[]>
}

/** Reads spreadsheets that people have uploaded, in a process that can do no harm. */
export function createSheetReader(processLimits = SHEET_PROCESS): SheetReader {
  const opener = createOpener(processLimits)
  return {
    async read({ kind, ...file }, given = {}) {
      const limits = { ...SHEET_MAXIMA, ...given }
      if (file.size === 0) throw new SheetRefused('EMPTY', limits)
      const opened = await opener.open({ task: kind, ...file })
      if (opened.answer === null) throw new SheetRefused(opened.reason, limits)
      const answer = parsed(opened.answer)
      if ('refused' in answer) throw new SheetRefused(answer.refused, limits)
      const rows = answer.sheets.reduce((sum, sheet) => sum + sheet.rows.length, 0)
      if (rows > limits.rows + (limits.heads ?? 0)) throw new SheetRefused('ROWS', limits)
      const cells = answer.sheets.reduce(
        (sum, sheet) => sum + sheet.rows.reduce((all, row) => all + row.length, 0),
        0,
      )
      if (cells > limits.cells) throw new SheetRefused('CELLS', limits)
      return answer.sheets.map(({ name, rows }) => ({
        name,
        rows: rows.map((row) => row.map(received)),
        formulaErrors: rows.flatMap((cells, row) =>
          cells.flatMap((cell, column) =>
            isFormulaError(cell) ? [{ row, column, error: cell.formulaError }] : [],
          ),
        ),
      }))
    },
    close: opener.close,
  }
}

/** Written by the process that has read the file: well formed unless that was taken over, which is no file's right. */
const parsed = (answer: Buffer): SheetAnswer => JSON.parse(answer.toString('utf8')) as SheetAnswer

const isFormulaError = (cell: Sent): cell is { formulaError: string | null } =>
  typeof cell === 'object' && cell !== null && 'formulaError' in cell

function received(cell: Sent): Cell {
  if (isFormulaError(cell)) return null
  return typeof cell === 'object' && cell !== null ? new Date(cell.ms) : cell
}
