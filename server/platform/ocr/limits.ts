import type { ProgramLimits } from '../programs/index.ts'

/** What the program that reads a page may use. It writes no file. */
export const OCR_PROCESS: ProgramLimits = {
  timeMs: 600_000,
  workS: 60,
  addressBytes: 1_073_741_824,
  answerBytes: 1_048_576,
  fileBytes: 0,
}
