import { tidyText, tooLong } from './texts.ts'

/** Bytes of a .kml or .kmz file; that size itself is taken (MAP-19). */
export const SPATIAL_FILE_BYTES = 52_428_800

/** MAP-18, MAP-19 */
export const KML_REFUSALS = {
  type: 'Invalid file type. Only .kml and .kmz files are allowed.',
  size: 'File size exceeds 50MB limit.',
  empty: 'The file is empty. Please choose another one.',
} as const

/** What is wrong with a file by its name and size; null for one that may be taken. */
export function spatialFileProblem(name: string, bytes: number): string | null {
  if (!/\.km[lz]$/i.test(name)) return KML_REFUSALS.type
  if (bytes === 0) return KML_REFUSALS.empty
  return bytes > SPATIAL_FILE_BYTES ? KML_REFUSALS.size : null
}

/** Characters of a layer's name. */
const MAX_LAYER_NAME = 200

/** What is wrong with a layer's name; null for one that may stand. */
export const layerNameProblem = (name: string): string | null =>
  tidyText(name) === '' ? 'Please enter a name.' : tooLong(tidyText(name), MAX_LAYER_NAME)
