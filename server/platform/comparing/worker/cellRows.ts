import type { DifferenceRow } from '../answer.ts'
import { MAX_CELL_STEPS, MAX_ROW_TEXT, MAX_STEPS } from '../limits.ts'
import { Budget } from './budget.ts'
import { referenceOf } from './cells.ts'
import { changesOf } from './changes.ts'
import { pairsOf, type RowPair } from './rowPairs.ts'
import type { Cell, CellRow, CellSheet } from './sheet.ts'

/**
 * Cells that were changed, removed and added, sheet by sheet in the order of the newer version. Rows are compared first:
 * one that was inserted makes none of those below differ.
 * @returns null where too little is the same
 */
export function cellRows(older: readonly CellSheet[], newer: readonly CellSheet[]): DifferenceRow[] | null {
  const budget = new Budget(MAX_CELL_STEPS)
  const gone = older.filter(({ name }) => !newer.some((sheet) => sheet.name === name))
  const rows: DifferenceRow[] = []
  for (const { name, rows: after } of [...newer, ...gone.map((sheet) => ({ ...sheet, rows: [] }))]) {
    const before = older.find((sheet) => sheet.name === name)?.rows ?? []
    const pairs = changedRows(before, after, budget)
    if (!pairs) return null
    // Very many would take as many arguments.
    for (const pair of pairs) for (const row of changedCells(name, pair)) rows.push(row)
  }
  return rows
}

function changedRows(older: readonly CellRow[], newer: readonly CellRow[], budget: Budget): RowPair[] | null {
  const ids = new Map<string, number>()
  const idsOf = (rows: readonly CellRow[]): Int32Array =>
    Int32Array.from(rows, ({ cells }) => {
      const key = cells.map(({ column, shown, stored }) => `${column}\t${shown}\t${stored}`).join('\n')
      const id = ids.get(key) ?? ids.size
      ids.set(key, id)
      return id
    })
  const changes = changesOf(idsOf(older), idsOf(newer), MAX_STEPS)
  return (
    changes?.flatMap(({ from, to, at, until }) =>
      pairsOf(older.slice(from, to), newer.slice(at, until), budget),
    ) ?? null
  )
}

function changedCells(sheet: string | null, [older, newer]: RowPair): DifferenceRow[] {
  const [before, after] = [cellsOf(older), cellsOf(newer)]
  const columns = [...new Set([...before.keys(), ...after.keys()])].toSorted((one, other) => one - other)
  return columns.flatMap((column): DifferenceRow[] => {
    const [was, is] = [before.get(column), after.get(column)]
    if (was && is && was.shown === is.shown && was.stored === is.stored) return []
    // What is rounded to the same figure differs in digits that are not shown.
    const isRounded = was?.shown === is?.shown
    const text = (cell: Cell | undefined): string | null =>
      cell ? (isRounded ? cell.stored : cell.shown).slice(0, MAX_ROW_TEXT) : null
    const row = newer?.number ?? older?.number ?? 1
    const cell = referenceOf(row, column)
    return [{ page: null, sheet, cell, removed: text(was), added: text(is), before: '', after: '' }]
  })
}

const cellsOf = (row: CellRow | null): Map<number, Cell> =>
  new Map((row?.cells ?? []).map((cell) => [cell.column, cell]))
