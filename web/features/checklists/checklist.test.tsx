import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Answer, by, refused, setWindowWidth, stopClock } from '../../testing/renderAt.tsx'
import { checklist, FakeSocket, openChecklistPage } from './checklist.fixture.tsx'

beforeEach(() => setWindowWidth(1440))

async function open(...given: Parameters<typeof openChecklistPage>) {
  const page = openChecklistPage(...given)
  await waitFor(() => expect(FakeSocket.all).not.toEqual([]))
  act(() => FakeSocket.last.open())
  const grid = await screen.findByRole('grid', { name: 'Closing checklist' })
  return { ...page, grid, user: userEvent.setup() }
}
const cell = (name: RegExp, at = 0): HTMLElement => {
  const found = screen.getAllByRole('gridcell', { name })[at]
  if (!found) throw new Error(`There is no cell ${name}.`)
  return found
}
const heads = () => screen.queryAllByRole('rowheader').map((head) => head.textContent)
const figures = () =>
  within(screen.getByLabelText('Summary'))
    .getAllByRole('definition', { hidden: true })
    .map((each) => each.textContent)
const live = (message: object) => act(() => FakeSocket.last.message(message))

test('CHK-01 CHK-05 CHK-07 CHK-09 CHK-12 the matrix shows rows by number, cells with status, assignee and comments, and its figures', async () => {
  const { grid } = await open()
  expect(heads()).toEqual(['1.0 Site control', '1.1 Lease', '1.2 Title', '2.0 Offtake', '2.1 Estoppel'])
  expect(within(grid).getByRole('columnheader', { name: 'Category' })).toBeTruthy()
  expect(within(grid).getByText('Harlan County')).toBeTruthy()
  expect(cell(/^Follow up needed, assigned to somebody, 3 comments$/).textContent).toContain('3')
  expect(cell(/^Done, assigned to Ann Lee, 0 comments$/).textContent).toContain('Done')
  expect(within(grid).getAllByText('No docs linked')).toHaveLength(2)
  // CHK-43
  expect(cell(/Does not apply/).getAttribute('aria-disabled')).toBe('true')
  expect(figures()).toEqual(['5', '1', '2', '2', '2'])
})

test('CHK-21 a link opens in a new tab; one that is no address of the web is no link', async () => {
  const { grid } = await open()
  const [link, ...others] = within(grid).getAllByRole('link', { name: 'View Docs' })
  expect(others).toEqual([])
  expect([link?.getAttribute('href'), link?.getAttribute('target'), link?.getAttribute('rel')]).toEqual([
    '/portfolios/one/storage/documents',
    '_blank',
    'noopener noreferrer',
  ])
})

test('CHK-02 the export leads to the spreadsheet in a new tab', async () => {
  await open()
  const link = screen.getByRole('link', { name: 'Export' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
    '/checklist/c1/spreadsheet',
    '_blank',
  ])
})

test('CHK-08 a category collapses and expands by a press and by the keyboard', async () => {
  const { user, grid } = await open()
  await user.click(screen.getByRole('rowheader', { name: /Site control/ }))
  expect(heads()).toEqual(['1.0 Site control2 items', '2.0 Offtake', '2.1 Estoppel'])
  grid.focus()
  await user.keyboard('{Enter}')
  expect(heads()).toHaveLength(5)
})

test('CHK-14 a cell must meet all filters that are set', async () => {
  const { user, grid } = await open()
  const choose = async (filter: string, option: string) => {
    await user.click(screen.getByRole('button', { name: new RegExp(`^Filter by ${filter}`) }))
    await user.click(screen.getByRole('checkbox', { name: option }))
    await user.keyboard('{Escape}')
  }
  await choose('status', 'Follow up needed')
  await choose('status', 'Signature required')
  expect(heads()).toEqual(['1.0 Site control', '1.1 Lease', '2.0 Offtake', '2.1 Estoppel'])
  await choose('assigned to', 'Nobody')
  expect(heads()).toEqual(['2.0 Offtake', '2.1 Estoppel'])
  await choose('project', 'Harlan County')
  expect(within(grid).queryByText('Cedar Bluff')).toBeNull()
  expect(heads()).toEqual([])
})

test.each([
  ['the flag of the portfolio', { hasChecklist: false }],
  ['the switch of the deployment', { switchedOn: false }],
])('CHK-45 PORT-05 PORT-41 without %s there is no tab and no page', async (_what, given) => {
  openChecklistPage({}, given)
  await screen.findByText(/can’t seem to find the page/)
  expect(screen.queryByRole('link', { name: 'Checklist' })).toBeNull()
  expect(FakeSocket.all).toEqual([])
})

test('CHK-13 it says that it loads, and what is missing', async () => {
  const answer = Promise.withResolvers<Answer>()
  const page = openChecklistPage({ ChecklistData: by(() => answer.promise) })
  await screen.findByText('Loading')
  answer.resolve(checklist({ categories: [] }))
  await screen.findByText('Checklist missing categories!')
  page.unmount()
  openChecklistPage({ PortfolioProjects: { data: { portfolioProjects: [] } } })
  await screen.findByText('Checklist missing projects!')
})

test('CHK-30 what can’t be read shows in a red alert', async () => {
  openChecklistPage({ ChecklistData: refused('INTERNAL', 'A server error has occurred') })
  expect((await screen.findByRole('alert')).textContent).toContain('A server error has occurred')
})

test('CHK-15 CHK-17 CHK-22 a cell opens with project and category; buttons and arrow keys lead to its neighbours', async () => {
  const { user } = await open()
  await user.click(cell(/^Done/))
  const dialog = await screen.findByRole('dialog', { name: '1.1 Lease' })
  expect(dialog.textContent).toContain('Cedar Bluff')
  await user.click(within(dialog).getByRole('button', { name: /^East/ }))
  expect(screen.getByRole('dialog', { name: '1.1 Lease' }).textContent).toContain('Harlan County')
  const { pass } = stopClock()
  const press = (key: string) => fireEvent.keyDown(screen.getByRole('dialog'), { key })
  const title = () => screen.getByRole('dialog').querySelector('h2')?.textContent
  press('ArrowDown')
  await vi.waitFor(() => expect(title()).toBe('1.2 Title'))
  // Faster than 300 ms changes nothing.
  press('ArrowUp')
  await pass(1)
  expect(title()).toBe('1.2 Title')
  vi.useRealTimers()
  await new Promise((resolve) => setTimeout(resolve, 310))
  press('ArrowDown')
  await waitFor(() => expect(title()).toBe('2.0 Offtake'))
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('CHK-10 CHK-11 CHK-16 with Ctrl cells are chosen together, and a change is for all of them', async () => {
  const asked: Record<string, unknown>[] = []
  const { user } = await open({
    UpdateChecklistItems: by((variables) => {
      asked.push(variables)
      return {
        data: {
          updateChecklistItems: ['22', '31'].map((id) => ({
            __typename: 'UpdateChecklistItemPayload',
            id,
            status: 'DONE',
            userId: null,
            link: null,
          })),
        },
      }
    }),
  })
  await user.keyboard('{Control>}')
  await user.click(cell(/^Follow up/))
  await user.click(cell(/^Under review/))
  await user.click(cell(/^Done/))
  // The same one again takes it out.
  await user.click(cell(/^Done/))
  await user.keyboard('{/Control}')
  expect(cell(/^Follow up/).getAttribute('aria-selected')).toBe('true')
  expect(cell(/^Done/).getAttribute('aria-selected')).toBe('false')
  await screen.findByText('2 items selected')
  await user.click(screen.getByRole('button', { name: 'Open' }))
  const dialog = await screen.findByRole('dialog', { name: '2 items selected' })
  await user.click(within(dialog).getByRole('combobox', { name: 'Status' }))
  await user.click(await screen.findByRole('option', { name: 'Done' }))
  await waitFor(() => expect(asked).toEqual([{ ids: ['22', '31'], status: 'DONE' }]))
  await waitFor(() => expect(figures()).toEqual(['5', '3', '1', '1', '2']))
})

test('CHK-31 CHK-35 CHK-40 a change shows immediately; refused it goes back, and the modal says why', async () => {
  const answer = Promise.withResolvers<Answer>()
  const asked: Record<string, unknown>[] = []
  const { user } = await open({
    UpdateChecklistItem: by((variables) => {
      asked.push(variables)
      return asked.length === 1
        ? answer.promise
        : {
            data: {
              updateChecklistItem: {
                __typename: 'UpdateChecklistItemPayload',
                id: '31',
                status: 'UNDER_REVIEW',
                userId: 'u3',
                link: null,
              },
            },
          }
    }),
  })
  await user.click(cell(/^Under review/))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('combobox', { name: 'Status' }))
  await user.click(await screen.findByRole('option', { name: 'Done' }))
  await waitFor(() => expect(figures()).toEqual(['5', '2', '2', '1', '2']))
  answer.resolve(refused('CONFLICT', '"Someone else has just changed this item."'))
  const alert = await within(dialog).findByRole('alert')
  expect(alert.textContent).toBe('Someone else has just changed this item.')
  await waitFor(() => expect(figures()).toEqual(['5', '1', '2', '2', '2']))
  expect(asked).toEqual([{ id: '31', status: 'DONE', known: { status: 'UNDER_REVIEW' } }])
  await user.click(within(dialog).getByRole('combobox', { name: 'Assigned to' }))
  await user.click(await screen.findByRole('option', { name: /Omar Haddad/ }))
  await waitFor(() => expect(asked.at(-1)).toEqual({ id: '31', userId: 'u3', known: { userId: null } }))
  await waitFor(() => expect(figures()).toEqual(['5', '1', '2', '2', '3']))
})

test('CHK-20 the docs link of a category is saved as it was typed, and refused where it is no address', async () => {
  const asked: Record<string, unknown>[] = []
  const { user, grid } = await open({
    UpdateChecklistItem: by((variables) => {
      asked.push(variables)
      return {
        data: {
          updateChecklistItem: {
            __typename: 'UpdateChecklistItemPayload',
            id: '12',
            status: 'STATE_REQUESTED',
            userId: null,
            link: 'https://files.example/lease',
          },
        },
      }
    }),
  })
  await user.click(within(grid).getAllByText('No docs linked')[0] ?? grid)
  const field = await screen.findByRole('textbox', { name: 'Docs link' })
  await user.type(field, 'javascript:alert(1)')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/^Please give an address that begins with https/)
  await user.clear(field)
  await user.type(field, 'https://files.example/lease')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(asked).toEqual([{ id: '12', link: 'https://files.example/lease', known: { link: null } }]),
  )
  expect(within(grid).getAllByText('No docs linked')).toHaveLength(1)
})

test('CHK-39 who may not edit sees status and assignee, and comments', async () => {
  const { user } = await open({}, { mayEdit: false })
  await user.click(cell(/^Done/))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).queryByRole('combobox')).toBeNull()
  expect(dialog.textContent).toContain('Ann Lee')
  expect(within(dialog).getByRole('textbox', { name: 'Write a comment' })).toBeTruthy()
})

const SAID = (id: string, comment: string, fullname = 'Ann Lee') => ({
  id,
  user: { fullname, avatar: null },
  comment,
  timestamp: '2026-11-20T12:00:00.000Z',
  checklistitem_id: '21',
})

test('CHK-18 CHK-19 CHK-23 CHK-29 Enter sends a comment, which stays in the field until it is confirmed', async () => {
  const { user } = await open()
  await user.click(cell(/^Done/))
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Write a comment' })
  const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Comment' })
  expect(send.disabled).toBe(true)
  await user.type(field, 'Which exhibit?{Shift>}{Enter}{/Shift}Exhibit C?')
  expect(FakeSocket.last.sent).toEqual([])
  await user.keyboard('{Enter}')
  expect(FakeSocket.last.sent).toEqual([{ comment: 'Which exhibit?\nExhibit C?', checklistItemIds: ['21'] }])
  expect(field.value).toBe('Which exhibit?\nExhibit C?')
  await live({ comments: { 21: [SAID('901', 'Which exhibit?\nExhibit C?', 'Maya Okafor')] } })
  await waitFor(() => expect(field.value).toBe(''))
  const thread = screen.getByRole('region', { name: 'Comments' })
  expect(within(thread).getAllByRole('listitem')).toHaveLength(1)
  // CHK-25, CHK-26: twice is once, and what is older stands before it.
  await live({
    comments: {
      21: [
        { ...SAID('900', '<b>First</b>'), timestamp: '2026-11-19T12:00:00.000Z' },
        SAID('901', 'Which exhibit?\nExhibit C?', 'Maya Okafor'),
      ],
    },
  })
  expect(
    within(thread)
      .getAllByRole('listitem')
      .map((entry) => entry.textContent),
  ).toEqual([expect.stringContaining('<b>First</b>'), expect.stringContaining('Exhibit C?')])
})

test('CHK-30 a refused comment stays in the field under the reason', async () => {
  const { user } = await open()
  await user.click(cell(/^Done/))
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Write a comment' })
  await user.type(field, 'Once more{Enter}')
  await live({
    error: { code: 'RATE_LIMITED', message: 'Too many requests. Please try again in 4 seconds.' },
  })
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Too many requests. Please try again in 4 seconds.',
  )
  expect(field.value).toBe('Once more')
  fireEvent.change(field, { target: { value: 'a'.repeat(4001) } })
  await screen.findByText('Please use at most 4,000 characters; these are 4,001.')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Comment' }).disabled).toBe(true)
})

test('CHK-27 what others change shows, in cells and figures', async () => {
  await open()
  await live({ items: [{ id: '32', status: 'DONE', userId: 'u1', link: null, commentCount: 7 }] })
  expect(cell(/^Done, assigned to Ann Lee, 7 comments$/)).toBeTruthy()
  expect(figures()).toEqual(['5', '2', '2', '1', '3'])
})

test('CHK-28 whoever loses the right is told in red, nothing reconnects, and what was typed stays', async () => {
  const { user } = await open()
  await user.click(cell(/^Done/))
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Write a comment' })
  await user.type(field, 'Half a sentence')
  const before = FakeSocket.all.length
  act(() => FakeSocket.last.end(4403))
  const [alert] = await screen.findAllByRole('alert')
  expect(alert?.textContent).toBe('You no longer have access to this checklist.')
  await user.type(field, '{Enter}')
  expect(field.value).toBe('Half a sentence')
  await new Promise((resolve) => setTimeout(resolve, 1300))
  expect(FakeSocket.all).toHaveLength(before)
})

test('CHK-25 CHK-26 after a close it comes back, later each time, and reads what was missed', async () => {
  const { asked } = await open()
  const reads = () => asked.filter((name) => name === 'ChecklistData').length
  const before = reads()
  const { pass } = stopClock()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const count = () => FakeSocket.all.length
  let sockets = count()
  for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
    FakeSocket.last.end(1013)
    await pass(seconds * 1000 - 1)
    expect(count()).toBe(sockets)
    await pass(1)
    sockets += 1
    expect(count()).toBe(sockets)
  }
  FakeSocket.last.open()
  await vi.waitFor(() => expect(reads()).toBe(before + 1))
  // Without a network it waits for the browser, and then not at all.
  window.dispatchEvent(new Event('offline'))
  await pass(60_000)
  expect(count()).toBe(sockets)
  window.dispatchEvent(new Event('online'))
  expect(count()).toBe(sockets + 1)
})

test('on a phone there is one project at a time', async () => {
  setWindowWidth(390)
  openChecklistPage()
  await waitFor(() => expect(FakeSocket.all).not.toEqual([]))
  act(() => FakeSocket.last.open())
  const list = await screen.findByRole('list', { name: 'Closing checklist' })
  expect(within(list).getByText('1.1 Lease')).toBeTruthy()
  const user = userEvent.setup()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Project' }), 'Harlan County')
  expect(within(list).getByText('Follow up needed')).toBeTruthy()
  await user.click(within(list).getByText('1.1 Lease'))
  await screen.findByRole('dialog', { name: '1.1 Lease' })
})
