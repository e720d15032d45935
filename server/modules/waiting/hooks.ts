import type { Actor } from '../../access/actor.ts'
import type { EntityPlace } from '../../access/reach.ts'
import type { Connection } from '../../platform/database/database.ts'
import { defineHook } from '../../platform/hooks.ts'

/** What waits for a person in one place. */
export interface Waiting {
  kind:
    | 'QUESTION_TO_ANSWER'
    | 'ANSWER_TO_ME'
    | 'CHECKLIST_ITEM'
    | 'NEW_DOCUMENTS'
    | 'FAILED_UPLOAD'
    | 'FAILED_IMPORT'
    | 'INVITATION'
    | 'STAGED'
  /** What it is, as words. */
  title: string
  /** Where it is, as words. */
  place: string
  /** The page that it leads to. */
  path: string
  count: number
  /** When the newest of it came. */
  at: Date
}

/** Whose it is, in which of their organisations; in all of them for null. */
export interface WaitingAsked {
  actor: Actor
  organisationId: string | null
}

/**
 * What waits for somebody (NEW-04), by what they may see at this moment: for whoever knows something that waits. A
 * handler asks a handful of statements, however many rooms there are (NEW-06).
 */
export const waits = defineHook<WaitingAsked, readonly Waiting[], Connection>('waits')

/** What waits by the ids of those for whom it does. */
export type WaitingByPerson = ReadonlyMap<string, readonly Waiting[]>

/** The same of one room for each of many people, in as many statements as for one: for mails (NEW-06). */
export const waitsInRoom = defineHook<
  { readers: readonly Actor[]; place: EntityPlace },
  WaitingByPerson,
  Connection
>('waitsInRoom')

/** Lines of many people by whose they are. */
export const byPerson = (
  lines: readonly { personId: string; waiting: readonly Waiting[] }[],
): WaitingByPerson =>
  new Map(
    [...Map.groupBy(lines, ({ personId }) => personId)].map(([personId, mine]) => [
      personId,
      mine.flatMap(({ waiting }) => waiting),
    ]),
  )
