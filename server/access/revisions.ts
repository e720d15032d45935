import { DomainError } from './errors.ts'

/** What two people may change, for the one who saves. */
export interface Held<State> {
  /** What the person had in view, such as a revision, a name, a count; none where they did not say. */
  known: State | null | undefined
  /** The same as it is by now, read under the lock under which it is changed. */
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
