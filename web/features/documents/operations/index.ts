/** What changes documents that are there: delete and rename. */
export { afterDeletion } from './afterDeletion.ts'
export { deleteEntry, renameEntry } from './entries.tsx'
export { useDelete } from './useDelete.tsx'
export { type Renaming, useRename } from './useRename.tsx'
