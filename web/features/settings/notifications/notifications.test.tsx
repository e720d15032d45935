import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { organisation, viewerOf } from '../../../testing/fixtures.ts'
import {
  type Answer,
  by,
  refused,
  renderAt,
  SERVER_ERROR,
  setWindowWidth,
} from '../../../testing/renderAt.tsx'

const MERIDIAN = organisation('Meridian', ['DOCUMENTS_VIEW'])

beforeEach(() => setWindowWidth(1440))

type Toggles = Record<string, boolean>

/** The page on a server that keeps toggles; `answers` stand in for mutations that are to fail. */
function openPage(
  start: { master?: boolean; portfolios?: Toggles; companies?: Toggles },
  answers: Record<string, Answer> = {},
) {
  const state = { master: true, portfolios: {} as Toggles, companies: {} as Toggles, ...start }
  const sent: [string, Record<string, unknown>][] = []
  const entries = (typename: string, toggles: Toggles) =>
    Object.entries(toggles).map(([name, enabled]) => ({
      __typename: typename,
      id: `id-${name}`,
      name,
      enabled,
    }))
  const counted = (toggles: Toggles) => Object.values(toggles).filter(Boolean).length
  const counts = () => ({
    __typename: 'NotificationCounts',
    id: MERIDIAN.id,
    portfolios: Object.keys(state.portfolios).length,
    portfoliosOn: counted(state.portfolios),
    holdingCompanies: Object.keys(state.companies).length,
    holdingCompaniesOn: counted(state.companies),
  })
  const setting = () => ({ __typename: 'NotificationSetting', id: MERIDIAN.id, enabled: state.master })
  const mutation = (name: string, change: (variables: Record<string, unknown>) => object) =>
    by((variables) => {
      sent.push([name, variables])
      return answers[name] ?? { data: change(variables) }
    })
  const single = (toggles: Toggles, id: unknown, enabled: unknown) => {
    toggles[String(id).slice(3)] = enabled === true
    return { id, enabled }
  }
  const page = renderAt('/profile/meridian/notifications', {
    Viewer: viewerOf([MERIDIAN]),
    NotificationPage: by(
      ({ portfolioSearch }) =>
        answers.NotificationPage ?? {
          data: {
            user: { __typename: 'User', id: 'person-1', email: 'maya@segue.example' },
            notificationSettings: setting(),
            notificationCounts: counts(),
            portfolioNotifications: entries('PortfolioNotificationSetting', state.portfolios)
              .filter(({ name }) => name.includes(String(portfolioSearch ?? '')))
              .slice(0, 50),
            holdCoNotifications: entries('HoldCoNotificationSetting', state.companies),
          },
        },
    ),
    UpdateNotificationSettings: mutation('UpdateNotificationSettings', ({ enabled }) => {
      state.master = enabled === true
      return {
        updateNotificationSettings: {
          __typename: 'UpdateNotificationSettingsPayload',
          notificationSettings: setting(),
        },
      }
    }),
    UpdatePortfolioNotificationSettings: mutation(
      'UpdatePortfolioNotificationSettings',
      ({ portfolioId, enabled }) => ({
        updatePortfolioNotificationSettings: {
          __typename: 'UpdatePortfolioNotificationSettingsPayload',
          portfolioNotification: {
            __typename: 'PortfolioNotificationSetting',
            ...single(state.portfolios, portfolioId, enabled),
          },
        },
      }),
    ),
    UpdateHoldCoNotificationSettings: mutation(
      'UpdateHoldCoNotificationSettings',
      ({ holdingCompanyId, enabled }) => ({
        updateHoldCoNotificationSettings: {
          __typename: 'UpdateHoldCoNotificationSettingsPayload',
          holdCoNotification: {
            __typename: 'HoldCoNotificationSetting',
            ...single(state.companies, holdingCompanyId, enabled),
          },
        },
      }),
    ),
    UpdateAllNotificationSettings: mutation('UpdateAllNotificationSettings', ({ kind, enabled }) => {
      const toggles = kind === 'PORTFOLIOS' ? state.portfolios : state.companies
      for (const name of Object.keys(toggles)) toggles[name] = enabled === true
      return {
        updateAllNotificationSettings: {
          __typename: 'UpdateAllNotificationSettingsPayload',
          counts: counts(),
        },
      }
    }),
  })
  return { ...page, state, sent, user: userEvent.setup() }
}

const MASTER = 'Notifications from Meridian'
const toggle = (name: string) =>
  screen.queryByRole('switch', { name }) ?? screen.getByRole('checkbox', { name })
const stateOf = (name: string) => toggle(name).getAttribute('aria-checked')
const word = (name: string) => toggle(name).previousElementSibling?.textContent
const shows = (name: string, checked: string) => waitFor(() => expect(stateOf(name)).toBe(checked))

test('NOTIF-01 NOTIF-02 NOTIF-05 NOTIF-06 the page has the master, a group for each kind with its state, and each entity by name', async () => {
  openPage({
    portfolios: { Aurora: true, 'Prairie Sun': false },
    companies: { 'Great Plains': true, 'Long Range': true },
  })
  await shows(MASTER, 'true')
  expect(screen.getByText('E-mails to maya@segue.example about the entities below.')).toBeTruthy()
  expect([stateOf('All portfolios'), word('All portfolios')]).toEqual(['mixed', 'Mix'])
  expect([stateOf('All holding companies'), word('All holding companies')]).toEqual(['true', 'On'])
  const portfolios = within(screen.getByRole('region', { name: 'Portfolios' }))
  expect(portfolios.getByText('1 of 2 on')).toBeTruthy()
  expect(portfolios.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'AuroraOn',
    'Prairie SunOff',
  ])
})

test('NOTIF-05 API-028 API-029 a toggle is saved immediately, and its group follows', async () => {
  const { user, sent } = openPage({ portfolios: { Aurora: true, Sun: true }, companies: { Plains: false } })
  await shows('All portfolios', 'true')
  expect([stateOf('All holding companies'), word('All holding companies')]).toEqual(['false', 'Off'])
  await user.click(toggle('Aurora'))
  await shows('All portfolios', 'mixed')
  expect(stateOf('Aurora')).toBe('false')
  await user.click(toggle('Plains'))
  await shows('All holding companies', 'true')
  expect(sent).toEqual([
    ['UpdatePortfolioNotificationSettings', { portfolioId: 'id-Aurora', userId: 'person-1', enabled: false }],
    [
      'UpdateHoldCoNotificationSettings',
      { holdingCompanyId: 'id-Plains', userId: 'person-1', enabled: true },
    ],
  ])
})

test('NOTIF-07 a group that is off or mixed turns all on, one that is on turns all off', async () => {
  const { user, sent } = openPage({ portfolios: { Aurora: true, Sun: false } })
  await shows('All portfolios', 'mixed')
  await user.click(toggle('All portfolios'))
  await shows('Sun', 'true')
  await shows('All portfolios', 'true')
  await user.click(toggle('All portfolios'))
  await shows('Aurora', 'false')
  await shows('All portfolios', 'false')
  await user.click(toggle('All portfolios'))
  await shows('All portfolios', 'true')
  expect(sent.map(([, { kind, enabled }]) => [kind, enabled])).toEqual([
    ['PORTFOLIOS', true],
    ['PORTFOLIOS', false],
    ['PORTFOLIOS', true],
  ])
})

test('NOTIF-03 NOTIF-04 API-027 under a master that is off all show inactive and off; on again, the single choices are back', async () => {
  const { user } = openPage({ portfolios: { Aurora: true, Sun: false } })
  await shows('Aurora', 'true')
  await user.click(toggle(MASTER))
  await shows('Aurora', 'false')
  for (const name of ['Aurora', 'Sun', 'All portfolios']) {
    expect([stateOf(name), word(name), toggle(name).hasAttribute('disabled')]).toEqual(['false', 'Off', true])
  }
  expect(screen.getByText(/Your individual settings are restored when you switch this on\.$/)).toBeTruthy()
  expect(screen.getByText('2 portfolios')).toBeTruthy()
  await user.click(toggle(MASTER))
  await shows('Aurora', 'true')
  expect([stateOf('Sun'), stateOf('All portfolios')]).toEqual(['false', 'mixed'])
})

test('NOTIF-08 ERR-06 a failed query shows its message in a danger alert, alone, with another try', async () => {
  openPage(
    { portfolios: { Aurora: true } },
    { NotificationPage: refused('NOT_FOUND', 'Organisation not found.') },
  )
  expect((await screen.findByRole('alert')).textContent).toContain('Organisation not found.')
  expect(screen.queryByRole('switch')).toBeNull()
})

test.each([
  ['UpdatePortfolioNotificationSettings', 'Aurora', 'true'],
  ['UpdateHoldCoNotificationSettings', 'Plains', 'false'],
  ['UpdateAllNotificationSettings', 'All portfolios', 'true'],
  ['UpdateNotificationSettings', MASTER, 'true'],
])(
  'NOTIF-09 where %s fails its message stands in a danger alert, and the toggle goes back',
  async (mutation, name, before) => {
    const { user } = openPage(
      { portfolios: { Aurora: true }, companies: { Plains: false } },
      { [mutation]: SERVER_ERROR },
    )
    await shows(name, before)
    await user.click(toggle(name))
    expect((await screen.findByRole('alert')).textContent).toContain('A server error has occurred')
    await shows(name, before)
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByRole('alert')).toBeNull()
  },
)

test('NOTIF-09 where nothing can be read after it either, the toggles stay and the reason stands once', async () => {
  const answers: Record<string, Answer> = { UpdatePortfolioNotificationSettings: SERVER_ERROR }
  const { user } = openPage({ portfolios: { Aurora: true, Sun: false } }, answers)
  await shows('Aurora', 'true')
  answers.NotificationPage = SERVER_ERROR
  await user.click(toggle('Aurora'))
  expect((await screen.findByRole('alert')).textContent).toContain('A server error has occurred')
  await shows('Aurora', 'true')
  expect(stateOf('Sun')).toBe('false')
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  // That what shows may be old is said until it has been read again.
  delete answers.NotificationPage
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  await shows('Aurora', 'true')
})

test('SHELL-19 of an organisation that one is not in there is no such page', async () => {
  renderAt('/profile/rival-fund/notifications', { Viewer: viewerOf([MERIDIAN]) })
  await screen.findByText('Error 404 to be precise.')
})

test('NOTIF-05 many toggles are searched, and paged', async () => {
  const many = Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`Portfolio ${at}`, true]))
  const { user } = openPage({ portfolios: many })
  await shows('Portfolio 0', 'true')
  expect(
    screen.getAllByRole('listitem').filter((item) => /^Portfolio/.test(item.textContent ?? '')),
  ).toHaveLength(50)
  expect(screen.getByRole('button', { name: 'Page 3' })).toBeTruthy()
  await user.type(screen.getByRole('searchbox', { name: 'Search portfolios' }), 'Portfolio 77')
  await waitFor(() => expect(screen.queryByRole('switch', { name: 'Portfolio 0' })).toBeNull())
  await shows('Portfolio 77', 'true')
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
})

test('without any entity the page says so', async () => {
  openPage({})
  expect(await screen.findByText('No portfolios or holding companies')).toBeTruthy()
})
