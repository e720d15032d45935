import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCertificate } from '../../../testing/certificate.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { startSamlProvider, type TestSamlProvider } from '../../../testing/saml/index.ts'
import { remindOfCertificates } from './reminding.ts'
import type { TestResult } from './requestStore.ts'
import { type Shown, setUpSso } from './sso.fixture.ts'

const database = testDatabase()
let provider: TestSamlProvider
let world: Awaited<ReturnType<typeof setUpSso>>
let connection: Shown

beforeAll(async () => {
  provider = await startSamlProvider()
  world = await setUpSso(database)
  connection = await world.connectSaml({ metadataUrl: provider.metadataUrl }, 'firm.example')
})
afterAll(async () => {
  await world.server.close()
  await provider.close()
})

/** From the start to where the product leads at last. */
async function signIn(
  email: string,
  { browser = world.browser(), begin = 'start', query = 'next=/portfolios' } = {},
) {
  const there = await world.led(browser, `/sso/${connection.id}/${begin}?${query}`)
  const { to, form } = await provider.signIn(there, email)
  expect(to).toBe(`${world.server.address}/sso/${connection.id}/acs`)
  return { browser, there, led: await world.postBack(browser, connection.id, form) }
}

test('SSO-10 SSO-15 a person of a real provider comes by redirect and post, and is the same after a change of e-mail', async () => {
  const id = await world.member('ann@firm.example', ['OVERVIEW_VIEW'])
  const { browser, led, there } = await signIn('ann@firm.example')
  expect(led).toBe('/portfolios')
  expect(await world.viewerOf(browser)).toBe(id)
  expect(there.startsWith(`${provider.entityId}/sso?SAMLRequest=`)).toBe(true)
  await database.pool.query(`update person set email = 'married@elsewhere.example' where id = $1`, [id])
  expect(await world.viewerOf((await signIn('ann@firm.example')).browser)).toBe(id)
})

test('SSO-16 SSO-17 whoever has no account is told so, and nobody is made', async () => {
  const { browser, led } = await signIn('unknown@firm.example')
  expect(led).toBe('/login?next=%2Fportfolios')
  expect(world.noticeOf(browser)).toEqual({
    text: 'You have no access here. Please ask who invited you.',
    code: null,
  })
  expect(await world.viewerOf(browser)).toBeNull()
})

test('SSO-26 SSO-27 a test shows the claims and what would happen, in a session that the post doesn’t bring', async () => {
  const { led } = await signIn('ann@firm.example', {
    browser: world.admin,
    begin: 'test',
    query: 'next=/x/admin/sign-in',
  })
  const shown = new URL(led, world.server.address)
  expect(shown.pathname).toBe('/x/admin/sign-in')
  const answer = await world.admin.request(`/sso/${connection.id}/tests/${shown.searchParams.get('test')}`)
  const { claims, outcome } = (await answer.json()) as TestResult
  expect(claims).toContainEqual({ name: 'emailaddress', value: 'ann@firm.example' })
  expect(claims).toContainEqual({ name: 'NameID', value: 'subject-of-ann@firm.example' })
  expect(outcome).toMatch(/would be signed in\.$/)
  expect(await world.viewerOf(world.admin)).toBe(world.adminId)
  expect(await world.recorded(connection.id)).toContain('TEST_SSO_CONNECTION')
})

test('KEY-02 a fresh sign-in over SAML confirms who one is', async () => {
  const { browser } = await signIn('ann@firm.example')
  await database.pool.query('update session set password_checked_at = null')
  const { there } = await signIn('ann@firm.example', { browser, query: 'next=/settings&confirm=1' })
  expect(there).toContain('SAMLRequest')
  const { rows } = await database.pool.query('select from session where password_checked_at is not null')
  expect(rows).toHaveLength(1)
})

test('SSO-14 it is set up from an address, from XML or from typed values, and the metadata are the product’s own', async () => {
  expect(connection).toMatchObject({
    kind: 'SAML',
    entityId: provider.entityId,
    signInUrl: `${provider.entityId}/sso`,
    issuer: null,
    clientId: null,
    certificates: [{ fingerprint: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/) }],
  })
  const answer = await world.browser().request(`/sso/${connection.id}/metadata`)
  expect(answer.headers.get('content-type')).toMatch('application/samlmetadata+xml')
  const xml = await answer.text()
  expect(xml).toContain(`entityID="${world.server.address}/sso/${connection.id}/metadata"`)
  expect(xml).toContain(`Location="${world.server.address}/sso/${connection.id}/acs"`)
  expect(xml).toContain('WantAssertionsSigned="true"')
  const pasted = await world.connectSaml({ metadataXml: await provider.metadata() }, 'pasted.example')
  expect(pasted).toMatchObject({ entityId: provider.entityId, certificates: connection.certificates })
  const typed = await world.connectSaml(
    {
      entityId: provider.entityId,
      signInUrl: `${provider.entityId}/sso`,
      certificates: [provider.signing.cert.replaceAll(/-----[^-]*-----/g, '')],
    },
    'typed.example',
  )
  expect(typed.certificates).toEqual(connection.certificates)
  // The provider may need the addresses of the product first.
  const { connection: empty } = await world.create({
    kind: 'SAML',
    orgSlug: world.slug,
    name: 'Later',
    domains: ['later.example'],
  })
  expect(empty).toMatchObject({ isOn: false, entityId: '', signInUrl: null, certificates: [] })
  expect((await world.browser().request(`/sso/${empty?.id}/metadata`)).status).toBe(200)
  const { errors } = await world.update({ id: empty?.id ?? '', revision: 1 }, { isOn: true })
  expect(errors.map(({ field }) => field)).toEqual(['entityId', 'signInUrl', 'certificates'])
})

test.each([
  [
    'a DOCTYPE',
    (xml: string) =>
      `<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]>${xml.replace(/<\?xml[^>]*>/, '')}`,
    /DOCTYPE/,
  ],
  [
    'no provider',
    (xml: string) => xml.replaceAll('IDPSSODescriptor', 'SPSSODescriptor'),
    /no identity provider/,
  ],
  ['no address for redirects', (xml: string) => xml.replaceAll('HTTP-Redirect', 'SOAP'), /HTTP-Redirect/],
  [
    'no certificate',
    (xml: string) => xml.replace(/<KeyDescriptor[\s\S]*<\/KeyDescriptor>/, ''),
    /no certificate/,
  ],
  [
    'an address that is none of HTTPS',
    (xml: string) => xml.replaceAll('https://localhost', 'http://localhost'),
    /https/,
  ],
  ['no XML', () => 'metadata', /well-formed/],
])('SSO-14 metadata with %s are refused at their place', async (_what, change, reason) => {
  const { errors } = await world.create({
    kind: 'SAML',
    orgSlug: world.slug,
    name: 'Wrong',
    isOn: true,
    domains: ['wrong.example'],
    metadataXml: change(await provider.metadata()),
  })
  expect(errors).toHaveLength(1)
  expect(errors[0]?.message).toMatch(reason)
})

test('SSO-14 SSO-29 metadata that can’t be read, weak keys and settings of the other kind are refused', async () => {
  const tried = async (more: object) =>
    (
      await world.create({
        kind: 'SAML',
        orgSlug: world.slug,
        name: 'Wrong',
        domains: ['wrong.example'],
        ...more,
      })
    ).errors
  expect(await tried({ metadataUrl: `${provider.entityId}/nothing` })).toEqual([
    { field: 'metadataUrl', message: 'The metadata can’t be read. The server answered 404.' },
  ])
  expect((await tried({ metadataUrl: 'http://id.example/metadata' }))[0]?.message).toMatch(/https/)
  const weak = makeCertificate({ isRsa: true, bits: 1024 }).cert
  for (const cert of [weak, makeCertificate().cert])
    expect((await tried({ certificates: [cert] }))[0]?.message).toMatch(/no RSA key/)
  expect((await tried({ certificates: ['nonsense'] }))[0]?.message).toMatch(/can’t be read/)
  expect(await tried({ issuer: 'https://id.example' })).toEqual([
    { field: 'issuer', message: 'Not of a connection of the kind SAML' },
  ])
  const { errors } = await world.create({
    orgSlug: world.slug,
    name: 'x',
    domains: ['wrong.example'],
    issuer: 'https://id.example',
    clientId: 'x',
    entityId: 'y',
  })
  expect(errors).toEqual([{ field: 'entityId', message: 'Not of a connection of the kind OIDC' }])
  const closed = await setUpSso(database, { SSO_PRIVATE_NETWORKS: 'off' })
  const { errors: inside } = await closed.create({
    kind: 'SAML',
    orgSlug: closed.slug,
    name: 'x',
    domains: ['wrong.example'],
    metadataUrl: provider.metadataUrl,
  })
  expect(inside[0]?.message).toMatch(/private network|host is unknown/)
  await closed.server.close()
})

test('SSO-14 a certificate that ends within 30 days is mailed to the connection’s admins once', async () => {
  const soon = makeCertificate({ isRsa: true, days: 29 })
  const later = makeCertificate({ isRsa: true, days: 40 })
  const saved = await world.connectSaml(
    { entityId: 'urn:ending', certificates: [soon.cert, later.cert] },
    'ending.example',
  )
  await world.member('plain@ending.example', ['OVERVIEW_VIEW'])
  const mailed = async () => {
    await remindOfCertificates(database.db, { origin: 'https://room.example', at: new Date() })
    const { rows } = await database.pool.query<{ recipient: string; all: string }>(
      `select recipient, m::text as all from mail_outbox m where m::text like '%A certificate of Firm directory%'`,
    )
    return rows
  }
  expect((await mailed()).map(({ recipient }) => recipient)).toEqual([world.adminEmail])
  expect((await mailed())[0]?.all).toContain(`https://room.example/${world.slug}/admin/sign-in`)
  await world.update(saved, { name: 'Firm directory, renamed' })
  expect(await mailed()).toHaveLength(1)
})

test('SSO-28 SSO-15 another provider’s subjects are other people, and deleting ends its sessions', async () => {
  const { browser } = await signIn('ann@firm.example')
  expect(await world.viewerOf(browser)).not.toBeNull()
  await world.update(await world.read(connection.id), { isOn: false })
  expect((await world.browser().request(`/sso/${connection.id}/start`)).status).toBe(404)
  await world.update(await world.read(connection.id), { isOn: true })
  const { data } = await world.admin.graphql(
    'mutation($id: ID!) { deleteSsoConnection(id: $id, name: "Firm directory") { success } }',
    { id: connection.id },
  )
  expect(data?.deleteSsoConnection).toEqual({ success: true })
  expect(await world.viewerOf(browser)).toBeNull()
})
