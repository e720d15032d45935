import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { by, refused, setWindowWidth } from '../../../testing/renderAt.tsx'
import {
  answerOf,
  entryRows,
  filterButton,
  HISTORIAN,
  historyTable,
  openHistory,
  queryOf,
} from '../testing/history.ts'
import { BASE, TREE } from '../testing/room.ts'

beforeEach(() => setWindowWidth(1440))

test('HIST-01 HIST-05 HIST-12 an entry says who of which group did what to which document and version, where and when', async () => {
  openHistory(
    '?view=history',
    answerOf([
      { id: '3', version: 3 },
      { id: '2', activityType: 'RENAME', formerPath: '03 Offtake/Draft.pdf' },
      { id: '1', activityType: 'MOVE', formerPath: '02 Permits/PPA.pdf' },
      { id: '0', activityType: 'CREATE_FOLDER', documentId: 'f2', recordedPath: '03 Offtake', version: null },
    ]),
  )
  await waitFor(async () => expect(await entryRows()).toHaveLength(4))
  const time = new Date('2026-03-04T15:07:00.000Z')
    .toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })
    .replace(/\u202f/gu, ' ')
  expect(await entryRows()).toEqual([
    ['Upload', 'Maya OkaforDeal team', 'PPA.pdfVersion 3', '03 Offtake', time],
    ['Rename', 'Maya OkaforDeal team', 'Draft.pdfbecamePPA.pdfVersion 1', '03 Offtake', time],
    ['Move', 'Maya OkaforDeal team', 'PPA.pdfVersion 1', '02 Permitsbecame03 Offtake', time],
    ['Create Folder', 'Maya OkaforDeal team', '03 Offtake', 'Documents', time],
  ])
  expect(within(await historyTable()).getByText('03/04/2026')).toBeTruthy()
})

test('HIST-05 PERM-13 a change of permissions says who could see it and who can', async () => {
  const audience = { formerAudience: 'All 11 groups', audience: 'Lenders' }
  openHistory(
    '?view=history',
    answerOf([{ id: '1', activityType: 'PERMISSION', version: null, ...audience }]),
  )
  await waitFor(async () => expect(await entryRows()).toHaveLength(1))
  expect((await entryRows())[0]?.slice(0, 4)).toEqual([
    'Permissions',
    'Maya OkaforDeal team',
    'PPA.pdf',
    'All 11 groupsbecameLenders',
  ])
})

test('HIST-11 an entry leads to its document, and one whose document is gone leads nowhere', async () => {
  openHistory('?view=history', answerOf([{ id: '2' }, { id: '1', activityType: 'DELETE', documentId: null }]))
  const links = await within(await historyTable()).findAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([`${BASE}/d1`])
})

test('HIST-02 HIST-03 without the right the view says so and asks for no history', async () => {
  const page = openHistory('?view=history', answerOf([{ id: '1' }]), {})
  expect(await screen.findByText('Not authorized.')).toBeTruthy()
  expect(page.asked).not.toContain('DocumentHistory')
  await page.user.click(screen.getByRole('link', { name: 'Back to the documents' }))
  expect(await screen.findByRole('grid', { name: 'Documents' })).toBeTruthy()
})

test('HIST-03 a right that is gone by then shows the same', async () => {
  openHistory('?view=history', refused('FORBIDDEN', 'Not authorized.'))
  expect(await screen.findByText('Not authorized.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Filter by/ })).toBeNull()
})

test('ERR-12 DOC-17 the history of a folder that is gone by then shows that it is gone', async () => {
  openHistory('/f2?view=history', refused('NOT_FOUND', 'Document not found.'))
  const way = await screen.findByRole('link', { name: 'Go to all documents' })
  expect(way.getAttribute('href')).toBe(BASE)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('HIST-02 the list leads to the history for whoever may see it', async () => {
  const page = openHistory('/f2', answerOf([{ id: '1' }]))
  await page.user.click(await screen.findByRole('button', { name: 'History' }))
  await historyTable('History of 03 Offtake')
  expect(page.router.state.location.pathname + page.router.state.location.search).toBe(
    `${BASE}/f2?view=history`,
  )
  expect(page.histories.at(-1)).toMatchObject({ rootId: 'f2' })
})

test('HIST-04 pages of 100, with the page in the address', async () => {
  const page = openHistory(
    '?view=history&page=2',
    by(({ offset }) => answerOf([{ id: String(offset) }], 250)),
  )
  await waitFor(() => expect(page.histories).toHaveLength(1))
  expect(page.histories[0]).toMatchObject({ treeId: TREE, rootId: null, limit: 100, offset: 100 })
  await page.user.click(await screen.findByRole('button', { name: 'Page 3' }))
  await waitFor(() => expect(page.histories.at(-1)).toMatchObject({ offset: 200 }))
  expect(queryOf(page).get('page')).toBe('3')
  await page.user.click(screen.getByRole('button', { name: 'Page 1' }))
  await waitFor(() => expect(page.histories.at(-1)).toMatchObject({ offset: 0 }))
  expect(queryOf(page).get('page')).toBeNull()
})

test('HIST-04 a page behind the last one becomes the last', async () => {
  const page = openHistory(
    '?view=history&page=9',
    by(({ offset }) => answerOf(Number(offset) > 200 ? [] : [{ id: String(offset) }], 250)),
  )
  await waitFor(() => expect(queryOf(page).get('page')).toBe('3'))
  await waitFor(async () => expect(await entryRows()).toHaveLength(1))
})

test('HIST-15 an empty history says so', async () => {
  openHistory('?view=history', answerOf([]))
  expect(await screen.findByText('No activity found.')).toBeTruthy()
})

test('a history that can’t be read says why and can be asked again', async () => {
  let fails = true
  const sentence = 'The folder filter has an unknown value. Please choose another one.'
  const { user } = openHistory(
    '?view=history&ancestorIds=gone',
    by(() => (fails ? refused('BAD_USER_INPUT', sentence) : answerOf([{ id: '1' }]))),
  )
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain(sentence)
  fails = false
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  await waitFor(async () => expect(await entryRows()).toHaveLength(1))
})

test('HIST-01 on a phone an entry has two lines, and the filters their own row', async () => {
  setWindowWidth(390)
  openHistory('?view=history', answerOf([{ id: '1' }]))
  await waitFor(async () =>
    expect((await historyTable()).querySelector('[data-row]')?.textContent).toMatch(
      /^PPA\.pdfVersion 1Upload·Maya Okafor·.+·03 Offtake$/,
    ),
  )
  expect(await filterButton('activity')).toBeTruthy()
})

test('HIST-05 DOP-35 a deletion of one’s own is taken back from its row, and the focus stays there', async () => {
  let isDeleted = true
  const gone = {
    id: '9',
    activityType: 'DELETE',
    documentId: null,
    version: null,
    recordedPath: '02 Permits',
  }
  const asked: unknown[] = []
  const { user } = openHistory(
    '?view=history',
    by(() =>
      answerOf([
        { ...gone, ...(isDeleted && { restorableId: 'f1' }) },
        { ...gone, id: '8' },
      ]),
    ),
    HISTORIAN,
    {
      RestoreDocuments: by(({ documentIds }) => {
        asked.push(documentIds)
        isDeleted = false
        const documents = [{ __typename: 'Document', id: 'f1', name: '02 Permits' }]
        return { data: { restoreDocuments: { __typename: 'RestoreDocumentsPayload', documents } } }
      }),
    },
  )
  const restore = await screen.findByRole('button', { name: 'Restore 02 Permits' })
  const row = restore.closest('[data-row]')
  await user.click(restore)
  expect(await screen.findByText('02 Permits is back where it was.')).toBeTruthy()
  expect(asked).toEqual([['f1']])
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Restore/ })).toBeNull())
  expect(document.activeElement).toBe(row)
})
