import { sql } from 'kysely'
import { countedOf } from '../../admin/index.ts'
import { joins } from '../../platform/hooks.ts'
import type { Documents } from '../documents/index.ts'
import type { Funds } from '../funds/index.ts'
import type { Module } from '../manifest.ts'
import { organisationHolds } from '../organisations/index.ts'
import type { Projects } from '../projects/index.ts'
import { waits, waitsInRoom } from '../waiting/index.ts'
import { questionsLink } from './exports.ts'
import { createQuestions, type Questions } from './index.ts'
import { questionMails } from './mail.ts'
import { questionKinds } from './office.ts'
import { createQuestionResolvers } from './resolvers.ts'
import { waitingQuestions, waitingQuestionsIn } from './waiting.ts'

interface Needs {
  documents: Documents
  funds: Funds
  projects: Projects
}

const QUESTION_FIELDS = [
  'askedBy',
  'categories',
  'documents',
  'followUps',
  'party',
  'portfolios',
  'projects',
  'texts',
  'topics',
]

export const questionsModule: Module<'questions', Questions, Needs> = {
  name: 'questions',
  folder: import.meta.dirname,
  pages: { known: [/^\/portfolios\/[^/]+\/q-and-a\/?$/] },
  rows: {
    QuestionLog: 'index.ts#LogRow',
    QuestionPage: 'index.ts#PageRow',
    Question: 'index.ts#QuestionRow',
    QuestionLimits: 'index.ts#LogRow',
    QuestionAnswer: 'index.ts#AnswerRow',
    QuestionCategory: 'index.ts#ChoiceRow',
    QuestionTopic: 'index.ts#ChoiceRow',
  },
  readingFields: [
    'HoldingCompany.qAndALogs',
    'Portfolio.qAndALogs',
    'QuestionLimits.left',
    'QuestionLog.askers',
    'QuestionLog.parties',
    'QuestionLog.readers',
    'QuestionPage.count',
    'QuestionPage.counts',
    'QuestionPage.place',
    'QuestionPage.questions',
    ...QUESTION_FIELDS.map((field) => `Question.${field}`),
  ],
  create: ({ db, origin }, { documents, funds, projects }) => {
    const questions = createQuestions({ db, documents, funds, projects })
    return {
      door: questions,
      resolvers: [createQuestionResolvers(questions)],
      notifications: questionMails(origin),
      links: [questionsLink(db, questions)],
      office: questionKinds(),
      hooks: [
        joins(waits, waitingQuestions),
        joins(waitsInRoom, waitingQuestionsIn),
        joins(organisationHolds, (db, { organisationId }) =>
          countedOf(db, {
            Questions: sql`
              from question join question_log log on log.id = question.log_id
              where log.organisation_id = ${organisationId} and not question.is_draft`,
          }),
        ),
      ],
    }
  },
}
