import { screen, waitFor, within } from '@testing-library/react'
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
  setWindowWidth,
  stopClock,
} from '../../testing/renderAt.tsx'

const MERIDIAN = organisation('Meridian', ['DOCUMENTS_VIEW'])
const person = (changed: object = {}) => ({
  __typename: 'User',
  id: 'person-1',
  twoFactorEnabled: false,
  phoneNumber: '+12025550100',
  ...changed,
})

beforeEach(() => setWindowWidth(1440))

const refusal = (typename: string, field: string, message: string) => ({
  __typename: typename,
  ...(typename === 'UpdatePhoneNumberPayload' ? { user: null } : { success: false }),
  errors: [{ __typename: 'FieldError', field, message }],
})
const success = (typename: string) => ({ __typename: typename, success: true, errors: [] })
const CHECKED: Answer = { data: { checkUserPassword: success('CheckUserPasswordPayload') } }
const SENT: Answer = { data: { updatePhoneNumberSendAuth: success('UpdatePhoneNumberSendAuthPayload') } }
const CHANGED: Answer = {
  data: {
    updatePhoneNumber: {
      __typename: 'UpdatePhoneNumberPayload',
      user: person({ phoneNumber: '+12025550143', twoFactorEnabled: true }),
      errors: [],
    },
  },
}
const PASSWORD_CHANGED: Answer = { data: { updatePassword: success('UpdatePasswordPayload') } }

/** The security page; gives what was sent, by operation. */
function open(answers: Answers = {}, user: object = person(), page = PAGE) {
  const sent: [string, Record<string, unknown>][] = []
  const told = (name: string, answer: Answers[string]) =>
    by((variables) => {
      sent.push([name, variables])
      return typeof answer === 'function' ? answer(variables) : answer
    })
  const all: Answers = {
    CheckUserPassword: CHECKED,
    UpdatePhoneNumberSendAuth: SENT,
    UpdatePhoneNumber: CHANGED,
    UpdatePassword: PASSWORD_CHANGED,
    ...answers,
  }
  const rendered = renderAt(
    '/profile/security',
    {
      Viewer: viewerOf([MERIDIAN]),
      SecurityPage: { data: { user } },
      ...Object.fromEntries(Object.entries(all).map(([name, answer]) => [name, told(name, answer)])),
    },
    page,
  )
  return { ...rendered, sent, user: userEvent.setup() }
}
type User = ReturnType<typeof userEvent.setup>

const press = (user: User, name: string) => user.click(screen.getByRole('button', { name }))
const number = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Mobile number' })
const dialog = (name: string) => screen.findByRole('dialog', { name })

/** Through the password to the field. */
async function edit(user: User) {
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  const asked = await dialog('Enter your password')
  await user.type(within(asked).getByLabelText('Password'), 'Daylight-2026')
  await press(user, 'Continue')
  await screen.findByRole('button', { name: 'Update mobile number' })
}

/** Through the number to the code. */
async function sendNumber(user: User, text: string) {
  const field = await number()
  await user.clear(field)
  await user.type(field, text)
  await press(user, 'Update mobile number')
}

test.each([
  [true, 'Enabled'],
  [false, 'Disabled'],
])('SEC-01 where two-factor authentication is %s the heading says %s', async (twoFactorEnabled, word) => {
  open({}, person({ twoFactorEnabled }))
  await screen.findByRole('heading', { name: `Two-Factor Authentication: ${word}` })
})

test('SEC-03 SEC-04 SEC-05 the number is read-only until the password was entered; an empty and a wrong one are refused', async () => {
  const wrong = {
    data: { checkUserPassword: refusal('CheckUserPasswordPayload', 'password', '"Incorrect password."') },
  }
  const { user, sent } = open({ CheckUserPassword: wrong })
  const field = await number()
  expect([field.readOnly, field.value]).toEqual([true, '+12025550100'])
  await press(user, 'Edit')
  const asked = await dialog('Enter your password')
  await press(user, 'Continue')
  await within(asked).findByText('This field is required')
  expect(sent).toEqual([])
  await user.type(within(asked).getByLabelText('Password'), 'Moonlight-2026')
  await press(user, 'Continue')
  // Without the quotes that the server's text may have.
  await within(asked).findByText('Incorrect password.')
  expect(within(asked).getByLabelText('Password').getAttribute('aria-invalid')).toBe('true')
  expect(screen.queryByRole('button', { name: 'Update mobile number', hidden: true })).toBeNull()
})

test('SEC-06 SEC-07 SEC-08 after the right password the number can be changed, with its country, United States unless it has one', async () => {
  const { user } = open({}, person({ phoneNumber: null }))
  await edit(user)
  const field = await number()
  expect([field.readOnly, field.value]).toEqual([false, ''])
  const country = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Country' })
  await waitFor(() => expect(country.value).toBe('US +1'))
  screen.getByRole('button', { name: 'Cancel' })
})

test('SEC-09 Cancel puts back the saved number and the read-only state', async () => {
  const { user } = open()
  await edit(user)
  const field = await number()
  await user.clear(field)
  await user.type(field, '2025550143')
  await press(user, 'Cancel')
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
  const shown = await number()
  expect([shown.readOnly, shown.value]).toEqual([true, '+12025550100'])
  screen.getByRole('button', { name: 'Edit' })
})

test('SEC-10 SEC-11 an empty number is refused, one that the server refuses says why at the field', async () => {
  const bad = refusal(
    'UpdatePhoneNumberSendAuthPayload',
    'phoneNumber',
    "'Please enter a valid phone number.'",
  )
  const { user, sent } = open({
    UpdatePhoneNumberSendAuth: { data: { updatePhoneNumberSendAuth: bad } },
  })
  await edit(user)
  await user.clear(await number())
  await press(user, 'Update mobile number')
  await screen.findByText('This field is required')
  expect(sent.map(([name]) => name)).toEqual(['CheckUserPassword'])
  await user.type(await number(), '123')
  await press(user, 'Update mobile number')
  await screen.findByText('Please enter a valid phone number.')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('SEC-12 SEC-13 SEC-14 the code’s modal takes six digits; the right code closes it and shows the new number', async () => {
  const { user, sent } = open()
  await edit(user)
  await sendNumber(user, '2025550143')
  const asked = await dialog('Two-Factor Authentication')
  const code = within(asked).getByLabelText('Authentication code')
  for (const [text, said] of [
    ['', 'This field is required'],
    ['12ab56', 'Authentication code must contain only digits'],
    ['12345', 'Authentication code must contain 6 digits'],
  ] as const) {
    await user.clear(code)
    if (text) await user.type(code, text)
    await press(user, 'Submit')
    await within(asked).findByText(said)
  }
  await user.clear(code)
  await user.type(code, '123456')
  await press(user, 'Submit')
  await screen.findByText('Phone number was updated')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await number()).value).toBe('+12025550143')
  await screen.findByRole('heading', { name: 'Two-Factor Authentication: Enabled' })
  const us = { id: 'person-1', phoneNumber: '+12025550143', countryCode: 'US' }
  expect(sent.slice(1)).toEqual([
    ['UpdatePhoneNumberSendAuth', us],
    ['UpdatePhoneNumber', { ...us, authCode: '123456' }],
  ])
})

test('SEC-15 a wrong code says so at the field, without the quotes', async () => {
  const wrong = refusal('UpdatePhoneNumberPayload', 'authCode', '"Invalid authentication code."')
  const { user } = open({ UpdatePhoneNumber: { data: { updatePhoneNumber: wrong } } })
  await edit(user)
  await sendNumber(user, '2025550143')
  const asked = await dialog('Two-Factor Authentication')
  await user.type(within(asked).getByLabelText('Authentication code'), '123456')
  await press(user, 'Submit')
  await within(asked).findByText('Invalid authentication code.')
})

test('a new number is told no code that nobody has sent', async () => {
  const { user } = open({}, person(), { ...PAGE, config: { ...PAGE.config, sendsTexts: false } })
  await edit(user)
  await sendNumber(user, '2025550143')
  const asked = await dialog('Two-Factor Authentication')
  within(asked).getByText(/^Not sent: no text messages are set up here\./)
  expect(within(asked).queryByText(/It was sent to/)).toBeNull()
})

test('SEC-16 Re-send says so for 4 seconds; where it fails nothing is shown, and it is logged', async () => {
  let answers: Answer[] = [SENT, SENT, refused('RATE_LIMITED', 'Too many requests.')]
  const { user } = open({
    UpdatePhoneNumberSendAuth: by(() => {
      const [next = SERVER_ERROR, ...rest] = answers
      answers = rest
      return next
    }),
  })
  await edit(user)
  await sendNumber(user, '2025550143')
  const asked = await dialog('Two-Factor Authentication')
  const clock = stopClock()
  const again = within(asked).getByRole('button', { name: 'Re-send' })
  again.click()
  await vi.waitFor(() => within(asked).getByText('Authentication code was resent.'))
  await clock.pass(3900)
  within(asked).getByText('Authentication code was resent.')
  await clock.pass(200)
  await vi.waitFor(() => expect(screen.queryByText('Authentication code was resent.')).toBeNull())
  const log = vi.spyOn(console, 'error').mockReturnValue()
  again.click()
  await vi.waitFor(() => expect(log).toHaveBeenCalled())
  expect(within(asked).queryByRole('alert')).toBeNull()
  expect(screen.queryByText('Too many requests.')).toBeNull()
})

test('SEC-17 where the password was entered too long ago it is asked for again, and the typed number stays', async () => {
  const late = refusal('UpdatePhoneNumberPayload', 'password', 'Please enter your password again.')
  const { user } = open({ UpdatePhoneNumber: { data: { updatePhoneNumber: late } } })
  await edit(user)
  await sendNumber(user, '2025550143')
  const asked = await dialog('Two-Factor Authentication')
  await user.type(within(asked).getByLabelText('Authentication code'), '123456')
  await press(user, 'Submit')
  const again = await dialog('Enter your password')
  await user.type(within(again).getByLabelText('Password'), 'Daylight-2026')
  await press(user, 'Continue')
  await waitFor(async () => expect((await number()).value).toBe('(202) 555-0143'))
})

const passwords = () => ({
  old: screen.getByLabelText<HTMLInputElement>('Old Password'),
  next: screen.getByLabelText<HTMLInputElement>('New Password'),
  confirm: screen.getByLabelText<HTMLInputElement>('Confirm Password'),
})

async function fillPasswords(user: User, old: string, next: string, confirm: string) {
  await screen.findByRole('heading', { name: 'Change Password' })
  const fields = passwords()
  if (old) await user.type(fields.old, old)
  if (next) await user.type(fields.next, next)
  if (confirm) await user.type(fields.confirm, confirm)
  await press(user, 'Change password')
}

test('SEC-19 SEC-20 SEC-26 old and new password are required, and the new one has two rules', async () => {
  const { user, sent } = open()
  await fillPasswords(user, '', '', '')
  expect(await screen.findAllByText('This field is required')).toHaveLength(2)
  await fillPasswords(user, 'Daylight-2026', 'short-1', '')
  await screen.findByText('Must be 8 or more characters')
  await user.clear(passwords().next)
  await fillPasswords(user, '', 'onlyletters', '')
  await screen.findByText('Password must have at least 1 number')
  expect(sent).toEqual([])
})

test('SEC-21 SEC-22 another text in the confirm field does not block; the change says so for 4 seconds and empties the form', async () => {
  const { user, sent } = open()
  await fillPasswords(user, 'Daylight-2026', 'Daylight-2027', 'something else')
  await screen.findByText('Password updated successfully.')
  expect(sent).toEqual([
    ['UpdatePassword', { id: 'person-1', oldPassword: 'Daylight-2026', newPassword: 'Daylight-2027' }],
  ])
  const { old, next, confirm } = passwords()
  expect([old.value, next.value, confirm.value]).toEqual(['', '', ''])
})

test('SEC-21 a confirmation that differs is said at its field, as a warning', async () => {
  const { user } = open()
  await screen.findByRole('heading', { name: 'Change Password' })
  const { next, confirm } = passwords()
  const warning = () => screen.queryByText(/^This differs from the new password/)
  await user.type(next, 'Daylight-2027')
  await user.type(confirm, 'Daylight-20')
  expect(warning()).toBeNull()
  await user.type(confirm, '72')
  expect(confirm.getAttribute('aria-describedby')).toBe(warning()?.closest('[id]')?.id)
  expect(confirm.getAttribute('aria-invalid')).toBeNull()
  await user.type(confirm, '{Backspace}{Backspace}27')
  expect(warning()).toBeNull()
})

test('SEC-22 the alert of the change leaves after 4 seconds', async () => {
  const { user } = open()
  await screen.findByRole('heading', { name: 'Change Password' })
  await user.type(passwords().old, 'Daylight-2026')
  await user.type(passwords().next, 'Daylight-2027')
  const clock = stopClock()
  screen.getByRole('button', { name: 'Change password' }).click()
  await vi.waitFor(() => screen.getByText('Password updated successfully.'))
  await clock.pass(3900)
  screen.getByText('Password updated successfully.')
  await clock.pass(200)
  await vi.waitFor(() => expect(screen.queryByText('Password updated successfully.')).toBeNull())
})

test.each([
  [
    'a wrong old password',
    { data: { updatePassword: refusal('UpdatePasswordPayload', 'oldPassword', 'Incorrect password.') } },
    'Incorrect password.',
  ],
  ['a server error', SERVER_ERROR, null],
  [
    'too many attempts',
    refused('RATE_LIMITED', 'Too many attempts. Please try again later.'),
    'Too many attempts. Please try again later.',
  ],
] as [string, Answer, string | null][])(
  'SEC-23 after %s the alert says that it failed, and what was typed stays',
  async (_what, answer, why) => {
    const { user } = open({ UpdatePassword: answer })
    await fillPasswords(user, 'Daylight-2026', 'Daylight-2027', '')
    await screen.findByText('Password update failed.')
    if (why) await screen.findByText(why)
    expect(passwords().next.value).toBe('Daylight-2027')
  },
)

test('ERR-09 where the page can’t be read it says so, with a way to try again', async () => {
  const { user, asked } = renderFailing()
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(asked.filter((name) => name === 'SecurityPage').length).toBeGreaterThan(1)
})

function renderFailing() {
  const page = renderAt('/profile/security', { Viewer: viewerOf([MERIDIAN]), SecurityPage: SERVER_ERROR })
  return { ...page, user: userEvent.setup() }
}
