import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { organisation, viewerOf } from '../../../testing/fixtures.ts'
import { type Answers, by, renderAt, setWindowWidth } from '../../../testing/renderAt.tsx'
import { choice, groupsOf } from '../core/people.fixture.tsx'

beforeEach(() => setWindowWidth(1440))

const URL = 'https://room.example/scim/v2/connection-1'
const connection = (isProvisioned: boolean, revision = 3) => ({
  __typename: 'SsoConnection',
  id: 'connection-1',
  revision,
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
  isProvisioned,
  otherSessions: 0,
  domains: [{ __typename: 'SsoDomain', name: 'segue.example', state: 'VERIFIED', verification: '' }],
  failures: [],
})
const group = (id: string, displayName: string, memberCount: number, names: readonly string[] = []) => ({
  __typename: 'ScimGroup',
  id,
  displayName,
  memberCount,
  groupIds: names.map((name) => `group-${name}`),
  groupNames: names,
})
const request = (status: number, reason: string | null) => ({
  __typename: 'ScimRequest',
  at: new Date(Date.now() - 7_200_000).toISOString(),
  method: 'PATCH',
  path: '/Users/1',
  status,
  reason,
})
const provisioned = (more: object = {}): Record<string, unknown> => ({
  __typename: 'SsoConnection',
  id: 'connection-1',
  isProvisioned: true,
  scimUrl: URL,
  scimTokenMadeAt: null,
  scimGroups: [],
  scimRequests: [],
  ...more,
})
const PASSWORD_AGAIN = {
  __typename: 'FieldError',
  field: 'password',
  message: 'Please enter your password again.',
}

/** The page of a connection. @returns what was sent, by the order of sending */
function open({
  isOn = true,
  shown = {},
  answers = {},
}: {
  isOn?: boolean
  shown?: object
  answers?: Answers
}) {
  const sent: [name: string, variables: Record<string, unknown>][] = []
  let [isProvisioned, isChecked] = [isOn, false]
  let kept = provisioned(shown)
  const noted = (name: string, answer: (variables: Record<string, unknown>) => object) =>
    by((variables) => {
      sent.push([name, variables])
      return { data: answer(variables) }
    })
  const guarded = (
    name: string,
    field: string,
    __typename: string,
    work: (variables: Record<string, unknown>) => object,
  ) =>
    noted(name, (variables) => ({
      [field]: isChecked
        ? { __typename, ...work(variables), errors: [] }
        : { __typename, token: null, connection: null, errors: [PASSWORD_AGAIN] },
    }))
  renderAt('/meridian/admin/sign-in', {
    Viewer: viewerOf([organisation('Meridian', ['ORG_ADMIN', 'USERS_ADMIN'])]),
    SsoConnections: by(() => ({ data: { ssoConnections: [connection(isProvisioned)] } })),
    Provisioning: by(() => ({ data: { ssoConnection: kept } })),
    OwnSignInMethod: {
      data: {
        signInMethod: {
          __typename: 'SignInMethod',
          connectionId: null,
          connectionName: null,
          passwordAllowed: true,
        },
      },
    },
    GroupChoices: groupsOf([choice('Admins'), choice('Analysts'), { ...choice('Owners'), canFill: false }]),
    UpdateSsoConnection: noted('turn', ({ input }) => {
      isProvisioned = (input as { isProvisioned: boolean }).isProvisioned
      return {
        updateSsoConnection: {
          __typename: 'SsoConnectionPayload',
          connection: connection(isProvisioned, 4),
          errors: [],
        },
      }
    }),
    CheckUserPassword: noted('password', () => {
      isChecked = true
      return { checkUserPassword: { __typename: 'CheckUserPasswordPayload', success: true, errors: [] } }
    }),
    RenewScimToken: guarded('renew', 'renewScimToken', 'ScimTokenPayload', () => {
      kept = { ...kept, scimTokenMadeAt: new Date().toISOString() }
      return { token: 'scim_secret' }
    }),
    RevokeScimTokens: noted('revoke', () => {
      kept = { ...kept, scimTokenMadeAt: null }
      return { revokeScimTokens: { __typename: 'DeletePayload', success: true, errors: [] } }
    }),
    MapScimGroup: guarded('map', 'mapScimGroup', 'SsoConnectionPayload', ({ groupIds }) => {
      const names = (groupIds as string[]).map((id) => id.replace('group-', ''))
      kept = { ...kept, scimGroups: [group('directory-1', 'Directory admins', 2, names)] }
      return { connection: { __typename: 'SsoConnection', id: 'connection-1', scimGroups: kept.scimGroups } }
    }),
    ...answers,
  })
  return { user: userEvent.setup(), sent }
}
const panel = () => screen.findByRole('group', { name: 'Segue ID' })

test('SCIM-01 provisioning is switched on in the page, by the connection’s newest state', async () => {
  const { user, sent } = open({ isOn: false })
  const toggle = within(await panel()).getByRole('switch', { name: 'Provisioning of Segue ID' })
  expect(toggle.getAttribute('aria-checked')).toBe('false')
  expect(screen.queryByText(URL)).toBeNull()
  await user.click(toggle)
  await screen.findByText(URL)
  expect(toggle.getAttribute('aria-checked')).toBe('true')
  expect(sent).toEqual([['turn', { id: 'connection-1', revision: 3, input: { isProvisioned: true } }]])
})

test('SCIM-01 what the server says against provisioning is said', async () => {
  const text = 'Only a connection of an organisation can be provisioned.'
  const { user } = open({
    isOn: false,
    answers: {
      UpdateSsoConnection: {
        data: {
          updateSsoConnection: {
            __typename: 'SsoConnectionPayload',
            connection: null,
            errors: [{ __typename: 'FieldError', field: 'isProvisioned', message: text }],
          },
        },
      },
    },
  })
  await user.click(within(await panel()).getByRole('switch'))
  await screen.findByText(text)
})

test('SCIM-01 the token is made after the password, shown once, and revoked', async () => {
  const { user, sent } = open({})
  await user.click(await screen.findByRole('button', { name: 'Make token' }))
  const asked = await screen.findByRole('dialog', { name: 'Enter your password' })
  await user.type(within(asked).getByLabelText('Password'), 'right')
  await user.click(within(asked).getByRole('button', { name: 'Continue' }))
  const shown = await screen.findByRole('dialog', { name: 'Token of the directory' })
  within(shown).getByText('scim_secret')
  expect(sent.map(([name]) => name)).toEqual(['renew', 'password', 'renew'])
  await user.click(within(shown).getByRole('button', { name: 'I have kept it' }))
  await waitFor(() => expect(screen.queryByText('scim_secret')).toBeNull())
  // The password counts for a while.
  await user.click(await screen.findByRole('button', { name: 'Renew token' }))
  await user.click(await screen.findByRole('button', { name: 'I have kept it' }))
  await user.click(await screen.findByRole('button', { name: 'Revoke' }))
  const question = await screen.findByRole('dialog', { name: 'Revoke the tokens' })
  await user.click(within(question).getByRole('button', { name: 'Revoke' }))
  await screen.findByRole('button', { name: 'Make token' })
  expect(sent.slice(3).map(([name]) => name)).toEqual(['renew', 'revoke'])
})

test('SCIM-01 without the password no token is made, and the page says why', async () => {
  const { user, sent } = open({})
  await user.click(await screen.findByRole('button', { name: 'Make token' }))
  const asked = await screen.findByRole('dialog', { name: 'Enter your password' })
  await user.click(within(asked).getByRole('button', { name: 'Cancel' }))
  await screen.findByText('Please enter your password again.')
  expect(sent.map(([name]) => name)).toEqual(['renew'])
})

test('SCIM-12 SCIM-14 a directory’s group is mapped to user groups, after the password where one administers', async () => {
  const { user, sent } = open({ shown: { scimGroups: [group('directory-1', 'Directory admins', 2)] } })
  const list = await screen.findByRole('list', { name: 'Groups of the directory of Segue ID' })
  expect(within(list).getByRole('listitem').textContent).toMatch(/^Directory admins2 people, gives nothing/)
  await user.click(within(list).getByRole('button', { name: 'Map: Directory admins' }))
  const dialog = await screen.findByRole('dialog', { name: 'Map a group' })
  await user.click(within(dialog).getByRole('combobox', { name: 'Groups that it fills' }))
  await user.click(await screen.findByRole('option', { name: /Admins/ }))
  expect(screen.queryByRole('option', { name: /Owners/ })).toBeNull()
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  const asked = await screen.findByRole('dialog', { name: 'Enter your password' })
  await user.type(within(asked).getByLabelText('Password'), 'right')
  await user.click(within(asked).getByRole('button', { name: 'Continue' }))
  await within(list).findByText('2 people, fills Admins')
  const mapping = {
    connectionId: 'connection-1',
    scimGroupId: 'directory-1',
    groupIds: ['group-Admins'],
  }
  expect(sent.map(([name]) => name)).toEqual(['map', 'password', 'map'])
  expect(sent[2]?.[1]).toEqual(mapping)
})

test('SCIM-14 a group that one may not grant is refused at the field, and the mapping stays', async () => {
  const text = 'You may not put people into this group.'
  const { user } = open({
    shown: { scimGroups: [group('directory-1', 'Engineers', 1, ['Analysts'])] },
    answers: {
      MapScimGroup: {
        data: {
          mapScimGroup: {
            __typename: 'SsoConnectionPayload',
            connection: null,
            errors: [{ __typename: 'FieldError', field: 'groupIds', message: text }],
          },
        },
      },
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Map: Engineers' }))
  const dialog = await screen.findByRole('dialog', { name: 'Map a group' })
  within(dialog).getByText('Analysts')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await within(dialog).findByText(text)
  screen.getByText('1 person, fills Analysts')
})

test('SCIM-15 SCIM-18 the last requests are listed, and a removal of the last admin is said', async () => {
  const refusal = 'The directory asked to remove the last admin.'
  open({ shown: { scimRequests: [request(200, null), request(409, refusal)] } })
  const list = await screen.findByRole('list', {
    name: 'Requests of the directory of Segue ID',
    hidden: true,
  })
  expect(
    within(list)
      .getAllByRole('listitem', { hidden: true })
      .map(({ textContent }) => textContent),
  ).toEqual(['PATCH /Users/1200 2 hours ago', `PATCH /Users/1${refusal}409 2 hours ago`])
  screen.getByText('Last requests (2)')
  // Beside the list, which is closed at first.
  expect(screen.getAllByText(refusal, { exact: false })).toHaveLength(2)
})

test('SCIM-15 without such a request nothing is said of the last admin', async () => {
  open({ shown: { scimRequests: [request(409, 'The userName is taken.')] } })
  await screen.findByText('Last requests (1)')
  expect(screen.queryByText(/last admin/)).toBeNull()
})
