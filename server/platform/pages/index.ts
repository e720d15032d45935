export type { DrawnMark, PageSize } from './asked.ts'
export {
  createPageDrawer,
  type PageDrawer,
  type PagedFile,
  type PageSizes,
  type PagesKind,
} from './drawer.ts'
export { createFairQueue, type FairQueue, QueueBusy } from './fairQueue.ts'
export { SCAN_PROCESS } from './limits.ts'
