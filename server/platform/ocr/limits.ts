/** Limits of the program that reads a page; beyond them it and all that it has started are killed. */
export interface OcrLimits {
  /** Milliseconds by the clock. */
  timeMs: number
  /** Seconds of work on a processor. */
  workS: number
  /** Bytes of memory that it may ask for. */
  memoryBytes: number
  /** Bytes of a page's text. */
  answerBytes: number
}

export const OCR_PROCESS: OcrLimits = {
  timeMs: 600_000,
  workS: 60,
  memoryBytes: 1_073_741_824,
  answerBytes: 1_048_576,
}
