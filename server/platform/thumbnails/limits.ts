import { PICTURE_BYTES } from '../../../shared/pictureRules.ts'
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

/** What a logo fits into: a line of a page on a screen of double density. */
export const LOGO_PX = { width: 640, height: 192 }

/** What a cover fits into: a card over the whole width of a telephone of triple density. */
export const COVER_PX = { width: 1280, height: 960 }

/** For pictures that somebody waits for. */
export const PICTURE_LIMITS: ConfinedLimits = {
  ...THUMBNAIL_LIMITS,
  inputBytes: PICTURE_BYTES,
  answerBytes: 786_432,
}
