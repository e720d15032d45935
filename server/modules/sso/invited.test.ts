import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { PASSWORD } from '../../../testing/factories.ts'
import { createSamlForger } from '../../../testing/saml/forger.ts'
import { type Shown, setUpSso } from './sso.fixture.ts'

const database = testDatabase()
const forger = createSamlForger()
let world: Awaited<ReturnType<typeof setUpSso>>
let connection: Shown
let groupId: string

beforeAll(async () => {
  world = await setUpSso(database)
  connection = await world.connectSaml(
    { entityId: forger.entityId, certificates: [forger.signing.cert] },
    'invited.example',
  )
  const { organisationId, make } = world
  groupId = await make.group({ organisationId, role: ['OVERVIEW_VIEW'], organisationWide: true })
})
afterAll(() => world.server.close())

/** Signs in as that person, from the page that they began at. */
async function signIn(email: string, query: string) {
  const browser = world.browser()
  const there = await world.led(browser, `/sso/${connection.id}/start?${query}`)
  const of = {
    origin: world.server.address,
    connectionId: connection.id,
    requestId: world.requestIdIn(there),
  }
  const xml = forger.respond(of, { subject: `of-${email}`, attributes: { email } })
  return { browser, led: await world.postBack(browser, connection.id, forger.form(xml)) }
}
async function signInByPassword(email: string) {
  const browser = world.browser()
  const variables = { email, password: PASSWORD }
  await browser.graphql(
    'mutation($email: String!, $password: String!) { signIn(email: $email, password: $password) { viewer { id } } }',
    variables,
  )
  return browser
}
const invite = (email: string) =>
  database.pool.query(
    `insert into invitation (id, organisation_id, email, first_name, last_name, group_id)
     values (gen_random_uuid(), $1, $2, 'Ida', 'Invited', $3)`,
    [world.organisationId, email, groupId],
  )
const typed = (token: string) =>
  new URLSearchParams({
    invitation: token,
    next: `/invitations/${token}`,
    firstName: 'Ida',
    lastName: 'Invited',
    companyName: 'Invited Works',
  }).toString()

test('SSO-18 an invitee who begins at the sign-in page is led to the invitation, and accepts by SSO', async () => {
  const email = 'ida@invited.example'
  await invite(email)
  const { browser: first, led } = await signIn(email, 'next=/portfolios')
  expect(led).toMatch(/^\/invitations\/[\w.-]+$/)
  expect(await world.viewerOf(first)).toBeNull()
  expect(world.noticeOf(first)).toBeNull()
  const token = led.slice('/invitations/'.length)
  const { browser, led: home } = await signIn(email, typed(token))
  expect(home).toBe('/')
  const { rows } = await database.pool.query(
    `select p.id, p.first_name, c.name as company, p.password_hash, array(select group_id from membership where person_id = p.id) as groups
     from person p left join company c on c.id = p.company_id where p.email = $1`,
    [email],
  )
  expect(rows).toMatchObject([
    {
      id: await world.viewerOf(browser),
      first_name: 'Ida',
      company: 'Invited Works',
      password_hash: null,
      groups: [groupId],
    },
  ])
  // The licence agreement is asked for as ever.
  const { errors } = await browser.graphql('{ organizations { id } }')
  expect(errors[0]?.extensions.reason).toBe('EULA')
})

test('SSO-15 an account of a copied invitation is not bound as it is: nothing that it was given before opens it', async () => {
  const email = 'vera@invited.example'
  const id = await world.make.person({ email, password: PASSWORD })
  const before = await signInByPassword(email)
  const { browser: other } = await signIn(email, 'next=/')
  // It is theirs from the start, and its password works on.
  expect([await world.viewerOf(before), await world.viewerOf(other)]).toEqual([id, id])
  expect(await world.viewerOf(await signInByPassword(email))).toBe(id)

  const copied = 'otto@invited.example'
  const otto = await world.make.person({ email: copied, password: PASSWORD })
  await database.pool.query('update person set is_unproven = true where id = $1', [otto])
  const copier = await signInByPassword(copied)
  expect(await world.viewerOf(copier)).toBe(otto)
  const { browser } = await signIn(copied, 'next=/')
  expect([await world.viewerOf(browser), await world.viewerOf(copier)]).toEqual([otto, null])
  expect(await world.viewerOf(await signInByPassword(copied))).toBeNull()
})

test('SSO-18 an invitation is accepted by nobody else', async () => {
  await invite('eve@invited.example')
  const { led } = await signIn('eve@invited.example', 'next=/')
  const token = led.slice('/invitations/'.length)
  const { browser } = await signIn('mallory@invited.example', typed(token))
  expect(await world.viewerOf(browser)).toBeNull()
  expect(world.noticeOf(browser)?.text).toBe('You have no access here. Please ask who invited you.')
  await expect(signIn('mallory@invited.example', 'next=/')).resolves.toMatchObject({ led: '/login' })
})
