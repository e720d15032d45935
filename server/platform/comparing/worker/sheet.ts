/** A cell that says something. */
export interface Cell {
  /** From 0. */
  column: number
  /** As it is shown. */
  shown: string
  /** As it is stored: of a figure all its digits. */
  stored: string
}

export interface CellRow {
  /** From 1, as the table counts them. */
  number: number
  cells: Cell[]
}

export interface CellSheet {
  /** Null in a file without sheets. */
  name: string | null
  /** Those that say something. */
  rows: CellRow[]
}
