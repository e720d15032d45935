import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCertificate } from '../../../testing/certificate.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { createSamlForger, type SamlForgery } from '../../../testing/saml/forger.ts'
import { type Shown, setUpSso } from './sso.fixture.ts'

const database = testDatabase()
const forger = createSamlForger()
const FAILED = 'Signing in with Firm directory failed. Please try again or ask your administrator.'
let world: Awaited<ReturnType<typeof setUpSso>>
let connection: Shown
let annId: string

beforeAll(async () => {
  world = await setUpSso(database)
  connection = await world.connectSaml(
    { entityId: forger.entityId, certificates: [forger.signing.cert] },
    'saml.example',
  )
  annId = await world.member('ann@saml.example', ['OVERVIEW_VIEW'])
  await world.member('boss@saml.example', ['OVERVIEW_VIEW'])
})
afterAll(() => world.server.close())

const requestOf = (there: string) => world.requestIdIn(there)

/** Goes to the provider and comes back with what it forges. */
async function comeBack(forgery: SamlForgery = {}, { browser = world.browser(), to = connection } = {}) {
  const there = await world.led(browser, `/sso/${to.id}/start?next=/portfolios`)
  const of = { origin: world.server.address, connectionId: to.id, requestId: requestOf(there) }
  const xml = forger.respond(of, forgery)
  const led = await world.postBack(browser, to.id, forger.form(xml))
  return { browser, xml, led, there }
}

async function expectRefused(forgery: SamlForgery, reason: RegExp): Promise<void> {
  const { browser } = await comeBack(forgery)
  await expectNobody(browser, reason)
}
async function expectNobody(browser: ReturnType<typeof world.browser>, reason: RegExp): Promise<void> {
  expect(await world.viewerOf(browser)).toBeNull()
  const { text, code } = world.noticeOf(browser) ?? {}
  expect(text).toBe(FAILED)
  expect(code).toMatch(/^[A-Z2-9]{8}$/)
  const [failure] = (await world.read(connection.id)).failures
  expect(failure?.code).toBe(code)
  expect(failure?.reason).toMatch(reason)
  // Never a token, nor what it says.
  expect(failure?.reason).not.toContain('subject-1')
}

const SUBJECT = /<saml:NameID[^>]*>subject-1<\/saml:NameID>/
const assertionIn = (xml: string) => /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? ''
const signatureIn = (xml: string) => /<Signature[\s\S]*<\/Signature>/.exec(xml)?.[0] ?? ''
/** Another assertion than the signed one, of somebody else. */
const evil = (xml: string) =>
  assertionIn(xml)
    .replace(signatureIn(xml), '')
    .replace(/ID="[^"]*"/, 'ID="_evil"')
    .replace('ann@saml.example', 'boss@saml.example')
    .replace('>subject-1<', '>subject-boss<')

test('SSO-10 SSO-15 a signed response signs in whom it names, and the next one of the subject the same person', async () => {
  const { browser, led, there } = await comeBack()
  expect(led).toBe('/portfolios')
  expect(await world.viewerOf(browser)).toBe(annId)
  const address = new URL(there)
  expect(address.origin + address.pathname).toBe('https://forger.example/sso')
  const others: Record<string, string>[] = [{ mail: 'else@saml.example' }, { phone: '1' }]
  for (const attributes of others) {
    expect(await world.viewerOf((await comeBack({ attributes })).browser)).toBe(annId)
  }
  expect(await world.recorded(connection.id)).toContain('BIND_SSO')
})

test.each([
  ['email', 'email@saml.example'],
  ['mail', 'mail@saml.example'],
  ['http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress', 'Entra@SAML.example'],
  ['urn:oid:0.9.2342.19200300.100.1.3', 'oid@saml.example'],
])('SSO-10 the e-mail is read from the attribute %s', async (name, email) => {
  const id = await world.member(email.toLowerCase(), ['OVERVIEW_VIEW'])
  const { browser } = await comeBack({ subject: `of-${email}`, attributes: { [name]: email } })
  expect(await world.viewerOf(browser)).toBe(id)
})

test('SSO-10 SSO-15 the e-mail is read from a NameID of its format; one that doesn’t stay is refused', async () => {
  const id = await world.member('named@saml.example', ['OVERVIEW_VIEW'])
  const format = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
  const { browser } = await comeBack({ format, subject: 'Named@saml.example', attributes: {} })
  expect(await world.viewerOf(browser)).toBe(id)
  for (const name of ['2.0:nameid-format:transient', '1.1:nameid-format:unspecified']) {
    await expectRefused({ format: `urn:oasis:names:tc:SAML:${name}` }, /neither persistent nor an e-mail/)
  }
})

const stranger = makeCertificate({ isRsa: true })
const SHA1 = {
  signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  digest: 'http://www.w3.org/2000/09/xmldsig#sha1',
}
const DOCTYPE = '<!DOCTYPE x [<!ENTITY who "boss@saml.example">]>'

test.each<[string, SamlForgery, RegExp]>([
  ['no signature', { signed: [] }, /not signed/],
  ['a signature over the response alone', { signed: ['Response'] }, /not signed/],
  ['a signature by a stranger', { key: stranger.key }, /No certificate/],
  ['SHA-1', SHA1, /another method/],
  ['a digest of SHA-1 below a signature of SHA-256', { digest: SHA1.digest }, /another method/],
  ['a signature of SHA-1 over a digest of SHA-256', { signature: SHA1.signature }, /another method/],
  [
    'HMAC with the public certificate as its key',
    { after: (xml) => xml.replaceAll(/2001\/04\/xmldsig-more#rsa-sha256/g, '2000/09/xmldsig#hmac-sha1') },
    /another method/,
  ],
  ['a changed e-mail', { after: (xml) => xml.replace('ann@saml', 'boss@saml') }, /No certificate/],
  [
    'a changed subject',
    { after: (xml) => xml.replace(SUBJECT, '<saml:NameID>x</saml:NameID>') },
    /No certificate/,
  ],
  [
    'a comment inside of a NameID',
    { after: (xml) => xml.replace('>subject-1', '>subject<!---->-1') },
    /comment/,
  ],
  [
    'a comment inside of an e-mail',
    { after: (xml) => xml.replace('saml.example<', 'saml.example<!-- -->.evil<') },
    /comment/,
  ],
  [
    'a comment that was signed',
    { before: (xml) => xml.replace('>subject-1', '>subject<!---->-1') },
    /comment/,
  ],
  [
    'CDATA inside of a NameID',
    { after: (xml) => xml.replace('subject-1', '<![CDATA[subject-1]]>') },
    /no plain text/,
  ],
  [
    'a processing instruction',
    { before: (xml) => xml.replace('subject-1', 'subject<?x y?>-1') },
    /processing instruction/,
  ],
  [
    'an element inside of a NameID',
    { before: (xml) => xml.replace('subject-1', 'subject<saml:x/>-1') },
    /more than text/,
  ],
  ['a DOCTYPE', { after: (xml) => `<!DOCTYPE x>${xml}` }, /DOCTYPE/],
  ['an entity', { after: (xml) => DOCTYPE + xml.replace('ann@saml.example', '&who;') }, /DOCTYPE/],
  ['an entity that nothing declares', { after: (xml) => xml.replace('ann@saml.example', '&who;') }, /entity/],
  [
    'entities of entities',
    { after: (xml) => `<!DOCTYPE x [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${xml}` },
    /DOCTYPE/,
  ],
  [
    'more than 256 KB',
    { before: (xml) => xml.replace('</saml:Conditions>', `${' '.repeat(262_144)}</saml:Conditions>`) },
    /256 KB/,
  ],
  [
    'a second assertion before it',
    { after: (xml) => xml.replace(assertionIn(xml), evil(xml) + assertionIn(xml)) },
    /several assertions/,
  ],
  [
    'a second assertion after it',
    { after: (xml) => xml.replace(assertionIn(xml), assertionIn(xml) + evil(xml)) },
    /several assertions/,
  ],
  [
    'the signed assertion wrapped in an extension',
    {
      after: (xml) =>
        xml.replace(assertionIn(xml), `<samlp:Extensions>${assertionIn(xml)}</samlp:Extensions>${evil(xml)}`),
    },
    /several assertions/,
  ],
  [
    'the signed assertion wrapped in its own signature’s object',
    {
      after: (xml) => {
        const [assertion, signature] = [assertionIn(xml), signatureIn(xml)]
        const wrapped = signature.replace('</Signature>', `<Object>${assertion}</Object></Signature>`)
        return xml.replace(assertion, evil(xml).replace('<saml:Subject>', `${wrapped}<saml:Subject>`))
      },
    },
    /several assertions/,
  ],
  [
    'the signed assertion under another name',
    {
      after: (xml) => {
        const signed = assertionIn(xml).replaceAll('saml:Assertion', 'saml:Advice')
        return xml.replace(assertionIn(xml), evil(xml).replace('<saml:Subject>', `${signed}<saml:Subject>`))
      },
    },
    /not where it must be/,
  ],
  [
    'a signature over another element',
    { after: (xml) => xml.replace(/URI="#_assertion/, 'URI="#_response') },
    /another element/,
  ],
  [
    'a signature over the whole document',
    { after: (xml) => xml.replace(/URI="#_assertion[^"]*"/, 'URI=""') },
    /another element/,
  ],
  [
    'one ID for two elements',
    {
      before: (xml) =>
        xml
          .replace('<saml:Subject>', '<saml:Subject ID="_twice">')
          .replace('<saml:Conditions', '<saml:Conditions ID="_twice"'),
    },
    /One ID/,
  ],
  [
    'a transformation that leaves things out',
    {
      after: (xml) =>
        xml.replace(
          '<Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/>',
          '<Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"/>',
        ),
    },
    /transforms/,
  ],
  [
    'an encrypted assertion',
    { after: (xml) => xml.replaceAll('saml:Assertion', 'saml:EncryptedAssertion') },
    /encrypted/,
  ],
  ['no assertion', { after: (xml) => xml.replace(assertionIn(xml), '') }, /no assertion/],
  ['another audience', { audience: 'https://other.example/metadata' }, /another audience/],
  [
    'no audience',
    { before: (xml) => xml.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, '') },
    /another audience|could not be read/,
  ],
  ['another recipient', { recipient: 'https://other.example/acs' }, /another recipient/],
  ['another destination', { destination: 'https://other.example/acs' }, /another address/],
  ['another issuer', { issuer: 'https://other.example/idp' }, /issuer/],
  ['an assertion of yesterday', { from: -1500, until: -1440, signedInAt: -1500 }, /expired/],
  ['an assertion that ended 62 seconds ago', { until: -62 / 60 }, /expired/],
  ['an assertion of in 2 minutes', { from: 2 }, /not valid yet/],
  ['a sign-in of in 2 minutes', { signedInAt: 2 }, /not valid yet/],
  [
    'no end of the confirmation',
    { before: (xml) => xml.replace(/(<saml:SubjectConfirmationData) NotOnOrAfter="[^"]*"/, '$1') },
    /no end|could not be read/,
  ],
  ['a confirmation by a key', { before: (xml) => xml.replace('cm:bearer', 'cm:holder-of-key') }, /bearer/],
  ['a request that nobody made', { inResponseTo: `_${'A'.repeat(43)}` }, /no sign-in/],
  ['an answer that nobody asked for', { inResponseTo: null }, /Nobody asked/],
  [
    'a refusal of the provider',
    { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' },
    /answered Responder/,
  ],
  ['no XML', { after: () => 'hello' }, /well-formed/],
  ['a second root', { after: (xml) => xml + xml }, /well-formed/],
])('SSO-10 SSO-12 SSO-25 %s signs in nobody', async (_what, forgery, reason) => {
  await expectRefused(forgery, reason)
})

test('SSO-10 60 seconds of skew are forgiven', async () => {
  for (const forgery of [{ until: -45 / 60, from: -5 }, { from: 45 / 60 }]) {
    expect(await world.viewerOf((await comeBack(forgery)).browser)).toBe(annId)
  }
})

test('SSO-10 the assertion and the response may both be signed, and only the same request is answered within', async () => {
  const { browser } = await comeBack({ signed: ['Assertion', 'Response'] })
  expect(await world.viewerOf(browser)).toBe(annId)
  await expectRefused(
    { before: (xml) => xml.replace(/(<saml:SubjectConfirmationData.*?InResponseTo=")[^"]*/, '$1_another') },
    /another request/,
  )
})

test('SSO-11 an assertion works once, also in another response', async () => {
  const id = '_the-same'
  expect(await world.viewerOf((await comeBack({ id })).browser)).toBe(annId)
  await expectRefused({ id }, /used before/)
})

test('SSO-10 a response counts for the browser that began, once, for 10 minutes', async () => {
  const browser = world.browser()
  const there = await world.led(browser, `/sso/${connection.id}/start`)
  const of = { origin: world.server.address, connectionId: connection.id, requestId: requestOf(there) }
  const form = () => forger.form(forger.respond(of))
  const thief = world.browser()
  await world.postBack(thief, connection.id, form())
  await expectNobody(thief, /no sign-in/)
  // The cookie of OpenID Connect is none for it.
  thief.setCookie('sso', browser.cookie('saml') ?? '')
  await world.postBack(thief, connection.id, form())
  await expectNobody(thief, /no sign-in/)
  await world.postBack(browser, connection.id, form())
  expect(await world.viewerOf(browser)).toBe(annId)
  await world.postBack(browser, connection.id, form())
  expect((await world.read(connection.id)).failures[0]?.reason).toMatch(/no sign-in/)
  const late = world.browser()
  const again = await world.led(late, `/sso/${connection.id}/start`)
  await database.pool.query(`update sso_request set expires_at = now() - interval '1 second'`)
  await world.postBack(
    late,
    connection.id,
    forger.form(forger.respond({ ...of, requestId: requestOf(again) })),
  )
  await expectNobody(late, /no sign-in/)
})

test('SSO-10 the cookie of the browser goes with a post from another site, and serves this alone', async () => {
  const answer = await world.browser().request(`/sso/${connection.id}/start`)
  const cookies = answer.headers.getSetCookie().filter((line) => !line.startsWith('csrftoken'))
  expect(cookies).toHaveLength(1)
  expect(cookies[0]).toMatch(/^saml=[\w-]{43}; SameSite=None; Secure; Path=\/sso; HttpOnly; Max-Age=600$/)
})

test('SSO-12 a form without a response, with two of them, or with no base64 signs in nobody', async () => {
  const { xml } = await comeBack({ id: '_used' })
  const good = forger.form(xml).get('SAMLResponse') ?? ''
  for (const form of [
    '',
    `SAMLResponse=${encodeURIComponent(good)}&SAMLResponse=x`,
    'SAMLResponse=%3Cxml%3E',
  ]) {
    const browser = world.browser()
    await world.postBack(browser, connection.id, new URLSearchParams(form))
    await expectNobody(browser, /no response/)
  }
})

test('SSO-13 what nobody asked for is refused unless the connection allows it, and leads to the home page', async () => {
  const of = { origin: world.server.address, connectionId: connection.id, requestId: null }
  const send = async (forgery: SamlForgery = {}) => {
    const browser = world.browser()
    const form = forger.form(forger.respond(of, forgery))
    form.set('RelayState', '/portfolios')
    return { browser, to: await world.postBack(browser, connection.id, form) }
  }
  await expectNobody((await send()).browser, /Nobody asked/)
  await world.update(await world.read(connection.id), { allowIdpInitiated: true })
  const { browser, to } = await send({ id: '_unasked' })
  expect(to).toBe('/')
  expect(await world.viewerOf(browser)).toBe(annId)
  await expectNobody((await send({ id: '_unasked' })).browser, /used before/)
  // An answer to a request is still none of another browser.
  await expectNobody((await send({ inResponseTo: `_${'B'.repeat(43)}` })).browser, /no sign-in/)
  await world.update(await world.read(connection.id), { allowIdpInitiated: false })
})

test('SSO-14 of several certificates each signs, and one that has ended does not', async () => {
  const next = makeCertificate({ isRsa: true, days: 20 })
  const ended = makeCertificate({ isRsa: true, days: -1 })
  const { connection: saved } = await world.update(await world.read(connection.id), {
    certificates: [forger.signing.cert, next.cert, ended.cert],
  })
  expect(saved?.certificates).toHaveLength(3)
  for (const { key } of [forger.signing, next])
    expect(await world.viewerOf((await comeBack({ key })).browser)).toBe(annId)
  await expectRefused({ key: ended.key }, /No certificate/)
  await world.update(await world.read(connection.id), { certificates: [forger.signing.cert] })
  await expectRefused({ key: next.key }, /No certificate/)
})
