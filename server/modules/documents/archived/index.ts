export { archivedAccess } from './access.ts'
export { archivedGroupFiles } from './groupFiles.ts'
export { archivedRoom } from './room.ts'
export type {
  ArchivedDocument,
  ArchivedFolder,
  ArchivedPortion,
  ArchivedVersion,
  ContentSource,
} from './rows.ts'
export { treeIdsOf, versionNumbers } from './store.ts'
