import type { ConfinedLimits } from '../confined/index.ts'

/** Pages of the longest file that is read. */
export const MAX_PAGES = 3_000
/** Characters of all its pages. */
export const MAX_TEXT = 20_000_000
/** Bytes of what a part of a Word file unpacks to. */
export const MAX_UNPACKED_BYTES = 134_217_728

/** What the process that reads texts may use for one file. */
export const TEXT_PROCESS: ConfinedLimits = {
  timeMs: 120_000,
  startMs: 30_000,
  memoryBytes: 805_306_368,
  inputBytes: 104_857_600,
  answerBytes: 67_108_864,
  workS: 600,
  filesPerProcess: 20,
  idleMs: 30_000,
}
