/** Words of a document that something else refers to. */
export interface Passage {
  /** From 1; null in a file without pages. */
  readonly page: number | null
  /** As they were read, in one line. */
  readonly words: string
  /** What of them to look for where they don't stand there in a row, as in columns. */
  readonly value: string | null
  /** Of a workbook, the sheet that they stand in. */
  readonly sheet?: string | null
}
