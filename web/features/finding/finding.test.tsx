import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { organisation, viewerOf } from '../../testing/fixtures.ts'
import { type Answers, by, renderAt, SERVER_ERROR, setWindowWidth } from '../../testing/renderAt.tsx'
import { settled } from '../../testing/settled.ts'

beforeEach(() => {
  setWindowWidth(1440)
  localStorage.clear()
})

const found = (title: string, path: string, passage: string | null = null) => ({
  __typename: 'Found',
  title,
  isFolder: false,
  place: 'Prairie Sun / Documents',
  path,
  passage,
})
const page = (...items: object[]) => ({ __typename: 'FoundPage', items })
const PPA = found(
  'PPA.pdf',
  '/portfolios/prairie-sun/storage/documents/d1?page=5',
  'Buyer may curtail deliveries.',
)
const QUESTION = found('Who bears the curtailment?', '/portfolios/prairie-sun/q-and-a?logId=l&question=1')
const NOTHING = { documents: page(), questions: page(), projects: page(), cells: page(), pages: page() }

function open(path = '/meridian/search?q=curtailment', answers: Answers = {}) {
  const asked: Record<string, unknown>[] = []
  const rendered = renderAt(path, {
    Viewer: viewerOf([
      organisation('Fairfield', ['DEALROOM_VIEW']),
      organisation('Meridian', ['DEALROOM_VIEW']),
    ]),
    SearchOrganisation: by((variables) => {
      asked.push(variables)
      return { data: { ...NOTHING, documents: page(PPA), questions: page(QUESTION) } }
    }),
    ...answers,
  })
  return { ...rendered, searches: asked, user: userEvent.setup() }
}

const field = () => screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search all rooms' })

test('FIND-14 what is found stands by kind, with its place and its words marked, and leads to its page', async () => {
  const { searches } = open()
  const documents = within(await screen.findByRole('list', { name: 'Documents' }))
  const link = documents.getByRole('link')
  expect(link.getAttribute('href')).toBe(PPA.path)
  expect(link.textContent).toContain('PPA.pdfPrairie Sun / DocumentsBuyer may curtail deliveries.')
  expect([...link.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['curtail'])
  expect(screen.getByRole('list', { name: 'Questions' })).toBeTruthy()
  // A kind of which nothing was found has no list.
  expect(screen.queryByRole('list', { name: 'Projects' })).toBeNull()
  expect(searches).toEqual([{ orgSlug: 'meridian', text: 'curtailment', limit: 6 }])
})

test('FIND-14 folders and files that are found are told apart', async () => {
  const folder = { ...found('03 Offtake', '/d/3'), isFolder: true }
  open(undefined, { SearchOrganisation: { data: { ...NOTHING, documents: page(folder, PPA) } } })
  const links = within(await screen.findByRole('list', { name: 'Documents' })).getAllByRole('link')
  const glyphs = links.map((link) => within(link).getByRole('img').getAttribute('aria-label'))
  expect(glyphs).toEqual(['Folder', 'PDF'])
})

test('FIND-14 a kind of which there is more is listed alone, and more of it when it is asked for', async () => {
  const many = Array.from({ length: 40 }, (_, at) => found(`PPA ${at}.pdf`, `/d/${at}`))
  const kinds: Record<string, unknown>[] = []
  const { user, router } = open(undefined, {
    SearchOrganisation: { data: { ...NOTHING, documents: page(...many.slice(0, 6)) } },
    SearchKind: by((variables) => {
      kinds.push(variables)
      return { data: { found: page(...many.slice(0, Number(variables.limit))) } }
    }),
  })
  const rows = () => document.querySelectorAll('[data-found] a').length
  await screen.findByRole('list', { name: 'Documents' })
  expect(rows()).toBe(5)
  await user.click(screen.getByRole('button', { name: 'All documents' }))
  await waitFor(() => expect(rows()).toBe(30))
  expect(router.state.location.search).toBe('?q=curtailment&kind=documents')
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  await waitFor(() => expect(rows()).toBe(40))
  expect(kinds.map(({ kinds: of, limit }) => [of, limit])).toEqual([
    [['DOCUMENT'], 31],
    [['DOCUMENT'], 61],
  ])
})

test('FIND-14 an older answer never takes the place of a newer one', async () => {
  const waiting = new Map<unknown, (answer: object) => void>()
  const { user } = open('/meridian/search?q=first', {
    SearchOrganisation: by(({ text }) => new Promise((resolve) => waiting.set(text, resolve))),
  })
  await waitFor(() => expect(waiting.has('first')).toBe(true))
  const input = await field()
  await user.clear(input)
  await user.type(input, 'second')
  await waitFor(() => expect(waiting.has('second')).toBe(true))
  waiting.get('second')?.({ data: { ...NOTHING, documents: page(found('Second.pdf', '/d/2')) } })
  expect(await screen.findByText(/^Second$/)).toBeTruthy()
  waiting.get('first')?.({ data: { ...NOTHING, documents: page(found('First.pdf', '/d/1')) } })
  await settled()
  expect(screen.queryByText(/^First$/)).toBeNull()
})

test.each([
  ['from a page of the organisation', '/meridian/search?q=curtailment', '/meridian/search'],
  [
    'from a deal room, whose organisation is asked for',
    '/portfolios/prairie-sun/overview',
    '/meridian/search',
  ],
  ['from elsewhere', '/about', '/fairfield/search'],
])('FIND-14 Ctrl+K opens the search %s', async (_from, address, search) => {
  const { router } = open(address, {
    PortfolioOrganisation: {
      data: {
        portfolioBySlug: {
          __typename: 'Portfolio',
          id: 'p',
          org: { __typename: 'Organization', id: 'org-Meridian', slug: 'meridian' },
        },
      },
    },
  })
  await waitFor(() => expect(screen.queryByRole('button', { name: /Maya Okafor/ })).toBeTruthy())
  // The shell listens once it stands.
  await waitFor(() => expect(fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })).toBe(false))
  await waitFor(() => expect(router.state.location.pathname).toBe(search))
  const input = await field()
  await waitFor(() => expect(document.activeElement).toBe(input))
})

test('an address of the search without its organisation keeps what is searched for', async () => {
  const { router } = open('/search?q=curtailment')
  await waitFor(() => expect(router.state.location.pathname).toBe('/fairfield/search'))
  expect(router.state.location.search).toBe('?q=curtailment')
})

test('FIND-14 a search that led somewhere is offered again in this browser, to this person and organisation', async () => {
  const first = open()
  const link = within(await screen.findByRole('list', { name: 'Documents' })).getByRole('link')
  await first.user.click(link)
  first.unmount()
  const other = open('/fairfield/search')
  await field()
  expect(screen.queryByRole('link', { name: 'curtailment' })).toBeNull()
  other.unmount()
  const { user, router } = open('/meridian/search')
  await user.click(await screen.findByRole('link', { name: 'curtailment' }))
  expect(router.state.location.search).toBe('?q=curtailment')
  expect(await screen.findByRole('list', { name: 'Documents' })).toBeTruthy()
  await user.clear(await field())
  await user.click(await screen.findByRole('button', { name: 'Clear' }))
  expect(screen.queryByRole('link', { name: 'curtailment' })).toBeNull()
  expect(localStorage.length).toBe(0)
})

test('arrows lead from the field through what was found', async () => {
  const { user } = open()
  const documents = within(await screen.findByRole('list', { name: 'Documents' }))
  await user.click(await field())
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(documents.getByRole('link'))
  await user.keyboard('{ArrowDown}{ArrowUp}{ArrowUp}')
  expect(document.activeElement).toBe(await field())
})

test('FIND-08 what can’t be searched, what is not found and what fails are said in a sentence', async () => {
  const refused = open(`/meridian/search?${new URLSearchParams({ q: 'cedar '.repeat(13).trim() })}`)
  expect(await screen.findByText('A search has at most 12 words.')).toBeTruthy()
  expect(refused.searches).toEqual([])
  refused.unmount()
  const empty = open(undefined, { SearchOrganisation: { data: NOTHING } })
  expect(await screen.findByText('Nothing found.')).toBeTruthy()
  empty.unmount()
  open(undefined, { SearchOrganisation: SERVER_ERROR })
  expect(await screen.findByText('A server error has occurred')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})
