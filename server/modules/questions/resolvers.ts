import DataLoader from 'dataloader'
import { fieldErrorsOf } from '../../access/errors.ts'
import { actorOf, type Context, perRequest } from '../../contracts/context.ts'
import { pageOf, searchOf, slicePage } from '../../contracts/pages.ts'
import type { Resolvers } from '../../schema.generated.ts'
import type { LogRow, PageRow, QuestionRow, Questions } from './index.ts'
import { limitsOf } from './limits.ts'

/** A loader by question, of the rows that a request asks for together. */
const byQuestion = <Row>(read: (context: Context, ids: readonly string[]) => Promise<Row[]>) =>
  perRequest((context) => new DataLoader((ids: readonly string[]) => read(context, ids)))

export function createQuestionResolvers(questions: Questions): Resolvers {
  const { naming, writing } = questions
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
  /** A loader of what a row decides with the actor, of the rows that a request asks for together. */
  const ofRow = <Row extends { id: string }, Value>(
    read: (context: Context, rows: readonly Row[]) => Promise<readonly Value[]>,
  ) =>
    perRequest(
      (context) =>
        new DataLoader((rows: readonly Row[]) => read(context, rows), { cacheKeyFn: ({ id }) => id }),
    )
  const askers = ofRow((_context, rows: readonly QuestionRow[]) => naming.askersOf(rows))
  const parties = ofRow((_context, rows: readonly QuestionRow[]) => naming.partiesOfQuestions(rows))
  const texts = ofRow((context, rows: readonly QuestionRow[]) => naming.textsOf(actorOf(context), rows))
  const documents = {
    ofQuestion: ofRow((context, rows: readonly QuestionRow[]) =>
      naming.documentsOf(actorOf(context), rows, false),
    ),
    ofAnswer: ofRow((context, rows: readonly QuestionRow[]) =>
      naming.documentsOf(actorOf(context), rows, true),
    ),
  }
  const readers = ofRow((context, rows: readonly LogRow[]) => naming.readers(actorOf(context), rows))
  const partiesOfLog = ofRow((context, rows: readonly LogRow[]) => naming.partiesIn(actorOf(context), rows))
  const askersOfLog = ofRow((context, rows: readonly LogRow[]) => naming.askersIn(actorOf(context), rows))
  const left = ofRow((context, rows: readonly LogRow[]) => naming.left(actorOf(context), rows))
  const counts = perRequest(
    (context) =>
      new DataLoader(
        (pages: readonly PageRow[]) =>
          Promise.all(pages.map((page) => questions.counts(actorOf(context), page.log, page))),
        { cacheKeyFn: ({ log, filter, search }) => `${log.id} ${filter} ${JSON.stringify(search)}` },
      ),
  )
  const withErrors = async (work: () => Promise<LogRow>) => {
    try {
      return { questionLog: await work(), errors: [] }
    } catch (error) {
      return { questionLog: null, errors: fieldErrorsOf(error) }
    }
  }
  const answered = async (work: Promise<QuestionRow>) => ({ question: await work })
  return {
    Query: {
      questions: (_root, { logId, ...page }, context) =>
        questions.page(actorOf(context), logId, { filter: 'ALL', parentsOnly: true, ...pageOf(page) }),
      questionPage: async (_root, { logId, filter, search, ordering, ...page }, context) => ({
        log: await questions.log(actorOf(context), logId),
        filter: filter ?? 'OPEN',
        search,
        ordering,
        ...pageOf(page),
      }),
      question: (_root, { questionId }, context) => questions.question(actorOf(context), questionId),
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
      createQuestionLog: (_root, { subjectType, subjectId, limits, ...settings }, context) => {
        const kind = subjectType === 'PORTFOLIO' ? 'portfolio' : 'holdingCompany'
        return withErrors(async () =>
          questions.createLog(
            actorOf(context),
            { kind, id: subjectId },
            { ...settings, limits: limitsOf(limits) },
          ),
        )
      },
      updateQuestionLog: (_root, { logId, limits, ...settings }, context) =>
        withErrors(async () =>
          questions.updateLog(actorOf(context), logId, { ...settings, limits: limitsOf(limits) }),
        ),
      createQuestion: (_root, { logId, categoryIds, topicIds, projectIds, portfolioIds, draft }, context) =>
        answered(
          writing.create(actorOf(context), logId, {
            categoryIds: categoryIds ?? [],
            topicIds: topicIds ?? [],
            projectIds: projectIds ?? [],
            portfolioIds: portfolioIds ?? [],
            draft: draft ?? false,
          }),
        ),
      updateQuestion: (_root, { questionId, ...input }, context) =>
        answered(writing.update(actorOf(context), questionId, input)),
      addFollowUpQuestion: (_root, { questionId, draft }, context) =>
        answered(writing.followUp(actorOf(context), questionId, { draft: draft ?? false })),
      updateQuestionAnswer: (_root, { questionId, body, ...input }, context) =>
        answered(writing.answer(actorOf(context), questionId, { body, ...input })),
      askQuestion: (_root, { questionId }, context) => writing.ask(actorOf(context), questionId),
      discardQuestion: async (_root, { questionId }, context) => {
        await writing.discard(actorOf(context), questionId)
        return { success: true, errors: [] }
      },
      publishAnswer: (_root, { questionId, revision }, context) =>
        writing.publishAnswer(actorOf(context), questionId, revision),
      publishToEverybody: (_root, { questionId, ...texts }, context) =>
        writing.publishToEverybody(actorOf(context), questionId, texts),
      setQuestionDocuments: (_root, { questionId, ...input }, context) =>
        writing.setDocuments(actorOf(context), questionId, input),
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
      visibility: ({ eachParty }) => (eachParty ? 'EACH_PARTY' : 'ALL'),
      limits: (log) => log,
      readers: (log, _args, context) => readers(context).load(log),
      parties: (log, _args, context) => partiesOfLog(context).load(log),
      askers: async (log, _args, context) =>
        (await askersOfLog(context).load(log)).map(({ id, name }) => ({ id, fullName: name })),
    },
    QuestionLimits: {
      total: ({ limits }) => limits.total,
      perDay: ({ limits }) => limits.perDay,
      perParty: ({ limits }) => limits.perParty,
      endsAt: ({ limits }) => limits.endsAt,
      left: (log, _args, context) => left(context).load(log),
    },
    QuestionPage: {
      questions: ({ log, ...query }, _args, context) => questions.page(actorOf(context), log.id, query),
      count: async (page, _args, context) => (await counts(context).load(page)).count,
      counts: async (page, _args, context) => (await counts(context).load(page)).counts,
      place: ({ log, ...query }, { number }, context) =>
        questions.place(actorOf(context), log, query, number),
    },
    Question: {
      categories: async ({ id }, part, context) => slicePage(await categories(context).load(id), part),
      topics: async ({ id }, part, context) => slicePage(await topics(context).load(id), part),
      projects: async ({ id }, part, context) => slicePage(await projects(context).load(id), part),
      portfolios: async ({ id }, part, context) => slicePage(await portfolios(context).load(id), part),
      followUps: (question, _args, context) =>
        question.parentId === null ? followUps(context).load(question) : [],
      askedBy: (question, _args, context) => askers(context).load(question),
      party: (question, _args, context) => parties(context).load(question),
      answerDraft: ({ answerDraft }) => answerDraft?.body ?? null,
      answerDraftRevision: ({ answerDraft }) => answerDraft?.revision ?? null,
      documents: (question, { ofAnswer }, context) =>
        documents[ofAnswer ? 'ofAnswer' : 'ofQuestion'](context).load(question),
      texts: (question, _args, context) => texts(context).load(question),
    },
  }
}
