import type { Actor } from '../../../access/actor.ts'
import { reauthorise } from '../../../access/reauthorise.ts'
import type { Database } from '../../../platform/database/database.ts'

/** Milliseconds after which the actor's access is checked again. */
export const REOPEN_MS = 1000

/**
 * What was opened for the actor, reopened with their current rights whenever a second has passed: a long
 * operation ends when the right to it does.
 */
export function reopenedFor<T>(
  db: Database,
  actor: Actor,
  first: T,
  open: (actor: Actor) => Promise<T>,
): () => Promise<T> {
  let opened = first
  let at = Date.now()
  return async () => {
    if (Date.now() - at >= REOPEN_MS) {
      opened = await reauthorise(db, actor, open)
      at = Date.now()
    }
    return opened
  }
}
