import { type Actor, holds } from '../../access/actor.ts'
import { isFor, type Party, partyOf } from '../../access/parties.ts'
import type { EntityPlace } from '../../access/reach.ts'

/** A log as far as it decides who sees it; whoever asks has shown that its entity is visible and has Q&A. */
export interface LogAccess {
  place: EntityPlace
  restricted: boolean
  groupIds: readonly string[]
  /** Whether each party sees its own questions alone; everybody with the log sees all of them otherwise (QA-41). */
  eachParty: boolean
}

/** Whether the actor adds logs to the entity, and changes those that they see (QA-11, QA-13). */
export const administersLogs = (actor: Actor, place: EntityPlace): boolean =>
  holds(actor, 'QUESTION_LOG_ADMIN', place)

/** Whether the actor sees any log of the entity at all (ORG-60). */
export const seesQuestions = (actor: Actor, place: EntityPlace): boolean =>
  holds(actor, 'QUESTIONS_VIEW', place)

/** Whether the actor sees the log: a restricted one as a member of its groups, or as who administers logs (QA-14). */
export const seesLog = (
  actor: Actor,
  { place, restricted, groupIds }: Omit<LogAccess, 'eachParty'>,
): boolean =>
  seesQuestions(actor, place) &&
  (!restricted || administersLogs(actor, place) || actor.groups.some(({ id }) => groupIds.includes(id)))

/** The groups of a log that the actor is shown: only their own, unless they administer logs (QA-13). */
export const groupsShown = (actor: Actor, { place, groupIds }: Omit<LogAccess, 'eachParty'>): string[] =>
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

/** Who reads the questions of a log, and which of them are for them. */
export interface QuestionReader {
  personId: string
  /** Whether answers are for them (QA-31). */
  answers: boolean
  /** Whether they change questions of their own party (QA-29). */
  edits: boolean
  party: Party
  /** Whether each party sees its own questions alone (QA-42). */
  eachParty: boolean
}

export const readerOf = (actor: Actor, { place, eachParty }: LogAccess): QuestionReader => ({
  personId: actor.personId,
  answers: seesAnswers(actor, place),
  edits: editsQuestions(actor, place),
  party: partyOf(actor, place),
  eachParty,
})

/** A question as far as it decides who sees and who changes it. */
export interface QuestionAccess {
  isDraft: boolean
  /** Whoever began a draft; of a question of which no party is known, who wrote it last. */
  ownerId: string | null
  /** Whose it is: groups, none for the deal team; null for nobody's. */
  partyIds: readonly string[] | null
  /** For whom it is in a log of EACH_PARTY, as `Addressees`; null is everybody. */
  readerIds: readonly string[] | null
}

/** Whether a question of a log that they see is for the reader (QA-42, QA-43). */
export function seesQuestion(
  { personId, party, eachParty }: QuestionReader,
  question: QuestionAccess,
): boolean {
  if (question.isDraft) return question.ownerId === personId
  return !eachParty || isFor(party, question.readerIds ?? 'EVERYBODY')
}

/** Whether it is the reader's own party's, or they are of the deal team: who changes it, and is told who asked (QA-45, QA-46). */
export function isOwnQuestion({ personId, party }: QuestionReader, question: QuestionAccess): boolean {
  if (question.isDraft) return question.ownerId === personId
  if (party.isDealTeam) return true
  return question.partyIds === null ? question.ownerId === personId : isFor(party, question.partyIds)
}
