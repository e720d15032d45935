/** What is wrong with a file, as the process that reads it says. */
export type Refusal =
  | 'PROTECTED'
  | 'OLD'
  | 'NO_WORKBOOK'
  | 'NO_TEXT'
  | 'DAMAGED'
  | 'EMPTY'
  | 'ROWS'
  | 'CELLS'
  | 'SHEETS'
  | 'LONG'
  | 'LARGE'
  | 'ENTITIES'

export class Refused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal)
    this.refusal = refusal
  }
}

/**
 * A date on its way out of the process, in ms, as JSON has none; and a formula that came to an error such as #DIV/0!, or to
 * nothing (null).
 */
export type Sent = string | number | boolean | null | { ms: number } | { formulaError: string | null }

export interface SentSheet {
  name: string
  rows: Sent[][]
}

export type SheetAnswer = { sheets: SentSheet[] } | { refused: Refusal }
