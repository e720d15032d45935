import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { PASSWORD } from '../../../testing/factories.ts'
import { startOidcProvider, type TestProvider } from '../../../testing/oidc/index.ts'
import { NOBODY } from '../activity/index.ts'
import type { TestResult } from './requestStore.ts'
import { type Shown, setUpSso } from './sso.fixture.ts'

const READS = ['OVERVIEW_VIEW'] as const
const database = testDatabase()
let provider: TestProvider
let world: Awaited<ReturnType<typeof setUpSso>>
let connection: Shown

beforeAll(async () => {
  provider = await startOidcProvider()
  world = await setUpSso(database)
  connection = await world.connect(provider.issuer, 'firm.example')
})
afterAll(async () => {
  await world.server.close()
  await provider.close()
})

/** Signs in from the start to where the product leads at last. */
async function signIn(email: string, { browser = world.browser(), next = '/portfolios' } = {}) {
  const there = await world.led(browser, `/sso/${connection.id}/start?next=${encodeURIComponent(next)}`)
  const back = await provider.signIn(there, email)
  return { browser, there, back, to: await world.led(browser, back) }
}
const address = (url: string) => new URL(url).searchParams

test('SSO-07 SSO-15 a person signs in by code, PKCE, state and nonce, and is known by the subject from then on', async () => {
  const id = await world.member('ann@firm.example', READS)
  const { browser, there, back, to } = await signIn('ann@firm.example')
  expect(to).toBe('/portfolios')
  expect(await world.viewerOf(browser)).toBe(id)
  expect(address(there).get('response_type')).toBe('code')
  expect(address(there).get('code_challenge_method')).toBe('S256')
  for (const secret of ['state', 'nonce', 'code_challenge']) {
    expect(address(there).get(secret)).toMatch(/^[\w-]{43}$/)
  }
  // Each works once, also for the browser that began.
  const other = world.browser()
  for (const [name, value] of [['sso', browser.cookie('sso') ?? '']] as const) other.setCookie(name, value)
  expect(await world.led(other, back)).toBe('/login')
  expect(await world.viewerOf(other)).toBeNull()
  // A later change of the e-mail changes nothing of who it is.
  await database.pool.query(`update person set email = 'married@elsewhere.example' where id = $1`, [id])
  expect(await world.viewerOf((await signIn('ann@firm.example')).browser)).toBe(id)
  expect(await world.recorded(connection.id)).toContain('BIND_SSO')
})

test('SSO-07 what one browser began another can’t end, nor anybody after 10 minutes', async () => {
  await world.member('two@firm.example', READS)
  const browser = world.browser()
  const there = await world.led(browser, `/sso/${connection.id}/start`)
  const back = await provider.signIn(there, 'two@firm.example')
  const stranger = world.browser()
  stranger.setCookie('sso', 'A'.repeat(43))
  for (const other of [world.browser(), stranger]) {
    expect(await world.led(other, back)).toBe('/login')
    expect(await world.viewerOf(other)).toBeNull()
    expect(world.noticeOf(other)?.text).toBe(
      'Signing in with Firm directory failed. Please try again or ask your administrator.',
    )
  }
  await database.pool.query(`update sso_request set expires_at = now() - interval '1 second'`)
  expect(await world.led(browser, back)).toBe('/login')
  expect(await world.viewerOf(browser)).toBeNull()
})

test('SSO-16 SSO-17 SSO-27 whoever has no account, or a deactivated one, is told the same, and nobody is made', async () => {
  const id = await world.member('gone@firm.example', READS)
  expect(await world.viewerOf((await signIn('gone@firm.example')).browser)).toBe(id)
  await database.pool.query('update person set is_active = false where id = $1', [id])
  for (const email of ['gone@firm.example', 'unknown@firm.example']) {
    const { browser, to } = await signIn(email)
    expect(to).toBe('/login?next=%2Fportfolios')
    expect(world.noticeOf(browser)).toEqual({
      text: 'You have no access here. Please ask who invited you.',
      code: null,
    })
    expect(await world.viewerOf(browser)).toBeNull()
  }
  const { rows } = await database.pool.query(`select from person where email = 'unknown@firm.example'`)
  expect(rows).toHaveLength(0)
  expect((await world.read(connection.id)).failures.slice(0, 2)).toMatchObject([
    { email: 'unknown@firm.example' },
    { email: 'gone@firm.example', reason: 'The account is deactivated.' },
  ])
  const refusals = await database.pool.query(
    `select person_id as who, detail ->> 'email' as email, detail ->> 'name' as connection from activity
      where kind = 'REFUSE_SSO' and subject_id = $1 order by id desc limit 2`,
    [connection.id],
  )
  expect(refusals.rows).toEqual([
    { who: NOBODY, email: 'unknown@firm.example', connection: 'Firm directory' },
    { who: id, email: 'gone@firm.example', connection: 'Firm directory' },
  ])
})

test('SSO-15 an e-mail that isn’t verified, or of another domain, binds nobody', async () => {
  for (const email of ['unverified@firm.example', 'boss@other.example']) {
    await world.member(email, READS)
    const { browser } = await signIn(email)
    expect(await world.viewerOf(browser)).toBeNull()
    const { text, code } = world.noticeOf(browser) ?? {}
    expect(text).toBe('Signing in with Firm directory failed. Please try again or ask your administrator.')
    expect(code).toMatch(/^[A-Z2-9]{8}$/)
    expect((await world.read(connection.id)).failures[0]).toMatchObject({ code, email })
  }
})

test('SSO-17 newcomers join the groups that the connection names, and none that administers', async () => {
  const { organisationId, make, create, update, slug } = world
  const groupId = await make.group({ organisationId, role: READS, organisationWide: true })
  const admins = await make.group({ organisationId, role: ['ORG_ADMIN'], organisationWide: true })
  const elsewhere = await make.group({ organisationId: await make.organisation(), role: READS })
  for (const wrong of [admins, elsewhere]) {
    const now = await world.read(connection.id)
    expect((await update(now, { joinGroupIds: [groupId, wrong] })).errors[0]?.field).toBe('joinGroupIds')
  }
  expect(
    (await create({ name: 'x', orgSlug: slug, domains: ['y.example'], issuer: '', clientId: 'z' })).errors,
  ).toEqual([{ field: 'issuer', message: 'This field is required' }])
  await update(await world.read(connection.id), { joinGroupIds: [groupId] })
  const { browser } = await signIn('new@firm.example')
  const { rows } = await database.pool.query<{ id: string; groups: string[]; first_name: string }>(
    `select id, first_name, array(select group_id from membership where person_id = person.id) as groups
     from person where email = 'new@firm.example'`,
  )
  expect(rows).toEqual([{ id: expect.any(String), first_name: 'Dana', groups: [groupId] }])
  // The licence agreement is asked for as ever.
  const { errors } = await browser.graphql('{ organizations { id } }')
  expect(errors[0]?.extensions.reason).toBe('EULA')
  // A group that was chosen, and has come to administer since, takes nobody in.
  await database.pool.query(
    'update user_group set role_id = (select role_id from user_group where id = $1) where id = $2',
    [admins, groupId],
  )
  expect(await world.viewerOf((await signIn('newer@firm.example')).browser)).toBeNull()
  await update(await world.read(connection.id), { joinGroupIds: [] })
})

test('SSO-21 a second factor of the product is asked for, unless the provider has asked for one', async () => {
  const id = await world.member('factor@firm.example', READS)
  await database.pool.query(
    `update person set phone_number = '+12025550177', two_factor_enabled = true where id = $1`,
    [id],
  )
  const { browser, to } = await signIn('factor@firm.example')
  expect(to).toBe('/login?code=SMS&next=%2Fportfolios')
  expect(await world.viewerOf(browser)).toBeNull()
  const { rows } = await database.pool.query<{ body: string }>(
    'select body from sms_outbox order by created_at desc limit 1',
  )
  const code = /\d{6}/.exec(rows[0]?.body ?? '')?.[0] ?? ''
  await browser.graphql('mutation($code: String!) { signInVerify(code: $code) { viewer { id } } }', { code })
  expect(await world.viewerOf(browser)).toBe(id)
  // The session is one of the connection all the same.
  const { rows: by } = await database.pool.query(
    'select from sso_session e join session s on s.id = e.session_id where s.person_id = $1',
    [id],
  )
  expect(by).toHaveLength(1)
  await world.update(await world.read(connection.id), { secondFactorAtProvider: true })
  expect(await world.viewerOf((await signIn('factor@firm.example')).browser)).toBe(id)
  await world.update(await world.read(connection.id), { secondFactorAtProvider: false })
})

test('a second factor ends no sign-in by a connection that was switched off meanwhile', async () => {
  const id = await world.member('late@firm.example', READS)
  await database.pool.query(
    `update person set phone_number = '+12025550176', two_factor_enabled = true where id = $1`,
    [id],
  )
  const { browser } = await signIn('late@firm.example')
  const { rows } = await database.pool.query<{ body: string }>(
    'select body from sms_outbox order by created_at desc limit 1',
  )
  const code = /\d{6}/.exec(rows[0]?.body ?? '')?.[0]
  await world.update(await world.read(connection.id), { isOn: false })
  const { errors } = await browser.graphql(
    'mutation($code: String!) { signInVerify(code: $code) { viewer { id } } }',
    { code },
  )
  expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }])
  expect(await world.viewerOf(browser)).toBeNull()
  await world.update(await world.read(connection.id), { isOn: true })
})

test('another firm’s directory is no second factor of a super user', async () => {
  const id = await world.make.person({ email: 'super@firm.example', password: PASSWORD, isSuperUser: true })
  await database.pool.query(
    `update person set phone_number = '+12025550178', two_factor_enabled = true where id = $1`,
    [id],
  )
  await world.update(await world.read(connection.id), { secondFactorAtProvider: true })
  expect((await signIn('super@firm.example')).to).toContain('/login?code=SMS')
  await world.update(await world.read(connection.id), { secondFactorAtProvider: false })
})

test('SSO-22 a session of a connection ends after its hours', async () => {
  const id = await world.member('hours@firm.example', READS)
  await world.update(await world.read(connection.id), { maxAgeHours: 2 })
  const { browser } = await signIn('hours@firm.example')
  expect(await world.viewerOf(browser)).toBe(id)
  const { rows } = await database.pool.query<{ hours: number }>(
    `select round(extract(epoch from ends_at - created_at) / 3600)::int as hours from session where person_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ hours: 2 }])
  await database.pool.query(`update session set ends_at = now() - interval '1 second' where person_id = $1`, [
    id,
  ])
  expect(await world.viewerOf(browser)).toBeNull()
  await world.update(await world.read(connection.id), { maxAgeHours: null })
  expect((await world.read(connection.id)).maxAgeHours).toBeNull()
})

test('SSO-23 signing out leads to the provider’s end of the session and back', async () => {
  await world.member('out@firm.example', READS)
  const { browser } = await signIn('out@firm.example')
  const to = new URL(await world.led(browser, '/logout'))
  expect(to.origin).toBe(provider.issuer)
  expect(to.pathname).toBe('/session/end')
  expect(to.searchParams.get('post_logout_redirect_uri')).toBe(`${world.server.address}/login`)
  expect(await world.viewerOf(browser)).toBeNull()
  const byPassword = await world.signedIn(world.adminEmail)
  expect(await world.led(byPassword, '/logout')).toBe('/login')
})

test('SSO-26 a test shows the claims and what would happen, signs in nobody and binds nobody', async () => {
  await world.member('tried@firm.example', READS)
  const count = async () =>
    (
      await database.pool.query(
        'select (select count(*) from sso_binding) as b, (select count(*) from session) as s',
      )
    ).rows
  const before = await count()
  const there = await world.led(world.admin, `/sso/${connection.id}/test?next=/${world.slug}/admin/sign-in`)
  const to = await world.led(world.admin, await provider.signIn(there, 'tried@firm.example'))
  expect(await count()).toEqual(before)
  const { pathname, searchParams } = new URL(to, world.server.address)
  expect(pathname).toBe(`/${world.slug}/admin/sign-in`)
  const result = `/sso/${connection.id}/tests/${searchParams.get('test')}`
  const shown = (await (await world.admin.request(result)).json()) as TestResult
  expect(shown.outcome).toMatch(/^Pat Lee \d+ would be signed in, and known by this subject from then on\.$/)
  expect(shown.claims).toContainEqual({ name: 'email', value: 'tried@firm.example' })
  expect((await world.staff.request(result)).status).toBe(404)
  expect((await world.browser().request(result)).status).toBe(401)
  expect(await world.recorded(connection.id)).toContain('TEST_SSO_CONNECTION')
  const viewer = await world.signedIn('tried@firm.example')
  expect((await viewer.request(`/sso/${connection.id}/test`)).status).toBe(404)
})

test('KEY-02 a person of SSO confirms by a fresh sign-in at the provider; another one doesn’t', async () => {
  await world.member('key@firm.example', READS)
  await world.member('else@firm.example', READS)
  await signIn('else@firm.example')
  const { browser } = await signIn('key@firm.example')
  const start = async () => {
    const { data, errors } = await browser.graphql('mutation { startPasskey { options errors { field } } }')
    if (errors.length > 0) throw new Error(JSON.stringify(errors))
    return data?.startPasskey as { options: string | null; errors: { field: string }[] }
  }
  const confirmed = async (email: string) => {
    const there = await world.led(browser, `/sso/${connection.id}/start?confirm=1&next=/profile/security`)
    expect(address(there).get('prompt')).toBe('login')
    return world.led(browser, await provider.signIn(there, email))
  }
  expect((await start()).errors).toEqual([{ field: 'password' }])
  expect(await confirmed('else@firm.example')).toBe('/profile/security')
  expect((await start()).errors).toEqual([{ field: 'password' }])
  expect(await confirmed('key@firm.example')).toBe('/profile/security')
  const { rows } = await database.pool.query(
    'select from session where password_checked_at is not null and person_id = (select id from person where email = $1)',
    ['key@firm.example'],
  )
  expect(rows).toHaveLength(1)
})
