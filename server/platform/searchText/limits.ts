import type { ConfinedLimits } from '../confined/index.ts'

/** Characters of all texts of a file, and its pages (FIND-02). */
export const MAX_TEXT = 20_000_000
export const MAX_PAGES = 5_000
/** Characters of a part of a file that has neither pages nor sheets. */
export const PART_LENGTH = 4_000
/** Bytes of what the parts of an archive unpack to that are read. */
export const MAX_UNPACKED_BYTES = 134_217_728
/** Pieces of text on a page of a PDF; a page of more is read so far. */
export const MAX_PIECES = 100_000
/** Milliseconds after which no further page of a PDF is begun: what was read by then is kept. */
export const PAGES_MS = 45_000

/** Parts of a row of the index, its words with their stems, and their bytes at most: PostgreSQL takes a megabyte. */
export const MAX_RANGE = 64
export const MAX_KEYS = 20_000
export const MAX_KEY_BYTES = 600_000

/** What the process that reads files for the search may use for one file (FIND-19). */
export const SEARCH_TEXT_PROCESS: ConfinedLimits = {
  timeMs: 60_000,
  startMs: 30_000,
  memoryBytes: 805_306_368,
  inputBytes: 209_715_200,
  answerBytes: 134_217_728,
  workS: 900,
  // To start and to get up to speed takes as long as twenty contracts.
  filesPerProcess: 300,
  idleMs: 30_000,
}
