import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { richTextOf } from '../../../shared/richText.ts'
import { type Answer, type Answers, by, refused, renderAt, setWindowWidth } from '../../testing/renderAt.tsx'
import {
  ADDRESS,
  answered,
  BIDDER,
  type GivenQuestion,
  logOf,
  MANAGER,
  named,
  questionOf,
  room,
} from './questions.fixture.ts'

beforeEach(() => setWindowWidth(1440))
afterEach(() => window.localStorage.clear())

const open = (answers: Answers) => ({ ...renderAt(ADDRESS, answers), user: userEvent.setup() })
const opened = () => {
  const found = document.querySelector<HTMLElement>('[data-opened]')
  if (!found) throw new Error('No row is open')
  return within(found)
}
const EACH = logOf('General', { visibility: 'EACH_PARTY' })

test('QA-41 the head says who reads, to a party, to the deal team, and where all read', async () => {
  for (const [log, permissions, said] of [
    [EACH, BIDDER, 'Read by you and the deal team'],
    [EACH, MANAGER, 'Each party sees its own questions'],
    [logOf('General'), BIDDER, 'Read by everybody with this log, without names'],
  ] as const) {
    const { unmount } = open(room({ logs: [log], permissions }))
    await screen.findByText(said)
    unmount()
  }
})

test('QA-43 a new question is a draft without a number until Ask is pressed', async () => {
  const draft = questionOf('', { body: richTextOf('Half'), more: { id: 'draft-1', isDraft: true } })
  const asked = { ...draft, number: '1', isDraft: false }
  let questions: readonly GivenQuestion[] = []
  let drafts: unknown = null
  const CreateQuestion = by(() => {
    questions = [draft]
    return answered('createQuestion', 'CreateQuestionPayload', draft)
  })
  const AskQuestion = by((variables): Answer => {
    drafts = variables.questionId
    questions = [asked]
    return { data: { askQuestion: asked } }
  })
  const { user } = open({
    ...room({ logs: [EACH], questions: () => questions }),
    CreateQuestion,
    AskQuestion,
  })
  await user.click((await screen.findAllByRole('button', { name: 'New question' }))[0] as HTMLElement)
  await waitFor(() => opened().getByText('Draft'))
  await opened().findByRole('textbox', { name: 'Draft' })
  expect(opened().queryByRole('button', { name: /Close Question|Mark/ })).toBeNull()
  await user.click(opened().getByRole('button', { name: 'Ask' }))
  await waitFor(() => expect(drafts).toBe('draft-1'))
  await waitFor(() => opened().getByText('1'))
  expect(opened().queryByRole('button', { name: 'Ask' })).toBeNull()
})

test('FIND-17 words that an address brings become a draft once, which is asked by its button alone', async () => {
  const draft = questionOf('', { body: null, more: { id: 'draft-1', isDraft: true } })
  let questions: readonly GivenQuestion[] = []
  const sent: unknown[] = []
  const page = renderAt(`${ADDRESS}?ask=merchant+tail`, {
    ...room({ logs: [EACH], questions: () => questions }),
    CreateQuestion: by(() => {
      sent.push('created')
      questions = [draft]
      return answered('createQuestion', 'CreateQuestionPayload', draft)
    }),
    WriteQuestion: by(({ questionId, body, revision }) => {
      sent.push([questionId, body, revision])
      const written = { ...draft, body: body as typeof draft.body, bodyRevision: 2 }
      questions = [written]
      return answered('updateQuestion', 'UpdateQuestionPayload', written)
    }),
  })
  await waitFor(() => expect(page.router.state.location.search).toBe('?question=draft-1'))
  await waitFor(() => opened().getByText('Draft'))
  const editor = await opened().findByRole('textbox', { name: 'Draft' })
  expect(editor.textContent).toBe('merchant tail')
  expect(opened().getByRole('button', { name: 'Ask' })).toBeTruthy()
  expect(sent).toEqual(['created', ['draft-1', richTextOf('merchant tail'), 1]])
})

test('FIND-17 who may not ask gets no draft of an address', async () => {
  // A mutation that is not scripted here would fail the test.
  const page = renderAt(
    `${ADDRESS}?ask=merchant+tail`,
    room({ logs: [EACH], permissions: ['QUESTIONS_VIEW'] }),
  )
  await waitFor(() => expect(page.router.state.location.search).toBe(''))
  expect(screen.queryByRole('button', { name: 'New question' })).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('QA-44 the draft of an answer stands beside what is published, and is published by a button', async () => {
  const question = questionOf('1', {
    answer: 'About $75',
    more: { answerDraft: richTextOf('About $80'), answerDraftRevision: 4, party: 'Alder' },
  })
  const sent: unknown[] = []
  const PublishAnswer = by((variables): Answer => {
    sent.push(variables.revision)
    return { data: { publishAnswer: { ...question, answerDraft: null, answerDraftRevision: null } } }
  })
  const { user } = open({
    ...room({ logs: [EACH], permissions: MANAGER, questions: () => [question] }),
    PublishAnswer,
  })
  await user.click(await screen.findByText('Text of 1'))
  await opened().findByRole('textbox', { name: 'Answer to question 1' })
  within(opened().getByRole('group', { name: 'Published answer to question 1' })).getByText('About $75')
  await user.click(opened().getByRole('button', { name: 'Publish answer' }))
  await waitFor(() => expect(sent).toEqual([4]))
})

test('QA-45 another party’s question offers nothing to change', async () => {
  const question = questionOf('1', { categories: ['Offtake'], more: { canChange: false } })
  const { user } = open(room({ questions: () => [question] }))
  await user.click(await screen.findByText('Text of 1'))
  await opened().findByRole('button', { name: 'Add follow-up' })
  expect(opened().queryByRole('textbox')).toBeNull()
  expect(opened().queryByRole('button', { name: /Close Question|Mark|Remove|Add category/ })).toBeNull()
})

test('QA-42 QA-46 the deal team is told the party and who asked, in columns and beside the number; others have no such columns', async () => {
  const question = questionOf('1', {
    more: {
      party: 'Alder Capital',
      askedBy: { __typename: 'QuestionAsker', fullName: 'Ada Alder', company: 'Alder Inc.' },
    },
  })
  const questions = () => [question]
  const { unmount } = open(room({ logs: [EACH], permissions: MANAGER, questions }))
  const cells = within((await screen.findByText('Ada Alder')).closest('tr') as HTMLElement)
  cells.getByText('Alder Inc.')
  expect(cells.getAllByText('Alder Capital').length).toBeGreaterThan(0)
  screen.getByRole('columnheader', { name: /Asked by/ })
  unmount()
  open(room({ logs: [EACH], questions: () => [questionOf('1')] }))
  await screen.findByText('Text of 1')
  expect(screen.queryByRole('columnheader', { name: /Asked by|Party/ })).toBeNull()
})

test('QA-49 who is near a limit sees how many are left', async () => {
  const LogHead = {
    data: {
      questionLog: {
        __typename: 'QuestionLog',
        id: 'log-General',
        readers: null,
        limits: { __typename: 'QuestionLimits', left: 2 },
        parties: [],
        askers: [],
      },
    },
  }
  open({ ...room({ logs: [EACH] }), LogHead })
  await screen.findByText('2 questions left')
})

test('QA-32 of two quick changes of categories one that fails is taken back alone', async () => {
  const question = questionOf('1')
  let refuse: (() => void) | undefined
  const AddQuestionCategory = by(async (variables): Promise<Answer> => {
    if (variables.id === 'QuestionCategory-Offtake') {
      await new Promise<void>((resolve) => {
        refuse = resolve
      })
      return refused('INTERNAL', 'Try again later.')
    }
    return answered('addQuestionCategory', 'AddQuestionCategoryPayload', {
      ...question,
      categories: named('QuestionCategory', 'Title'),
    } as GivenQuestion)
  })
  const { user } = open({ ...room({ questions: () => [question] }), AddQuestionCategory })
  await user.click(await screen.findByText('Text of 1'))
  for (const name of ['Offtake', 'Title']) {
    await user.click(await opened().findByRole('button', { name: 'Add category' }))
    await user.type(await opened().findByRole('combobox', { name: 'Add category' }), name.slice(0, 3))
    await user.click(await screen.findByRole('option', { name }))
  }
  await waitFor(() => opened().getByRole('button', { name: 'Remove Title' }))
  refuse?.()
  await screen.findByText('Try again later.')
  opened().getByRole('button', { name: 'Remove Title' })
  expect(opened().queryByRole('button', { name: 'Remove Offtake' })).toBeNull()
})

const file = (id: string, name: string, number: string | null = null) => ({
  __typename: 'Document',
  id,
  name,
  number,
  fileType: 'FILE',
  treeId: 'tree',
})
const documentsOf = (questionId: unknown, documents: readonly object[]) => ({
  __typename: 'Question',
  id: questionId,
  documents,
  answerDocuments: [],
})

test('QA-50 documents of the room are chosen folder by folder, open by their links, and are taken away; who may not change the question is offered their links alone', async () => {
  let documents: readonly ReturnType<typeof file>[] = []
  const sent: unknown[] = []
  const folder = (id: string, name: string, parent: string | null, children: readonly object[]) => ({
    data: {
      document: {
        __typename: 'Document',
        id,
        name,
        fileType: 'FOLDER',
        childCount: children.length,
        ancestors: parent === null ? [] : [{ __typename: 'Document', id: parent, name: 'Documents' }],
        children,
      },
    },
  })
  const answers: Answers = {
    ...room({ permissions: [...BIDDER, 'DOCUMENTS_VIEW'], questions: () => [questionOf('1')] }),
    QuestionDocuments: by(({ questionId }) => ({ data: { question: documentsOf(questionId, documents) } })),
    PickedFolder: by(({ documentId }) =>
      documentId === null
        ? folder('root', 'Documents', null, [{ ...file('title', 'Title'), fileType: 'FOLDER' }])
        : folder('title', 'Title', 'root', [file('deed', 'deed.pdf'), file('survey', 'survey.pdf')]),
    ),
    SetQuestionDocuments: by(({ questionId, documentIds }): Answer => {
      sent.push(documentIds)
      documents = (documentIds as string[]).map((id) => file(id, `${id}.pdf`))
      return { data: { setQuestionDocuments: documentsOf(questionId, documents) } }
    }),
  }
  const { user, unmount } = open(answers)
  await user.click(await screen.findByText('Text of 1'))
  await user.click(await opened().findByRole('button', { name: 'Add document to question 1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add documents' }))
  await user.click(await dialog.findByRole('button', { name: 'Open Title' }))
  await user.click(await dialog.findByRole('button', { name: 'Choose deed.pdf' }))
  const chosen = await dialog.findByRole('button', { name: 'Choose deed.pdf' })
  await waitFor(() => expect(chosen.hasAttribute('disabled')).toBe(true))
  await user.click(dialog.getByRole('button', { name: 'Choose survey.pdf' }))
  await waitFor(() => expect(sent).toEqual([['deed'], ['deed', 'survey']]))
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  const list = within(await opened().findByRole('list', { name: 'Documents of question 1' }))
  expect(list.getByRole('link', { name: /deed\.pdf/ }).getAttribute('href')).toMatch(/\/storage\/\w+\/deed$/)
  await user.click(list.getByRole('button', { name: 'Remove deed.pdf' }))
  await waitFor(() => expect(sent.at(-1)).toEqual(['survey']))
  unmount()

  const others = questionOf('1', { more: { canChange: false } })
  const reading = open({
    ...answers,
    ...room({ permissions: [...BIDDER, 'DOCUMENTS_VIEW'], questions: () => [others] }),
    QuestionDocuments: answers.QuestionDocuments as Answer,
  })
  await reading.user.click(await screen.findByText('Text of 1'))
  await opened().findByRole('link', { name: /survey\.pdf/ })
  expect(opened().queryByRole('button', { name: /Remove|Add document/ })).toBeNull()
})

test('documents that a question names stand behind their numbers in a numbered room', async () => {
  const named = documentsOf('1', [file('deed', 'deed.pdf', '2.3'), file('survey', 'survey.pdf')])
  const { user } = open({
    ...room({ questions: () => [questionOf('1')] }),
    QuestionDocuments: by(({ questionId }) => ({ data: { question: { ...named, id: questionId } } })),
  })
  await user.click(await screen.findByText('Text of 1'))
  const list = within(await opened().findByRole('list', { name: 'Documents of question 1' }))
  expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'PDF2.3 deed.pdf',
    'PDFsurvey.pdf',
  ])
})

test('QA-32 one click on the button of a category leads to the list of them', async () => {
  const { user } = open(room({ questions: () => [questionOf('1')] }))
  await user.click(await screen.findByText('Text of 1'))
  await user.click(await opened().findByRole('button', { name: 'Add category' }))
  await screen.findByRole('option', { name: 'Offtake' })
})

test('QA-44 the row of a question says to the deal team that there is a draft of an answer', async () => {
  const drafted = questionOf('1', { more: { answerDraft: richTextOf('About'), answerDraftRevision: 1 } })
  open(room({ permissions: MANAGER, questions: () => [drafted, questionOf('2')] }))
  const row = (await screen.findByText('Text of 1')).closest('tr') as HTMLElement
  within(row).getByText('Answer draft')
  const other = screen.getByText('Text of 2').closest('tr') as HTMLElement
  expect(within(other).queryByText('Answer draft')).toBeNull()
})

test('QA-48 in a log of parties what was published to everybody says so beside its number', async () => {
  const asker = { __typename: 'QuestionAsker', fullName: 'Ada Alder', company: null }
  const own = questionOf('1', { more: { askedBy: asker } })
  const published = questionOf('2', { more: { canChange: false } })
  open(room({ logs: [EACH], questions: () => [own, published] }))
  const rowOf = (text: string) => within(screen.getByText(text).closest('tr') as HTMLElement)
  await screen.findByText('Text of 1')
  rowOf('Text of 2').getByText('For everybody')
  expect(rowOf('Text of 1').queryByText('For everybody')).toBeNull()
})

test('QA-21 QA-43 where all of a log is new but the own drafts no badge says it of each row', async () => {
  const fresh = ['1', '2', '3', '4'].map((number) => questionOf(number, { more: { firstViewedAt: null } }))
  const draft = questionOf('', { body: richTextOf('Half'), more: { id: 'draft-1', isDraft: true } })
  const counts = { __typename: 'QuestionCounts', open: 5, closed: 0, priority: 0, all: 5, answered: 0 }
  const page = (fresh: number) => ({
    data: { questionPage: { __typename: 'QuestionPage', counts: { ...counts, new: fresh } } },
  })
  const shown = (fresh: number, questions: readonly GivenQuestion[]) =>
    open({ ...room({ logs: [EACH], questions: () => questions }), QuestionCounts: page(fresh) })
  const { unmount } = shown(4, [draft, ...fresh])
  await screen.findByText('Text of 4')
  await waitFor(() => expect(screen.queryAllByText('New', { selector: 'td *' })).toEqual([]))
  unmount()
  shown(3, [questionOf('5'), ...fresh.slice(1)])
  await screen.findByText('Text of 5')
  await waitFor(() => expect(screen.queryAllByText('New', { selector: 'td *' })).toHaveLength(3))
})
