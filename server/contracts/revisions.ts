import type { ConflictKind, NewerStates } from '../../shared/conflicts.ts'
import { DomainError } from '../access/errors.ts'

/** A refusal that says the newer state of a record. */
export interface Refused<Kind extends ConflictKind> {
  /** What kind of record, as the page knows it. */
  of: Kind
  /** The current state, read under the lock under which it is changed. */
  now: NewerStates[Kind]['revision']
  /** What both change, as the sentence names it: 'this page'. */
  what: string
  /** The newer values; only what the person may see. */
  newer: NewerStates[Kind]['newer']
}

/** A save that may come after another person's. */
export interface RevisionCheck<Kind extends ConflictKind> extends Refused<Kind> {
  /** The state that the person saw: a revision, or where a record has none, its name, a count or ids; absent if not given. */
  known: NewerStates[Kind]['revision'] | null | undefined
  /** Equality unless given. */
  isSame?: (known: NewerStates[Kind]['revision'], now: NewerStates[Kind]['revision']) => boolean
}

/** Of states that are ids in no order. */
export const isSameSet = (known: readonly string[], now: readonly string[]): boolean =>
  known.length === now.length && known.every((id) => now.includes(id))

/** The refusal of a save over a newer state, in one form and one sentence for all records. */
export const savedFirst = <Kind extends ConflictKind>({ of, now, what, newer }: Refused<Kind>): DomainError =>
  new DomainError('CONFLICT', `Someone else has just changed ${what}. Please check and try again.`, {
    of,
    revision: now,
    newer,
  })

/**
 * The one optimistic lock: of two people who change one thing at the same time, the second gets an error with the newer
 * state, so that a page can show both. A record has a column `revision`; for what is saved in parts, what was in view of
 * the part says as much.
 * @throws CONFLICT with `extensions` as `SavedFirst` of the kind where it is no longer what the person knew
 */
export function assertRevision<Kind extends ConflictKind>(check: RevisionCheck<Kind>): void {
  const { known, isSame = Object.is } = check
  if (known === null || known === undefined || isSame(known, check.now)) return
  throw savedFirst(check)
}
