export type { SheetLimits } from './limits.ts'
export {
  type Cell,
  createSheetReader,
  type FormulaFault,
  type Sheet,
  type SheetFile,
  type SheetReader,
} from './reader.ts'
export { SheetRefused } from './refused.ts'
