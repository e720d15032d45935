import { AVATAR_BYTES } from '../../../shared/avatarRules.ts'
import type { ConfinedLimits } from '../confined/index.ts'

/** Width and height of the square that a thumbnail fits into: 96 points on a screen of double density. */
export const THUMBNAIL_PX = 192

/** Bytes of a thumbnail at most; what a maker gives beyond that is no thumbnail. */
const MAX_THUMBNAIL_BYTES = 131_072

export const THUMBNAIL_LIMITS: ConfinedLimits = {
  timeMs: 10_000,
  startMs: 30_000,
  memoryBytes: 805_306_368,
  inputBytes: 104_857_600,
  answerBytes: MAX_THUMBNAIL_BYTES,
  workS: 300,
  filesPerProcess: 100,
  idleMs: 30_000,
}

/** Width and height of an avatar: 128 points on a screen of double density. */
export const AVATAR_PX = 256

/** For pictures of people, which somebody waits for. */
export const AVATAR_LIMITS: ConfinedLimits = { ...THUMBNAIL_LIMITS, inputBytes: AVATAR_BYTES }
