import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { type Answers, by, renderAt, SERVER_ERROR, setWindowWidth } from '../../../testing/renderAt.tsx'
import { BASE, type Entry, type Rights, room } from '../testing/room.ts'

beforeEach(() => setWindowWidth(1440))

const ENTRIES: readonly Entry[] = [
  { id: 'f1', name: '02 Permits', folder: true },
  { id: 'f2', name: '03 Offtake', folder: true },
  { id: 'd1', name: 'PPA.pdf', size: 4_800_000 },
  { id: 'f3', name: '02.1 County', folder: true, in: 'f1' },
  { id: 'd4', name: 'Zoning permit.docx', size: 386_000, in: 'f3' },
]

function open(
  path: string,
  rights: Rights = {},
  answers: (scripted: Answers) => Answers = () => ({}),
  entries: readonly Entry[] = ENTRIES,
) {
  const scripted = room([...entries], rights)
  const page = renderAt(`${BASE}${path}`, { ...scripted.answers, ...answers(scripted.answers) })
  return { ...page, user: userEvent.setup() }
}

const entry = (name: string) => screen.findByRole('treeitem', { name })
const columns = () => screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))
const inColumn = (name: string) => within(screen.getByRole('group', { name }))

test('DOC-14 API-086 an address opens the columns down to its folder with one question for each above', async () => {
  const page = open('/f3?view=columns&highlightedId=d4')
  await entry('02 Permits')
  expect(columns()).toEqual(expect.arrayContaining(['Documents', '02 Permits', '02.1 County']))
  expect((await entry('02 Permits')).getAttribute('aria-expanded')).toBe('true')
  expect((await entry('03 Offtake')).getAttribute('aria-expanded')).toBe('false')
  const file = await entry('Zoning permit.docx')
  expect(file.getAttribute('aria-selected')).toBe('true')
  expect(file.getAttribute('aria-level')).toBe('3')
  expect(screen.getByRole('region', { name: 'Zoning permit.docx' }).textContent).toContain('386 KB')
  expect(page.asked.filter((name) => name === 'FolderColumn')).toHaveLength(2)
  expect(page.asked).not.toContain('FolderPage')
})

test('DOC-14 a folder that is chosen has its column immediately, before the server has answered', async () => {
  const answer = Promise.withResolvers<void>()
  const page = open('?view=columns', {}, ({ OpenDocument }) => ({
    OpenDocument: by(async (variables) => {
      if (variables.documentId === 'f1') await answer.promise
      return typeof OpenDocument === 'function' ? OpenDocument(variables) : SERVER_ERROR
    }),
  }))
  await page.user.click(await entry('02 Permits'))
  expect(screen.getByRole('group', { name: '02 Permits' }).getAttribute('aria-busy')).toBe('true')
  expect((await entry('02 Permits')).getAttribute('aria-expanded')).toBe('true')
  answer.resolve()
  await entry('02.1 County')
  expect(screen.getByRole('group', { name: '02 Permits' }).getAttribute('aria-busy')).toBeNull()
})

test('ERR-12 columns that could not be read say so, and are asked for once more', async () => {
  let fails = true
  const page = open('/f3?view=columns', {}, ({ FolderColumn }) => ({
    FolderColumn: by((variables) =>
      fails || typeof FolderColumn !== 'function' ? SERVER_ERROR : FolderColumn(variables),
    ),
  }))
  await entry('Zoning permit.docx')
  await screen.findByText('A server error has occurred')
  fails = false
  await page.user.click(screen.getByRole('button', { name: 'Try again' }))
  await entry('02 Permits')
  expect(screen.queryByText('A server error has occurred')).toBeNull()
})

test('DOC-33 the menu of an entry holds what one may do with it, and Open stays in the columns', async () => {
  open('?view=columns', { canRename: true })
  fireEvent.contextMenu(await entry('02 Permits'), { clientX: 5, clientY: 5 })
  const items = await screen.findAllByRole('menuitem')
  const names = items.map((item) => item.textContent)
  expect(names).toEqual(expect.arrayContaining(['Open', 'Copy link', 'Rename']))
  expect(names).not.toContain('Delete')
  expect(items[0]?.getAttribute('href')).toBe(`${BASE}/f1?view=columns`)
})

test('DOC-18 DOC-14 an empty folder says so in its column', async () => {
  open('/f2?view=columns')
  await waitFor(() => expect(inColumn('03 Offtake').getByText('This folder is empty')).toBeTruthy())
})

test.each([
  ['VIEW', []],
  ['PRINT', []],
  ['PDF', ['Download marked PDF']],
  ['ORIGINAL', ['Download', 'Download marked PDF']],
] as const)('VIEW-29 the card of a file offers what %s allows, and nothing else', async (level, offered) => {
  const entries = ENTRIES.map((each) => (each.id === 'd1' ? { ...each, level } : each))
  const { user } = open('?view=columns&highlightedId=d1', {}, () => ({}), entries)
  const card = within(await screen.findByRole('region', { name: 'PPA.pdf' }))
  const named = card.queryAllByRole('button', { name: /^(Download|Print)/ })
  expect(named.map(({ textContent }) => textContent)).toEqual(offered)
  if (level !== 'PDF') return
  await user.click(card.getByRole('button', { name: 'Download marked PDF' }))
  await screen.findByRole('dialog', { name: 'Download marked PDF' })
})
