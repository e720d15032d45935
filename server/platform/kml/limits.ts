import type { ConfinedLimits } from '../confined/index.ts'

/** Bytes of a file of shapes, .kml or .kmz. */
export const KML_BYTES = 52_428_800

export const KML_LIMITS = {
  /** Bytes to which the .kml in a .kmz may unpack. */
  unpackedBytes: 157_286_400,
  /** Elements within each other. */
  depth: 400,
  /** Corners and points of all shapes together. */
  points: 3_000_000,
  shapes: 50_000,
  /** Beyond that, shapes of more folders become one layer. */
  layers: 200,
  /** Characters of a name. */
  name: 200,
} as const

/** What the process that reads them may use. */
export const KML_PROCESS: ConfinedLimits = {
  timeMs: 60_000,
  startMs: 30_000,
  memoryBytes: 1_610_612_736,
  inputBytes: KML_BYTES,
  answerBytes: 104_857_600,
  workS: 300,
  filesPerProcess: 5,
  idleMs: 10_000,
}
