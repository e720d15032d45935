import type { ProgramLimits } from '../programs/index.ts'

/** Bytes of an Office file that is made into pages, and of the PDF that is made of it (PAGE-05). */
const MAX_BYTES = 209_715_200

/**
 * What LibreOffice may use for one file (PAGE-10): a minute of work. By the clock it may be longer, since it comes after all
 * requests and so may get little of a busy machine, which is no file's fault.
 */
export const OFFICE_PROCESS: ProgramLimits = {
  timeMs: 180_000,
  workS: 60,
  // It asks for far more than it uses.
  addressBytes: 4_294_967_296,
  memoryBytes: 1_073_741_824,
  answerBytes: 65_536,
  fileBytes: MAX_BYTES,
}
