import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { organisation, viewerOf } from '../../testing/fixtures.ts'
import {
  type Answer,
  type Answers,
  by,
  PAGE,
  refused,
  renderAt,
  SERVER_ERROR,
  savedFirst,
  setWindowWidth,
  stopClock,
} from '../../testing/renderAt.tsx'

const MERIDIAN = organisation('Meridian', ['DOCUMENTS_VIEW'])
const STAFF = viewerOf([MERIDIAN], { isSuperUser: true })
const SENT: Answer = {
  data: {
    createSupportTicket: { __typename: 'CreateSupportTicketPayload', success: true, errors: [] },
  },
}

beforeEach(() => setWindowWidth(1440))

function openForm(answer: Answer = SENT) {
  const sent: Record<string, unknown>[] = []
  const CreateSupportTicket = by((variables) => {
    sent.push(variables)
    return answer
  })
  const page = renderAt('/support', { Viewer: viewerOf([MERIDIAN]), CreateSupportTicket })
  return { ...page, sent, user: userEvent.setup() }
}
const issue = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Issue' })
const description = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Description' })
const submit = () => screen.getByRole('button', { name: 'Submit' })

test('SUP-01 SUP-02 SUP-03 both fields are required, and have their limits', async () => {
  const { user, sent } = openForm()
  await issue()
  await user.click(submit())
  expect(screen.getAllByText('This field is required')).toHaveLength(2)
  await user.click(await issue())
  await user.paste('a'.repeat(129))
  await user.click(description())
  await user.paste('b'.repeat(1025))
  await user.click(submit())
  await screen.findByText('Max 128 characters')
  await screen.findByText('Max 1024 characters')
  expect(sent).toEqual([])
  await user.type(await issue(), '{Backspace}')
  await user.type(description(), '{Backspace}')
  await user.click(submit())
  await waitFor(() => expect(sent).toEqual([{ issue: 'a'.repeat(128), description: 'b'.repeat(1024) }]))
})

test('SUP-04 what was sent is confirmed, and a link leads to an empty form', async () => {
  const { user } = openForm()
  await user.type(await issue(), 'Upload stops')
  await user.type(description(), 'At 80 %')
  await user.click(submit())
  await screen.findByText('Thank you for contacting us.')
  screen.getByText("We'll follow up shortly.")
  await user.click(screen.getByRole('link', { name: 'Submit a new issue' }))
  expect((await issue()).value).toBe('')
  expect(description().value).toBe('')
})

test.each([
  ['SUP-05 a failed submit', SERVER_ERROR, 'A server error has occurred.'],
  [
    'a sixth ticket within ten minutes',
    refused('RATE_LIMITED', 'Too many requests. Please try again in 60 seconds.'),
    'Too many requests. Please try again in 60 seconds.',
  ],
])('%s says so and keeps what was typed', async (_title, answer, text) => {
  const { user } = openForm(answer)
  await user.type(await issue(), 'Upload stops')
  await user.type(description(), 'At 80 %')
  await user.click(submit())
  await screen.findByText(text)
  expect((await issue()).value).toBe('Upload stops')
  expect(description().value).toBe('At 80 %')
})

test('SCALE-15 a change that the server could not do is repeated; after 30 s its message shows, and what was typed is there', async () => {
  const message = 'The database does not answer right now. Nothing was changed. Please try again in a moment.'
  const away: Answer = {
    errors: [{ message, extensions: { code: 'UNAVAILABLE', retryAfter: 5, outcome: 'none' } }],
    status: 503,
  }
  const { user, sent } = openForm(away)
  await user.type(await issue(), 'Upload stops')
  await user.type(description(), 'At 80 %')
  const { pass } = stopClock()
  // A click by hand: that of the library waits for timers, which stand still.
  submit().click()
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  await pass(28_000)
  expect(sent.length).toBeGreaterThan(5)
  expect(screen.queryByText(message)).toBeNull()
  await pass(40_000)
  await vi.waitFor(() => screen.getByText(message))
  // What waits for things would wait for timers that stand still.
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Issue' }).value).toBe('Upload stops')
  expect(description().value).toBe('At 80 %')
})

test('what is typed is not left without a question, nor lost to a link to the same page', async () => {
  const { user, router } = openForm()
  await user.type(await issue(), 'Upload stops')
  await router.navigate('/support')
  expect((await issue()).value).toBe('Upload stops')
  await router.navigate('/about')
  const question = await screen.findByRole('dialog', { name: 'Unsaved changes' })
  await user.click(within(question).getByRole('button', { name: 'Keep editing' }))
  expect((await issue()).value).toBe('Upload stops')
  await user.type(description(), 'At 80 %')
  await user.click(submit())
  await screen.findByText('Thank you for contacting us.')
  await router.navigate('/about')
  await screen.findByText(/data-room platform/)
})

test('SUP-09 the about page says what the product is and whom to write to', async () => {
  renderAt('/about', { Viewer: viewerOf([MERIDIAN]) })
  await screen.findByText(/data-room platform/)
  const mail = screen.getByRole('link', { name: 'support@fund.example' })
  expect(mail.getAttribute('href')).toBe('mailto:support@fund.example')
})

test('SHELL-17 the form and what the product is open for whoever is signed in, without any organisation as well', async () => {
  const { router } = renderAt('/support', { Viewer: viewerOf([]) })
  await screen.findByRole('textbox', { name: 'Issue' })
  await router.navigate('/about')
  await screen.findByText(/data-room platform/)
})

test('SUP-09 without a support address it leads to the form', async () => {
  const page = { ...PAGE, config: { ...PAGE.config, supportEmail: null } }
  renderAt('/about', { Viewer: viewerOf([MERIDIAN]) }, page)
  expect((await screen.findByRole('link', { name: 'Contact us' })).getAttribute('href')).toBe('/support')
})

const ticket = (id: number, state = 'OPEN', revision = 1) => ({
  __typename: 'SupportTicket',
  id: `ticket-${id}`,
  issue: `Issue ${id}`,
  description: `Description ${id}`,
  state,
  revision,
  createdAt: '2026-05-01T12:00:00.000Z',
  user: {
    __typename: 'User',
    id: 'person-2',
    fullName: 'Ann Lee',
    email: 'ann.lee@fund.example',
  },
})
const listOf = (tickets: object[], count = tickets.length): Answer => ({
  data: { supportTickets: { __typename: 'SupportTicketList', count, tickets } },
})

function openList(
  address: string,
  answer: (variables: Record<string, unknown>) => Answer,
  more: Answers = {},
) {
  const asked: Record<string, unknown>[] = []
  const SupportTickets = by((variables) => {
    asked.push(variables)
    return answer(variables)
  })
  const page = renderAt(address, { Viewer: STAFF, SupportTickets, ...more })
  return {
    ...page,
    user: userEvent.setup(),
    last: () => asked.at(-1),
    search: () => page.router.state.location.search,
  }
}

test('BO-33 staff read the tickets 25 a page, narrowed, searched and sorted by the server; the address says how', async () => {
  const { user, last, search, router } = openList('/support/tickets', () =>
    listOf([ticket(1), ticket(2)], 60),
  )
  await screen.findByText('Issue 1')
  expect(last()).toMatchObject({ search: null, state: 'OPEN', ordering: '-createdAt', offset: 0 })
  await user.click(screen.getByRole('button', { name: 'Page 3' }))
  await waitFor(() => expect(last()).toMatchObject({ offset: 50 }))
  expect(search()).toBe('?page=3')
  await user.click(screen.getByRole('button', { name: 'All' }))
  await waitFor(() => expect(last()).toMatchObject({ state: null, offset: 0 }))
  expect(search()).toBe('?state=ALL')
  await user.type(screen.getByRole('searchbox', { name: 'Search tickets' }), 'zoning')
  await waitFor(() => expect(last()).toMatchObject({ search: 'zoning' }))
  await user.click(screen.getByRole('button', { name: /User/ }))
  await waitFor(() => expect(last()).toMatchObject({ ordering: 'user', state: null, search: 'zoning' }))
  expect(search()).toBe('?state=ALL&q=zoning&sort=user')
  await router.navigate(-1)
  await waitFor(() => expect(last()).toMatchObject({ search: null, state: 'OPEN', ordering: '-createdAt' }))
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search tickets' }).value).toBe('')
})

test('BO-33 an address shows its list; what it says wrongly counts as unsaid, a page too far as the last one', async () => {
  const { last, search } = openList('/support/tickets?state=CLOSED&sort=-issue&q=lease&page=9', () =>
    listOf([ticket(1, 'CLOSED')], 26),
  )
  await screen.findByText('Issue 1')
  await waitFor(() => expect(last()).toMatchObject({ offset: 25 }))
  expect(last()).toMatchObject({ search: 'lease', state: 'CLOSED', ordering: '-issue' })
  expect(search()).toBe('?state=CLOSED&sort=-issue&q=lease&page=2')
  cleanup()
  const wrong = openList('/support/tickets?state=LOST&sort=password&q=le&page=-1', () => listOf([]))
  await screen.findByText('No tickets here')
  expect(wrong.last()).toMatchObject({ search: null, state: 'OPEN', ordering: '-createdAt', offset: 0 })
})

const CLOSED_BY_ANOTHER = savedFirst(
  { of: 'ticket', revision: 2, newer: { state: 'CLOSED' } },
  'Someone else has just changed this ticket. Please check and try again.',
)

test.each(['Show ticket', 'Close ticket'])(
  'BO-33 by "%s" a ticket is closed with the revision in view; who is second sees why, and its newer state',
  async (entry) => {
    let now = [ticket(1)]
    const sent: Record<string, unknown>[] = []
    const SetSupportTicketState = by((variables) => {
      sent.push(variables)
      now = []
      if (sent.length === 1) return CLOSED_BY_ANOTHER
      return {
        data: {
          setSupportTicketState: { __typename: 'SupportTicket', id: 'ticket-1', state: 'OPEN', revision: 3 },
        },
      }
    })
    const { user } = openList('/support/tickets', () => listOf(now), { SetSupportTicketState })
    await user.pointer({ keys: '[MouseRight]', target: await screen.findByText('Issue 1') })
    await user.click(await screen.findByRole('menuitem', { name: entry }))
    const dialog = await screen.findByRole('dialog')
    within(dialog).getByText('Description 1')
    expect(within(dialog).getByRole('link', { name: 'ann.lee@fund.example' }).getAttribute('href')).toBe(
      'mailto:ann.lee@fund.example',
    )
    if (entry === 'Show ticket')
      await user.click(within(dialog).getByRole('button', { name: 'Close ticket' }))
    const alert = await within(dialog).findByRole('alert')
    expect(alert.textContent).toBe('Someone else has just changed this ticket. Please check and try again.')
    await screen.findByText('No tickets here')
    await user.click(within(dialog).getByRole('button', { name: 'Reopen' }))
    await screen.findByText('Ticket reopened')
    expect(sent).toEqual([
      { id: 'ticket-1', state: 'CLOSED', revision: 1 },
      { id: 'ticket-1', state: 'OPEN', revision: 2 },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
)

test('BO-01 whoever is no staff finds no list of tickets', async () => {
  renderAt('/support/tickets', { Viewer: viewerOf([MERIDIAN]) })
  await screen.findByText(/We can’t seem to find the page you’re looking for/)
})
