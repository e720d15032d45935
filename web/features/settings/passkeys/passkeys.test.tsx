import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { organisation, viewerOf } from '../../../testing/fixtures.ts'
import { type Answers, by, PAGE, refused, renderAt, setWindowWidth } from '../../../testing/renderAt.tsx'

const AGO = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const passkey = (id: string, name: string, more: object = {}) => ({
  __typename: 'Passkey',
  id,
  name,
  addedAt: AGO(50),
  lastUsedAt: null,
  isOff: false,
  ...more,
})
const LAPTOP = passkey('laptop', 'Work laptop', { lastUsedAt: AGO(2) })
const COPIED = passkey('copied', 'Key ring', { isOff: true })

beforeEach(() => {
  setWindowWidth(1440)
  vi.stubGlobal('PublicKeyCredential', class {})
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const error = (field: string | null, message: string) => [{ __typename: 'FieldError', field, message }]

function open(passkeys: readonly object[], answers: Answers = {}, page = PAGE) {
  let kept = passkeys
  renderAt(
    '/profile/security',
    {
      Viewer: viewerOf([organisation('Meridian', ['DOCUMENTS_VIEW'])]),
      SecurityPage: {
        data: { user: { __typename: 'User', id: 'person-1', twoFactorEnabled: false, phoneNumber: null } },
      },
      AuthenticatorSection: {
        data: {
          viewer: { __typename: 'User', id: 'person-1', twoFactorEnabled: false, authenticator: null },
        },
      },
      Sessions: { data: { sessions: [] } },
      ApiTokens: { data: { apiTokens: [] } },
      Passkeys: by(() => ({ data: { passkeys: kept } })),
      CheckUserPassword: {
        data: { checkUserPassword: { __typename: 'CheckUserPasswordPayload', success: true, errors: [] } },
      },
      DeletePasskey: by(({ id }) => {
        kept = kept.filter((each) => !('id' in each && each.id === id))
        return { data: { deletePasskey: { __typename: 'DeletePayload', success: true, errors: [] } } }
      }),
      ...answers,
    },
    page,
  )
  return userEvent.setup()
}
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Passkeys' })).getAllByRole('listitem')
const addButton = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Add passkey' })

test('KEY-01 each passkey says its name, when it was added and last used, and that it was switched off', async () => {
  open([LAPTOP, COPIED])
  const [first, second] = await rows()
  expect(first?.textContent).toMatch(/^Work laptopAdded 2 days ago, last used 2 hours ago/)
  expect(second?.textContent).toMatch(
    /^Key ringSwitched offIt may have been copied. Please remove it and add a new one. Added 2 days ago, never used/,
  )
  expect((await addButton()).disabled).toBe(false)
  expect(screen.queryByText('Passkeys need PUBLIC_URL.')).toBeNull()
})

test('KEY-01 with ten of them the section says that there can be no more', async () => {
  open(Array.from({ length: 10 }, (_, n) => passkey(`key-${n}`, `Key ${n}`)))
  await screen.findByText('Maximum 10 passkeys.')
  expect((await addButton()).disabled).toBe(true)
})

test('KEY-04 without PUBLIC_URL the section says so, and passkeys are added on localhost alone', async () => {
  open([LAPTOP], {}, { ...PAGE, config: { ...PAGE.config, passkeysNeedPublicUrl: true } })
  await screen.findByText('Passkeys need PUBLIC_URL.')
  expect([window.location.hostname, (await addButton()).disabled]).toEqual(['localhost', false])
})

test('a browser without passkeys is told so, and those of other browsers can still be removed', async () => {
  vi.unstubAllGlobals()
  const user = open([LAPTOP])
  await screen.findByText('This browser can’t use passkeys at this address.')
  expect((await addButton()).disabled).toBe(true)
  await user.click(await screen.findByRole('button', { name: 'Remove: Work laptop' }))
  const dialog = await screen.findByRole('dialog', { name: 'Remove the passkey' })
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByText('Work laptop')).toBeNull())
  await screen.findByText('The passkey was removed.')
})

test('KEY-02 the password is asked for first; a refusal stands in the dialog, and the name stays', async () => {
  const user = open([], {
    StartPasskey: {
      data: {
        startPasskey: {
          __typename: 'PasskeyOptionsPayload',
          options: null,
          errors: error('password', 'Please enter your password again.'),
        },
      },
    },
  })
  await user.click(await addButton())
  const asked = await screen.findByRole('dialog', { name: 'Enter your password' })
  await user.type(within(asked).getByLabelText('Password'), 'Daylight-2026')
  await user.click(within(asked).getByRole('button', { name: 'Continue' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add a passkey' })
  const name = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Name' })
  await user.type(name, 'Work laptop')
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }))
  await within(dialog).findByText('Please enter your password again.')
  expect(name.value).toBe('Work laptop')
})

test('KEY-10 a name is of 1 to 60 characters, and what the server refuses is said at the field', async () => {
  const sent: unknown[] = []
  const user = open([LAPTOP], {
    RenamePasskey: by((variables) => {
      sent.push(variables)
      return refused('NOT_FOUND', 'Passkey not found.')
    }),
  })
  await user.click(await screen.findByRole('button', { name: 'Rename: Work laptop' }))
  const dialog = await screen.findByRole('dialog', { name: 'Rename the passkey' })
  const name = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Name' })
  expect(name.value).toBe('Work laptop')
  for (const [text, problem] of [
    [' ', 'This field is required'],
    ['x'.repeat(61), 'Max 60 characters'],
  ] as const) {
    await user.clear(name)
    await user.type(name, text)
    await user.click(within(dialog).getByRole('button', { name: 'Rename' }))
    await within(dialog).findByText(problem)
  }
  expect(sent).toEqual([])
  await user.clear(name)
  await user.type(name, 'x'.repeat(60))
  await user.click(within(dialog).getByRole('button', { name: 'Rename' }))
  await within(dialog).findByText('Passkey not found.')
  expect(sent).toEqual([{ id: 'laptop', name: 'x'.repeat(60) }])
})
