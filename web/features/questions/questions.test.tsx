import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Answer, type Answers, by, refused, renderAt, setWindowWidth } from '../../testing/renderAt.tsx'
import {
  ADDRESS,
  answered,
  BIDDER,
  type GivenQuestion,
  logOf,
  MANAGER,
  questionOf,
  room,
} from './questions.fixture.ts'

beforeEach(() => setWindowWidth(1440))
afterEach(() => window.localStorage.clear())

const open = (answers: Answers, address = ADDRESS) => ({
  ...renderAt(address, answers),
  user: userEvent.setup(),
})
const row = async (text: string) => {
  const found = (await screen.findByText(text)).closest('tr')
  if (!found) throw new Error(`${text} stands in no row`)
  return within(found)
}
const filter = (name: string) =>
  within(screen.getByRole('group', { name: 'Status' })).getByRole<HTMLButtonElement>('button', {
    name: new RegExp(`^${name}`),
  })
const opened = () => {
  const found = document.querySelector<HTMLElement>('[data-opened]')
  if (!found) throw new Error('No row is open')
  return within(found)
}

test('QA-01 the first log stands where the address names none; an unknown one is not found', async () => {
  const logs = [logOf('General'), logOf('Lenders', { restricted: true })]
  const { user, router } = open(room({ logs }))
  await user.click(await screen.findByRole('button', { name: 'General' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Lenders' }))
  await screen.findByRole('button', { name: 'Lenders' })
  expect(router.state.location.search).toBe('?logId=log-Lenders')
  screen.getByText('Restricted')
  await router.navigate(`${ADDRESS}?logId=log-other`)
  await screen.findByText('Error 404 to be precise.')
})

test.each([
  ['without QUESTIONS_VIEW', { permissions: ['DEALROOM_VIEW'] } as const],
  ['with Q&A off', { enableQAndA: false }],
])('PORT-06 PORT-40 QA-37 %s there is neither tab nor page', async (_case, given) => {
  open(room(given))
  await screen.findByText('Error 404 to be precise.')
  expect(screen.queryByRole('link', { name: 'Q&A' })).toBeNull()
})

test('QA-04 QA-11 without logs the page says so, and who administers them is led to add one', async () => {
  open(room({ logs: [] }))
  await screen.findByText('No Q&A logs available')
  expect(screen.queryByText('Click to add log')).toBeNull()
})

test('QA-04 QA-08 QA-09 QA-10 QA-14 a log is added; what is wrong stands at its field, a failure at the name', async () => {
  const sent: Record<string, unknown>[] = []
  const CreateQuestionLog = by((variables): Answer => {
    sent.push(variables)
    return sent.length === 1
      ? {
          data: {
            createQuestionLog: {
              __typename: 'CreateQuestionLogPayload',
              questionLog: null,
              errors: [{ __typename: 'FieldError', field: 'name', message: 'There are 100 logs already.' }],
            },
          },
        }
      : refused('INTERNAL', 'A server error has occurred')
  })
  const LogGroups: Answer = {
    data: { groups: [{ __typename: 'UserGroup', id: 'group-1', name: 'Lenders' }] },
  }
  const { user } = open({ ...room({ logs: [], permissions: MANAGER }), CreateQuestionLog, LogGroups })
  await user.click(await screen.findByRole('button', { name: 'Click to add log' }))
  const dialog = within(await screen.findByRole('dialog', { name: /Add log/ }))
  const add = () => user.click(dialog.getByRole('button', { name: 'Add log' }))
  await user.click(dialog.getByRole('switch', { name: /Restricted/ }))
  await user.click(await dialog.findByRole('button', { name: /Add group/ }))
  await add()
  await dialog.findByText('Name is a required field')
  dialog.getByText('Please select a group.')
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Diligence')
  await user.click(dialog.getByRole('combobox', { name: 'Group' }))
  await user.click(await screen.findByRole('option', { name: 'Lenders' }))
  await add()
  await dialog.findByText('There are 100 logs already.')
  dialog.getByText('Unable to create question log. Please contact support@fund.example for assistance.')
  // An open log is sent without the groups that were chosen (QA-08).
  await user.click(dialog.getByRole('switch', { name: /Restricted/ }))
  await add()
  await waitFor(() => expect(sent).toHaveLength(2))
  await waitFor(() =>
    expect(dialog.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('true'),
  )
  expect(sent.map(({ name, restricted, groupIds }) => [name, restricted, groupIds])).toEqual([
    ['Diligence', true, ['group-1']],
    ['Diligence', false, []],
  ])
})

test('QA-05 QA-12 QA-13 everyone may open the settings of a log, read-only to most, and export it', async () => {
  const log = logOf('Lenders', {
    restricted: true,
    groups: [{ __typename: 'UserGroup', id: 'group-1', name: 'Bidder: Northwind' }],
  })
  const { user } = open(room({ logs: [log] }))
  await screen.findByText('Restricted to Bidder: Northwind')
  const link = screen.getByRole('link', { name: 'Export' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([log.spreadsheetUrl, '_blank'])
  await user.click(screen.getByRole('button', { name: 'Log settings' }))
  const dialog = within(await screen.findByRole('dialog', { name: /Log settings/ }))
  for (const field of await dialog.findAllByRole<HTMLInputElement>('textbox'))
    expect(field.readOnly).toBe(true)
  expect(dialog.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('QA-04 a log without questions says so', async () => {
  open(room())
  await screen.findByText('No questions so far')
  for (const name of ['Open', 'Closed', 'Priority', 'New', 'All']) {
    expect(filter(name).disabled || filter(name).getAttribute('aria-disabled') === 'true').toBe(true)
  }
})

const QUESTIONS = [
  questionOf('3', { isPriority: true, categories: ['Offtake'], projects: ['Cedar Bluff'], answer: 'Yes' }),
  questionOf('3.1', { parentId: 'question-3' }),
  questionOf('4', { isClosed: true, isPriority: true }),
]

test('QA-03 QA-17 QA-20 QA-28 open questions first, in the default columns; each filter counts what it shows', async () => {
  const { user, router } = open(room({ questions: () => QUESTIONS }))
  const first = await row('Text of 3')
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Number',
    'Status',
    'Category',
    'Project',
    'Question',
    'Answer',
    'Actions',
  ])
  first.getByText('Priority')
  first.getByText('Yes')
  expect(screen.queryByText('Text of 4')).toBeNull()
  await waitFor(() => expect(filter('All').textContent).toBe('All3'))
  expect(['Open', 'Closed', 'Priority', 'New'].map((name) => filter(name).textContent)).toEqual([
    'Open2',
    'Closed1',
    'Priority1',
    'New0',
  ])
  screen.getByText('3 questions, 1 answered')
  expect(filter('New').disabled).toBe(true)
  expect(filter('Open').getAttribute('aria-disabled')).toBe('true')
  await user.click(filter('Closed'))
  const closed = await row('Text of 4')
  // A closed question keeps its priority, and shows none (QA-20).
  closed.getByText('Closed')
  expect(closed.queryByText('Priority')).toBeNull()
  expect(router.state.location.search).toBe('?show=CLOSED')
})

test('QA-31 without the right to see answers there is no column of them', async () => {
  open(room({ questions: () => QUESTIONS, permissions: ['QUESTIONS_VIEW'] }))
  await screen.findByText('Text of 3')
  expect(screen.queryByRole('columnheader', { name: 'Answer' })).toBeNull()
  await screen.findByText('3 questions')
  expect(screen.queryByRole('button', { name: 'New question' })).toBeNull()
})

test('QA-19 QA-20 QA-24 QA-29 a question is closed immediately, is then read-only, and taken back where that is refused', async () => {
  let closes = 0
  const MarkQuestion = by((variables): Answer => {
    if (variables.isClosed === undefined) return refused('FORBIDDEN', 'You may not do this.')
    closes += 1
    return answered('updateQuestion', 'UpdateQuestionPayload', {
      ...QUESTIONS[0],
      isClosed: true,
    } as GivenQuestion)
  })
  const { user, router } = open({ ...room({ questions: () => QUESTIONS }), MarkQuestion })
  await user.click(await screen.findByText('Text of 3'))
  expect(router.state.location.search).toBe('?question=3')
  await user.click(opened().getByRole('button', { name: 'Mark Normal Priority' }))
  await screen.findByText('You may not do this.')
  opened().getByRole('button', { name: 'Mark Normal Priority' })
  await opened().findByRole('textbox', { name: 'Question 3' })
  // Answers are not this person's to write (QA-30).
  expect(opened().queryByRole('textbox', { name: /Answer/ })).toBeNull()
  await user.click(opened().getByRole('button', { name: 'Close Question' }))
  opened().getByText('Closed. Reopen to edit.')
  await waitFor(() => expect(closes).toBe(1))
  expect(opened().queryByRole('textbox')).toBeNull()
  expect(opened().queryByRole('button', { name: /Mark|Remove/ })).toBeNull()
  opened().getByRole('button', { name: 'Reopen Question' })
  opened().getByRole('button', { name: 'Add follow-up' })
})

test('QA-19 QA-28 a question is closed from its menu too, and leaves the open ones', async () => {
  let questions: readonly GivenQuestion[] = QUESTIONS
  const MarkQuestion = by(() => {
    const closed = { ...(QUESTIONS[0] as GivenQuestion), isClosed: true }
    questions = [closed, ...QUESTIONS.slice(1)]
    return answered('updateQuestion', 'UpdateQuestionPayload', closed)
  })
  const { user } = open({ ...room({ questions: () => questions }), MarkQuestion })
  await user.pointer({ keys: '[MouseRight]', target: await screen.findByText('Text of 3') })
  await user.click(await screen.findByRole('menuitem', { name: 'Close Question' }))
  await waitFor(() => expect(screen.queryByText('Text of 3')).toBeNull())
  await waitFor(() => expect(filter('Closed').textContent).toBe('Closed2'))
})

test('QA-34 a follow-up offers none of its own, and opens where it was asked', async () => {
  const followUp = questionOf('3.2', { parentId: 'question-3', body: null })
  let questions = QUESTIONS
  const AddFollowUpQuestion = by(() => {
    questions = [...QUESTIONS, followUp]
    return answered('addFollowUpQuestion', 'AddFollowUpQuestionPayload', followUp)
  })
  const { user, router } = open({ ...room({ questions: () => questions }), AddFollowUpQuestion })
  await user.click(await screen.findByText('Text of 3'))
  await user.click(opened().getByRole('button', { name: 'Add follow-up' }))
  await waitFor(() => expect(router.state.location.search).toBe('?question=3.2'))
  await waitFor(() => opened().getByText('3.2'))
  expect(opened().queryByRole('button', { name: 'Add follow-up' })).toBeNull()
  await opened().findByText('Last edit')
})

test('QA-32 QA-33 API-142 categories and projects are added by searching and taken away, projects all in one step too', async () => {
  const sent: string[] = []
  const change = (field: string, type: string) =>
    by((variables) => {
      sent.push(`${field} ${variables.id ?? ''}`)
      return answered(field, type, QUESTIONS[0] as GivenQuestion)
    })
  const { user } = open({
    ...room({ questions: () => QUESTIONS }),
    AddQuestionCategory: change('addQuestionCategory', 'AddQuestionCategoryPayload'),
    RemoveQuestionProject: change('removeQuestionProject', 'RemoveQuestionProjectPayload'),
    AddAllQuestionProjects: change('addAllQuestionProjects', 'AddAllQuestionProjectsPayload'),
  })
  await user.click(await screen.findByText('Text of 3'))
  await user.click(await opened().findByRole('button', { name: 'Add category' }))
  await user.type(await opened().findByRole('combobox', { name: 'Add category' }), 'tit')
  expect(screen.queryByRole('option', { name: 'Offtake' })).toBeNull()
  await user.click(await screen.findByRole('option', { name: 'Title' }))
  await user.click(opened().getByRole('button', { name: 'Remove Cedar Bluff' }))
  await user.click(await opened().findByRole('button', { name: 'Add all 2' }))
  await waitFor(() =>
    expect(sent).toEqual([
      'addQuestionCategory QuestionCategory-Title',
      'removeQuestionProject Project-Cedar Bluff',
      'addAllQuestionProjects ',
    ]),
  )
})

test('NOTIF-17 a link to a question opens it, under whichever filter it stands, and leads nobody back', async () => {
  const { user, router } = open(
    room({ questions: () => QUESTIONS }),
    `${ADDRESS}?logId=log-General&question=4`,
  )
  await waitFor(() => opened().getByText('Closed. Reopen to edit.'))
  expect(router.state.location.search).toBe('?logId=log-General&question=4&show=ALL')
  await user.click(filter('Open'))
  await screen.findByText('Text of 3')
  expect(router.state.location.search).toBe('?logId=log-General')
  expect(screen.queryByText('Text of 4')).toBeNull()
})

test('QA-27 what was never written says so', async () => {
  const empty = { ...questionOf('5', { body: null }), bodyRevision: 0 }
  open(room({ questions: () => [empty], permissions: MANAGER }), `${ADDRESS}?question=5`)
  await waitFor(() => expect(opened().getAllByText('No edits yet')).toHaveLength(2))
})

test('ERR-09 questions that fail to load can be tried again', async () => {
  let asked = 0
  const answers = room({ questions: () => QUESTIONS })
  const page = answers.QuestionPage as (variables: Record<string, unknown>) => Answer
  const { user } = open({
    ...answers,
    QuestionPage: by((variables) => {
      asked += 1
      return asked === 1 ? refused('INTERNAL', 'A server error has occurred') : page(variables)
    }),
  })
  await screen.findByText('A server error has occurred')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Text of 3')
})

test('QA-02 on a phone questions are cards that open in their place', async () => {
  setWindowWidth(390)
  const { user } = open(room({ questions: () => QUESTIONS }))
  const card = await row('Text of 3')
  card.getByText('Cedar Bluff')
  card.getByText('Answered')
  await user.click(card.getByText('Text of 3'))
  await opened().findByRole('textbox', { name: 'Question 3' })
  opened().getByRole('button', { name: 'Close Question' })
  await user.click(opened().getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(document.querySelector('[data-opened]')).toBeNull())
})

test('QA-29 QA-18 a new question opens for writing', async () => {
  const asked = questionOf('5', { body: null })
  let questions = QUESTIONS
  const CreateQuestion = by(() => {
    questions = [...QUESTIONS, asked]
    return answered('createQuestion', 'CreateQuestionPayload', asked)
  })
  const { user } = open({ ...room({ questions: () => questions, permissions: BIDDER }), CreateQuestion })
  await user.click(await screen.findByRole('button', { name: 'New question' }))
  await waitFor(() => opened().getByText('5'))
  await opened().findByRole('textbox', { name: 'Question 5' })
})

test.each([
  ['the log', ''],
  ['one of its questions', '?question=3'],
])('a link to %s asks for its questions and for their counts once', async (_what, query) => {
  const answers = room({ questions: () => QUESTIONS })
  const asked: string[] = []
  const counting = (operation: 'QuestionPage' | 'QuestionCounts') => {
    const answer = answers[operation] as (variables: Record<string, unknown>) => Answer
    return by((variables) => {
      asked.push(operation)
      return answer(variables)
    })
  }
  open(
    { ...answers, QuestionPage: counting('QuestionPage'), QuestionCounts: counting('QuestionCounts') },
    `${ADDRESS}${query}`,
  )
  await screen.findByText('Text of 3')
  await waitFor(() => expect(filter('All').textContent).toMatch(/\d/))
  expect(asked.toSorted()).toEqual(['QuestionCounts', 'QuestionPage'])
})
