import { DomainError } from '../access/errors.ts'

/** A save that may come after another person's. */
export interface RevisionCheck<State> {
  /** The state that the person saw: a revision, or where a record has none, its name, a count or ids; absent if not given. */
  known: State | null | undefined
  /** The current state, read under the lock under which it is changed. */
  now: State
  /** Equality unless given. */
  isSame?: (known: State, now: State) => boolean
  /** What both change, as the sentence names it: 'this page'. */
  what: string
  /** What the other person did with it; 'changed' unless given. */
  did?: string
  /** The sentence that says what to do; unless given, to check it and save again. */
  advice?: string
  /** The newer values, by the names of the fields that the API has for them; only what the person may see. */
  newer: Readonly<Record<string, unknown>>
}

/** Of states that are ids in no order. */
export const isSameSet = (known: readonly string[], now: readonly string[]): boolean =>
  known.length === now.length && known.every((id) => now.includes(id))

/** What to do about a newer state of several things. */
export const CHECK_THEM = 'Please check them and save again.'
const CHECK_IT = 'Please check it and save again.'

/**
 * The refusal of a save over a newer state, in one form for all records: `extensions.revision` is what a further save
 * has to know, in the form in which the API takes it, and `extensions.newer` the values that stand there.
 */
export const savedFirst = <State>({
  now,
  what,
  did = 'changed',
  advice = CHECK_IT,
  newer,
}: Omit<RevisionCheck<State>, 'known' | 'isSame'>): DomainError =>
  new DomainError('CONFLICT', `Someone else has just ${did} ${what}. ${advice}`, { revision: now, newer })

/**
 * The one optimistic lock: of two people who change one thing at the same time, the second gets an error with the newer
 * state, so that a page can show both. A record has a column `revision`; for what is saved in parts, what was in view of
 * the part says as much.
 * @throws CONFLICT with `extensions.revision` and `extensions.newer` where it is no longer what the person knew
 */
export function assertRevision<State>({ known, isSame = Object.is, ...check }: RevisionCheck<State>): void {
  if (known === null || known === undefined || isSame(known, check.now)) return
  throw savedFirst(check)
}
