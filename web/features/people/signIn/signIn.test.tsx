import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { organisation, viewerOf } from '../../../testing/fixtures.ts'
import { type Answers, by, renderAt, savedFirst, setWindowWidth } from '../../../testing/renderAt.tsx'

beforeEach(() => setWindowWidth(1440))

const MERIDIAN = organisation('Meridian', ['ORG_ADMIN', 'USERS_ADMIN'])
const connection = (more: object = {}) => ({
  __typename: 'SsoConnection',
  id: 'connection-1',
  revision: 3,
  kind: 'OIDC',
  name: 'Segue ID',
  isOn: true,
  isRequired: false,
  secondFactorAtProvider: false,
  allowIdpInitiated: false,
  maxAgeHours: null,
  issuer: 'https://id.example',
  clientId: 'helioroom',
  hasClientSecret: true,
  entityId: null,
  signInUrl: null,
  certificates: [],
  joinGroupIds: [],
  isProvisioned: false,
  otherSessions: 7,
  domains: [
    {
      __typename: 'SsoDomain',
      name: 'segue.example',
      state: 'WAITING',
      verification: 'helioroom-verification=0123',
    },
  ],
  failures: [
    {
      __typename: 'SsoFailure',
      at: '2026-05-01T12:00:00.000Z',
      code: 'ABCD2345',
      email: 'ann@segue.example',
      reason: 'The account is deactivated.',
    },
  ],
  ...more,
})

function open(answers: Answers = {}, rows: object[] = [connection()]) {
  return renderAt('/meridian/admin/sign-in', {
    Viewer: viewerOf([MERIDIAN]),
    SsoConnections: { data: { ssoConnections: rows } },
    ...answers,
  })
}

test('SSO-01 SSO-03 SSO-25 the page shows domains with their records, and the last failures with their codes', async () => {
  open()
  const panel = await screen.findByRole('group', { name: 'Segue ID' })
  within(panel).getByText('Waiting for verification.')
  within(panel).getByText('helioroom-verification=0123')
  within(panel).getByText('ABCD2345')
  within(panel).getByText('The account is deactivated.')
  within(panel).getByText(`${window.location.origin}/sso/connection-1/callback`)
  within(panel).getByText(`${window.location.origin}/sso/connection-1/backchannel-logout`)
  expect(within(panel).getByRole('link', { name: 'Test connection' }).getAttribute('href')).toBe(
    '/sso/connection-1/test?next=%2Fmeridian%2Fadmin%2Fsign-in',
  )
  // Super users alone approve one.
  expect(within(panel).queryByRole('button', { name: /Approve/ })).toBeNull()
})

test('SSO-02 a connection of the installation can’t be changed here', async () => {
  open({}, [connection({ issuer: null, failures: [] })])
  const panel = await screen.findByRole('group', { name: 'Segue ID' })
  expect(within(panel).queryByRole('button')).toBeNull()
})

test.each([
  ['requiring it', { isOn: true, isRequired: false }, 'Required'],
  ['switching one on that is required', { isOn: false, isRequired: true }, 'On'],
])(
  'SSO-19 %s says how many sessions end, and is sent once that was confirmed',
  async (_what, before, pressed) => {
    const sent: Record<string, unknown>[] = []
    open(
      {
        UpdateSsoConnection: by((variables) => {
          sent.push(variables)
          return {
            data: {
              updateSsoConnection: {
                __typename: 'SsoConnectionPayload',
                connection: connection({ isRequired: true, revision: 4 }),
                errors: [],
              },
            },
          }
        }),
      },
      [connection(before)],
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
    const dialog = await screen.findByRole('dialog', { name: 'Edit connection' })
    await userEvent.click(within(dialog).getByLabelText(pressed))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    await within(dialog).findByText('This ends 7 sessions.')
    expect(sent).toEqual([])
    await userEvent.click(within(dialog).getByRole('button', { name: 'End them and save' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({
      id: 'connection-1',
      revision: 3,
      input: { isOn: true, isRequired: true },
    })
    // The secret that is stored stays.
    expect(sent[0]?.input).not.toHaveProperty('clientSecret')
  },
)

const saml = (more: object = {}) =>
  connection({ kind: 'SAML', issuer: null, clientId: null, entityId: 'urn:segue', failures: [], ...more })

test('SSO-14 a certificate that ends within 30 days is marked, and what the provider asks for is shown', async () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 - 3_600_000).toISOString()
  const certificate = (fingerprint: string, days: number) => ({
    __typename: 'SsoCertificate',
    fingerprint,
    validTo: inDays(days),
  })
  const certificates = [certificate('AA', 31), certificate('BB', 30), certificate('CC', -1)]
  open({}, [saml({ certificates })])
  const panel = await screen.findByRole('group', { name: 'Segue ID' })
  const rows = within(within(panel).getByRole('list', { name: 'Certificates of Segue ID' })).getAllByRole(
    'listitem',
  )
  expect(rows.map(({ textContent }) => /(Ends in .*|Has ended)$/.exec(textContent ?? '')?.[0])).toEqual([
    undefined,
    'Ends in 30 days',
    'Has ended',
  ])
  within(panel).getByText(`${window.location.origin}/sso/connection-1/metadata`)
  within(panel).getByText(`${window.location.origin}/sso/connection-1/acs`)
})

test('SSO-14 a connection over SAML is added before its provider is known, and stays off until then', async () => {
  const sent: Record<string, unknown>[] = []
  open(
    {
      CreateSsoConnection: by((variables) => {
        sent.push(variables)
        return {
          data: {
            createSsoConnection: { __typename: 'SsoConnectionPayload', connection: saml(), errors: [] },
          },
        }
      }),
    },
    [],
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Add connection' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add connection' })
  await userEvent.click(within(dialog).getByLabelText('Kind'))
  await userEvent.click(await screen.findByRole('option', { name: 'SAML 2.0' }))
  await userEvent.type(within(dialog).getByLabelText('Name'), 'Segue ID')
  await userEvent.type(within(dialog).getByLabelText('Email domains'), 'segue.example')
  expect(within(dialog).queryByLabelText('Issuer')).toBeNull()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add connection' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.input).toMatchObject({ orgSlug: 'meridian', kind: 'SAML', isOn: false })
  expect(sent[0]?.input).not.toHaveProperty('issuer')
})

test('what somebody else has saved meanwhile is shown beside what was typed', async () => {
  const newer = {
    name: 'Segue directory',
    domains: ['segue.example'],
    isOn: true,
    isRequired: false,
    secondFactorAtProvider: true,
    allowIdpInitiated: false,
    maxAgeHours: null,
    issuer: 'https://id.example',
    clientId: 'helioroom',
    entityId: '',
    signInUrl: '',
    joinGroupIds: [],
  }
  const revisions: unknown[] = []
  open({
    UpdateSsoConnection: by(({ revision }) => {
      revisions.push(revision)
      return revisions.length === 1
        ? savedFirst({ of: 'ssoConnection', revision: 4, newer })
        : {
            data: {
              updateSsoConnection: {
                __typename: 'SsoConnectionPayload',
                connection: connection({ revision: 5 }),
                errors: [],
              },
            },
          }
    }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit connection' })
  await userEvent.clear(within(dialog).getByLabelText('Name'))
  await userEvent.type(within(dialog).getByLabelText('Name'), 'Our directory')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await within(dialog).findByText('Segue directory')
  within(dialog).getAllByText('Second factor at the provider')
  expect(revisions).toEqual([3])
})
