export { CellGrid, type CellProps } from './CellGrid.tsx'
export type { Cell } from './cellKeys.ts'
export type { RowHead } from './gridParts.tsx'
