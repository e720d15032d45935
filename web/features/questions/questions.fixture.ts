import type { Permission } from '../../../shared/permissions.ts'
import { type RichText, richTextOf } from '../../../shared/richText.ts'
import { organisation, portfolio, viewerOf } from '../../testing/fixtures.ts'
import type { Answer, Answers } from '../../testing/renderAt.tsx'
import { by } from '../../testing/renderAt.tsx'

const SEGUE = organisation('Segue Infra', ['DEALROOM_VIEW'])
export const ADDRESS = '/portfolios/prairie-sun/q-and-a'
export const BIDDER: readonly Permission[] = ['QUESTIONS_VIEW', 'QUESTIONS_EDIT', 'QUESTION_ANSWERS_VIEW']
export const MANAGER: readonly Permission[] = [...BIDDER, 'QUESTION_LOG_ADMIN', 'QUESTION_ANSWERS_EDIT']

const OLD = '2020-05-04T10:00:00.000Z'

export const logOf = (name: string, more: object = {}) => ({
  __typename: 'QuestionLog',
  id: `log-${name}`,
  name,
  restricted: false,
  revision: 1,
  spreadsheetUrl: `/questions/log-${name}/spreadsheet`,
  groups: [],
  visibility: 'ALL',
  limits: { __typename: 'QuestionLimits', total: null, perDay: null, perParty: null, endsAt: null },
  ...more,
})

export const named = (type: string, ...names: readonly string[]) =>
  names.map((name) => ({ __typename: type, id: `${type}-${name}`, name }))

export interface QuestionGiven {
  body?: RichText | null
  answer?: string
  isClosed?: boolean
  isPriority?: boolean
  categories?: readonly string[]
  projects?: readonly string[]
  parentId?: string
  more?: object
}

export const questionOf = (number: string, given: QuestionGiven = {}) => ({
  __typename: 'Question',
  id: `question-${number}`,
  number,
  parentId: given.parentId ?? null,
  isClosed: given.isClosed ?? false,
  isPriority: given.isPriority ?? false,
  createdAt: OLD,
  modifiedAt: OLD,
  firstViewedAt: OLD,
  viewedAt: OLD,
  body: given.body === undefined ? richTextOf(`Text of ${number}`) : given.body,
  bodyRevision: 1,
  categories: named('QuestionCategory', ...(given.categories ?? [])),
  topics: [],
  projects: named('Project', ...(given.projects ?? [])),
  portfolios: [],
  answer: given.answer
    ? {
        __typename: 'QuestionAnswer',
        id: `answer-${number}`,
        body: richTextOf(given.answer),
        createdAt: OLD,
        modifiedAt: OLD,
        revision: 1,
      }
    : null,
  isDraft: false,
  canChange: true,
  askedBy: null as { fullName: string; company: string | null } | null,
  party: null as string | null,
  answerDraft: null as RichText | null,
  answerDraftRevision: null as number | null,
  ...given.more,
})
export type GivenQuestion = ReturnType<typeof questionOf>

interface Room {
  permissions?: readonly Permission[]
  logs?: readonly object[]
  questions?: () => readonly GivenQuestion[]
  enableQAndA?: boolean
}

/** Answers of a portfolio with logs; each filter is told apart as the server does. */
export function room({
  permissions = BIDDER,
  logs = [logOf('General')],
  questions = () => [],
  enableQAndA = true,
}: Room = {}): Answers {
  const chosen = (filter: unknown) =>
    questions().filter(({ isClosed, isPriority }) => {
      if (filter === 'OPEN') return !isClosed
      if (filter === 'CLOSED') return isClosed
      if (filter === 'PRIORITY') return isPriority && !isClosed
      return filter === 'ALL'
    })
  const page = (data: object): Answer => ({ data: { questionPage: { __typename: 'QuestionPage', ...data } } })
  return {
    Viewer: viewerOf([SEGUE]),
    PortfolioPage: {
      data: { portfolioBySlug: portfolio('Prairie Sun', { permissions, enableQAndA }) },
    },
    RecordPortfolioVisit: {
      data: {
        createRecentlyVisitedPortfolio: {
          __typename: 'CreateRecentlyVisitedPortfolioPayload',
          success: true,
        },
      },
    },
    PortfolioLogs: {
      data: { portfolioBySlug: { __typename: 'Portfolio', id: 'portfolio-Prairie Sun', qAndALogs: logs } },
    },
    QuestionPage: by(({ filter }) => page({ count: chosen(filter).length, questions: chosen(filter) })),
    QuestionCounts: by(() =>
      page({
        counts: {
          __typename: 'QuestionCounts',
          open: chosen('OPEN').length,
          closed: chosen('CLOSED').length,
          priority: chosen('PRIORITY').length,
          new: 0,
          all: questions().length,
          answered: permissions.includes('QUESTION_ANSWERS_VIEW')
            ? questions().filter(({ answer }) => answer).length
            : null,
        },
      }),
    ),
    QuestionPlace: by(({ filter, number }) => {
      const place = (of: unknown) => {
        const at = chosen(of).findIndex((each) => each.number === number)
        return { __typename: 'QuestionPage', place: at < 0 ? null : at }
      }
      return { data: { listed: place(filter), all: place('ALL') } }
    }),
    LogHead: by(({ logId }) => ({
      data: {
        questionLog: {
          __typename: 'QuestionLog',
          id: logId,
          readers: null,
          limits: { __typename: 'QuestionLimits', left: null },
          parties: [],
          askers: [],
        },
      },
    })),
    QuestionDocuments: by(({ questionId }) => ({
      data: {
        question: { __typename: 'Question', id: questionId, documents: [], answerDocuments: [] },
      },
    })),
    QuestionChoices: {
      data: {
        questionCategories: named('QuestionCategory', 'Offtake', 'Title'),
        questionTopics: named('QuestionTopic', 'Risk'),
      },
    },
    QuestionProjects: { data: { questionProjects: named('Project', 'Cedar Bluff', 'Harlan County') } },
  }
}

/** What a mutation of a question answers with. */
export const answered = (field: string, type: string, question: GivenQuestion): Answer => ({
  data: { [field]: { __typename: type, question } },
})
