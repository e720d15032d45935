/** Why the text of a file can't be had. */
export type Refusal = 'PROTECTED' | 'OLD' | 'DAMAGED' | 'LARGE'

/** A page, a sheet, or a part of a file that has neither, with its text. */
export interface TextPart {
  /** From 1. */
  page?: number
  sheet?: string
  text: string
}

/** Some parts, by their places from 1, and what they are found by: see `keysOf`. */
export interface IndexedRange {
  first: number
  last: number
  keys: string[]
}

export interface ReadText {
  parts: TextPart[]
  ranges: IndexedRange[]
  /** Whether there is more than was read. */
  isCut: boolean
}

export type SearchTextAnswer = ReadText | { refused: Refusal }
