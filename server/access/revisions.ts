import { DomainError } from './errors.ts'

/** The input of a save that may conflict with another person's. */
export interface Held<State> {
  /** The state that the person saw, such as a revision, a name, a count; absent if not given. */
  known: State | null | undefined
  /** The current state, read under the lock under which it is changed. */
  now: State
  /** Equality unless given. */
  isSame?: (known: State, now: State) => boolean
  /** One sentence that says what happened and what to do. */
  message: string
  /** The newer state, by the names of the fields that the API has for it; only what the person may see. */
  newer: Readonly<Record<string, unknown>>
}

/**
 * The one optimistic lock: of two people who change one thing at the same time, the second gets an error with
 * the newer state, so that a page can show both. A thing that is saved as a whole has a column `revision`; for
 * others what was in view says as much.
 * @throws CONFLICT with `extensions.newer` where it is no longer what the person knew
 */
export function requireNewest<State>({ known, now, isSame = Object.is, message, newer }: Held<State>): void {
  if (known === null || known === undefined || isSame(known, now)) return
  throw new DomainError('CONFLICT', message, { newer })
}
