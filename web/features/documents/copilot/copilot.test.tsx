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
