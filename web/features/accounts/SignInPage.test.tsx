import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rememberSession } from '../../graphql/signedOut.ts'
import { type Answers, by, NO_CONNECTION, PAGE, refused, renderAt } from '../../testing/renderAt.tsx'

const SIGNED_OUT = { ...PAGE, user: null }

const signedIn = { __typename: 'User', id: 'person-1' }
const noErrors: object[] = []
const error = (field: string | null, message: string) => [{ __typename: 'FieldError', field, message }]

const signIn = (viewer: object | null, codeRequired: boolean, errors = noErrors, methods = ['SMS']) => ({
  data: {
    signIn: {
      __typename: 'SignInPayload',
      viewer,
      codeRequired,
      codeMethods: codeRequired ? methods : [],
      errors,
    },
  },
})
const verified = (viewer: object | null, errors = noErrors) => ({
  data: { signInVerify: { __typename: 'SignInVerifyPayload', viewer, errors } },
})

const assign = vi.fn()

beforeEach(() => {
  vi.spyOn(window.location, 'assign').mockImplementation(assign)
  window.history.replaceState(null, '', '/login?next=%2Fportfolios%2Fprairie-sun%3Fq%3D1')
})
afterEach(() => {
  assign.mockReset()
})

async function open(answers: Answers, at = SIGNED_OUT) {
  const page = renderAt('/login', answers, at)
  await screen.findByRole('heading', { name: 'Sign in' })
  return page
}

async function giveCredentials() {
  await userEvent.type(screen.getByLabelText('Email'), 'maya@meridiansolar.example')
  await userEvent.type(screen.getByLabelText('Password'), 'Daylight-2026')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
}

async function openCodeStep(answers: Answers, at = SIGNED_OUT) {
  const page = await open({ SignIn: signIn(null, true), ...answers }, at)
  await giveCredentials()
  return { ...page, code: await screen.findByRole('textbox', { name: 'Authentication code' }) }
}

test('AUTH-18 whoever had a session in this tab reads that it has ended; whoever logs out, or comes new, does not', async () => {
  const words = 'Your session has ended. Sign in to continue where you left off.'
  const { unmount } = await open({})
  expect(screen.queryByText(words)).toBeNull()
  unmount()
  rememberSession()
  const again = await open({})
  expect(screen.getByText(words)).toBeTruthy()
  again.unmount()
  // Once it was said, a later visit is a new one; and who logs out comes without a page to go back to.
  const later = await open({})
  expect(screen.queryByText(words)).toBeNull()
  later.unmount()
  rememberSession()
  window.history.replaceState(null, '', '/login')
  await open({})
  expect(screen.queryByText(words)).toBeNull()
})

test('AUTH-02 e-mail and password sign in, and the wanted path is loaded', async () => {
  const given = vi.fn()
  await open({
    SignIn: by((variables) => {
      given(variables)
      return signIn(signedIn, false)
    }),
  })
  await giveCredentials()
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/portfolios/prairie-sun?q=1'))
  expect(given).toHaveBeenCalledExactlyOnceWith({
    email: 'maya@meridiansolar.example',
    password: 'Daylight-2026',
  })
})

test('AUTH-04 an empty e-mail and password say so on their fields, and nothing is sent', async () => {
  const { asked } = await open({})
  await userEvent.type(screen.getByLabelText('Email'), '  ')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(screen.getAllByText('This field is required')).toHaveLength(2))
  for (const label of ['Email', 'Password']) {
    const field = screen.getByLabelText(label)
    const note = document.getElementById(field.getAttribute('aria-describedby') ?? '')
    expect(note?.textContent).toBe('This field is required')
  }
  expect(asked).toEqual([])
})

test('a refused sign-in says so above the form and keeps what was typed', async () => {
  await open({ SignIn: signIn(null, false, error(null, 'Incorrect email or password.')) })
  await giveCredentials()
  expect((await screen.findByRole('alert')).textContent).toBe('Incorrect email or password.')
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('maya@meridiansolar.example')
  expect(assign).not.toHaveBeenCalled()
})

test('too many attempts are said in the server’s words', async () => {
  const message = 'Too many attempts. Please try again later.'
  await open({ SignIn: refused('RATE_LIMITED', message) })
  await giveCredentials()
  expect((await screen.findByRole('alert')).textContent).toBe(message)
})

test('ERR-08 a lost connection keeps what was typed', async () => {
  await open({
    SignIn: NO_CONNECTION,
  })
  await giveCredentials()
  await screen.findAllByText('Connection lost. Please check your network and try again.')
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('Daylight-2026')
})

test('where a code is asked for, the password alone does not leave the page and the code does', async () => {
  const given = vi.fn()
  const { code } = await openCodeStep({
    SignInVerify: by((variables) => {
      given(variables)
      return verified(signedIn)
    }),
  })
  expect(assign).not.toHaveBeenCalled()
  await userEvent.type(code, '123456{Enter}')
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/portfolios/prairie-sun?q=1'))
  expect(given).toHaveBeenCalledExactlyOnceWith({ code: '123456' })
})

/** What was sent; whether a firm signs its people in is asked where the typing rests. */
const sentOf = (asked: readonly string[]) => asked.filter((name) => name !== 'SignInMethod')

test.each([
  ['', 'This field is required'],
  ['12345a', 'Authentication code must contain only digits'],
  ['12345', 'Authentication code must contain 6 digits'],
  ['1234567', 'Authentication code must contain 6 digits'],
])('AUTH-11 the code %j gives: %s', async (typed, message) => {
  const { code, asked } = await openCodeStep({})
  await userEvent.type(code, `${typed}{Enter}`)
  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect(sentOf(asked)).toEqual(['SignIn'])
})

test('AUTH-13 a wrong code is said on the field', async () => {
  const { code } = await openCodeStep({
    SignInVerify: verified(null, error('code', 'Invalid authentication code.')),
  })
  await userEvent.type(code, '123456{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid authentication code.')
  expect(code.getAttribute('aria-invalid')).toBe('true')
})

test('AUTH-14 the code can be sent again', async () => {
  const { code, asked } = await openCodeStep({
    SignInResendCode: {
      data: { signInResendCode: { __typename: 'SignInResendCodePayload', success: true } },
    },
  })
  await userEvent.type(code, '12')
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
  expect((await screen.findByRole('status')).textContent).toBe('Authentication code was resent.')
  expect(sentOf(asked)).toEqual(['SignIn', 'SignInResendCode'])
  expect(screen.getByLabelText<HTMLInputElement>('Authentication code').value).toBe('')
})

test('a sign-in that no longer waits for a code starts over', async () => {
  const { code } = await openCodeStep({
    SignInVerify: refused('UNAUTHENTICATED', 'Please sign in.'),
  })
  await userEvent.type(code, '123456{Enter}')
  await screen.findByText('Your code is no longer valid. Please sign in again.')
  expect(screen.getByLabelText('Password')).toBeDefined()
  expect(assign).not.toHaveBeenCalled()
})

test('AUTH-02 somebody who is signed in goes on immediately', async () => {
  renderAt('/login', {})
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/portfolios/prairie-sun?q=1'))
})

const APP = { SignIn: signIn(null, true, noErrors, ['AUTHENTICATOR', 'SMS']) }

test('AUTH-10 AUTH-14 with an authenticator app its code is asked for, and one by text message on request', async () => {
  await openCodeStep({
    ...APP,
    SignInResendCode: {
      data: { signInResendCode: { __typename: 'SignInResendCodePayload', success: true } },
    },
  })
  expect(screen.getByText('Your authenticator app shows a code of 6 digits.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Send a code by SMS' }))
  await screen.findByText('A code was sent to your phone.')
})

test('where nobody sends text messages, the code is not said to be sent', async () => {
  const none = { ...SIGNED_OUT, config: { ...SIGNED_OUT.config, sendsTexts: false } }
  await openCodeStep(
    {
      SignIn: signIn(null, true, noErrors, ['SMS']),
      SignInResendCode: {
        data: { signInResendCode: { __typename: 'SignInResendCodePayload', success: true } },
      },
    },
    none,
  )
  const notSent =
    'Not sent: no text messages are set up here. Whoever runs Helioroom finds the code in the back office.'
  expect(screen.getAllByText(notSent)).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(screen.getAllByText(notSent)).toHaveLength(2))
  expect(screen.queryByText(/was resent|was sent/)).toBeNull()
})

test('AUTH-10 a recovery code signs in in place of the app, and a wrong one says so at its field', async () => {
  let right = false
  await openCodeStep({
    ...APP,
    SignInRecover: by(() => ({
      data: {
        signInRecover: {
          __typename: 'SignInVerifyPayload',
          viewer: right ? signedIn : null,
          errors: right ? [] : error('recoveryCode', 'Invalid recovery code.'),
        },
      },
    })),
  })
  await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  const field = await screen.findByLabelText('Recovery code')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  await screen.findByText('This field is required')
  await userEvent.type(field, 'AAAA-BBBB-CCCC-DDDD{Enter}')
  await screen.findByText('Invalid recovery code.')
  right = true
  await userEvent.type(field, '{Enter}')
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/portfolios/prairie-sun?q=1'))
})

test('without an app there is no recovery code to use, and without a phone nothing to send', async () => {
  const { unmount } = await openCodeStep({})
  expect(screen.queryByRole('button', { name: 'Use a recovery code' })).toBeNull()
  unmount()
  await openCodeStep({ SignIn: signIn(null, true, noErrors, ['AUTHENTICATOR']) })
  expect(screen.queryByRole('button', { name: 'Send a code by SMS' })).toBeNull()
})
