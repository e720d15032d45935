/** Why the text of a file can't be had. */
export type TextRefusal = 'PROTECTED' | 'OLD' | 'DAMAGED' | 'PAGES' | 'LONG'

/** A page of a file with its text: lines end in a line feed, columns are apart by a tab, paragraphs by an empty line. */
export interface TextPage {
  /** "page 3", or "sheet Terms". */
  label: string
  text: string
}

export type TextAnswer = { pages: TextPage[] } | { refused: TextRefusal }
