import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { type Answers, by, refused, renderAt, setWindowWidth } from '../../../testing/renderAt.tsx'
import { operationsOn } from '../testing/operations.ts'
import { BASE, type Entry, type Rights, room, TREE } from '../testing/room.ts'

beforeEach(() => setWindowWidth(1440))

const ENTRIES: readonly Entry[] = [
  { id: 'f1', name: '02 Permits', folder: true },
  { id: 'f2', name: '03 Offtake', folder: true },
  { id: 'd1', name: 'PPA.pdf', in: 'f2' },
]

const HISTORIAN: Rights = {
  canViewDocumentsHistory: true,
  changeLogUrl: `/documents/${TREE}/change-log`,
}

interface Change {
  readonly id: string
  readonly activityType?: string
  readonly documentId?: string | null
  readonly recordedPath?: string
  readonly formerPath?: string | null
  readonly version?: number | null
  readonly at?: string
}

const change = ({ id, documentId = 'd1', ...given }: Change) => ({
  __typename: 'DocumentActivity',
  id,
  document: documentId === null ? null : { __typename: 'Document', id: documentId },
  user: { __typename: 'User', id: 'maya', fullName: 'Maya Okafor' },
  userGroups: [{ __typename: 'UserGroup', id: 'g1', name: 'Deal team' }],
  activityType: 'UPLOAD',
  createdAt: given.at ?? '2026-03-04T15:07:00.000Z',
  active: documentId !== null,
  recordedPath: '03 Offtake/PPA.pdf',
  formerPath: null,
  version: 1,
  ...given,
})

const answerOf = (changes: readonly Change[], count = changes.length) => ({
  data: {
    history: {
      __typename: 'DocumentHistory',
      count,
      activity: changes.map(change),
      ancestors: [{ __typename: 'Document', id: 'f2', name: '03 Offtake' }],
    },
  },
})

function open(path: string, answer: Answers[string], rights: Rights = HISTORIAN, answers: Answers = {}) {
  const scripted = room([...ENTRIES], rights)
  const histories: Record<string, unknown>[] = []
  const choices: Record<string, unknown>[] = []
  const page = renderAt(`${BASE}${path}`, {
    ...scripted.answers,
    ...operationsOn(scripted.entries),
    DocumentHistory: by((variables) => {
      histories.push(variables)
      return typeof answer === 'function' ? answer(variables) : (answer ?? {})
    }),
    HistoryFilterChoices: by((variables) => {
      choices.push(variables)
      return {
        data: {
          documentTree: { __typename: 'DocumentTree', id: TREE, fileTypes: ['folder', 'pdf', 'xlsx'] },
          ...(variables.withGroups === true && {
            userGroups: [{ __typename: 'UserGroup', id: 'g1', name: 'Deal team' }],
          }),
        },
      }
    }),
    FoldersByName: by(({ search }) => ({
      data: {
        search: [...scripted.entries]
          .filter(({ name }) => name.toLowerCase().includes(String(search)))
          .map(({ id, name, folder }) => ({
            __typename: 'Document',
            id,
            name,
            fileType: folder ? 'FOLDER' : 'FILE',
          })),
      },
    })),
    ...answers,
  })
  return { ...page, histories, choices, user: userEvent.setup() }
}

const table = (name = 'History of Documents') => screen.findByRole('grid', { name })
const rows = async () =>
  [...(await table()).querySelectorAll('[data-row]')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent),
  )
const query = ({ router }: ReturnType<typeof open>) => new URLSearchParams(router.state.location.search)
const filter = (name: string) => screen.findByRole('button', { name: new RegExp(`^Filter by ${name}`) })

test('HIST-01 HIST-05 HIST-12 an entry says who of which group did what to which document and version, where and when', async () => {
  open(
    '?view=history',
    answerOf([
      { id: '3', version: 3 },
      { id: '2', activityType: 'RENAME', formerPath: '03 Offtake/Draft.pdf' },
      { id: '1', activityType: 'MOVE', formerPath: '02 Permits/PPA.pdf' },
      { id: '0', activityType: 'CREATE_FOLDER', documentId: 'f2', recordedPath: '03 Offtake', version: null },
    ]),
  )
  await waitFor(async () => expect(await rows()).toHaveLength(4))
  const time = new Date('2026-03-04T15:07:00.000Z')
    .toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })
    .replace(/\u202f/gu, ' ')
  expect(await rows()).toEqual([
    ['Upload', 'Maya OkaforDeal team', 'PPA.pdfVersion 3', '03 Offtake', time],
    ['Rename', 'Maya OkaforDeal team', 'Draft.pdfbecamePPA.pdfVersion 1', '03 Offtake', time],
    ['Move', 'Maya OkaforDeal team', 'PPA.pdfVersion 1', '02 Permitsbecame03 Offtake', time],
    ['Create Folder', 'Maya OkaforDeal team', '03 Offtake', 'Documents', time],
  ])
  expect(within(await table()).getByText('03/04/2026')).toBeTruthy()
})

test('HIST-11 an entry leads to its document, and one whose document is gone leads nowhere', async () => {
  open('?view=history', answerOf([{ id: '2' }, { id: '1', activityType: 'DELETE', documentId: null }]))
  const links = await within(await table()).findAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([`${BASE}/d1`])
})

test('HIST-02 HIST-03 without the right the view says so and asks for no history', async () => {
  const page = open('?view=history', answerOf([{ id: '1' }]), {})
  expect(await screen.findByText('Not authorized.')).toBeTruthy()
  expect(page.asked).not.toContain('DocumentHistory')
})

test('HIST-03 a right that is gone by then shows the same', async () => {
  open('?view=history', refused('FORBIDDEN', 'Not authorized.'))
  expect(await screen.findByText('Not authorized.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Filter by/ })).toBeNull()
})

test('HIST-02 the list leads to the history for whoever may see it', async () => {
  const page = open('/f2', answerOf([{ id: '1' }]))
  await page.user.click(await screen.findByRole('button', { name: 'History' }))
  await table('History of 03 Offtake')
  expect(page.router.state.location.pathname + page.router.state.location.search).toBe(
    `${BASE}/f2?view=history`,
  )
  expect(page.histories.at(-1)).toMatchObject({ rootId: 'f2' })
})

test('HIST-04 pages of 100, with the page in the address', async () => {
  const page = open(
    '?view=history&page=2',
    by(({ offset }) => answerOf([{ id: String(offset) }], 250)),
  )
  await waitFor(() => expect(page.histories).toHaveLength(1))
  expect(page.histories[0]).toMatchObject({ treeId: TREE, rootId: null, limit: 100, offset: 100 })
  await page.user.click(await screen.findByRole('button', { name: 'Page 3' }))
  await waitFor(() => expect(page.histories.at(-1)).toMatchObject({ offset: 200 }))
  expect(query(page).get('page')).toBe('3')
  await page.user.click(screen.getByRole('button', { name: 'Page 1' }))
  await waitFor(() => expect(page.histories.at(-1)).toMatchObject({ offset: 0 }))
  expect(query(page).get('page')).toBeNull()
})

test('HIST-04 a page behind the last one becomes the last', async () => {
  const page = open(
    '?view=history&page=9',
    by(({ offset }) => answerOf(Number(offset) > 200 ? [] : [{ id: String(offset) }], 250)),
  )
  await waitFor(() => expect(query(page).get('page')).toBe('3'))
  await waitFor(async () => expect(await rows()).toHaveLength(1))
})

test('HIST-07 HIST-08 an address with all filters and a search asks for exactly that', async () => {
  const page = open(
    '/f2?view=history&q=ppa&ancestorIds=f2&ancestorIds=f1&activityTypes=RENAME&activityTypes=MOVE&fileTypes=pdf&fileTypes=folder&userGroupIds=g1',
    answerOf([{ id: '1' }]),
    { ...HISTORIAN, canFilterHistoryByGroup: true },
  )
  await table('History of 03 Offtake')
  expect(page.histories[0]).toMatchObject({
    rootId: 'f2',
    search: 'ppa',
    ancestorIds: ['f2', 'f1'],
    activityTypes: ['RENAME', 'MOVE'],
    fileTypes: ['pdf', 'folder'],
    userGroupIds: ['g1'],
  })
  expect((await filter('user group')).textContent).toBe('User group: Deal team')
  expect((await filter('activity')).textContent).toBe('Activity: 2')
})

test('HIST-07 HIST-08 choosing filters changes the address, from the first page on', async () => {
  const page = open('?view=history&page=2', answerOf([{ id: '1' }], 150))
  await page.user.click(await filter('activity'))
  await page.user.click(screen.getByRole('checkbox', { name: 'Delete' }))
  await page.user.click(screen.getByRole('checkbox', { name: 'Move' }))
  await page.user.keyboard('{Escape}')
  expect(query(page).getAll('activityTypes')).toEqual(['MOVE', 'DELETE'])
  expect(query(page).get('page')).toBeNull()

  await page.user.click(await filter('folder'))
  await page.user.click(screen.getByRole('checkbox', { name: '03 Offtake' }))
  await page.user.keyboard('{Escape}')
  await waitFor(() =>
    expect(page.histories.at(-1)).toMatchObject({
      ancestorIds: ['f2'],
      activityTypes: ['MOVE', 'DELETE'],
      offset: 0,
    }),
  )
  await page.user.click(await screen.findByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(page.histories.at(-1)).toMatchObject({ ancestorIds: [], activityTypes: [] }))
  expect([...query(page).keys()]).toEqual(['view'])
})

test('HIST-08 a folder further down is found by its name', async () => {
  const page = open('?view=history', answerOf([{ id: '1' }]))
  await page.user.click(await filter('folder'))
  await page.user.type(screen.getByRole('searchbox', { name: 'Find a folder' }), 'permits')
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: '03 Offtake' })).toBeNull())
  await page.user.click(await screen.findByRole('checkbox', { name: '02 Permits' }))
  expect(query(page).getAll('ancestorIds')).toEqual(['f1'])
})

test('HIST-09 only users admins have the filter by user group, and only for them it is asked', async () => {
  const page = open('?view=history', answerOf([{ id: '1' }]))
  await filter('activity')
  expect(screen.queryByRole('button', { name: 'Filter by user group' })).toBeNull()
  expect(page.choices).toEqual([{ treeId: TREE, withGroups: false }])
})

test('HIST-13 file types are the extensions of the tree, and folders', async () => {
  const page = open('?view=history', answerOf([{ id: '1' }]))
  await page.user.click(await filter('file type'))
  expect((await screen.findAllByRole('checkbox')).map((box) => box.closest('label')?.textContent)).toEqual([
    'Folders',
    '.pdf',
    '.xlsx',
  ])
  await page.user.click(screen.getByRole('checkbox', { name: 'Folders' }))
  expect(query(page).getAll('fileTypes')).toEqual(['folder'])
})

test('HIST-15 an empty history says so', async () => {
  open('?view=history', answerOf([]))
  expect(await screen.findByText('No activity found.')).toBeTruthy()
})

test('a history that can’t be read says why and can be asked again', async () => {
  let fails = true
  const sentence = 'The filter by folder holds a value that is not known here. Please choose it anew.'
  const { user } = open(
    '?view=history&ancestorIds=gone',
    by(() => (fails ? refused('BAD_USER_INPUT', sentence) : answerOf([{ id: '1' }]))),
  )
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain(sentence)
  fails = false
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  await waitFor(async () => expect(await rows()).toHaveLength(1))
})

test('HIST-08 an older answer never covers a newer one', async () => {
  const older = Promise.withResolvers<void>()
  const page = open(
    '?view=history',
    by(async ({ activityTypes }) => {
      const types = activityTypes as string[]
      if (types.length === 1) await older.promise
      return answerOf([{ id: types.join(), recordedPath: `${types.length}.pdf` }])
    }),
  )
  await page.user.click(await filter('activity'))
  await page.user.click(screen.getByRole('checkbox', { name: 'Move' }))
  await page.user.click(screen.getByRole('checkbox', { name: 'Delete' }))
  await screen.findByRole('link', { name: '2.pdf', hidden: true })
  older.resolve()
  await act(() => new Promise((resume) => setTimeout(resume, 100)))
  expect(screen.getByRole('link', { name: '2.pdf', hidden: true })).toBeTruthy()
})

test('DOC-27 the change log opens in a new tab with the query of the page and the folder in view', async () => {
  const page = open('/f2?view=history&q=ppa&activityTypes=MOVE&fileTypes=pdf', answerOf([{ id: '1' }]))
  await page.user.click(await screen.findByRole('button', { name: 'Folder actions' }))
  const entry = screen.getByRole('menuitem', { name: 'Change log' })
  expect(entry.getAttribute('target')).toBe('_blank')
  const address = new URL(entry.getAttribute('href') ?? '', 'http://room.example')
  expect(address.pathname).toBe(`/documents/${TREE}/change-log`)
  expect([...address.searchParams]).toEqual([
    ['view', 'history'],
    ['q', 'ppa'],
    ['activityTypes', 'MOVE'],
    ['fileTypes', 'pdf'],
    ['rootId', 'f2'],
  ])
})

test('HIST-08 a search waits for 3 characters and goes with the history', async () => {
  const page = open('?view=history', answerOf([{ id: '1' }]))
  const field = await screen.findByRole('searchbox', { name: 'Search the history' })
  await page.user.type(field, 'pp')
  await act(() => new Promise((resume) => setTimeout(resume, 400)))
  expect(page.histories).toHaveLength(1)
  await page.user.type(field, 'a')
  await waitFor(() => expect(page.histories.at(-1)).toMatchObject({ search: 'ppa' }))
  expect(page.histories).toHaveLength(2)
  expect(page.asked).not.toContain('SearchDocuments')
})

test('HIST-01 on a phone an entry has two lines, and the filters their own row', async () => {
  setWindowWidth(390)
  open('?view=history', answerOf([{ id: '1' }]))
  await waitFor(async () =>
    expect((await table()).querySelector('[data-row]')?.textContent).toMatch(
      /^PPA\.pdfVersion 1Upload·Maya Okafor·.+·03 Offtake$/,
    ),
  )
  expect(await filter('activity')).toBeTruthy()
})
