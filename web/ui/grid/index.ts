export { CellGrid, type CellGridProps, type CellProps } from './CellGrid.tsx'
export type { Cell } from './cellKeys.ts'
export type { RowHead } from './gridParts.tsx'
