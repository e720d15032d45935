import { richTextOf } from '../../../shared/richText.ts'
import type { Persona } from '../world.ts'
import { ADMINS, allowed, EDITORS, lacking, list, MEMBERS, names, object, READERS, type Row } from './row.ts'

/** Who holds QUESTIONS_EDIT on the portfolio. */
const ASKING: readonly Persona[] = [...ADMINS, 'contributor', 'bidder', 'rival']
/** Whose the question of the matrix is, which the deal team asked (QA-45). */
const CHANGING: readonly Persona[] = [...ADMINS, 'contributor']
/** Who sees the log that is restricted to the bidder's group. */
const IN_CLOSED: readonly Persona[] = [...ADMINS, 'bidder']

/** A log is not there for who lacks QUESTIONS_VIEW; who sees it learns that they lack another right. */
const among = (those: readonly Persona[]) =>
  allowed(those, { FORBIDDEN: READERS.filter((each) => !those.includes(each)) })

const QUESTION = '{ number body answer { body } categories { name } projects { name } }'
const isMatrixQuestion = (question: Record<string, unknown> | undefined): boolean =>
  question?.number === '1' &&
  JSON.stringify(question.body).includes('Matrix log question') &&
  JSON.stringify(question.answer).includes('Matrix log answer')
const question = (data: unknown) => object(object(data).question)

/** A change of the open question by the call of its field. */
const change = (
  field: string,
  those: readonly Persona[],
  { more = '', given = '', variables = {} }: { more?: string; given?: string; variables?: Variables } = {},
): Row => ({
  field: `Mutation.${field}`,
  title: 'is for who may write in a log that they see (API-142)',
  query: `mutation($id: ID!${more}) { ${field}(questionId: $id${given}) { question { id } } }`,
  variables: (world) => ({
    id: world.question,
    ...Object.fromEntries(Object.entries(variables).map(([name, of]) => [name, of(world)])),
  }),
  expected: among(those),
  holds: (data, _persona, world) => field === 'addFollowUpQuestion' || question(data).id === world.question,
})
type Variables = Readonly<Record<string, (world: Parameters<Row['variables']>[0]) => unknown>>

const choice = (field: string, name: string, of: Variables[string], those = CHANGING): Row =>
  change(field, those, { more: `, $${name}: ID!`, given: `, ${name}: $${name}`, variables: { [name]: of } })

/** Q&A logs and their questions (ORG-60 to ORG-63). */
export const QUESTION_ROWS: readonly Row[] = [
  {
    field: 'Query.portfolio',
    title:
      'has the logs that one sees, restricted ones for their groups (QA-14), which they alone are named (QA-13)',
    query: 'query($id: ID!) { portfolio(id: $id) { qAndALogs { name groups { name } spreadsheetUrl } } }',
    variables: ({ portfolio }) => ({ id: portfolio.id }),
    expected: allowed(MEMBERS),
    holds: (data, persona) => {
      const logs = list(object(data).qAndALogs)
      const expected = READERS.includes(persona)
        ? ['Matrix log', ...(IN_CLOSED.includes(persona) ? ['Bidder log'] : [])]
        : []
      return (
        names(logs).join() === expected.join() &&
        (logs[1] === undefined || names(logs[1].groups).join() === 'Group of bidder')
      )
    },
  },
  {
    field: 'Query.question',
    title: 'is there for who sees its log; its history is for the deal team (QA-47)',
    query: `query($id: ID!) { question(questionId: $id) ${QUESTION.replace('{ number', '{ texts { by } number')} }`,
    variables: (world) => ({ id: world.question }),
    expected: allowed(READERS),
    holds: (data, persona) =>
      isMatrixQuestion(object(data)) && list(object(data).texts).length > 0 === EDITORS.includes(persona),
  },
  {
    field: 'Query.questionLog',
    title: 'is there for who sees questions',
    query: 'query($id: ID!) { questionLog(logId: $id) { name restricted groups { name } } }',
    variables: ({ log }) => ({ id: log }),
    expected: allowed(READERS),
    holds: (data) => object(data).name === 'Matrix log' && list(object(data).groups).length === 0,
  },
  {
    field: 'Query.questionLog',
    title: 'that is restricted is there for its groups and who administers logs (QA-14)',
    query: 'query($id: ID!) { questionLog(logId: $id) { name } }',
    variables: ({ closedLog }) => ({ id: closedLog }),
    expected: allowed(IN_CLOSED),
    holds: (data) => object(data).name === 'Bidder log',
  },
  {
    field: 'Query.questions',
    title: 'of a log are for who sees it (ORG-60)',
    query: `query($id: ID!) { questions(logId: $id) ${QUESTION} }`,
    variables: ({ log }) => ({ id: log }),
    expected: allowed(READERS),
    holds: (data) => isMatrixQuestion(list(data)[0]),
  },
  {
    field: 'Query.questionPage',
    title: 'counts and lists what each sees',
    query: `query($id: ID!) { questionPage(logId: $id, filter: ALL) { count counts { answered } questions ${QUESTION} } }`,
    variables: ({ log }) => ({ id: log }),
    expected: allowed(READERS),
    holds: (data) =>
      object(data).count === 1 &&
      object(object(data).counts).answered === 1 &&
      isMatrixQuestion(list(object(data).questions)[0]),
  },
  ...(['questions', 'questionPage', 'questionCategories', 'questionTopics'] as const).map(
    (field): Row => ({
      field: `Query.${field}`,
      title: 'of a restricted log are for its groups and who administers logs (QA-14)',
      query: `query($id: ID!) { ${field}(logId: $id) { __typename } }`,
      variables: ({ closedLog }) => ({ id: closedLog }),
      expected: allowed(IN_CLOSED),
      holds: (data) => Array.isArray(data) || object(data).__typename === 'QuestionPage',
    }),
  ),
  ...(['questionCategories', 'questionTopics'] as const).map(
    (field): Row => ({
      field: `Query.${field}`,
      title: 'of a log are for who sees it',
      query: `query($id: ID!) { ${field}(logId: $id) { id name } }`,
      variables: ({ log }) => ({ id: log }),
      expected: allowed(READERS),
      holds: (data, _persona, { category, topic }) => [category, topic].includes(String(list(data)[0]?.id)),
    }),
  ),
  ...(['questionProjects', 'questionPortfolios'] as const).flatMap((field): Row[] => [
    {
      field: `Query.${field}`,
      title: 'of a restricted log are for its groups and who administers logs (QA-14)',
      query: `query($id: ID!) { ${field}(logId: $id) { id } }`,
      variables: ({ closedLog }) => ({ id: closedLog }),
      expected: allowed(IN_CLOSED),
      holds: (data) => Array.isArray(data),
    },
    {
      field: `Query.${field}`,
      title: 'of a log are for who sees it',
      query: `query($id: ID!) { ${field}(logId: $id, search: "a") { id } }`,
      variables: ({ log }) => ({ id: log }),
      expected: allowed(READERS),
      holds: (data) => Array.isArray(data),
    },
  ]),
  {
    field: 'Mutation.createQuestionLog',
    title: 'is for who administers logs (ORG-63)',
    query:
      'mutation($id: ID!) { createQuestionLog(subjectType: PORTFOLIO, subjectId: $id, name: "Another", restricted: true, groupIds: []) { questionLog { name } errors { message } } }',
    variables: ({ bare }) => ({ id: bare.id }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => object(object(data).questionLog).name === 'Another',
  },
  {
    field: 'Mutation.updateQuestionLog',
    title: 'is for who administers logs: a bidder must not open a restricted one (QA-13)',
    query:
      'mutation($id: ID!, $group: ID!) { updateQuestionLog(logId: $id, name: "Bidder log", restricted: true, groupIds: [$group]) { questionLog { name } errors { message } } }',
    variables: ({ closedLog, bidderGroup }) => ({ id: closedLog, group: bidderGroup }),
    expected: allowed(ADMINS, { FORBIDDEN: ['bidder'] }),
    holds: (data) => object(object(data).questionLog).name === 'Bidder log',
  },
  {
    field: 'Mutation.createQuestion',
    title: 'is for who asks (ORG-61)',
    query: 'mutation($id: ID!) { createQuestion(logId: $id) { question { number isClosed } } }',
    variables: ({ log }) => ({ id: log }),
    expected: among(ASKING),
    holds: (data) => Number(question(data).number) > 1 && question(data).isClosed === false,
  },
  {
    field: 'Mutation.updateQuestion',
    title: 'of a restricted log is for its groups and who administers logs',
    query:
      'mutation($id: ID!) { updateQuestion(questionId: $id, isPriority: true) { question { isPriority } } }',
    variables: ({ closedQuestion }) => ({ id: closedQuestion }),
    expected: allowed(ADMINS, { FORBIDDEN: ['bidder'] }),
    holds: (data) => question(data).isPriority === true,
  },
  change('updateQuestion', CHANGING, { given: ', isPriority: true' }),
  change('addFollowUpQuestion', ASKING),
  {
    ...change('updateQuestionAnswer', ADMINS, { given: ', body: null' }),
    title: 'is for who answers (ORG-62)',
  },
  {
    field: 'Mutation.publishAnswer',
    title: 'is for who answers, where there is a draft (QA-44)',
    query: 'mutation($id: ID!) { publishAnswer(questionId: $id, revision: 1) { id } }',
    variables: (world) => ({ id: world.question }),
    expected: allowed([], {
      BAD_USER_INPUT: ADMINS,
      FORBIDDEN: READERS.filter((each) => !ADMINS.includes(each)),
    }),
    holds: () => false,
  },
  {
    field: 'Mutation.publishToEverybody',
    title: 'is for who answers and administers logs (QA-48)',
    query: `mutation($id: ID!, $text: JSON!) {
      publishToEverybody(questionId: $id, body: $text, answer: $text) { canChange party askedBy { fullName } }
    }`,
    variables: (world) => ({ id: world.question, text: richTextOf('For all') }),
    expected: among(ADMINS),
    holds: (data) => object(data).party === null && object(data).askedBy === null,
  },
  {
    field: 'Mutation.askQuestion',
    title: 'is for drafts of who asks (QA-43)',
    query: 'mutation($id: ID!) { askQuestion(questionId: $id) { id } }',
    variables: (world) => ({ id: world.question }),
    expected: allowed([], {
      CONFLICT: ASKING,
      FORBIDDEN: READERS.filter((each) => !ASKING.includes(each)),
    }),
    holds: () => false,
  },
  {
    field: 'Mutation.discardQuestion',
    title: 'is for drafts alone (QA-43)',
    query: 'mutation($id: ID!) { discardQuestion(questionId: $id) { success } }',
    variables: (world) => ({ id: world.question }),
    expected: allowed([], { CONFLICT: READERS }),
    holds: () => false,
  },
  {
    field: 'Mutation.setQuestionDocuments',
    title: 'is for whose question it is (QA-45, QA-50)',
    query:
      'mutation($id: ID!) { setQuestionDocuments(questionId: $id, ofAnswer: false, documentIds: []) { id } }',
    variables: (world) => ({ id: world.question }),
    expected: among(CHANGING),
    holds: (data, _persona, world) => object(data).id === world.question,
  },
  choice('addQuestionCategory', 'categoryId', ({ category }) => category),
  choice('removeQuestionCategory', 'categoryId', ({ category }) => category),
  choice('addQuestionTopic', 'topicId', ({ topic }) => topic),
  choice('removeQuestionTopic', 'topicId', ({ topic }) => topic),
  choice('addQuestionProject', 'projectId', ({ project }) => project),
  choice('removeQuestionProject', 'projectId', ({ project }) => project),
  {
    ...choice('addQuestionPortfolio', 'portfolioId', ({ portfolio }) => portfolio.id, []),
    title: 'finds none in the log of a portfolio (QA-32)',
    expected: allowed([], { FORBIDDEN: ['viewer', 'bidder', 'rival'] }),
  },
  choice('removeQuestionPortfolio', 'portfolioId', ({ portfolio }) => portfolio.id),
  change('addAllQuestionProjects', CHANGING),
  change('removeAllQuestionProjects', CHANGING),
  change('addAllQuestionPortfolios', CHANGING),
  change('removeAllQuestionPortfolios', CHANGING),
]
