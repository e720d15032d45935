import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  type Answers,
  by,
  refused,
  renderAt,
  SERVER_ERROR,
  setWindowWidth,
} from '../../../testing/renderAt.tsx'
import { BASE, type Entry, type Rights, room } from '../testing/room.ts'

beforeEach(() => setWindowWidth(1440))

const ENTRIES: readonly Entry[] = [
  { id: 'd1', name: 'PPA.pdf', size: 4_800_000 },
  { id: 'f1', name: 'Contracts', folder: true },
  { id: 'd2', name: 'Term sheet.pdf', size: 1000, in: 'f1' },
]
const KINDS = [
  ['PPA_ANALYSIS', 'PPA analysis'],
  ['INSURANCE', 'Insurance summary'],
  ['DAM_INSPECTION', 'Dam inspection'],
].map(([jobType, displayName]) => ({ __typename: 'SummaryExtractItem', id: jobType, displayName, jobType }))
const job = (more: object = {}) => ({
  __typename: 'SummaryJob',
  id: 'j1',
  name: 'PPA analysis: PPA.pdf',
  complete: false,
  outputFileUrl: null,
  firstDocumentId: null,
  failure: null,
  createdAt: new Date().toISOString(),
  ...more,
})

function open(jobs: object[], rights: Rights = { copilot: true }, answers: Answers = {}) {
  const asked: unknown[] = []
  const page = renderAt(BASE, {
    ...room([...ENTRIES], rights).answers,
    SummaryKinds: by(() => ({ data: { summaryExtractItems: KINDS } })),
    SummaryJobs: by(() => ({ data: { summaryJobs: [...jobs] } })),
    CreateSummaryJob: by((variables) => {
      asked.push(variables)
      jobs.unshift(job())
      return {
        data: {
          createSummaryJob: {
            __typename: 'CreateSummaryJobPayload',
            summaryJob: { __typename: 'SummaryJob', id: 'j1' },
          },
        },
      }
    }),
    ...answers,
  })
  return { ...page, asked, user: userEvent.setup() }
}

async function openWindow(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await screen.findByRole('button', { name: 'Actions for PPA.pdf' }))
  await user.click(screen.getByRole('menuitem', { name: 'Copilot' }))
  return screen.findByRole('dialog', { name: 'Copilot' })
}

test('COP-02 COP-03 COP-04 a summary is asked for, a PPA analysis unless another is chosen, and then reads Processing', async () => {
  const { user, asked } = open([])
  const dialog = await openWindow(user)
  expect(within(dialog).getByRole('button', { name: 'New' }).getAttribute('aria-pressed')).toBe('true')
  const kind = await within(dialog).findByRole('combobox', { name: /Kind of summary/ })
  expect(kind.textContent).toContain('PPA analysis')
  await user.click(within(dialog).getByRole('button', { name: 'Start' }))
  expect(await within(dialog).findByText('Processing')).toBeTruthy()
  expect(within(dialog).getByRole('button', { name: 'Completed' }).getAttribute('aria-pressed')).toBe('true')
  expect(asked).toEqual([{ treeId: expect.any(String), documentIds: ['d1'], jobType: 'PPA_ANALYSIS' }])
})

test('COP-05 the window gets no smaller than 386x150 and no larger than 720x560', async () => {
  const { user } = open([])
  const frame = (await openWindow(user)).parentElement
  const size = () => [frame?.style.width, frame?.style.height]
  act(() => screen.getByRole('group', { name: 'Copilot' }).focus())
  const press = (keys: string) => user.keyboard(`{Shift>}${keys.repeat(30)}{/Shift}`)
  await press('{ArrowLeft}{ArrowUp}')
  expect(size()).toEqual(['720px', '560px'])
  await press('{ArrowRight}{ArrowDown}')
  expect(size()).toEqual(['386px', '150px'])
})

test('COP-04 COP-09 while one is processing the list is read again every five seconds, and a finished one has its download', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    const jobs: object[] = [job()]
    const { user } = open(jobs)
    const dialog = await openWindow(user)
    await user.click(within(dialog).getByRole('button', { name: 'Completed' }))
    expect(await within(dialog).findByText('Processing')).toBeTruthy()
    jobs[0] = job({ complete: true, outputFileUrl: '/files/j1?signature=s' })
    await act(() => vi.advanceTimersByTimeAsync(5100))
    const link = await within(dialog).findByRole('link', { name: 'Download PPA analysis: PPA.pdf' })
    expect(link.getAttribute('href')).toBe('/files/j1?signature=s')
    expect(dialog.textContent).toContain('Complete · just now')
  } finally {
    vi.useRealTimers()
  }
})

test('COP-06 a failure of the server shows in the window, a refusal with its sentence; nothing chosen is lost', async () => {
  const answers = [
    SERVER_ERROR,
    refused(
      'CONFLICT',
      '5 of your summaries are still being made. Please wait until one of them is complete.',
    ),
  ]
  const { user } = open(
    [],
    { copilot: true },
    { CreateSummaryJob: by(() => answers.shift() ?? SERVER_ERROR) },
  )
  const dialog = await openWindow(user)
  await user.click(await within(dialog).findByRole('button', { name: 'Start' }))
  await waitFor(() =>
    expect(within(dialog).getByRole('alert').textContent).toBe('A server error has occurred.'),
  )
  await user.click(within(dialog).getByRole('button', { name: 'Start' }))
  await waitFor(() => expect(within(dialog).getByRole('alert').textContent).toMatch(/^5 of your summaries/))
  expect(dialog.textContent).toContain('PPA.pdf')
})

test('COP-11 a summary of what is closed by now, and one that failed, say so', async () => {
  const { user } = open([
    job({ id: 'j1', complete: true }),
    job({ id: 'j2', complete: true, failure: 'You no longer have access to these documents.' }),
  ])
  const dialog = await openWindow(user)
  await user.click(within(dialog).getByRole('button', { name: 'Completed' }))
  const [closed, failed] = await within(dialog).findAllByRole('listitem')
  expect(closed?.textContent).toContain('You no longer have access to a document that it was made from.')
  expect(failed?.textContent).toContain('You no longer have access to these documents.')
})

test('COP-01 without the organisation’s flag there is no copilot', async () => {
  const { user } = open([], { copilot: false })
  await user.click(await screen.findByRole('button', { name: 'Actions for PPA.pdf' }))
  expect(screen.getByRole('menuitem', { name: 'Download' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'Copilot' })).toBeNull()
})

const found = (more: object) => ({
  __typename: 'SummaryFact',
  label: 'Price',
  value: '$32.50 per MWh',
  detail: null,
  quotation: 'The Contract Price is $32.50 per MWh.',
  place: 'page 3',
  page: 3,
  verified: true,
  ...more,
})
const source = (more: object) => ({
  __typename: 'SummarySource',
  id: 'd1',
  name: 'PPA.pdf',
  versionId: 'v1',
  problem: null,
  emptyPages: null,
  remarks: [],
  notFound: [],
  facts: [],
  ...more,
})

test('COP-04 COP-10 a summary opens beside its document: each fact leads to its place, what is uncertain shows its passage alone', async () => {
  const { user, router } = open(
    [job({ complete: true, outputFileUrl: '/files/j1?signature=s', firstDocumentId: 'd1' })],
    { copilot: true },
    {
      SummaryReport: by(() => ({
        data: {
          summaryReport: {
            __typename: 'SummaryReport',
            id: 'j1',
            name: 'PPA analysis: PPA.pdf',
            outputFileUrl: '/files/j1?signature=s',
            sources: [
              source({
                facts: [
                  found({}),
                  found({
                    label: 'COD',
                    value: null,
                    quotation: 'COD is proposed for June 1, 2027.',
                    place: 'page 1',
                    page: 1,
                  }),
                ],
                notFound: ['Escalator'],
              }),
              source({ id: 'd2', name: 'Term sheet.pdf', versionId: 'v2' }),
            ],
          },
        },
      })),
    },
  )
  const dialog = await openWindow(user)
  await user.click(within(dialog).getByRole('button', { name: 'Completed' }))
  await user.click(await within(dialog).findByRole('link', { name: 'Open PPA analysis: PPA.pdf' }))
  const panel = await screen.findByRole('complementary', { name: 'Summary' })
  const price = await within(panel).findByRole('link', { name: /Price.*page 3.*\$32\.50 per MWh/ })
  const date = within(panel).getByRole('link', { name: /COD.*Not stated with certainty/ })
  expect(date.textContent).toContain('COD is proposed for June 1, 2027.')
  expect(panel.textContent).toContain('Not found: Escalator.')
  expect(within(panel).getByRole('link', { name: 'Download' }).getAttribute('href')).toBe(
    '/files/j1?signature=s',
  )
  expect(price.getAttribute('aria-current')).toBeNull()
  await user.click(price)
  expect(router.state.location.search).toContain('fact=0')
  await waitFor(() =>
    expect(within(panel).getByRole('link', { name: /Price/ }).getAttribute('aria-current')).toBe('true'),
  )
  expect(within(panel).getByRole('link', { name: 'Term sheet.pdf' }).getAttribute('href')).toMatch(
    /\/d2\?summary=j1&version=v2$/,
  )
  await user.click(within(panel).getByRole('link', { name: 'Close summary' }))
  await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Summary' })).toBeNull())
})
