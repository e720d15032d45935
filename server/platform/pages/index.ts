export type { DrawnMark, Findings, FoundArea, PageBox, PagePlace, PageSize, TextPattern } from './asked.ts'
export { PAGE_SIGN } from './asked.ts'
export {
  type Content,
  createPageDrawer,
  type MarkedPdf,
  type PageDrawer,
  type PagedFile,
  type PageSizes,
} from './drawer.ts'
export { createFairQueue, createOwnTurns, type FairQueue, QueueBusy, sharedTurns } from './fairQueue.ts'
export { SCAN_PROCESS } from './limits.ts'
export { createMarkFinder, type FoundMarks, type MarkFinder } from './markFinder.ts'
export type { OfficeLayout } from './officeFacts.ts'
export { createOfficePdfs, type OfficePdf, type OfficePdfs } from './officePdfs.ts'
export { createRedactor, type RedactedPdf, type Redactor } from './redactor.ts'
