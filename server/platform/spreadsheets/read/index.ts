export type { SheetLimits } from './limits.ts'
export {
  type Cell,
  createSheetReader,
  type FormulaError,
  type Sheet,
  type SheetFile,
  type SheetReader,
} from './reader.ts'
export { SheetRefused } from './refused.ts'
