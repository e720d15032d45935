import { type Actor, holds } from '../../access/actor.ts'
import type { EntityPlace } from '../../access/reach.ts'

/** A log as far as it decides who sees it; whoever asks has shown that its entity is visible and has Q&A. */
export interface LogAccess {
  place: EntityPlace
  restricted: boolean
  groupIds: readonly string[]
}

/** Whether the actor adds logs to the entity, and changes those that they see (QA-11, QA-13). */
export const administersLogs = (actor: Actor, place: EntityPlace): boolean =>
  holds(actor, 'QUESTION_LOG_ADMIN', place)

/** Whether the actor sees any log of the entity at all (ORG-60). */
export const seesQuestions = (actor: Actor, place: EntityPlace): boolean =>
  holds(actor, 'QUESTIONS_VIEW', place)

/** Whether the actor sees the log: a restricted one as a member of its groups, or as who administers logs (QA-14). */
export const seesLog = (actor: Actor, { place, restricted, groupIds }: LogAccess): boolean =>
  seesQuestions(actor, place) &&
  (!restricted || administersLogs(actor, place) || actor.groups.some(({ id }) => groupIds.includes(id)))

/** The groups of a log that the actor is shown: only their own, unless they administer logs (QA-13). */
export const groupsShown = (actor: Actor, { place, groupIds }: LogAccess): string[] =>
  groupIds.filter((id) => administersLogs(actor, place) || actor.groups.some((group) => group.id === id))

/** Of a log that the actor sees (QA-29). */
export const editsQuestions = (actor: Actor, place: EntityPlace): boolean =>
  holds(actor, 'QUESTIONS_EDIT', place)

/** Of a log that the actor sees (QA-30). */
export const editsAnswers = (actor: Actor, place: EntityPlace): boolean =>
  holds(actor, 'QUESTION_ANSWERS_EDIT', place)

/** Of a log that the actor sees (QA-31). */
export const seesAnswers = (actor: Actor, place: EntityPlace): boolean =>
  holds(actor, 'QUESTION_ANSWERS_VIEW', place) || editsAnswers(actor, place)
