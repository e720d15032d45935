/** What changes documents that are there, and the order in which it is offered. */
export { afterDeletion } from './afterDeletion.ts'
export { copyCommand, downloadCommand, moveCommand, openCommands } from './commands.tsx'
export { forgetEntries } from './forgetEntries.ts'
export { inOrder } from './order.ts'
export { useDelete } from './useDelete.tsx'
export { type Renaming, useRename } from './useRename.tsx'
export { useRestore } from './useRestore.ts'
