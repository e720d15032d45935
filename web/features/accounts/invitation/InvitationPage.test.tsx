import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Page } from '../../../graphql/page.ts'
import { type Answers, by, NO_CONNECTION, PAGE, renderAt } from '../../../testing/renderAt.tsx'

const SIGNED_OUT = { ...PAGE, user: null }
const EMAIL = 'maya.okafor@meridiansolar.example'
const preview = (hasAccount: boolean) => ({
  data: {
    invitationByToken: {
      __typename: 'InvitationPreview',
      organizationName: 'Meridian',
      firstName: 'Maya',
      lastName: 'Okafor',
      email: EMAIL,
      hasAccount,
    },
  },
})
const accepted = (viewer: object | null, errors: { field: string | null; message: string }[] = []) => ({
  data: {
    acceptInvitation: {
      __typename: 'AcceptInvitationPayload',
      viewer,
      errors: errors.map((error) => ({ __typename: 'FieldError', ...error })),
    },
  },
})
const PERSON = { __typename: 'User', id: 'person-1' }
const assign = vi.fn()

beforeEach(() => {
  vi.spyOn(window.location, 'assign').mockImplementation(assign)
})
afterEach(() => assign.mockReset())

const open = (answers: Answers, page: Page = SIGNED_OUT) => renderAt('/invitations/a-token', answers, page)
const acceptButton = () => screen.findByRole('button', { name: 'Accept the invitation' })

test('AUTH-22 AUTH-23 AUTH-24 a new invitee sees who is invited where, and gives company and password', async () => {
  const given = vi.fn()
  open({
    InvitationByToken: preview(false),
    AcceptInvitation: by((variables) => {
      given(variables)
      return accepted(PERSON)
    }),
  })
  await screen.findByRole('heading', { name: 'Join Meridian' })
  const email = screen.getByLabelText<HTMLInputElement>('Email')
  expect([email.value, email.readOnly]).toEqual([EMAIL, true])
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Maya')
  await userEvent.type(screen.getByLabelText('Company'), 'Ashgrove')
  await userEvent.type(screen.getByLabelText('Password'), 'short')
  await userEvent.click(await acceptButton())
  await screen.findByText('Must be 8 or more characters')
  expect(given).not.toHaveBeenCalled()
  await userEvent.clear(screen.getByLabelText('Password'))
  await userEvent.type(screen.getByLabelText('Password'), 'Moonlight-2027')
  await userEvent.click(await acceptButton())
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/'))
  expect(given).toHaveBeenCalledExactlyOnceWith({
    token: 'a-token',
    firstName: 'Maya',
    lastName: 'Okafor',
    companyName: 'Ashgrove',
    password: 'Moonlight-2027',
  })
})

test('SSO-18 where the firm of the invited address signs its people in, the page leads there with what was typed, in place of a password', async () => {
  const given = vi.fn()
  const method = { connectionId: 'connection-1', connectionName: 'Segue ID', passwordAllowed: false }
  open({
    InvitationByToken: preview(false),
    SignInMethod: { data: { signInMethod: { __typename: 'SignInMethod', ...method } } },
    AcceptInvitation: by((variables) => {
      given(variables)
      return accepted(PERSON)
    }),
  })
  const leave = await screen.findByRole('button', { name: 'Continue with Segue ID' })
  expect(screen.queryByLabelText('Password')).toBeNull()
  for (const name of ['Accept the invitation', 'Use a password'])
    expect([name, screen.queryByRole('button', { name })]).toEqual([name, null])
  await userEvent.type(screen.getByLabelText('Company'), 'Ashgrove')
  await userEvent.click(leave)
  await waitFor(() => expect(assign).toHaveBeenCalledOnce())
  const address = new URL(assign.mock.calls[0]?.[0], 'http://localhost')
  expect([address.pathname, Object.fromEntries(address.searchParams)]).toEqual([
    '/sso/connection-1/start',
    {
      next: window.location.pathname,
      invitation: 'a-token',
      firstName: 'Maya',
      lastName: 'Okafor',
      companyName: 'Ashgrove',
    },
  ])
  expect(given).not.toHaveBeenCalled()
})

test('SSO-18 where it may be joined by a password as well, that is one press away', async () => {
  const method = { connectionId: 'connection-1', connectionName: 'Segue ID', passwordAllowed: true }
  open({
    InvitationByToken: preview(false),
    SignInMethod: { data: { signInMethod: { __typename: 'SignInMethod', ...method } } },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Use a password' }))
  expect(screen.getByLabelText('Password')).toBeTruthy()
  await acceptButton()
})

test('AUTH-28 a used, deleted or unknown token says so, immediately and when another tab was first', async () => {
  const { unmount } = open({ InvitationByToken: { data: { invitationByToken: null } } })
  await screen.findByText('This invitation is no longer valid.')
  unmount()
  open({
    InvitationByToken: preview(false),
    AcceptInvitation: accepted(null, [{ field: null, message: 'This invitation is no longer valid.' }]),
  })
  await userEvent.type(await screen.findByLabelText('Password'), 'Moonlight-2027')
  await userEvent.click(await acceptButton())
  await screen.findByText('This invitation is no longer valid.')
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('Moonlight-2027')
  expect(assign).not.toHaveBeenCalled()
})

test('AUTH-22 AUTH-25 whoever is signed in as somebody else is told whose invitation it is', async () => {
  const other = { ...PAGE, user: PAGE.user && { ...PAGE.user, email: 'other@fund.example' } }
  const { unmount } = open({ InvitationByToken: preview(false) }, other)
  await screen.findByText(`You are signed in as other@fund.example, but the invitation is for ${EMAIL}.`, {
    exact: false,
  })
  unmount()
  open({ InvitationByToken: preview(false) })
  await acceptButton()
  expect(screen.queryByText(/You are signed in as/)).toBeNull()
})

test('ERR-08 a lost connection keeps what was typed', async () => {
  open({ InvitationByToken: preview(false), AcceptInvitation: NO_CONNECTION })
  await userEvent.type(await screen.findByLabelText('Password'), 'Moonlight-2027')
  await userEvent.click(await acceptButton())
  await screen.findAllByText('Connection lost. Please check your network and try again.')
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('Moonlight-2027')
})

test('AUTH-27 who has an account signs in with it, and accepts by that', async () => {
  const given = vi.fn()
  open({
    InvitationByToken: preview(true),
    SignIn: {
      data: {
        signIn: {
          __typename: 'SignInPayload',
          viewer: PERSON,
          codeRequired: false,
          codeMethods: [],
          errors: [],
        },
      },
    },
    AcceptInvitation: by((variables) => {
      given(variables)
      return accepted(PERSON)
    }),
  })
  const email = await screen.findByLabelText<HTMLInputElement>('Email')
  expect([email.value, email.readOnly]).toEqual([EMAIL, true])
  expect(screen.queryByLabelText('First name')).toBeNull()
  await userEvent.type(screen.getByLabelText('Password'), 'Daylight-2026')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/'))
  expect(given).toHaveBeenCalledExactlyOnceWith({ token: 'a-token' })
})

test('AUTH-27 who is signed in already accepts by one press; somebody else is asked to log out first', async () => {
  const { unmount } = open({ InvitationByToken: preview(true), AcceptInvitation: accepted(PERSON) }, PAGE)
  await userEvent.click(await acceptButton())
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/'))
  unmount()
  const other = { ...PAGE, user: PAGE.user && { ...PAGE.user, email: 'other@fund.example' } }
  open({ InvitationByToken: preview(true) }, other)
  await screen.findByText(/You are signed in as other@fund.example, but the invitation is for/)
  expect(screen.getByRole('link', { name: 'Log out' }).getAttribute('href')).toBe('/logout')
})
