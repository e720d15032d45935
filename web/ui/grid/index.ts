export { type CellFace, CellGrid, type CellGridProps } from './CellGrid.tsx'
export type { Cell } from './cellKeys.ts'
