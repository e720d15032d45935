/** A cell by the places of its row and column among those that are shown, from 0. */
export interface Cell {
  readonly row: number
  readonly column: number
}

interface GridSize {
  readonly rows: number
  readonly columns: number
  /** Rows in view together. */
  readonly page: number
  /** The column farthest to the left: -1 where keys lead to the heads of rows, too. */
  readonly first?: -1 | 0
}

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Where a key leads from a cell, as in Excel; null for keys that belong to others. */
export function cellOfKey(
  { key, ctrlKey, metaKey, altKey, shiftKey }: Key,
  from: Cell,
  grid: GridSize,
): Cell | null {
  if (altKey || shiftKey) return null
  const far = ctrlKey || metaKey
  const to = (row: number, column: number): Cell => ({
    row: Math.max(0, Math.min(grid.rows - 1, row)),
    column: Math.max(grid.first ?? 0, Math.min(grid.columns - 1, column)),
  })
  const { row, column } = from
  switch (key) {
    case 'ArrowUp':
      return to(far ? 0 : row - 1, column)
    case 'ArrowDown':
      return to(far ? grid.rows : row + 1, column)
    case 'ArrowLeft':
      return to(row, far ? 0 : column - 1)
    case 'ArrowRight':
      return to(row, far ? grid.columns : column + 1)
    case 'PageUp':
      return to(row - grid.page, column)
    case 'PageDown':
      return to(row + grid.page, column)
    case 'Home':
      return to(far ? 0 : row, grid.first ?? 0)
    case 'End':
      return to(far ? grid.rows : row, grid.columns)
    default:
      return null
  }
}
