import type { ReactNode } from 'react'
import { DEAL_TEAM } from '../../../shared/permissions.ts'
import { grants, type HeldPermissions } from '../../graphql/access.ts'
import type {
  LogFactsFragment,
  NamedDocumentFragment,
  QuestionFactsFragment,
} from './operations.generated.ts'

/** The fund entity whose questions these are. */
export interface QuestionEntity extends HeldPermissions {
  readonly type: 'PORTFOLIO' | 'HOLDING_COMPANY'
  readonly id: string
  readonly slug: string
  readonly orgSlug: string
  /** Whether nothing can be changed here, by whomever (STAGE-09). */
  readonly isReadOnly?: boolean
}

export type Log = LogFactsFragment
export type Question = QuestionFactsFragment
/** A document of the room that a question or its answer names (QA-50). */
export type NamedDocument = NamedDocumentFragment
/** What questions need of the documents of their room. */
export interface QuestionDocuments {
  readonly addressOf: (document: NamedDocument) => string
  /** Where documents are chosen; null for whoever sees none here. */
  readonly picker:
    | ((props: { chosen: ReadonlySet<string>; onPick: (picked: { id: string }) => void }) => ReactNode)
    | null
}
/** A category, a topic, a project or a portfolio that a question is about. */
export interface Named {
  readonly id: string
  readonly name: string
}

/** What the person may do in the entity's logs (QA-11, QA-29 to QA-31). */
export interface QuestionRights {
  readonly administers: boolean
  readonly asks: boolean
  readonly answers: boolean
  readonly seesAnswers: boolean
  /** Whether they work for the deal team (QA-40): they are told who asked, and publish. */
  readonly isDealTeam: boolean
  /** Whether nothing can be changed here, by whomever (STAGE-09). */
  readonly isReadOnly: boolean
}

export function rightsIn(entity: Pick<QuestionEntity, 'permissions' | 'isReadOnly'>): QuestionRights {
  const { isReadOnly = false } = entity
  const answers = grants(entity, 'QUESTION_ANSWERS_EDIT')
  return {
    administers: grants(entity, 'QUESTION_LOG_ADMIN') && !isReadOnly,
    asks: grants(entity, 'QUESTIONS_EDIT') && !isReadOnly,
    answers: answers && !isReadOnly,
    seesAnswers: answers || grants(entity, 'QUESTION_ANSWERS_VIEW'),
    isDealTeam: grants(entity, 'ORG_ADMIN') || DEAL_TEAM.some((each) => grants(entity, each)),
    isReadOnly,
  }
}

/** Whether the person changes what the question says and whether it is closed (QA-29), here and now. */
export const mayChange = (
  { canChange }: Pick<Question, 'canChange'>,
  { isReadOnly }: QuestionRights,
): boolean => canChange && !isReadOnly

/**
 * What an address names a question by: its number, or where that alone doesn't say which, for a draft and among the numbers
 * of several parties, its id.
 */
export const keyOf = (question: Pick<Question, 'id' | 'number' | 'isDraft'>, log: Log): string =>
  question.isDraft || log.visibility === 'EACH_PARTY' ? question.id : question.number

/** How a question is called, to be read aloud. */
export const nameOf = ({ number, isDraft }: Pick<Question, 'number' | 'isDraft'>): string =>
  isDraft ? 'Draft' : `Question ${number}`

/** Who reads the questions of a log, as the head of its page says (QA-41). */
export function readersText({ visibility }: Log, { isDealTeam }: QuestionRights): string {
  if (visibility === 'ALL') return 'Read by everybody with this log, without names'
  return isDealTeam ? 'Each party sees its own questions' : 'Read by you and the deal team'
}
