import type { HeldPermissions } from '../../graphql/access.ts'
import type { LogFactsFragment, QuestionFactsFragment } from './operations.generated.ts'

/** The fund entity whose questions these are. */
export interface QuestionEntity extends HeldPermissions {
  readonly type: 'PORTFOLIO' | 'HOLDING_COMPANY'
  readonly id: string
  readonly slug: string
  readonly orgSlug: string
}

export type Log = LogFactsFragment
export type Question = QuestionFactsFragment
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
}

export function rightsIn({ permissions }: HeldPermissions): QuestionRights {
  const answers = permissions.includes('QUESTION_ANSWERS_EDIT')
  return {
    administers: permissions.includes('QUESTION_LOG_ADMIN'),
    asks: permissions.includes('QUESTIONS_EDIT'),
    answers,
    seesAnswers: answers || permissions.includes('QUESTION_ANSWERS_VIEW'),
  }
}
