/** Width and height of the square that a thumbnail fits into: 96 points on a screen of double density. */
export const THUMBNAIL_PX = 192

/** Bytes of a thumbnail at most; what a maker gives beyond that is no thumbnail. */
export const MAX_THUMBNAIL_BYTES = 131_072

/** What a process that makes thumbnails may use; beyond that it is killed. */
export interface ThumbnailLimits {
  /** Milliseconds for one file. */
  timeMs: number
  /** Milliseconds until a new process is ready. */
  startMs: number
  /** Bytes of memory of the whole process. */
  memoryBytes: number
  /** Bytes of the largest file that is looked at. */
  inputBytes: number
  /** Seconds of work on a processor in the life of a process. */
  workS: number
  /** Files after which the process makes way for a new one. */
  filesPerProcess: number
  /** Milliseconds without work after which it ends. */
  idleMs: number
}

export const THUMBNAIL_LIMITS: ThumbnailLimits = {
  timeMs: 10_000,
  startMs: 30_000,
  memoryBytes: 805_306_368,
  inputBytes: 104_857_600,
  workS: 300,
  filesPerProcess: 100,
  idleMs: 30_000,
}
