import type { ConfinedLimits } from '../confined/index.ts'

/** Pixels of a page's picture at most; one of extreme shape is made smaller (PAGE-13). */
export const MAX_PAGE_PIXELS = 12_000_000
/** Pixels of a side at most: a WebP has no more. */
const MAX_SIDE_PX = 16_383

/** By how much a page of that size becomes as wide as asked, or as much smaller as a picture's limits need. */
export const pageScale = (page: { width: number; height: number }, width: number): number =>
  Math.min(
    width / page.width,
    Math.sqrt(MAX_PAGE_PIXELS / (page.width * page.height)),
    MAX_SIDE_PX / Math.max(page.width, page.height),
  )

/** Pages of a file that is shown as pages (PAGE-05). */
export const MAX_FILE_PAGES = 5_000
/** Bytes of a file that is shown as pages (PAGE-05). */
export const MAX_FILE_BYTES = 209_715_200

/** What the process that draws pages may use for one page. */
export const PAGE_PROCESS: ConfinedLimits = {
  timeMs: 20_000,
  startMs: 30_000,
  memoryBytes: 1_073_741_824,
  // A file and what is asked of it.
  inputBytes: MAX_FILE_BYTES + 65_536,
  answerBytes: 25_165_824,
  workS: 900,
  filesPerProcess: 200,
  idleMs: 60_000,
  isAwaited: true,
}

/** Pages that a process marks before it makes way for a new one: none of them waits often for one to start. */
export const PAGES_PER_MARKING_PROCESS = 2_000

/** What the process that makes marked PDFs may use for one file. */
export const MARKED_PDF_PROCESS: ConfinedLimits = {
  ...PAGE_PROCESS,
  timeMs: 60_000,
  answerBytes: MAX_FILE_BYTES,
}

/** What the process that redacts may use for one file, for which nobody waits (REDACT-17). */
export const REDACTION_PROCESS: ConfinedLimits = {
  ...PAGE_PROCESS,
  timeMs: 120_000,
  // With all areas of a redaction before the file.
  inputBytes: MAX_FILE_BYTES + 16_777_216,
  answerBytes: MAX_FILE_BYTES,
  isAwaited: false,
}

/** What the process may use that looks for words and patterns in one file, for which nobody waits. */
export const FINDING_PROCESS: ConfinedLimits = { ...PAGE_PROCESS, timeMs: 120_000, isAwaited: false }

/** The same as for pages, for those that are read by OCR, for which nobody waits. */
export const SCAN_PROCESS: ConfinedLimits = { ...PAGE_PROCESS, isAwaited: false }
