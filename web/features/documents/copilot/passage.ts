/** Words of a page that something else refers to. */
export interface Passage {
  /** From 1. */
  readonly page: number
  /** As they were read, in one line. */
  readonly words: string
  /** What of them to look for where they don't stand there in a row, as in columns. */
  readonly value: string | null
}
