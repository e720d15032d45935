import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { type Answers, by, NO_CONNECTION, PAGE, renderAt } from '../../../testing/renderAt.tsx'

const SIGNED_OUT = { ...PAGE, user: null }
const SENT = 'If an account exists for this email, a reset link has been sent.'
const payload = (name: string, type: string, success: boolean, message?: string) => ({
  data: {
    [name]: {
      __typename: type,
      success,
      errors: message === undefined ? [] : [{ __typename: 'FieldError', field: null, message }],
    },
  },
})
const requested = payload('requestPasswordReset', 'RequestPasswordResetPayload', true)
const reset = (success: boolean, message?: string) =>
  payload('resetPassword', 'ResetPasswordPayload', success, message)
const works = (is: boolean) => ({ data: { passwordResetWorks: is } })
const at = (path: string, answers: Answers) => renderAt(path, answers, SIGNED_OUT)

test('AUTH-04 AUTH-30 the sign-in page leads to the reset page, which answers the same to any address', async () => {
  const { unmount } = at('/login', { RequestPasswordReset: requested })
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Forgot password' })
  const address = link.getAttribute('href') ?? ''
  unmount()
  at(address, { RequestPasswordReset: requested })
  const send = await screen.findByRole('button', { name: 'Send reset link' })
  await userEvent.click(send)
  await screen.findByText('This field is required')
  await userEvent.type(screen.getByLabelText('Email'), 'nobody')
  await userEvent.click(send)
  await screen.findByText('Not a valid email address')
  await userEvent.type(screen.getByLabelText('Email'), '@fund.example')
  await userEvent.click(send)
  await screen.findByText(SENT)
})

test('AUTH-30 a lost connection is no answer', async () => {
  at('/reset-password', { RequestPasswordReset: NO_CONNECTION })
  await userEvent.type(await screen.findByLabelText('Email'), 'ann@fund.example')
  await userEvent.click(screen.getByRole('button', { name: 'Send reset link' }))
  await screen.findAllByText('Connection lost. Please check your network and try again.')
  expect(screen.queryByText(SENT)).toBeNull()
})

test('AUTH-31 a link that does not work says so, and leads to a new one', async () => {
  at('/reset-password/a-token', { PasswordResetWorks: works(false) })
  await screen.findByText('This link is no longer valid.')
  expect(screen.queryByLabelText('New password')).toBeNull()
  expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe(
    '/reset-password',
  )
})

test('AUTH-32 a working link takes a password under the rules, and leads to signing in', async () => {
  const given = vi.fn()
  at('/reset-password/a-token', {
    PasswordResetWorks: works(true),
    ResetPassword: by((variables) => {
      given(variables)
      return reset(true)
    }),
  })
  const field = await screen.findByLabelText('New password')
  await userEvent.type(field, 'Moonlight{Enter}')
  await screen.findByText('Password must have at least 1 number')
  await userEvent.type(field, '-2027{Enter}')
  await screen.findByRole('heading', { name: 'Password changed' })
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login')
  expect(given).toHaveBeenCalledExactlyOnceWith({ token: 'a-token', newPassword: 'Moonlight-2027' })
})

test('AUTH-31 a link that was used in another tab meanwhile says so, and keeps what was typed', async () => {
  at('/reset-password/a-token', {
    PasswordResetWorks: works(true),
    ResetPassword: reset(false, 'This link is no longer valid.'),
  })
  await userEvent.type(await screen.findByLabelText('New password'), 'Moonlight-2027{Enter}')
  await screen.findByText('This link is no longer valid.')
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('Moonlight-2027')
})
