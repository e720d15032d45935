import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Answer, by, refused, setWindowWidth } from '../../testing/renderAt.tsx'
import { cell, checklist, FakeSocket, figures, openChecklistPage, openMatrix } from './checklist.fixture.tsx'

beforeEach(() => setWindowWidth(1440))

const heads = () => screen.queryAllByRole('rowheader').map((head) => head.textContent)

test('CHK-01 CHK-05 CHK-07 CHK-09 CHK-12 the matrix shows rows by number, cells with status, assignee and comments, and its figures', async () => {
  const { grid } = await openMatrix()
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
  const { grid } = await openMatrix()
  const [link, ...others] = within(grid).getAllByRole('link', { name: 'View Docs' })
  expect(others).toEqual([])
  expect([link?.getAttribute('href'), link?.getAttribute('target'), link?.getAttribute('rel')]).toEqual([
    '/portfolios/one/storage/documents',
    '_blank',
    'noopener noreferrer',
  ])
})

test('CHK-02 the export leads to the spreadsheet in a new tab', async () => {
  await openMatrix()
  const link = screen.getByRole('link', { name: 'Export' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
    '/checklist/c1/spreadsheet',
    '_blank',
  ])
})

test('CHK-08 a category collapses and expands by a press and by the keyboard', async () => {
  const { user, grid } = await openMatrix()
  await user.click(screen.getByRole('rowheader', { name: /Site control/ }))
  expect(heads()).toEqual(['1.0 Site control2 items', '2.0 Offtake', '2.1 Estoppel'])
  grid.focus()
  await user.keyboard('{Enter}')
  expect(heads()).toHaveLength(5)
})

test('CHK-14 a cell must meet all filters that are set', async () => {
  const { user, grid } = await openMatrix()
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

test('CHK-14 filters stand in the address: a reload and a link show the same, and what the checklist does not have counts as unsaid', async () => {
  const { user, router } = await openMatrix(
    {},
    { query: '?status=FOLLOW_UP_NEEDED&status=NONE&assigned=u2&assigned=u9&project=p2&project=p9' },
  )
  expect(heads()).toEqual(['1.0 Site control', '1.1 Lease'])
  expect(screen.queryByText('Cedar Bluff')).toBeNull()
  expect(screen.getByRole('button', { name: 'Filter by assigned to: Somebody, Somebody' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^Filter by project/ }))
  await user.click(screen.getByRole('checkbox', { name: 'Harlan County' }))
  await user.keyboard('{Escape}')
  expect(router.state.location.search).toBe('?status=FOLLOW_UP_NEEDED&assigned=u2&assigned=u9')
  expect(screen.getByText('Cedar Bluff')).toBeTruthy()
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
  const { user } = await openMatrix()
  await user.click(cell(/^Done/))
  const dialog = await screen.findByRole('dialog', { name: '1.1 Lease' })
  expect(dialog.textContent).toContain('Cedar Bluff')
  await user.click(within(dialog).getByRole('button', { name: /^East/ }))
  expect(screen.getByRole('dialog', { name: '1.1 Lease' }).textContent).toContain('Harlan County')
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  const press = (key: string) => fireEvent.keyDown(screen.getByRole('dialog'), { key })
  const title = () => screen.getByRole('dialog').querySelector('h2')?.textContent
  press('ArrowDown')
  await waitFor(() => expect(title()).toBe('1.2 Title'))
  // Faster than 300 ms changes nothing.
  clock.mockReturnValue(Date.now() + 299)
  press('ArrowUp')
  expect(title()).toBe('1.2 Title')
  clock.mockReturnValue(Date.now() + 1)
  press('ArrowDown')
  await waitFor(() => expect(title()).toBe('2.0 Offtake'))
  clock.mockRestore()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('CHK-10 CHK-11 CHK-16 with Ctrl cells are chosen together, and a change is for all of them', async () => {
  const asked: Record<string, unknown>[] = []
  const { user } = await openMatrix({
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
  const { user } = await openMatrix({
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
  const { user, grid } = await openMatrix({
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
  const { user } = await openMatrix({}, { mayEdit: false })
  await user.click(cell(/^Done/))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).queryByRole('combobox')).toBeNull()
  expect(dialog.textContent).toContain('Ann Lee')
  expect(within(dialog).getByRole('textbox', { name: 'Write a comment' })).toBeTruthy()
})

test('on a phone there is one project at a time', async () => {
  setWindowWidth(390)
  openChecklistPage()
  await waitFor(() => expect(FakeSocket.all).not.toEqual([]))
  act(() => FakeSocket.last.open())
  const list = await screen.findByRole('list', { name: 'Closing checklist' })
  expect(within(list).getByText('1.1 Lease')).toBeTruthy()
  const user = userEvent.setup()
  expect(screen.queryByRole('button', { name: /^Filter by project/ })).toBeNull()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Project' }), 'Harlan County')
  expect(within(list).getByText('Follow up needed')).toBeTruthy()
  await user.click(within(list).getByText('1.1 Lease'))
  await screen.findByRole('dialog', { name: '1.1 Lease' })
})
