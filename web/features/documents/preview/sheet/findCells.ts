import { foldWord, wordsOf } from '../../../../../shared/finding/words.ts'
import { folded } from '../../../../../shared/pageText.ts'
import type { SheetTable } from './sheetTable.ts'

/** A cell that was found. */
export interface FoundCell {
  /** Which of the rows that are shown, from 0. */
  readonly row: number
  /** Which of the columns that are shown, from 0. */
  readonly column: number
}

/** Cells that are found in a sheet at most. */
export const MAX_FOUND = 2000
/** Rows that are looked through together. */
const BLOCK = 1000

/** The rows that are shown, as texts of the columns that are shown. */
function* rowsOf(table: SheetTable): Generator<readonly string[]> {
  const { rows, columns } = table.facts()
  for (let from = 0; from < rows; from += BLOCK) {
    for (const { texts } of table.rows(from, from + BLOCK)) {
      yield columns.map(({ index }) => texts[index] ?? '')
    }
  }
}

/** The cells that hold a text, row by row; case, accents and separators of thousands make no difference. */
export function cellsWith(table: SheetTable, typed: string): FoundCell[] {
  const term = folded(typed).trim()
  // A figure is found as it is written and without separators, as in the search over documents (FIND-07).
  const figure = /^[\d,.'’\s]+$/.test(term) ? [...wordsOf(term)][0]?.word : undefined
  const found: FoundCell[] = []
  let row = 0
  for (const texts of rowsOf(table)) {
    for (const [column, text] of texts.entries()) {
      if (text === '') continue
      const isFound =
        folded(text).includes(term) ||
        (figure !== undefined && [...wordsOf(text)].some(({ word }) => word === figure))
      if (isFound) found.push({ row, column })
      if (found.length === MAX_FOUND) return found
    }
    row += 1
  }
  return found
}

/** Cells of the first row that holds all words of a passage; of none, the first cell with one of them. */
export function cellsOfPassage(table: SheetTable, passage: string): FoundCell[] {
  const words = new Set([...wordsOf(passage)].map(({ word }) => foldWord(word)))
  if (words.size === 0) return []
  let first: FoundCell | undefined
  let row = 0
  for (const texts of rowsOf(table)) {
    const held = texts.map((text) =>
      [...wordsOf(text)].map(({ word }) => word).filter((word) => words.has(word)),
    )
    const cells = held.flatMap((some, column) => (some.length > 0 ? [{ row, column }] : []))
    if (new Set(held.flat()).size === words.size) return cells
    first ??= cells[0]
    row += 1
  }
  return first ? [first] : []
}
