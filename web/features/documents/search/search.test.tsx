import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { PAGE_SIZE } from '../../../graphql/listPages.ts'
import {
  type Answers,
  by,
  refused,
  renderAt,
  SERVER_ERROR,
  setWindowWidth,
  stopClock,
} from '../../../testing/renderAt.tsx'
import { settled } from '../../../testing/settled.ts'
import { SEARCH_DELAY } from '../../../ui/index.ts'
import { layOut, scrollPage } from '../testing/layOut.ts'
import { operationsOn } from '../testing/operations.ts'
import { BASE, type Entry, type Rights, room } from '../testing/room.ts'

beforeEach(() => {
  setWindowWidth(1440)
  window.scrollTo(0, 0)
})

const ENTRIES: readonly Entry[] = [
  { id: 'f1', name: '02 Permits', folder: true },
  { id: 'f2', name: '03 Offtake', folder: true },
  { id: 'd1', name: 'PPA.pdf' },
  { id: 'd4', name: 'Zoning permit.docx', in: 'f1' },
  { id: 'd5', name: 'Permit to operate.pdf', in: 'f2' },
]

function open(path = '', rights: Rights = {}, answers: Answers = {}, entries: readonly Entry[] = ENTRIES) {
  const scripted = room([...entries], rights)
  const asked: Record<string, unknown>[] = []
  const scriptedOperations = operationsOn(scripted.entries)
  const searching = answers.SearchDocuments ?? scriptedOperations.SearchDocuments ?? SERVER_ERROR
  const page = renderAt(`${BASE}${path}`, {
    ...scripted.answers,
    ...scriptedOperations,
    ...answers,
    SearchDocuments: by((variables) => {
      asked.push(variables)
      return typeof searching === 'function' ? searching(variables) : searching
    }),
  })
  return { ...page, searches: asked, user: userEvent.setup() }
}

const field = (label = 'Search this folder') =>
  screen.findByRole<HTMLInputElement>('searchbox', { name: label })
const names = () =>
  [...document.querySelectorAll('[data-row] [data-first] a')].map((link) => link.textContent)
const results = () => screen.findByRole('grid', { name: 'Search results' })
const query = ({ router }: ReturnType<typeof open>) => router.state.location.search

test('DOC-04 DOC-21 DOC-22 a term of 3 characters searches below the folder, 300 ms after the last key', async () => {
  const page = open('/f1')
  await page.user.type(await field(), 'permit')
  expect(page.searches).toEqual([])
  await results()
  await waitFor(() => expect(names()).toEqual(['Zoning permit.docx']))
  expect(page.searches).toEqual([{ ...page.searches[0], documentId: 'f1', search: 'permit', offset: 0 }])
  expect(query(page)).toBe('?q=permit')
})

test('DOC-21 a shorter term lists the folder and asks nothing', async () => {
  const page = open()
  const search = await field()
  const { pass } = stopClock()
  fireEvent.change(search, { target: { value: 'pe' } })
  await pass(SEARCH_DELAY * 10)
  expect(page.searches).toEqual([])
  expect(names()).toEqual(['02 Permits', '03 Offtake', 'PPA.pdf'])
})

test('DOC-04 an address with q and qs=all searches the whole tree; the choice changes it', async () => {
  const page = open('/f1?q=permit&qs=all')
  expect((await field('Search everywhere')).value).toBe('permit')
  await waitFor(() => expect(names()).toEqual(['02 Permits', 'Zoning permit.docx', 'Permit to operate.pdf']))
  expect(page.searches[0]?.documentId).toBeNull()
  await page.user.click(screen.getByRole('button', { name: 'This folder' }))
  await waitFor(() => expect(names()).toEqual(['Zoning permit.docx']))
  expect(query(page)).toBe('?q=permit')
  await page.user.click(screen.getByRole('button', { name: 'Everywhere' }))
  await waitFor(() => expect(names()).toHaveLength(3))
  expect(query(page)).toBe('?q=permit&qs=all')
})

test('DOC-04 an emptied field lists the folder again', async () => {
  const page = open('?q=permit')
  await results()
  await page.user.clear(await field())
  await waitFor(() => expect(names()).toEqual(['02 Permits', '03 Offtake', 'PPA.pdf']))
  expect(query(page)).toBe('')
})

test('DOC-21 the answer to an older search never covers a newer one', async () => {
  const older = Promise.withResolvers<void>()
  const scripted = operationsOn([...ENTRIES]).SearchDocuments
  const page = open(
    '',
    {},
    {
      SearchDocuments: by(async (variables) => {
        if (variables.search === 'permit') await older.promise
        return typeof scripted === 'function' ? scripted(variables) : {}
      }),
    },
  )
  await page.user.type(await field(), 'permit')
  await waitFor(() => expect(page.searches).toHaveLength(1))
  await page.user.type(await field(), ' to')
  await waitFor(() => expect(names()).toEqual(['Permit to operate.pdf']))
  older.resolve()
  await settled()
  expect(names()).toEqual(['Permit to operate.pdf'])
})

test('DOC-23 a hit shows where it lies, opens its page, and leads to its folder', async () => {
  const page = open('?q=zoning')
  await waitFor(() => expect(names()).toEqual(['Zoning permit.docx']))
  const place = screen.getByRole('link', { name: 'Documents / 02 Permits' })
  expect(place.getAttribute('href')).toBe(`${BASE}/f1?highlightedId=d4`)
  await page.user.click(screen.getByRole('link', { name: 'Zoning permit.docx' }))
  await screen.findByRole('region', { name: 'Preview of Zoning permit.docx' })
  expect(page.router.state.location.pathname).toBe(`${BASE}/d4`)
  expect(screen.getByRole('link', { name: '02 Permits' })).toBeTruthy()
})

test('DOC-24 a search that finds nothing says so', async () => {
  open('?q=insurance')
  expect(await screen.findByText('No documents found.')).toBeTruthy()
  expect(screen.getByText(/any order of words\. Try fewer words/)).toBeTruthy()
})

test('a search that fails says so and can be tried again', async () => {
  let fails = true
  const scripted = operationsOn([...ENTRIES]).SearchDocuments
  const { user } = open(
    '?q=zoning',
    {},
    {
      SearchDocuments: by((variables) =>
        fails || typeof scripted !== 'function' ? SERVER_ERROR : scripted(variables),
      ),
    },
  )
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('A server error has occurred')
  expect(screen.queryByText('No documents found.')).toBeNull()
  expect(screen.queryByText('0 items found')).toBeNull()
  fails = false
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(names()).toEqual(['Zoning permit.docx']))
})

test.each([
  ['NOT_FOUND', 'Document not found.'],
  ['FORBIDDEN', 'Not authorized.'],
] as const)(
  'ERR-12 DOC-17 a search in a folder that is %s by now shows the screen for it',
  async (code, text) => {
    let closed = false
    const { answers } = room([...ENTRIES])
    const scripted = answers.OpenDocument
    const { user } = open(
      '/f1',
      {},
      {
        OpenDocument: by((variables) =>
          closed || typeof scripted !== 'function' ? refused(code, text) : scripted(variables),
        ),
        SearchDocuments: refused(code, text),
      },
    )
    const box = await field()
    closed = true
    await user.type(box, 'zoning')
    expect(await screen.findByText(text)).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(screen.queryByRole('searchbox')).toBeNull()
  },
)

test('DOC-34 upload is hidden during a search', async () => {
  const { user } = open('/f1', { canEdit: true })
  await screen.findByRole('button', { name: 'Upload' })
  await user.type(await field(), 'zoning')
  await results()
  expect(screen.queryByRole('button', { name: 'Upload' })).toBeNull()
})

test('DOC-41 DOP-17 the selection is dropped on a change of search', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('checkbox', { name: 'Select PPA.pdf' }))
  await user.type(await field(), 'permit')
  await user.click(await screen.findByRole('checkbox', { name: 'Select Zoning permit.docx' }))
  expect(screen.getByText('1 selected')).toBeTruthy()
  await user.type(await field(), '.')
  await waitFor(() => expect(names()).toEqual([]))
  await user.clear(await field())
  await waitFor(() => expect(names()).toHaveLength(3))
  expect(screen.queryByText('1 selected')).toBeNull()
})

test('DOP-12 a hit that is deleted is gone from the results', async () => {
  const { user } = open('?q=permit', { canDelete: true })
  await user.click(await screen.findByRole('button', { name: 'Actions for Zoning permit.docx' }))
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }))
  await user.click(await screen.findByRole('button', { name: 'Delete 1 item' }))
  await waitFor(() => expect(names()).toEqual(['02 Permits', 'Permit to operate.pdf']))
})

test('hits come in pages, and a search with too many says what to do', async () => {
  const many = Array.from({ length: 1200 }, (_, at) => ({ id: `n${at}`, name: `Permit ${at}` }))
  const page = open('?q=permit', {}, {}, many)
  expect(await screen.findByText('The first 1,000 are listed. Type more to find fewer.')).toBeTruthy()
  expect((await results()).getAttribute('aria-rowcount')).toBe('1001')
  expect(page.searches).toHaveLength(1)
  window.scrollTo(0, 500 * 42)
  fireEvent.scroll(window)
  await waitFor(() => expect(page.searches.length).toBeGreaterThan(1))
})

test('DOC-04 on a phone the search opens in a row of its own', async () => {
  setWindowWidth(390)
  const page = open('/f1')
  await page.user.click(await screen.findByRole('button', { name: 'Search' }))
  await page.user.type(await field(), 'permit')
  expect(await screen.findByRole('link', { name: 'Zoning permit.docx' })).toBeTruthy()
  await page.user.click(await screen.findByRole('button', { name: 'Everywhere' }))
  expect(await screen.findByRole('link', { name: 'Permit to operate.pdf' })).toBeTruthy()
  expect(screen.getByText('in 03 Offtake')).toBeTruthy()
})

test('DOC-40 all hits are selected, those not scrolled to included', async () => {
  const many = Array.from({ length: 250 }, (_, at) => ({ id: `n${at}`, name: `Permit ${at}` }))
  const page = open('?q=permit', {}, {}, many)
  await results()
  await page.user.click(await screen.findByRole('checkbox', { name: 'Select all' }))
  expect(await screen.findByText('250 selected')).toBeTruthy()
  expect(new Set(page.searches.map(({ offset }) => offset))).toEqual(
    new Set([0, PAGE_SIZE, 2 * PAGE_SIZE, 3 * PAGE_SIZE, 4 * PAGE_SIZE]),
  )
})

test('what was found stays while it is searched for again, on the first page and on the later ones', async () => {
  const many = Array.from({ length: 250 }, (_, at) => ({ id: `n${at}`, name: `Permit ${at}` }))
  layOut(many.length * 42)
  const answer = Promise.withResolvers<void>()
  let slow = false
  const scripted = operationsOn([...many]).SearchDocuments
  const page = open(
    '?q=permit',
    { canRename: true },
    {
      SearchDocuments: by(async (variables) => {
        if (slow) await answer.promise
        return typeof scripted === 'function' ? scripted(variables) : {}
      }),
    },
    many,
  )
  // The match is marked, which parts the text.
  await screen.findByRole('link', { name: 'Permit 0' })
  scrollPage(120 * 42)
  const link = await screen.findByRole('link', { name: 'Permit 121' }, { timeout: 20_000 })
  const row = link.closest<HTMLElement>('[role="row"]')
  const before = page.searches.length
  slow = true
  act(() => row?.focus())
  await page.user.keyboard('{F2}Permit of another name{Enter}')
  await waitFor(() => expect(page.searches.length).toBe(before + 2))
  expect(screen.getByRole('link', { name: 'Permit 120' })).toBeTruthy()
  answer.resolve()
})

test('DOC-23 what was searched for is marked in each name, regardless of case', async () => {
  open('?q=permit')
  await results()
  await waitFor(() => expect(names()).toHaveLength(3))
  expect([...document.querySelectorAll('[data-first] mark')].map((mark) => mark.textContent)).toEqual([
    'Permit',
    'permit',
    'Permit',
  ])
})

test('the slash leads to the search field, and is typed where one is typing', async () => {
  const page = open()
  const box = await field()
  await screen.findByRole('link', { name: 'PPA.pdf' })
  await page.user.keyboard('/')
  expect(document.activeElement).toBe(box)
  expect(box.value).toBe('')
  await page.user.keyboard('a/b')
  expect(box.value).toBe('a/b')
})
