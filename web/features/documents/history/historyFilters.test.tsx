import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { formatDate } from '../../../../shared/format/time.ts'
import { by, setWindowWidth, stopClock } from '../../../testing/renderAt.tsx'
import { settled } from '../../../testing/settled.ts'
import { SEARCH_DELAY } from '../../../ui/index.ts'
import { answerOf, filterButton, HISTORIAN, historyTable, openHistory, queryOf } from '../testing/history.ts'
import { TREE } from '../testing/room.ts'

beforeEach(() => setWindowWidth(1440))

test('HIST-07 HIST-08 an address with all filters and a search asks for exactly that', async () => {
  const page = openHistory(
    '/f2?view=history&q=ppa&ancestorIds=f2&ancestorIds=f1&activityTypes=RENAME&activityTypes=MOVE&fileTypes=pdf&fileTypes=folder&userGroupIds=g1',
    answerOf([{ id: '1' }]),
    { ...HISTORIAN, canFilterHistoryByGroup: true },
  )
  await historyTable('History of 03 Offtake')
  await waitFor(() => expect(page.histories).not.toEqual([]))
  expect(page.histories[0]).toMatchObject({
    rootId: 'f2',
    search: 'ppa',
    ancestorIds: ['f2', 'f1'],
    activityTypes: ['RENAME', 'MOVE'],
    fileTypes: ['pdf', 'folder'],
    userGroupIds: ['g1'],
  })
  expect((await filterButton('user group')).textContent).toBe('User group: Deal team')
  expect((await filterButton('activity')).textContent).toBe('Activity: 2')
})

test('HIST-07 HIST-08 choosing filters changes the address, from the first page on', async () => {
  const page = openHistory('?view=history&page=2', answerOf([{ id: '1' }], 150))
  await page.user.click(await filterButton('activity'))
  await page.user.click(screen.getByRole('checkbox', { name: 'Delete' }))
  await page.user.click(screen.getByRole('checkbox', { name: 'Move' }))
  await page.user.keyboard('{Escape}')
  expect(queryOf(page).getAll('activityTypes')).toEqual(['MOVE', 'DELETE'])
  expect(queryOf(page).get('page')).toBeNull()

  await page.user.click(await filterButton('folder'))
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
  expect([...queryOf(page).keys()]).toEqual(['view'])
})

test('the history is narrowed to people of its rows, and to a number of days', async () => {
  const page = openHistory('?view=history', answerOf([{ id: '1' }]))
  await page.user.click(await filterButton('person'))
  await page.user.click(screen.getByRole('checkbox', { name: 'Maya Okafor' }))
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(page.histories.at(-1)).toMatchObject({ userIds: ['maya'], since: null }))
  await page.user.click(screen.getByRole('button', { name: 'Time' }))
  await page.user.click(await screen.findByRole('menuitem', { name: 'Last 7 days' }))
  const since = await screen.findByRole('button', { name: /^Since \d\d\/\d\d\/\d{4}$/ })
  const asked = page.histories.at(-1) ?? {}
  expect(asked.userIds).toEqual(['maya'])
  const days = (Date.now() - Date.parse(String(asked.since))) / 86_400_000
  expect(Math.round(days)).toBe(7)
  expect(since.textContent).toContain(formatDate(String(asked.since)))
  await page.user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(page.histories.at(-1)).toMatchObject({ userIds: [], since: null }))
})

test('HIST-08 a folder further down is found by its name, told from others by its place, and keeps its name', async () => {
  const later = Promise.withResolvers<void>()
  const page = openHistory(
    '?view=history',
    by(async ({ ancestorIds }) => {
      if ((ancestorIds as string[]).length > 0) await later.promise
      return answerOf([{ id: '1' }])
    }),
  )
  await page.user.click(await filterButton('folder'))
  await page.user.type(screen.getByRole('searchbox', { name: 'Find a folder' }), 'easement')
  const found = await screen.findByRole('checkbox', { name: /02\.1 Easements/ })
  expect(found.closest('label')?.textContent).toBe('02.1 Easementsin 01 Company / 02 Permits')
  expect(screen.queryByRole('checkbox', { name: '03 Offtake' })).toBeNull()
  expect(screen.getByText('The first 1 are listed. Type more to find fewer.')).toBeTruthy()
  await page.user.click(found)
  expect(queryOf(page).getAll('ancestorIds')).toEqual(['f3'])
  // While the history is on its way as well as when it has come and doesn't name the folder.
  const chosen = async () =>
    (await screen.findByRole('button', { name: /^Filter by folder/, hidden: true })).textContent
  expect(await chosen()).toBe('Folder: 02.1 Easements')
  later.resolve()
  await waitFor(() => expect(page.histories).toHaveLength(2))
  expect(await chosen()).toBe('Folder: 02.1 Easements')
})

test('HIST-11 a folder of the address that is gone is called so once the history has come', async () => {
  const later = Promise.withResolvers<void>()
  openHistory(
    '?view=history&ancestorIds=gone',
    by(async () => {
      await later.promise
      return answerOf([])
    }),
  )
  expect((await filterButton('folder')).textContent).toBe('Folder: …')
  later.resolve()
  await waitFor(async () => expect((await filterButton('folder')).textContent).toBe('Folder: Deleted folder'))
})

test('HIST-09 only users admins have the filter by user group, and only for them it is asked', async () => {
  const page = openHistory('?view=history', answerOf([{ id: '1' }]))
  await filterButton('activity')
  expect(screen.queryByRole('button', { name: 'Filter by user group' })).toBeNull()
  expect(page.choices).toEqual([{ treeId: TREE, withGroups: false }])
})

test('redactions are a choice of whoever may redact, permissions of whoever changes them', async () => {
  const page = openHistory('?view=history', answerOf([{ id: '1' }]), { ...HISTORIAN, canRedact: true })
  await page.user.click(await filterButton('activity'))
  const offered = (await screen.findAllByRole('checkbox')).map((box) => box.closest('label')?.textContent)
  expect(offered).toContain('Redaction')
  expect(offered).not.toContain('Permissions')
})

test('HIST-13 file types are the extensions of the tree, and folders', async () => {
  const page = openHistory('?view=history', answerOf([{ id: '1' }]))
  await page.user.click(await filterButton('file type'))
  expect((await screen.findAllByRole('checkbox')).map((box) => box.closest('label')?.textContent)).toEqual([
    'Folders',
    '.pdf',
    '.xlsx',
  ])
  await page.user.click(screen.getByRole('checkbox', { name: 'Folders' }))
  expect(queryOf(page).getAll('fileTypes')).toEqual(['folder'])
})

test('HIST-08 an older answer never covers a newer one', async () => {
  const older = Promise.withResolvers<void>()
  const page = openHistory(
    '?view=history',
    by(async ({ activityTypes }) => {
      const types = activityTypes as string[]
      if (types.length === 1) await older.promise
      return answerOf([{ id: types.join(), recordedPath: `${types.length}.pdf` }])
    }),
  )
  await page.user.click(await filterButton('activity'))
  await page.user.click(screen.getByRole('checkbox', { name: 'Move' }))
  await page.user.click(screen.getByRole('checkbox', { name: 'Delete' }))
  await screen.findByRole('link', { name: '2.pdf', hidden: true })
  older.resolve()
  await settled()
  expect(screen.getByRole('link', { name: '2.pdf', hidden: true })).toBeTruthy()
})

test('DOC-27 the change log opens in a new tab with the query of the page and the folder in view', async () => {
  const page = openHistory('/f2?view=history&q=ppa&activityTypes=MOVE&fileTypes=pdf', answerOf([{ id: '1' }]))
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
  const page = openHistory('?view=history', answerOf([{ id: '1' }]))
  const field = await screen.findByRole('searchbox', { name: 'Search the history' })
  const { pass } = stopClock()
  fireEvent.change(field, { target: { value: 'pp' } })
  await pass(SEARCH_DELAY * 10)
  expect(page.histories).toHaveLength(1)
  fireEvent.change(field, { target: { value: 'ppa' } })
  await pass(SEARCH_DELAY)
  await vi.waitFor(() => expect(page.histories.at(-1)).toMatchObject({ search: 'ppa' }), 30_000)
  expect(page.histories).toHaveLength(2)
  expect(page.asked).not.toContain('SearchDocuments')
})
