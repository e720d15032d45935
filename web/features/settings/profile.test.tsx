import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { organisation, viewerOf } from '../../testing/fixtures.ts'
import {
  type Answer,
  by,
  NO_CONNECTION,
  refused,
  renderAt,
  SERVER_ERROR,
  savedFirst,
  setWindowWidth,
  stopClock,
} from '../../testing/renderAt.tsx'

const MERIDIAN = organisation('Meridian', ['DOCUMENTS_VIEW'])
const SEGUE = organisation('Segue', ['DOCUMENTS_VIEW'])

const person = (changed: object = {}) => ({
  __typename: 'User',
  id: 'person-1',
  revision: 3,
  firstName: 'Maya',
  lastName: 'Okafor',
  fullName: 'Maya Okafor',
  companyName: 'Segue Infrastructure',
  title: 'Vice President',
  location: 'Kansas City, MO',
  avatarUrl: null,
  ...changed,
})

beforeEach(() => setWindowWidth(1440))

/** My Profile on a server that answers a save as told; gives what was sent. */
function openProfile(answer: Answer | ((variables: Record<string, unknown>) => Answer)) {
  const sent: Record<string, unknown>[] = []
  const UpdateProfile = by((variables) => {
    sent.push(variables)
    return typeof answer === 'function' ? answer(variables) : answer
  })
  const page = renderAt('/profile', {
    Viewer: viewerOf([MERIDIAN]),
    ProfilePage: { data: { user: person() } },
    UpdateProfile,
  })
  return { ...page, sent, user: userEvent.setup() }
}

const SAVED = (variables: Record<string, unknown>): Answer => {
  const fullName = `${variables.firstName} ${variables.lastName}`
  return {
    data: {
      updateProfile: {
        __typename: 'UpdateProfilePayload',
        user: person({ ...variables, fullName }),
        errors: [],
      },
    },
  }
}

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const press = (name: string) => screen.getByRole('button', { name })

async function fill(user: ReturnType<typeof userEvent.setup>, name: string, text: string) {
  await user.clear(await field(name))
  if (text !== '') await user.type(await field(name), text)
}

test('PROF-01 SHELL-11 the page has five fields, the company is read-only', async () => {
  openProfile(SAVED)
  const values = {
    'First Name': 'Maya',
    'Last Name': 'Okafor',
    Title: 'Vice President',
    Location: 'Kansas City, MO',
  }
  for (const [name, value] of Object.entries(values)) {
    const { value: shown, readOnly } = await field(name)
    expect([name, shown, readOnly]).toEqual([name, value, false])
  }
  const company = await field('Company')
  expect([company.value, company.readOnly]).toEqual(['Segue Infrastructure', true])
})

test('PROF-02 names are required and nothing is sent without them; title and location may be empty', async () => {
  const { user, sent } = openProfile(SAVED)
  for (const name of ['First Name', 'Last Name', 'Title', 'Location']) await fill(user, name, '')
  await user.click(press('Update profile'))
  expect(await screen.findAllByText('This field is required')).toHaveLength(2)
  expect(sent).toEqual([])
  await fill(user, 'First Name', 'Maya')
  await fill(user, 'Last Name', 'Reed')
  await user.click(press('Update profile'))
  await waitFor(() =>
    expect(sent).toEqual([
      { id: 'person-1', firstName: 'Maya', lastName: 'Reed', title: '', location: '', revision: 3 },
    ]),
  )
})

test('PROF-03 PROF-04 PROF-08 a save says so, and the top bar has the new name without a reload', async () => {
  const { user, asked } = openProfile(SAVED)
  await fill(user, 'Last Name', 'Reed')
  await user.click(press('Update profile'))
  const alert = await screen.findByText('Profile updated successfully.')
  await screen.findByRole('button', { name: 'Maya Reed' })
  expect(asked.filter((name) => name === 'Viewer')).toHaveLength(1)
  const bar = alert.closest<HTMLElement>('[role="status"]')
  await user.click(within(bar as HTMLElement).getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText('Profile updated successfully.')).toBeNull()
})

test.each([
  ['a server error', SERVER_ERROR],
  ['no connection', by(() => NO_CONNECTION({}) as Answer)],
  ['too many calls', refused('RATE_LIMITED', 'Too many requests. Please try again in 9 seconds.')],
])('PROF-05 after %s the alert says that it failed, and what was typed stays', async (_what, answer) => {
  const { user } = openProfile(answer as Answer)
  await fill(user, 'Last Name', 'Reed')
  await user.click(press('Update profile'))
  await screen.findByText('Profile update failed.')
  expect((await field('Last Name')).value).toBe('Reed')
  await user.click(press('Dismiss'))
  expect(screen.queryByText('Profile update failed.')).toBeNull()
})

test('PROF-06 the alert goes by itself after 4 seconds', async () => {
  const { user } = openProfile(SAVED)
  await fill(user, 'Last Name', 'Reed')
  const clock = stopClock()
  press('Update profile').click()
  await vi.waitFor(() => screen.getByText('Profile updated successfully.'))
  await clock.pass(3900)
  screen.getByText('Profile updated successfully.')
  await clock.pass(200)
  await vi.waitFor(() => expect(screen.queryByText('Profile updated successfully.')).toBeNull())
})

test('PROF-07 Reset puts back what is saved, after a save what was saved then', async () => {
  const { user } = openProfile(SAVED)
  await fill(user, 'First Name', '')
  await fill(user, 'Title', 'Partner')
  await user.click(press('Reset'))
  expect((await field('First Name')).value).toBe('Maya')
  expect((await field('Title')).value).toBe('Vice President')
  await fill(user, 'Title', 'Partner')
  await user.click(press('Update profile'))
  await screen.findByText('Profile updated successfully.')
  await fill(user, 'Title', 'Chair')
  await user.click(press('Reset'))
  expect((await field('Title')).value).toBe('Partner')
})

test('what the server refuses stands at its field', async () => {
  const { user } = openProfile({
    data: {
      updateProfile: {
        __typename: 'UpdateProfilePayload',
        user: null,
        errors: [{ __typename: 'FieldError', field: 'title', message: 'Max 128 characters' }],
      },
    },
  })
  await fill(user, 'Title', 'Partner')
  await user.click(press('Update profile'))
  await screen.findByText('Max 128 characters')
  expect((await field('Title')).getAttribute('aria-invalid')).toBe('true')
})

/** The labels of the side list, with the addresses of those that are links. */
const listed = () =>
  within(screen.getByRole('navigation', { name: 'Settings' }))
    .getAllByRole('listitem')
    .flatMap(({ firstElementChild: entry }) => [[entry?.textContent, entry?.getAttribute('href')]])

const open = (address: string, viewer: object) =>
  renderAt(address, { Viewer: viewer, ProfilePage: { data: { user: person() } } })

test('PROF-14 PROF-15 the side list leads to the profile, security and the notifications of the one organisation', async () => {
  open('/profile', viewerOf([MERIDIAN]))
  await field('First Name')
  expect(listed()).toEqual([
    ['My Profile', '/profile'],
    ['Security', '/profile/security'],
    ['Notifications', '/profile/meridian/notifications'],
  ])
  expect(screen.getByRole('link', { name: 'My Profile' }).getAttribute('aria-current')).toBe('page')
})

test('PROF-16 with several organisations Notifications folds: open at first, one entry for each', async () => {
  open('/profile', viewerOf([MERIDIAN, SEGUE]))
  const fold = await screen.findByRole('button', { name: 'Notifications' })
  expect(fold.getAttribute('aria-expanded')).toBe('true')
  expect(listed().slice(3)).toEqual([
    ['Meridian', '/profile/meridian/notifications'],
    ['Segue', '/profile/segue/notifications'],
  ])
  await userEvent.setup().click(fold)
  expect(screen.queryByRole('link', { name: 'Segue' })).toBeNull()
})

test('PROF-14 on a narrow screen a menu holds the same pages', async () => {
  setWindowWidth(390)
  const { router } = open('/profile', viewerOf([MERIDIAN, SEGUE]))
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'My Profile' }))
  const entries = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  expect(entries).toEqual(['My Profile', 'Security', 'Notifications: Meridian', 'Notifications: Segue'])
  await user.click(screen.getByRole('menuitem', { name: 'Notifications: Segue' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/profile/segue/notifications'))
})

test('PROF-03 of one profile saved in two places the second is merged, and asks about what both changed', async () => {
  const newer = { firstName: 'May', lastName: 'Okafor', title: 'Partner', location: 'Kansas City, MO' }
  const { sent, user } = openProfile((variables) =>
    variables.revision === 3 ? savedFirst({ of: 'profile', revision: 4, newer }) : SAVED(variables),
  )
  const first = await screen.findByRole<HTMLInputElement>('textbox', { name: 'First Name' })
  await user.clear(first)
  await user.type(first, 'Maja')
  const save = () => user.click(screen.getByRole('button', { name: 'Update profile' }))
  await save()
  const panel = within(await screen.findByRole('region', { name: 'Someone else saved meanwhile' }))
  panel.getByText('Vice President → Partner')
  expect(first.value).toBe('Maja')
  await user.click(panel.getByRole('button', { name: 'Keep mine' }))
  await save()
  await screen.findByText('Profile updated successfully.')
  expect(sent).toMatchObject([
    { revision: 3, firstName: 'Maja', title: 'Vice President' },
    { revision: 4, firstName: 'Maja', title: 'Partner' },
  ])
})
