import type { Refusal } from '../searchText/answer.ts'

/** Which of both versions is meant. */
export type Side = 'older' | 'newer'

/** Words or cells that one version has and the other one has not. */
export interface DifferenceRow {
  /** Of the newer version, from 1; null in what has no pages. */
  page: number | null
  sheet: string | null
  /** Such as B7; of the newer version where it has the cell. */
  cell: string | null
  removed: string | null
  added: string | null
  /** Words that stand around in the newer version; empty in workbooks. */
  before: string
  after: string
}

/** What was compared, and what was not. */
export interface Difference {
  rows: DifferenceRow[]
  /** Whether there are more rows than are given. */
  isCut: boolean
  /** Whether pages without a text of their own were passed over. */
  hasBlankPages: boolean
}

/** Why two versions can't be compared: one of them can't be read, or says nothing, or too little is the same. */
export type ComparisonRefusal = { side: Side; refused: Refusal | 'NO_TEXT' } | { refused: 'DIFFERENT' }

export type ComparisonAnswer = Difference | ComparisonRefusal
