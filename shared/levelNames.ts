import type { DocumentLevel } from './documentLevels.ts'

/** By itself, since the first page of a folder loads nothing else of levels. */
export const LEVEL_NAMES: Readonly<Record<DocumentLevel, string>> = {
  NONE: 'No access',
  VIEW: 'View',
  PRINT: 'View and print',
  PDF: 'Marked PDF',
  ORIGINAL: 'Original',
}
