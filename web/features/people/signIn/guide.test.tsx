import { readFileSync } from 'node:fs'
import path from 'node:path'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { organisation, viewerOf } from '../../../testing/fixtures.ts'
import { renderAt, setWindowWidth } from '../../../testing/renderAt.tsx'
import { choice, groupsOf } from '../core/people.fixture.tsx'

/** What docs/sign-in.md says of the pages: each bold word stands there, and each address is the one that is given. */

const GUIDE = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/sign-in.md'), 'utf8')
/** Says itself what is bold. */
const NO_LABEL = 'Bold'
const labels = [
  ...new Set([...GUIDE.matchAll(/\*\*([^*]+)\*\*/g)].map(([, label = '']) => label.replace(/\s+/g, ' '))),
]
const addresses = [...new Set([...GUIDE.matchAll(/\{PUBLIC_URL\}\/[^`\s]+/g)].map(([address]) => address))]

beforeEach(() => setWindowWidth(1440))

const connection = (id: string, kind: 'OIDC' | 'SAML') => ({
  __typename: 'SsoConnection',
  id,
  revision: 1,
  kind,
  name: `By ${kind}`,
  isOn: true,
  isRequired: false,
  secondFactorAtProvider: false,
  allowIdpInitiated: false,
  maxAgeHours: null,
  issuer: kind === 'OIDC' ? 'https://id.example' : null,
  clientId: kind === 'OIDC' ? 'helioroom' : null,
  hasClientSecret: kind === 'OIDC',
  entityId: kind === 'SAML' ? 'urn:segue' : null,
  signInUrl: null,
  certificates: [],
  joinGroupIds: [],
  isProvisioned: true,
  otherSessions: 0,
  domains: [
    {
      __typename: 'SsoDomain',
      name: `${kind}.example`.toLowerCase(),
      state: 'WAITING',
      verification: 'helioroom-verification=0',
    },
  ],
  failures: [],
})

/** Whatever is read on the page now: texts of elements that hold nothing else, and names. */
const readNow = (): string[] =>
  [...document.body.querySelectorAll('*')].flatMap((element) => [
    ...(element.children.length === 0 ? [element.textContent.trim()] : []),
    ...[...element.childNodes]
      .filter(({ nodeType }) => nodeType === 3)
      .map(({ nodeValue }) => (nodeValue ?? '').trim()),
  ])

test('the guide for directories names the fields, buttons and addresses of the page', async () => {
  renderAt('/meridian/admin/sign-in', {
    Viewer: viewerOf([organisation('Meridian', ['ORG_ADMIN', 'USERS_ADMIN'])]),
    SsoConnections: {
      data: { ssoConnections: [connection('{connection}', 'OIDC'), connection('saml', 'SAML')] },
    },
    GroupChoices: groupsOf([choice('Admins')]),
    Provisioning: {
      data: {
        ssoConnection: {
          __typename: 'SsoConnection',
          id: '{connection}',
          isProvisioned: true,
          scimUrl: `${window.location.origin}/scim/v2/{connection}`,
          scimTokenMadeAt: null,
          scimGroups: [
            {
              __typename: 'ScimGroup',
              id: 'g',
              displayName: 'Deals',
              memberCount: 1,
              groupIds: [],
              groupNames: [],
            },
          ],
          scimRequests: [],
        },
      },
    },
  })
  const read = new Set<string>()
  const look = () => {
    for (const text of readNow()) read.add(text)
  }
  await screen.findAllByText(/^Base address/)
  look()
  const given = addresses.map((address) => address.replace('{PUBLIC_URL}', window.location.origin))
  const ofEither = (address: string) => [address, address.replace('{connection}', 'saml')]
  expect(given.filter((address) => !ofEither(address).some((each) => read.has(each)))).toEqual([])

  await userEvent.click(screen.getByRole('button', { name: 'Add connection' }))
  const added = await screen.findByRole('dialog', { name: 'Add connection' })
  await within(added).findByLabelText('Issuer')
  look()
  await userEvent.click(within(added).getByLabelText('Kind'))
  look()
  await userEvent.click(await screen.findByRole('option', { name: 'SAML 2.0' }))
  await within(added).findByLabelText('Address of the metadata')
  await userEvent.click(within(added).getByText('Metadata as XML, or typed values'))
  look()
  await userEvent.click(within(added).getByRole('button', { name: 'Cancel' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await userEvent.click(screen.getAllByRole('button', { name: 'Edit' })[0] as HTMLElement)
  await within(await screen.findByRole('dialog', { name: 'Edit connection' })).findByLabelText('Required')
  look()
  expect(labels.length).toBeGreaterThan(20)
  expect(labels.filter((label) => label !== NO_LABEL && !read.has(label))).toEqual([])
})
