export type { PageFile } from './pack.ts'
export { createPageFiles, type PageFiles, type StoredPageFile } from './pageFiles.ts'
