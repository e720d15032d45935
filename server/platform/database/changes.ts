import { AsyncLocalStorage } from 'node:async_hooks'

/** What one call has changed so far. */
export interface Changes {
  hasCommitted: boolean
}

const current = new AsyncLocalStorage<Changes>()

/** Runs a call so that it is known whether something of it was committed, should the rest of it fail (SCALE-14). */
export const noteChanges = <T>(changes: Changes, run: () => T): T => current.run(changes, run)

/** To be called after each statement, or transaction, that changed something. */
export function noteCommit(): void {
  const changes = current.getStore()
  if (changes) changes.hasCommitted = true
}
