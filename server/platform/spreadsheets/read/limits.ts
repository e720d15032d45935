import type { ConfinedLimits } from '../../confined/index.ts'

/** What a spreadsheet may hold to be read as a whole; one with more is refused, never cut. */
export interface SheetLimits {
  /** Rows of all sheets together, empty ones among them too. */
  rows: number
  /** Rows beside them that don't count, such as the one that names the columns. */
  heads?: number
  /** Cells of all sheets together. */
  cells: number
}

/** The most that is read for anybody; a reader of one purpose may set less. */
export const SHEET_MAXIMA: SheetLimits = { rows: 50_000, cells: 1_000_000 }
/** Characters of a cell, as in Excel. */
export const LONGEST_TEXT = 32_767
export const MAX_SHEETS = 50
/** Of all parts of a workbook: more than the most cells with long texts take. */
export const MAX_UNPACKED_BYTES = 157_286_400

/** What the process that reads them may use. */
export const SHEET_PROCESS: ConfinedLimits = {
  timeMs: 20_000,
  startMs: 30_000,
  memoryBytes: 805_306_368,
  inputBytes: 26_214_400,
  answerBytes: 33_554_432,
  workS: 300,
  filesPerProcess: 20,
  idleMs: 30_000,
}
