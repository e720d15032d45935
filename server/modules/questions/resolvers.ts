import DataLoader from 'dataloader'
import { fieldErrorsOf } from '../../access/errors.ts'
import { actorOf, type Context, perRequest } from '../../contracts/context.ts'
import { pageOf, searchOf, slicePage } from '../../contracts/pages.ts'
import type { Resolvers } from '../../schema.generated.ts'
import type { LogRow, PageRow, QuestionRow, Questions } from './index.ts'

/** A loader by question, of the rows that a request asks for together. */
const byQuestion = <Row>(read: (context: Context, ids: readonly string[]) => Promise<Row[]>) =>
  perRequest((context) => new DataLoader((ids: readonly string[]) => read(context, ids)))

export function createQuestionResolvers(questions: Questions): Resolvers {
  const { writing } = questions
  const logs = perRequest(
    (context) => new DataLoader((ids: readonly string[]) => questions.logsOf(actorOf(context), ids)),
  )
  const categories = byQuestion((_context, ids) => questions.choicesOf('category', ids))
  const topics = byQuestion((_context, ids) => questions.choicesOf('topic', ids))
  const projects = byQuestion((context, ids) => questions.projectsOf(actorOf(context), ids))
  const portfolios = byQuestion((context, ids) => questions.portfoliosOf(actorOf(context), ids))
  const followUps = perRequest(
    (context) =>
      new DataLoader((parents: readonly QuestionRow[]) => questions.followUps(actorOf(context), parents), {
        cacheKeyFn: ({ id }) => id,
      }),
  )
  const counts = perRequest(
    (context) =>
      new DataLoader(
        (pages: readonly PageRow[]) =>
          Promise.all(pages.map(({ log, filter }) => questions.counts(actorOf(context), log, filter))),
        { cacheKeyFn: ({ log, filter }) => `${log.id} ${filter}` },
      ),
  )
  const withErrors = async (work: Promise<LogRow>) => {
    try {
      return { questionLog: await work, errors: [] }
    } catch (error) {
      return { questionLog: null, errors: fieldErrorsOf(error) }
    }
  }
  const answered = async (work: Promise<QuestionRow>) => ({ question: await work })
  return {
    Query: {
      questions: (_root, { logId, ...page }, context) =>
        questions.page(actorOf(context), logId, { filter: 'ALL', parentsOnly: true, ...pageOf(page) }),
      questionPage: async (_root, { logId, filter, ...page }, context) => ({
        log: await questions.log(actorOf(context), logId),
        filter: filter ?? 'OPEN',
        ...pageOf(page),
      }),
      questionLog: (_root, { logId }, context) => questions.log(actorOf(context), logId),
      questionCategories: async (_root, { logId, ...part }, context) =>
        slicePage(await questions.choices(actorOf(context), 'category', logId), part),
      questionTopics: async (_root, { logId, ...part }, context) =>
        slicePage(await questions.choices(actorOf(context), 'topic', logId), part),
      questionProjects: (_root, { logId, search, ...page }, context) =>
        questions.projectChoices(actorOf(context), logId, { search: searchOf(search), ...pageOf(page) }),
      questionPortfolios: (_root, { logId, search, ...page }, context) =>
        questions.portfolioChoices(actorOf(context), logId, { search: searchOf(search), ...pageOf(page) }),
    },
    Mutation: {
      createQuestionLog: (_root, { subjectType, subjectId, ...settings }, context) => {
        const kind = subjectType === 'PORTFOLIO' ? 'portfolio' : 'holdingCompany'
        return withErrors(questions.createLog(actorOf(context), { kind, id: subjectId }, settings))
      },
      updateQuestionLog: (_root, { logId, ...settings }, context) =>
        withErrors(questions.updateLog(actorOf(context), logId, settings)),
      createQuestion: (_root, { logId, categoryIds, topicIds, projectIds, portfolioIds }, context) =>
        answered(
          writing.create(actorOf(context), logId, {
            categoryIds: categoryIds ?? [],
            topicIds: topicIds ?? [],
            projectIds: projectIds ?? [],
            portfolioIds: portfolioIds ?? [],
          }),
        ),
      updateQuestion: (_root, { questionId, ...input }, context) =>
        answered(writing.update(actorOf(context), questionId, input)),
      addFollowUpQuestion: (_root, { questionId }, context) =>
        answered(writing.followUp(actorOf(context), questionId)),
      updateQuestionAnswer: (_root, { questionId, body, revision }, context) =>
        answered(writing.answer(actorOf(context), questionId, { body, revision })),
      addQuestionCategory: (_root, { questionId, categoryId }, context) =>
        answered(writing.add(actorOf(context), questionId, 'category', categoryId)),
      removeQuestionCategory: (_root, { questionId, categoryId }, context) =>
        answered(writing.remove(actorOf(context), questionId, 'category', categoryId)),
      addQuestionTopic: (_root, { questionId, topicId }, context) =>
        answered(writing.add(actorOf(context), questionId, 'topic', topicId)),
      removeQuestionTopic: (_root, { questionId, topicId }, context) =>
        answered(writing.remove(actorOf(context), questionId, 'topic', topicId)),
      addQuestionProject: (_root, { questionId, projectId }, context) =>
        answered(writing.add(actorOf(context), questionId, 'project', projectId)),
      removeQuestionProject: (_root, { questionId, projectId }, context) =>
        answered(writing.remove(actorOf(context), questionId, 'project', projectId)),
      addQuestionPortfolio: (_root, { questionId, portfolioId }, context) =>
        answered(writing.add(actorOf(context), questionId, 'portfolio', portfolioId)),
      removeQuestionPortfolio: (_root, { questionId, portfolioId }, context) =>
        answered(writing.remove(actorOf(context), questionId, 'portfolio', portfolioId)),
      addAllQuestionProjects: (_root, { questionId }, context) =>
        answered(writing.addAll(actorOf(context), questionId, 'project')),
      removeAllQuestionProjects: (_root, { questionId }, context) =>
        answered(writing.removeAll(actorOf(context), questionId, 'project')),
      addAllQuestionPortfolios: (_root, { questionId }, context) =>
        answered(writing.addAll(actorOf(context), questionId, 'portfolio')),
      removeAllQuestionPortfolios: (_root, { questionId }, context) =>
        answered(writing.removeAll(actorOf(context), questionId, 'portfolio')),
    },
    Portfolio: { qAndALogs: ({ id }, _args, context) => logs(context).load(id) },
    HoldingCompany: { qAndALogs: ({ id }, _args, context) => logs(context).load(id) },
    QuestionLog: {
      groups: ({ groups }, part) => slicePage(groups, part),
      spreadsheetUrl: ({ id }) => `/questions/${id}/spreadsheet`,
    },
    QuestionPage: {
      questions: ({ log, filter, limit, offset }, _args, context) =>
        questions.page(actorOf(context), log.id, { filter, limit, offset }),
      count: async (page, _args, context) => (await counts(context).load(page)).count,
      counts: async (page, _args, context) => (await counts(context).load(page)).counts,
      place: ({ log, filter }, { number }, context) => questions.place(actorOf(context), log, filter, number),
    },
    Question: {
      categories: async ({ id }, part, context) => slicePage(await categories(context).load(id), part),
      topics: async ({ id }, part, context) => slicePage(await topics(context).load(id), part),
      projects: async ({ id }, part, context) => slicePage(await projects(context).load(id), part),
      portfolios: async ({ id }, part, context) => slicePage(await portfolios(context).load(id), part),
      followUps: (question, _args, context) =>
        question.parentId === null ? followUps(context).load(question) : [],
    },
  }
}
