/** What somebody may do with a document's content (VIEW-01). Each level includes those before it. */
export const DOCUMENT_LEVELS = ['NONE', 'VIEW', 'PRINT', 'PDF', 'ORIGINAL'] as const
export type DocumentLevel = (typeof DOCUMENT_LEVELS)[number]

/** The level of whoever sees a document. */
export type GivenLevel = Exclude<DocumentLevel, 'NONE'>
export const GIVEN_LEVELS: readonly GivenLevel[] = DOCUMENT_LEVELS.filter((level) => level !== 'NONE')

/** Which content of a document somebody is given: all of it, or that with redactions applied. */
export type DocumentRendition = 'FULL' | 'REDACTED'

/** What one person, or one principal, is given of a document that they see. */
export interface DocumentAccess {
  level: GivenLevel
  rendition: DocumentRendition
}

/** One line on each level (VIEW-11). */
export const LEVEL_LINES: Readonly<Record<DocumentLevel, string>> = {
  NONE: 'It does not exist for them.',
  VIEW: 'Marked pages on the screen.',
  PRINT: 'Marked pages on the screen and on paper.',
  PDF: 'Download as a marked PDF.',
  ORIGINAL: 'The file as it was uploaded.',
}

const rankOf = (level: DocumentLevel): number => DOCUMENT_LEVELS.indexOf(level)

/** Whether a level includes another one. */
export const reaches = (level: DocumentLevel, wanted: DocumentLevel): boolean =>
  rankOf(level) >= rankOf(wanted)

/** Below nought where the first is the lower one. */
export const compareLevels = (a: DocumentLevel, b: DocumentLevel): number => rankOf(a) - rankOf(b)
