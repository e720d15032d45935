import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  type Answer,
  type Answers,
  by,
  PAGE,
  refused,
  renderAt,
  stopClock,
} from '../../../testing/renderAt.tsx'
import { settled, turns } from '../../../testing/settled.ts'

const SIGNED_OUT = { ...PAGE, user: null }
const method = (passwordAllowed: boolean, connectionId: string | null = 'connection-1') => ({
  data: {
    signInMethod: {
      __typename: 'SignInMethod',
      connectionId,
      connectionName: connectionId && 'Segue ID',
      passwordAllowed,
    },
  },
})
const assign = vi.fn()

beforeEach(() => {
  vi.spyOn(window.location, 'assign').mockImplementation(assign)
})
afterEach(() => {
  assign.mockReset()
  window.history.replaceState(null, '', '/')
})

async function open(answers: Answers, address = '/login') {
  window.history.replaceState(null, '', address)
  renderAt(address, answers, SIGNED_OUT)
  return screen.findByLabelText('Email')
}
const goButton = () => screen.findByRole('button', { name: 'Continue with Segue ID' })

test('SSO-05 a domain with a connection leads there and back to the wanted page, or takes the password', async () => {
  const asked: unknown[] = []
  const email = await open(
    {
      SignInMethod: by((variables) => {
        asked.push(variables.email)
        return method(true)
      }),
    },
    '/login?next=%2Fportfolios%3Fq%3D1',
  )
  await userEvent.type(email, 'ann@segue.example')
  await userEvent.click(await goButton())
  await waitFor(() =>
    expect(assign).toHaveBeenCalledExactlyOnceWith('/sso/connection-1/start?next=%2Fportfolios%3Fq%3D1'),
  )
  // Of the person the server is told nothing.
  expect(JSON.stringify(asked)).not.toContain('ann')
  await userEvent.click(screen.getByRole('button', { name: 'Use your password' }))
  expect(screen.getByLabelText('Password')).toBeTruthy()
})

test('SSO-05 a connection is offered to the people of its domain, and no longer once another domain stands there', async () => {
  const email = await open({
    SignInMethod: by(({ email: asked }) =>
      method(true, asked === 'people@segue.example' ? 'connection-1' : null),
    ),
  })
  await userEvent.type(email, 'ann@segue.example')
  await goButton()
  await userEvent.type(email, '.org')
  // At once, before the server is asked for the other.
  expect(screen.queryByRole('button', { name: 'Continue with Segue ID' })).toBeNull()
  expect(screen.getByLabelText('Password')).toBeTruthy()
})

test('SSO-05 SSO-19 where the connection is required no password is asked for; super users have their own address', async () => {
  const answers = { SignInMethod: method(false) }
  await userEvent.type(await open(answers), 'ann@segue.example')
  await goButton()
  expect(screen.queryByLabelText('Password')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Use your password' })).toBeNull()
})

test('SSO-20 super users sign in by a password at their own address', async () => {
  const asked: unknown[] = []
  const answers = {
    SignInMethod: by((variables) => {
      asked.push(variables)
      return method(false)
    }),
  }
  const email = await open(answers, '/login?password')
  const { pass } = stopClock()
  fireEvent.change(email, { target: { value: 'root@segue.example' } })
  await pass(5000)
  await turns()
  // What the answer says counts at the address of everybody else.
  expect(asked).toEqual([{ email: 'people@segue.example' }])
  expect(screen.getByLabelText('Password')).toBeTruthy()
})

test('SSO-05 a domain without a connection, and one that can’t be asked for, take the password', async () => {
  const asked: unknown[] = []
  const email = await open({
    SignInMethod: by((variables) => {
      asked.push(variables.email)
      return method(true, null)
    }),
  })
  await userEvent.type(email, 'ann@free.example')
  await waitFor(() => expect(asked).toEqual(['people@free.example']))
  await settled()
  expect(screen.getByLabelText('Password')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Continue with/ })).toBeNull()
})

test('SSO-16 SSO-25 what the server says of a sign-in that came to nothing is said once', async () => {
  const notice = { text: 'Signing in with Segue ID failed.', code: 'ABCD2345' }
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = `signinnotice=${encodeURIComponent(JSON.stringify(notice))}; Path=/`
  await open({})
  await screen.findByText('Signing in with Segue ID failed. Code: ABCD2345')
  expect(document.cookie).not.toContain('signinnotice')
})

test('SSO-21 whoever comes back from elsewhere and has a second factor is asked for its code', async () => {
  window.history.replaceState(null, '', '/login?code=SMS&next=%2F')
  renderAt('/login?code=SMS&next=%2F', {}, SIGNED_OUT)
  await screen.findByText('We sent a code of 6 digits to your phone.')
})

test('a domain is not asked for while the form is being sent, but once the sign-in was refused', async () => {
  const asked: unknown[] = []
  const signIn = Promise.withResolvers<Answer>()
  const email = await open({
    SignInMethod: by((variables) => {
      asked.push(variables.email)
      return method(true, null)
    }),
    SignIn: by(() => signIn.promise),
  })
  const { pass } = stopClock()
  fireEvent.change(email, { target: { value: 'ann@free.example' } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'Daylight-2026' } })
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  await pass(5000)
  expect(asked).toEqual([])
  signIn.resolve(refused('RATE_LIMITED', 'Too many attempts. Please try again later.'))
  await turns()
  await pass(5000)
  expect(asked).toEqual(['people@free.example'])
})
