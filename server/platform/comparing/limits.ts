import type { ConfinedLimits } from '../confined/index.ts'

/** Bytes of one version. */
export const MAX_VERSION_BYTES = 104_857_600

/** Rows of a difference that are given. */
export const MAX_ROWS = 5_000
/** Characters of all of them. */
export const MAX_ROWS_TEXT = 8_000_000
/** Characters of the words of one row, after which the next one goes on. */
export const MAX_ROW_TEXT = 2_000
/** Characters of the words that stand before and after a change. */
export const MAX_AROUND = 80
/** Cells of one workbook. */
export const MAX_CELLS = 1_000_000

/** Comparisons of words or rows: some seconds of work. */
export const MAX_STEPS = 600_000_000
/** Comparisons of cells, to find which row became which one. */
export const MAX_CELL_STEPS = 20_000_000
/** Words of versions that are long enough to be called too different. */
export const MANY_WORDS = 5_000
/** Share of the words of the longer version that both have, below which they are too different to compare. */
export const MIN_SHARE = 0.05

/** What the process that compares two versions may use. */
export const COMPARING_PROCESS: ConfinedLimits = {
  timeMs: 60_000,
  startMs: 30_000,
  memoryBytes: 1_073_741_824,
  // Both versions, and what is asked of them.
  inputBytes: 2 * MAX_VERSION_BYTES + 65_536,
  answerBytes: 33_554_432,
  workS: 600,
  filesPerProcess: 20,
  idleMs: 30_000,
  isAwaited: true,
}
