import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { organisation, viewerOf } from '../../../testing/fixtures.ts'
import { by, refused, renderAt, SERVER_ERROR, setWindowWidth } from '../../../testing/renderAt.tsx'

const PERSON = { __typename: 'User', id: 'person-1', twoFactorEnabled: false, phoneNumber: null }
const AGO = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const session = (id: string, device: string | null, isCurrent = false) => ({
  __typename: 'Session',
  id,
  device,
  createdAt: AGO(50),
  lastSeenAt: AGO(2),
  isCurrent,
})
const HERE = session('here', 'Firefox on Linux', true)
const OFFICE = session('office', 'Chrome on Windows')
const UNKNOWN = session('unknown', null)
const ENDED = { __typename: 'EndSessionsPayload', success: true }

beforeEach(() => setWindowWidth(1440))

/** The security page on a server that keeps sessions. */
function open(sessions = [HERE, OFFICE, UNKNOWN], fails = false) {
  let kept = sessions
  const page = renderAt('/profile/security', {
    Viewer: viewerOf([organisation('Meridian', ['DOCUMENTS_VIEW'])]),
    SecurityPage: { data: { user: PERSON } },
    AuthenticatorSection: {
      data: { viewer: { __typename: 'User', id: 'person-1', twoFactorEnabled: false, authenticator: null } },
    },
    ApiTokens: { data: { apiTokens: [] } },
    Passkeys: { data: { passkeys: [] } },
    Sessions: by(() => ({ data: { sessions: kept } })),
    EndSession: by(({ id }) => {
      if (fails) return refused('RATE_LIMITED', 'Too many requests. Please try again in 5 seconds.')
      kept = kept.filter((each) => each.id !== id)
      return { data: { endSession: ENDED } }
    }),
    EndOtherSessions: by(() => {
      kept = kept.filter(({ isCurrent }) => isCurrent)
      return { data: { endOtherSessions: ENDED } }
    }),
  })
  return { ...page, user: userEvent.setup() }
}
const list = () => screen.findByRole('list', { name: 'Sessions' })
const rows = async () => within(await list()).getAllByRole('listitem')

test('AUTH-17 AUTH-19 a person sees where they are signed in, this session first, and ends one of the others', async () => {
  const { user } = open()
  const [first, second, third] = await rows()
  expect(first?.textContent).toContain('Firefox on LinuxThis session')
  expect(second?.textContent).toMatch(/Chrome on Windows.*Last seen 2 hours ago, signed in 2 days ago/)
  expect(third?.textContent).toContain('Unknown browser')
  expect(within(first ?? document.body).queryByRole('button')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Sign out: Chrome on Windows' }))
  await waitFor(async () => expect(await rows()).toHaveLength(2))
  expect(screen.queryByText('Chrome on Windows')).toBeNull()
})

test('AUTH-19 all other sessions end by one press, which is offered only where there are some', async () => {
  const { user } = open()
  await list()
  await user.click(screen.getByRole('button', { name: 'Sign out everywhere else' }))
  await waitFor(async () => expect(await rows()).toHaveLength(1))
  expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull()
  screen.getByText('This session')
})

test('ERR-10 a session that could not be ended stays in the list, and the page says why', async () => {
  const { user } = open([HERE, OFFICE], true)
  await list()
  await user.click(screen.getByRole('button', { name: 'Sign out: Chrome on Windows' }))
  await screen.findByText('Too many requests. Please try again in 5 seconds.')
  expect(await rows()).toHaveLength(2)
})

test('ERR-10 where the sessions can’t be read their panel alone says so', async () => {
  renderAt('/profile/security', {
    Viewer: viewerOf([organisation('Meridian', ['DOCUMENTS_VIEW'])]),
    SecurityPage: { data: { user: PERSON } },
    AuthenticatorSection: {
      data: { viewer: { __typename: 'User', id: 'person-1', twoFactorEnabled: false, authenticator: null } },
    },
    ApiTokens: { data: { apiTokens: [] } },
    Passkeys: { data: { passkeys: [] } },
    Sessions: SERVER_ERROR,
  })
  await screen.findByText('A server error has occurred')
  screen.getByRole('button', { name: 'Add an authenticator app' })
  screen.getByRole('heading', { name: 'Two-Factor Authentication: Disabled' })
})
