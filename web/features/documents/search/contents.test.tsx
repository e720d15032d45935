import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { Permission } from '../../../../shared/permissions.ts'
import { portfolio } from '../../../testing/fixtures.ts'
import { type Answers, by, renderAt, setWindowWidth } from '../../../testing/renderAt.tsx'
import { operationsOn } from '../testing/operations.ts'
import { BASE, type Entry, labelOf, type Rights, room, TREE } from '../testing/room.ts'

beforeEach(() => setWindowWidth(1440))

const ENTRIES: readonly Entry[] = [
  { id: 'f1', name: '03 Offtake', folder: true },
  { id: 'd1', name: 'PPA Cedar Bluff.pdf', in: 'f1' },
  { id: 'd2', name: 'Curtailment log.csv' },
]

const TEXT = '5.5 Curtailment. Buyer may curtail deliveries at the Contract Price'
const passage = (page: number | null, sheet: string | null = null) => ({
  __typename: 'Passage',
  page,
  sheet,
  text: TEXT,
  marks: [
    [4, 11],
    [27, 7],
  ],
})
const found = (
  id: string,
  name: string,
  inName: boolean,
  passages: unknown[],
  problem: string | null = null,
) => ({
  __typename: 'FoundDocument',
  inName,
  document: {
    __typename: 'Document',
    id,
    name,
    number: null,
    fileType: 'FILE',
    readingState: problem === null ? 'READ' : 'PARTLY_READ',
    readingProblem: problem,
    ancestors: [
      { __typename: 'Document', id: 'tree:t', name: 'Documents' },
      { __typename: 'Document', id: 'f1', name: '03 Offtake' },
    ],
  },
  passages,
})

const UPLOADERS = [{ __typename: 'User', id: 'u1', fullName: 'Helen Achterberg' }]

function open(
  path = '?q=curtail',
  { rights = {}, answers = {} }: { rights?: Rights; answers?: Answers } = {},
) {
  const scripted = room([...ENTRIES], rights)
  const asked: Record<string, unknown>[] = []
  const page = renderAt(`${BASE}${path}`, {
    ...scripted.answers,
    ...operationsOn(scripted.entries),
    SearchContents: by((variables) => {
      asked.push(variables)
      const items = [
        found('d2', 'Curtailment log.csv', true, []),
        found(
          'd1',
          'PPA Cedar Bluff.pdf',
          false,
          [5, 3, 11, 12].map((at) => passage(at)),
          'Searchable to page 180.',
        ),
        found('d3', 'Causes.xlsx', false, [passage(null, 'Causes')]),
      ]
      return {
        data: {
          contentSearch: {
            __typename: 'ContentSearchPage',
            count: 3,
            isCountLimited: false,
            uploaders: UPLOADERS,
            items,
          },
        },
      }
    }),
    ...answers,
  })
  return { ...page, asked, user: userEvent.setup() }
}

test('FIND-05 FIND-06 names stand first, then passages with their page or sheet and the words marked', async () => {
  const { asked } = open()
  expect(await screen.findByRole('grid', { name: 'Search results' })).toBeTruthy()
  const entry = await screen.findByRole('region', { name: 'PPA Cedar Bluff.pdf' })
  expect(entry.textContent).toContain('03 Offtake')
  expect(entry.textContent).toContain('Searchable to page 180.')
  const [first] = within(entry).getAllByRole('link', { name: /^page/ })
  expect(first?.textContent).toBe(`page 5${TEXT}`)
  expect([...(first?.querySelectorAll('mark') ?? [])].map((mark) => mark.textContent)).toEqual([
    'Curtailment',
    'curtail',
  ])
  expect(first?.getAttribute('href')).toBe(`${BASE}/d1?page=5&words=Curtailment.+Buyer+may+curtail`)
  expect(screen.getByText('sheet “Causes”')).toBeTruthy()
  expect(screen.getByText('5 passages in 2 documents')).toBeTruthy()
  // What is found by its name alone stands in the list above.
  expect(screen.queryByRole('region', { name: 'Curtailment log.csv' })).toBeNull()
  expect(asked.at(-1)).toMatchObject({ text: 'curtail', folderId: null, fileTypes: null, from: null })
})

test.each(['"curtailment log"', 'curtailment -draft'])(
  'FIND-05 of a search for %s names stand with passages, since their own list knows no quotes and no minus',
  async (text) => {
    open(`?${new URLSearchParams({ q: text })}`)
    expect(await screen.findByRole('region', { name: 'Curtailment log.csv' })).toBeTruthy()
    expect(screen.getByRole('region', { name: 'PPA Cedar Bluff.pdf' })).toBeTruthy()
    expect(screen.queryByRole('grid', { name: 'Search results' })).toBeNull()
    expect(screen.queryByText('No names found.')).toBeNull()
  },
)

test('further passages of a document are shown when they are asked for', async () => {
  const { user } = open()
  const entry = await screen.findByRole('region', { name: 'PPA Cedar Bluff.pdf' })
  expect(within(entry).getAllByRole('link', { name: /^page/ })).toHaveLength(3)
  await user.click(within(entry).getByRole('button', { name: '1 more in this document' }))
  expect(within(entry).getAllByRole('link', { name: /^page/ })).toHaveLength(4)
})

test('FIND-05 ‘Names only’ leaves contents out and stays in the address', async () => {
  const { user, router, asked } = open()
  await screen.findByRole('region', { name: 'PPA Cedar Bluff.pdf' })
  await user.click(screen.getByRole('button', { name: 'Names only' }))
  await waitFor(() => expect(router.state.location.search).toBe('?q=curtail&in=names'))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'PPA Cedar Bluff.pdf' })).toBeNull())
  const before = asked.length
  const again = open('?q=curtail&in=names')
  await screen.findAllByRole('grid', { name: 'Search results' })
  expect([asked.length, again.asked.length]).toEqual([before, 0])
})

test('FIND-09 filters are in the address, and go together', async () => {
  const { asked, user, router } = open('?q=curtail&kind=pdf&from=2026-09-01&to=2026-09-30')
  const names = await screen.findByRole('region', { name: 'Curtailment log.csv' })
  expect(names).toBeTruthy()
  expect(asked.at(-1)).toMatchObject({ fileTypes: ['pdf'], from: '2026-09-01', to: '2026-09-30' })
  expect(screen.queryByRole('grid', { name: 'Search results' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(router.state.location.search).toBe('?q=curtail'))
  expect(await screen.findByRole('grid', { name: 'Search results' })).toBeTruthy()
})

test('FIND-09 labels narrow the search where the organisation has them, and stay in the address', async () => {
  const { asked, user, router } = open('?q=curtail', {
    rights: { documentLabels: true },
    answers: { DocumentLabels: { data: { documentLabels: ['Final', 'Draft'].map(labelOf) } } },
  })
  await user.click(await screen.findByRole('button', { name: 'Filter by label' }))
  await user.click(await screen.findByRole('checkbox', { name: 'Final' }))
  await waitFor(() => expect(router.state.location.search).toBe('?q=curtail&label=Final'))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ labels: ['Final'] }))
})

test('FIND-09 who sees the history narrows the search by person, which stays in the address', async () => {
  const { asked, user, router } = open('?q=curtail', { rights: { canViewDocumentsHistory: true } })
  await screen.findByRole('region', { name: 'PPA Cedar Bluff.pdf' })
  await user.click(screen.getByRole('button', { name: 'Filter by person' }))
  await user.click(await screen.findByRole('checkbox', { name: 'Helen Achterberg' }))
  await waitFor(() => expect(router.state.location.search).toBe('?q=curtail&by=u1'))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ uploadedBy: 'u1' }))
})

test('FIND-09 without the history nobody is offered, and an address names nobody', async () => {
  const { asked } = open('?q=curtail&by=u1')
  await screen.findByRole('region', { name: 'PPA Cedar Bluff.pdf' })
  expect(screen.queryByRole('button', { name: 'Filter by person' })).toBeNull()
  expect(asked.at(-1)).toMatchObject({ uploadedBy: null })
})

test('FIND-09 what is new since the last visit alone is searched, as the address says', async () => {
  const { asked, user, router } = open('?q=curtail')
  await screen.findByRole('region', { name: 'PPA Cedar Bluff.pdf' })
  expect(asked.at(-1)).toMatchObject({ newOnly: null })
  const only = screen.getByRole('button', { name: 'New since my last visit' })
  await user.click(only)
  await waitFor(() => expect(router.state.location.search).toBe('?q=curtail&new=1'))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ newOnly: true }))
  expect(only.getAttribute('aria-pressed')).toBe('true')
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(router.state.location.search).toBe('?q=curtail'))
})

test('without labels in the organisation there is no filter of labels', async () => {
  open()
  await screen.findByRole('button', { name: 'Filter by kind' })
  expect(screen.queryByRole('button', { name: 'Filter by label' })).toBeNull()
})

test.each([
  ['a b', 'Type at least two letters.'],
  ['x'.repeat(201), 'A search has at most 200 characters.'],
  ['cedar '.repeat(13).trim(), 'A search has at most 12 words.'],
])('FIND-08 the page says why %j is not searched for, and asks nothing', async (words, said) => {
  const { asked } = open(`?${new URLSearchParams({ q: words })}`)
  expect(await screen.findByText(said)).toBeTruthy()
  expect(asked).toEqual([])
})

const NOTHING: Answers = {
  SearchContents: {
    data: {
      contentSearch: {
        __typename: 'ContentSearchPage',
        count: 0,
        isCountLimited: false,
        uploaders: [],
        items: [],
      },
    },
  },
}
const asking = (permissions: readonly Permission[], enableQAndA: boolean): Answers => ({
  PortfolioPage: {
    data: {
      portfolioBySlug: portfolio('Prairie Sun', {
        permissions: ['DEALROOM_VIEW', 'DOCUMENTS_VIEW', ...permissions],
        enableQAndA,
        documentsTree: { __typename: 'DocumentTree', id: TREE },
      }),
    },
  },
})
const SEND = { name: 'Send the search as a question' }

test.each([
  ['names and contents', '?q=merchant+tail'],
  ['names only', '?q=merchant+tail&in=names'],
])('FIND-17 a search of %s that found nothing leads to a question with its words', async (_what, path) => {
  open(path, { answers: { ...NOTHING, ...asking(['QUESTIONS_VIEW', 'QUESTIONS_EDIT'], true) } })
  const link = await screen.findByRole('link', SEND)
  expect(link.getAttribute('href')).toBe('/portfolios/prairie-sun/q-and-a?ask=merchant+tail')
})

test.each([
  ['without Q&A', asking(['QUESTIONS_VIEW', 'QUESTIONS_EDIT'], false)],
  ['to whoever may not ask', asking(['QUESTIONS_VIEW'], true)],
])('FIND-17 no question is offered %s', async (_whom, answers) => {
  open('?q=merchant+tail', { answers: { ...NOTHING, ...answers } })
  await screen.findByText('No documents found.')
  expect(screen.queryByRole('link', SEND)).toBeNull()
})

test('where neither a name nor a document has the words, one sentence says so', async () => {
  open('?q=merchant+tail', { answers: NOTHING })
  expect(await screen.findByText('No documents found.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('No document says this.')).toBeNull())
  expect(screen.getAllByText(/found\.$|says this\.$/)).toHaveLength(1)
})

test('FIND-17 no question is offered where a name alone was found', async () => {
  const items = [found('d2', 'Curtailment log.csv', true, [])]
  const page = { __typename: 'ContentSearchPage', count: 1, isCountLimited: false, uploaders: [], items }
  open('?q=curtail', {
    answers: {
      SearchContents: { data: { contentSearch: page } },
      ...asking(['QUESTIONS_VIEW', 'QUESTIONS_EDIT'], true),
    },
  })
  await screen.findByText('No document says this.')
  expect(screen.queryByRole('link', SEND)).toBeNull()
})
