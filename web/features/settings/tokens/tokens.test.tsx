import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { organisation, viewerOf } from '../../../testing/fixtures.ts'
import { type Answers, by, renderAt, setWindowWidth } from '../../../testing/renderAt.tsx'

const AT = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const token = (id: string, name: string, more: object = {}) => ({
  __typename: 'ApiToken',
  id,
  name,
  scope: 'READ',
  orgSlug: null,
  portfolioIds: [],
  createdAt: AT(-50),
  expiresAt: AT(24 * 30),
  lastUsedAt: null,
  lastUsedFrom: null,
  ...more,
})
const TEXT = `hr_${'a'.repeat(40)}`

beforeEach(() => setWindowWidth(1440))

function open(tokens: readonly object[], answers: Answers = {}) {
  let kept = tokens
  renderAt('/profile/security', {
    Viewer: viewerOf([organisation('Meridian', ['DOCUMENTS_VIEW'])]),
    SecurityPage: {
      data: { user: { __typename: 'User', id: 'person-1', twoFactorEnabled: false, phoneNumber: null } },
    },
    AuthenticatorSection: {
      data: { viewer: { __typename: 'User', id: 'person-1', twoFactorEnabled: false, authenticator: null } },
    },
    Sessions: { data: { sessions: [] } },
    Passkeys: { data: { passkeys: [] } },
    ApiTokens: by(() => ({ data: { apiTokens: kept } })),
    CheckUserPassword: {
      data: { checkUserPassword: { __typename: 'CheckUserPasswordPayload', success: true, errors: [] } },
    },
    RevokeApiToken: by(({ id }) => {
      kept = kept.filter((each) => !('id' in each && each.id === id))
      return { data: { revokeApiToken: { __typename: 'DeletePayload', success: true, errors: [] } } }
    }),
    ...answers,
  })
  return userEvent.setup()
}
const createButton = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Create token' })

test('TOKEN-01 each token says its name, scope, expiry and last use with the address, and is revoked', async () => {
  const user = open([
    token('copy', 'Nightly copy', {
      scope: 'READ_WRITE',
      orgSlug: 'meridian',
      portfolioIds: ['p1', 'p2'],
      lastUsedAt: AT(-2),
      lastUsedFrom: '203.0.113.9',
    }),
    token('old', 'Old report', { expiresAt: '2026-03-05T10:00:00.000Z' }),
  ])
  const list = await screen.findByRole('list', { name: 'API tokens' })
  const [first, second] = within(list).getAllByRole('listitem')
  expect(first?.textContent).toMatch(
    /^Nightly copyRead and writeExpires \d\d\/\d\d\/\d{4}, Meridian, 2 portfoliosLast used 2 hours ago from 203\.0\.113\.9/,
  )
  expect(second?.textContent).toMatch(/^Old reportReadExpiredExpired 03\/05\/2026Never used/)
  await user.click(within(list).getByRole('button', { name: 'Revoke: Nightly copy' }))
  const dialog = await screen.findByRole('dialog', { name: 'Revoke the token' })
  await user.click(within(dialog).getByRole('button', { name: 'Revoke' }))
  await screen.findByText('The token was revoked.')
  expect(screen.queryByText('Nightly copy')).toBeNull()
})

test('TOKEN-02 TOKEN-03 the password is asked for, what is wrong stands at its field, and the token is shown once', async () => {
  const sent: unknown[] = []
  const user = open([], {
    CreateApiToken: by((variables) => {
      sent.push(variables)
      return {
        data: {
          createApiToken: { __typename: 'ApiTokenPayload', token: TEXT, errors: [] },
        },
      }
    }),
  })
  await user.click(await createButton())
  const asked = await screen.findByRole('dialog', { name: 'Enter your password' })
  await user.type(within(asked).getByLabelText('Password'), 'Daylight-2026')
  await user.click(within(asked).getByRole('button', { name: 'Continue' }))
  const dialog = await screen.findByRole('dialog', { name: 'Create an API token' })
  const days = within(dialog).getByRole('textbox', { name: /Ends after/ })
  await user.clear(days)
  await user.type(days, '366')
  await user.click(within(dialog).getByRole('button', { name: 'Create token' }))
  await within(dialog).findByText('This field is required')
  await within(dialog).findByText('Please enter 1 to 365 days.')
  expect(sent).toEqual([])
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Nightly copy')
  await user.clear(days)
  await user.type(days, '30')
  await user.click(within(dialog).getByRole('button', { name: 'Create token' }))
  const shown = await screen.findByRole('dialog', { name: 'Your new API token' })
  within(shown).getByText(TEXT)
  expect(sent).toEqual([{ input: { name: 'Nightly copy', scope: 'READ', days: 30, orgSlug: null } }])
  await user.click(within(shown).getByRole('button', { name: 'I have kept it' }))
  expect(screen.queryByText(TEXT)).toBeNull()
})
