import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { organisation, viewerOf } from '../../../testing/fixtures.ts'
import { type Answer, type Answers, by, renderAt, setWindowWidth } from '../../../testing/renderAt.tsx'

const PERSON = { __typename: 'User', id: 'person-1', twoFactorEnabled: false, phoneNumber: null }
const CODES = ['AAAA-BBBB-CCCC-DDDD', 'EEEE-FFFF-GGGG-HHHH', 'JJJJ-KKKK-LLLL-MMMM']
const RIGHT = { __typename: 'CheckUserPasswordPayload', success: true, errors: [] }
const STARTED: Answer = {
  data: {
    startAuthenticator: {
      __typename: 'StartAuthenticatorPayload',
      secret: 'JBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Helioroom:maya?secret=JBSWY3DPEHPK3PXP&issuer=Helioroom',
      errors: [],
    },
  },
}
const error = (field: string | null, message: string) => ({ __typename: 'FieldError', field, message })
const app = (recoveryCodesLeft: number) => ({
  __typename: 'Authenticator',
  addedAt: new Date(Date.now() - 3 * 86_400_000).toISOString(),
  recoveryCodesLeft,
})

beforeEach(() => setWindowWidth(1440))

/** The security page on a server that keeps an app; gives the operations that changed something. */
function open(kept: ReturnType<typeof app> | null, answers: Answers = {}) {
  let authenticator = kept
  const page = renderAt('/profile/security', {
    Viewer: viewerOf([organisation('Meridian', ['DOCUMENTS_VIEW'])]),
    SecurityPage: { data: { user: PERSON } },
    Sessions: { data: { sessions: [] } },
    AuthenticatorSection: by(() => ({
      data: {
        viewer: {
          __typename: 'User',
          id: 'person-1',
          twoFactorEnabled: authenticator !== null,
          authenticator,
        },
      },
    })),
    CheckUserPassword: { data: { checkUserPassword: RIGHT } },
    StartAuthenticator: STARTED,
    ConfirmAuthenticator: by(({ code }) => {
      const isRight = code === '123456'
      if (isRight) authenticator = app(10)
      return {
        data: {
          confirmAuthenticator: {
            __typename: 'RecoveryCodesPayload',
            recoveryCodes: isRight ? CODES : [],
            errors: isRight ? [] : [error('code', 'Invalid authentication code.')],
          },
        },
      }
    }),
    RenewRecoveryCodes: by(() => {
      authenticator = app(10)
      return {
        data: {
          renewRecoveryCodes: { __typename: 'RecoveryCodesPayload', recoveryCodes: CODES, errors: [] },
        },
      }
    }),
    RemoveAuthenticator: by(() => {
      authenticator = null
      return {
        data: {
          removeAuthenticator: { __typename: 'RemoveAuthenticatorPayload', success: true, errors: [] },
        },
      }
    }),
    ...answers,
  })
  return { ...page, user: userEvent.setup() }
}
type User = ReturnType<typeof userEvent.setup>

/** Presses a button of the section, and enters the password that it asks for. */
async function press(user: User, name: string) {
  await user.click(await screen.findByRole('button', { name }))
  const asked = await screen.findByRole('dialog', { name: 'Enter your password' })
  await user.type(within(asked).getByLabelText('Password'), 'Daylight-2026')
  await user.click(within(asked).getByRole('button', { name: 'Continue' }))
}

test('AUTH-10 SEC-17 an app is added after the password, by a code that it shows; the recovery codes show once', async () => {
  const { user, asked } = open(null)
  await press(user, 'Add an authenticator app')
  const enrol = await screen.findByRole('dialog', { name: 'Add an authenticator app' })
  within(enrol).getByRole('img', { name: 'QR code for the authenticator app' })
  within(enrol).getByText('JBSW Y3DP EHPK 3PXP')
  const code = within(enrol).getByLabelText<HTMLInputElement>('Authentication code')
  await user.type(code, '654321')
  await user.click(within(enrol).getByRole('button', { name: 'Add the app' }))
  await within(enrol).findByText('Invalid authentication code.')
  expect(code.value.replaceAll(/\s/g, '')).toBe('654321')
  await user.clear(code)
  await user.type(code, '123456')
  await user.click(within(enrol).getByRole('button', { name: 'Add the app' }))
  const shown = await screen.findByRole('dialog', { name: 'Your recovery codes' })
  expect(
    within(shown)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(CODES)
  await user.click(within(shown).getByRole('button', { name: 'I have kept them' }))
  await screen.findByText('10 recovery codes are left.')
  await waitFor(() => expect(screen.queryByText(CODES[0] ?? '')).toBeNull())
  expect(asked.indexOf('CheckUserPassword')).toBeLessThan(asked.indexOf('StartAuthenticator'))
})

test('SEC-17 where the password is not entered nothing begins', async () => {
  const { user, asked } = open(null)
  await user.click(await screen.findByRole('button', { name: 'Add an authenticator app' }))
  const dialog = await screen.findByRole('dialog', { name: 'Enter your password' })
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked).not.toContain('StartAuthenticator')
})

test.each([
  [0, 'No recovery code is left.'],
  [1, 'Only 1 recovery code is left.'],
  [2, 'Only 2 recovery codes are left.'],
])('with %i recovery codes left the page warns', async (left, sentence) => {
  open(app(left))
  const warning = await screen.findByText(/you are locked out when you lose your phone/)
  expect(warning.textContent).toContain(sentence)
})

test('new recovery codes replace the former ones, and the app can be removed', async () => {
  const { user } = open(app(1))
  await press(user, 'New recovery codes')
  const shown = await screen.findByRole('dialog', { name: 'Your recovery codes' })
  await user.click(within(shown).getByRole('button', { name: 'I have kept them' }))
  await screen.findByText('10 recovery codes are left.')
  await press(user, 'Remove the app')
  await screen.findByText('The authenticator app was removed.')
  await screen.findByRole('button', { name: 'Add an authenticator app' })
})

test('an app that can’t be added, as when another tab has done so, says why', async () => {
  const sentence = 'There is an authenticator app already. Please reload the page.'
  const { user } = open(null, {
    StartAuthenticator: {
      data: {
        startAuthenticator: {
          __typename: 'StartAuthenticatorPayload',
          secret: null,
          uri: null,
          errors: [error(null, sentence)],
        },
      },
    },
  })
  await press(user, 'Add an authenticator app')
  await screen.findByText(sentence)
  expect(screen.queryByRole('dialog', { name: 'Add an authenticator app' })).toBeNull()
})
