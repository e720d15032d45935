export type { DrawnMark, PageBox, PagePlace, PageSize } from './asked.ts'
export {
  createPageDrawer,
  type PageDrawer,
  type PagedFile,
  type PageSizes,
} from './drawer.ts'
export { createFairQueue, type FairQueue, QueueBusy } from './fairQueue.ts'
export { SCAN_PROCESS } from './limits.ts'
