import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../../testing/client.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { untilLocksAreAwaited } from '../../../testing/database/lockWaits.ts'
import { Room } from '../../../testing/room.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { readSpreadsheet } from '../../../testing/spreadsheets.ts'
import { isTokenText, newTokenText } from './text.ts'
import { type Script, tokensOver, VIEWER } from './tokens.fixture.ts'

const database = testDatabase()
let server: TestServer
let second: TestServer
const { make, owner, ask, script } = tokensOver(database, () => server)

beforeAll(async () => {
  server = await startTestServer(database)
  second = await startTestServer(database)
})
afterAll(() => Promise.all([server.close(), second.close()]))

const names = async (client: Client): Promise<string[]> => {
  const { data } = await client.graphql('{ portfolios { name } }')
  const portfolios = (data?.portfolios ?? []) as { name: string }[]
  return portfolios.map(({ name }) => name).sort()
}
const post = (headers: Record<string, string>, path = '/graphql') =>
  fetch(new URL(path, server.address), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query: VIEWER }),
  })
/** An organisation with two portfolios, each with a document, and a person who administers or edits it. */
async function fund(role: Parameters<typeof make.group>[0]['role'] = ['ORG_ADMIN']) {
  const organisationId = await make.organisation()
  const { rows } = await database.pool.query('select slug from organisation where id = $1', [organisationId])
  const one = await make.portfolio({ organisationId, name: 'Alder' })
  const two = await make.portfolio({ organisationId, name: 'Birch' })
  const who = await owner()
  const groupId = await make.group({ organisationId, role, portfolioIds: [one.id, two.id] })
  await make.member(groupId, who.id)
  return { organisationId, orgSlug: rows[0].slug as string, one, two, groupId, ...who }
}

test('TOKEN-03 a token is hr_ and 40 characters with a checksum, shown once and kept as its hash', async () => {
  const { client, id } = await owner()
  const made = await ask(client, { name: '  Nightly\ncopy ' })
  expect(made.token).toMatch(/^hr_[0-9A-Za-z]{40}$/)
  const { data } = await client.graphql(
    '{ apiTokens { id name scope orgSlug portfolioIds lastUsedAt lastUsedFrom expiresAt createdAt } }',
  )
  expect(data?.apiTokens).toEqual([
    expect.objectContaining({
      id: made.apiToken?.id,
      name: 'Nightly copy',
      scope: 'READ_WRITE',
      orgSlug: null,
      portfolioIds: [],
      lastUsedAt: null,
      lastUsedFrom: null,
    }),
  ])
  const { rows } = await database.pool.query(
    'select token_hash, row_to_json(t)::text as all from api_token t where person_id = $1',
    [id],
  )
  expect(rows[0].token_hash).toEqual(
    createHash('sha256')
      .update(made.token ?? '')
      .digest(),
  )
  expect(rows[0].all).not.toContain((made.token ?? '').slice(3))
  const texts = Array.from({ length: 200 }, newTokenText)
  expect(new Set(texts).size).toBe(200)
  expect(texts.every(isTokenText)).toBe(true)
  // One character that was mistyped is found without the database.
  expect(texts.some((text) => isTokenText(text.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))))).toBe(
    false,
  )
})

test('TOKEN-02 TOKEN-03 what is wrong with a token is said at its field, and the password is asked for again', async () => {
  const { client, orgSlug, one } = await fund()
  const other = await fund()
  const problem = async (input: object) => (await ask(client, input)).errors
  expect(await problem({ name: ' ' })).toEqual([{ field: 'name', message: 'This field is required' }])
  expect(await problem({ name: 'x'.repeat(61) })).toEqual([{ field: 'name', message: 'Max 60 characters' }])
  for (const days of [0, 366, -1]) {
    expect(await problem({ days })).toEqual([{ field: 'days', message: 'Please enter 1 to 365 days.' }])
  }
  expect(await problem({ portfolioIds: [one.id] })).toMatchObject([{ field: 'orgSlug' }])
  const theirs = [{ field: 'portfolioIds', message: 'Please choose portfolios of the organisation.' }]
  expect(await problem({ orgSlug, portfolioIds: [other.one.id] })).toEqual(theirs)
  expect(await problem({ orgSlug, portfolioIds: ['x'] })).toEqual(theirs)
  await database.pool.query("update session set password_checked_at = now() - interval '11 minutes'")
  const again = 'Please enter your password again.'
  expect(await problem({})).toEqual([{ field: 'password', message: again }])
})

test('TOKEN-04 a token works without cookie and CSRF header at each address that scripts use', async () => {
  const { client, organisationId, one } = await fund()
  const treeId = await make.tree({ organisationId, portfolioId: one.id })
  const { script: caller, text } = await script(client)
  const room = new Room(caller, treeId)
  const bytes = new TextEncoder().encode('Hello')
  const [announced] = await room.announce([{ name: 'a.txt', size: bytes.length }])
  if (!announced) throw new Error('Nothing was announced.')
  expect((await room.put(announced, bytes)).status).toBe(200)
  const { files } = await room.confirm([announced])
  const { sha256 } = await room.download(files[0]?.id ?? '')
  expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  const exported = await caller.request(`/documents/${treeId}/file-index`)
  expect(exported.status).toBe(200)
  expect(exported.headers.get('content-type')).toContain('spreadsheetml')
  await exported.arrayBuffer()
  expect((await caller.request(`/documents/${treeId}/${files[0]?.id}/download`)).status).toBe(302)

  // Neither opens the page, nor a socket or a connection.
  expect((await caller.request('/profile', { headers: { accept: 'text/html' } })).status).toBe(401)
  expect((await caller.request('/salesforce/oauth/?applications=true')).status).toBe(401)

  const cookie = `sessionid=${client.cookie('sessionid')}`
  for (const path of ['/graphql', `/documents/${treeId}/file-index`, '/files/x', '/uploads/x']) {
    const answer = await fetch(new URL(path, server.address), {
      method: path === '/graphql' ? 'POST' : path.startsWith('/uploads') ? 'PUT' : 'GET',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${text}`, cookie },
      ...(path === '/graphql' ? { body: JSON.stringify({ query: VIEWER }) } : {}),
    })
    expect([path, answer.status]).toEqual([path, 400])
    expect(await answer.text()).toContain('Please send either a token or a cookie, not both.')
  }
  for (const bad of ['nothing', newTokenText(), `${text}x`]) {
    expect((await post({ authorization: `Bearer ${bad}` })).status).toBe(401)
  }
  // A token of another person's presigned address sends nothing.
  const other = await fund()
  const theirs = (await script(other.client)).script
  const [again] = await room.announce([{ name: 'b.txt', size: 1 }])
  expect((await new Room(theirs, treeId).put(again as never, bytes.slice(0, 1))).status).toBe(403)
})

test('TOKEN-02 a token is limited to its scope, its organisation and its portfolios', async () => {
  const { client, id, orgSlug, organisationId, one, two } = await fund()
  const further = await make.organisation()
  const { id: foreign } = await make.portfolio({ organisationId: further, name: 'Cedar' })
  await make.member(
    await make.group({ organisationId: further, role: 'Viewer', portfolioIds: [foreign] }),
    id,
  )
  const company = await make.holdingCompany({ organisationId, name: 'Holdings' })
  await make.member(
    await make.group({ organisationId, role: ['DOCUMENTS_VIEW'], holdingCompanyIds: [company.id] }),
    id,
  )
  expect(await names((await script(client)).script)).toEqual(['Alder', 'Birch', 'Cedar'])
  expect(await names((await script(client, { orgSlug })).script)).toEqual(['Alder', 'Birch'])
  const { script: narrow } = await script(client, { orgSlug, portfolioIds: [two.id] })
  expect(await names(narrow)).toEqual(['Birch'])
  const { data } = await narrow.graphql(
    `query($one: String!, $company: String!) {
      portfolioBySlug(slug: $one) { id } holdingCompanyBySlug(slug: $company) { id }
      viewer { organizations { permissions } } }`,
    { one: one.slug, company: company.slug },
  )
  expect(data).toMatchObject({ portfolioBySlug: null, holdingCompanyBySlug: null })
  const viewer = data?.viewer as { organizations: { permissions: string[] }[] } | undefined
  const permissions = viewer?.organizations[0]?.permissions
  expect(permissions).toContain('DOCUMENTS_ADMIN')
  expect(permissions).not.toContain('ORG_ADMIN')
  expect(permissions).not.toContain('USERS_ADMIN')

  const treeId = await make.tree({ organisationId, portfolioId: one.id })
  const createFolder = (who: Client) =>
    new Room(who, treeId).ask(
      'mutation($treeId: ID!) { documentsCreateFolders(treeId: $treeId, folderPaths: ["A"]) { folders { id } } }',
    )
  const { script: reader } = await script(client, { scope: 'READ' })
  expect(await createFolder(reader)).toMatchObject({
    status: 403,
    errors: [{ extensions: { code: 'FORBIDDEN', reason: 'TOKEN_SCOPE' } }],
  })
  expect((await createFolder((await script(client)).script)).errors).toEqual([])
  expect((await createFolder(narrow)).errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }])
  expect(await new Room(reader, treeId).list()).toMatchObject([{ name: 'A' }])
})

test('TOKEN-02 TOKEN-05 a super user’s token within one organisation reaches nothing else', async () => {
  const { orgSlug, one } = await fund()
  await make.room({ name: `Beyond ${Math.random()}` })
  const staff = await owner({ isSuperUser: true })
  const { script: caller } = await script(staff.client, { orgSlug })
  expect(await names(caller)).toEqual(['Alder', 'Birch'])
  expect(await names((await script(staff.client, { orgSlug, portfolioIds: [one.id] })).script)).toEqual([
    'Alder',
  ])
  const { data } = await caller.graphql('{ viewer { organizations { slug } } }')
  expect(data?.viewer).toEqual({ organizations: [{ slug: orgSlug }] })
})

test('TOKEN-05 a token does what its owner may at that moment, and never what is for people', async () => {
  const { client, groupId, orgSlug } = await fund()
  const staff = await owner({ isSuperUser: true })
  const { script: caller } = await script(client)
  const { script: office } = await script(staff.client)
  const refused = { status: 403, errors: [{ extensions: { code: 'FORBIDDEN', reason: 'TOKEN' } }] }
  const operations = [
    'mutation { updateUserAgreements(acceptedAgreements: true) { agreements { acceptedEula } } }',
    'mutation { startPasskey { options } }',
    'mutation { startAuthenticator { errors { message } } }',
    'mutation { signOut { success } }',
    '{ apiTokens { id } }',
    'mutation { createApiToken(input: { name: "x", scope: READ, days: 1 }) { token } }',
    `mutation { revokeApiToken(id: "x") { success } }`,
    `mutation { setApiTokensAllowed(orgSlug: "${orgSlug}", isAllowed: false) { success } }`,
    `{ ssoConnections(orgSlug: "${orgSlug}") { id } }`,
    'mutation { leaveView { success } }',
    'mutation { closeRoom(portfolioId: "x", groupIds: []) { phase } }',
    `mutation { deleteGroup(groupId: "${groupId}") { success } }`,
    '{ backOfficeKinds { name } }',
    'mutation { disconnectSalesforce { success } }',
    'mutation { signIn(email: "a@b.example", password: "x") { viewer { id } } }',
  ]
  // Each token makes fewer requests than it may in a second (TOKEN-09).
  const [others, otherOffice] = [(await script(client)).script, (await script(staff.client)).script]
  for (const [at, operation] of operations.entries()) {
    for (const who of at < operations.length / 2 ? [caller, office] : [others, otherOffice]) {
      const { status, errors } = await who.graphql(operation)
      // What the schema doesn't have in that shape would be refused as well, and prove nothing.
      expect([operation, status, errors[0]?.message]).toEqual([
        operation,
        403,
        expect.stringContaining('A token can’t do this'),
      ])
      expect(errors).toMatchObject(refused.errors)
    }
  }
})

test('TOKEN-07 with the last membership a token sees nothing of it, at each server', async () => {
  const { client, id, groupId } = await fund()
  const { script: caller } = await script(client)
  const there = caller.at(second.address)
  expect([await names(caller), await names(there)]).toEqual([
    ['Alder', 'Birch'],
    ['Alder', 'Birch'],
  ])
  await database.pool.query('delete from membership where person_id = $1 and group_id = $2', [id, groupId])
  expect([await names(caller), await names(there)]).toEqual([[], []])
})

test('TOKEN-07 a change that waits while its token is revoked at another server is not made', async () => {
  const { client, organisationId, one } = await fund()
  const treeId = await make.tree({ organisationId, portfolioId: one.id })
  const { script: caller, id: tokenId } = await script(client)
  const folders = async () => {
    const { rows } = await database.pool.query(
      `select name from document where tree_id = $1 and parent_id is not null`,
      [treeId],
    )
    return rows.map(({ name }) => name)
  }
  await new Room(caller, treeId).createFolders(['Before'])
  const blocker = await database.pool.connect()
  let waiting: Promise<unknown> | undefined
  try {
    await blocker.query('begin')
    await blocker.query('select from document_tree where id = $1 for update', [treeId])
    waiting = new Room(caller, treeId).createFolders(['After']).catch((error: unknown) => String(error))
    await untilLocksAreAwaited(database.pool)
    const { data } = await client
      .at(second.address)
      .graphql(`mutation { revokeApiToken(id: "${tokenId}") { success } }`)
    expect(data).toEqual({ revokeApiToken: { success: true } })
  } finally {
    await blocker.query('rollback')
    blocker.release()
  }
  expect(await waiting).toContain('UNAUTHENTICATED')
  expect(await folders()).toEqual(['Before'])
})

test('TOKEN-06 TOKEN-07 a token ends when it is revoked or expires, and with its owner’s right to go on', async () => {
  const { client, id } = await fund()
  const { script: caller, id: tokenId } = await script(client)
  const here = async () => (await caller.graphql(VIEWER)).status
  const there = async () => (await caller.at(second.address).graphql(VIEWER)).status
  expect([await here(), await there()]).toEqual([200, 200])

  await database.pool.query('update person set is_active = false where id = $1', [id])
  expect([await here(), await there()]).toEqual([401, 401])
  await database.pool.query('update person set is_active = true where id = $1', [id])

  const { rows } = await database.pool.query(
    'delete from licence_acceptance where person_id = $1 returning version',
    [id],
  )
  expect(await here()).toBe(401)
  await database.pool.query(
    'insert into licence_acceptance (person_id, version, email_agreement) values ($1, $2, true)',
    [id, rows[0].version],
  )
  expect(await here()).toBe(200)

  const stranger = await fund()
  const { errors } = await stranger.client.graphql(
    `mutation { revokeApiToken(id: "${tokenId}") { success } }`,
  )
  expect(errors).toMatchObject([{ message: 'Token not found.' }])
  const { data } = await client.graphql(`mutation { revokeApiToken(id: "${tokenId}") { success } }`)
  expect(data).toEqual({ revokeApiToken: { success: true } })
  expect([await here(), await there()]).toEqual([401, 401])
  expect((await client.graphql('{ apiTokens { id } }')).data).toEqual({ apiTokens: [] })

  const expiring = await script(client, { days: 1 })
  await database.pool.query(`update api_token set expires_at = now() - interval '1 second' where id = $1`, [
    expiring.id,
  ])
  expect((await expiring.script.graphql(VIEWER)).status).toBe(401)
})

test('TOKEN-06 of whom a directory is required, tokens go on for 30 days after they signed in by it', async () => {
  const email = `ann@required-${process.pid}.example`
  const { client, id } = await owner({ email })
  const { script: caller } = await script(client)
  const { rows } = await database.pool.query(
    `with made as (insert into sso_connection (id, name, is_on, is_required, second_factor_at_provider, issuer, client_id, created_at)
       values (gen_random_uuid(), 'Directory', true, true, false, 'https://id.example', 'x', now()) returning id)
     insert into sso_domain (name, connection_id, token, verified_at) select $1, id, '0', now() from made returning connection_id`,
    [email.split('@')[1]],
  )
  const status = async () => (await caller.graphql(VIEWER)).status
  expect(await status()).toBe(401)
  await database.pool.query(
    `insert into sso_binding (connection_id, subject, person_id, created_at, signed_in_at)
     values ($1, 'ann', $2, now() - interval '1 year', now() - interval '29 days')`,
    [rows[0].connection_id, id],
  )
  expect(await status()).toBe(200)
  await database.pool.query("update sso_binding set signed_in_at = now() - interval '31 days'")
  expect(await status()).toBe(401)
})

test('TOKEN-01 an organisation that allows no tokens is to each of them as if its owner were no member', async () => {
  const { client, organisationId, orgSlug, one } = await fund()
  const staff = await owner({ isSuperUser: true })
  const treeId = await make.tree({ organisationId, portfolioId: one.id })
  const callers = [
    (await script(client)).script,
    (await script(client, { orgSlug })).script,
    (await script(client, { orgSlug, portfolioIds: [one.id] })).script,
    (await script(staff.client)).script,
    (await script(staff.client, { orgSlug })).script,
  ]
  const seen = async (caller: Script) => {
    const { data, errors } = await caller.graphql(
      'query($slug: String!, $treeId: ID!) { portfolioBySlug(slug: $slug) { id } documentTree(treeId: $treeId) { id } viewer { organization(slug: $slug) { id } } }',
      { slug: one.slug, treeId },
    )
    return [
      data?.portfolioBySlug !== null && data !== null,
      [...new Set(errors.map(({ extensions }) => extensions.code))],
    ]
  }
  for (const each of callers) expect(await seen(each)).toEqual([true, []])
  const allow = (who: Client, isAllowed: boolean) =>
    who.graphql(
      'mutation($orgSlug: String!, $isAllowed: Boolean!) { setApiTokensAllowed(orgSlug: $orgSlug, isAllowed: $isAllowed) { success } }',
      { orgSlug, isAllowed },
    )
  const viewer = await owner()
  await make.member(await make.group({ organisationId, role: 'Viewer', portfolioIds: [one.id] }), viewer.id)
  expect((await allow(viewer.client, false)).errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }])
  expect((await allow(client, false)).errors).toEqual([])
  for (const caller of callers) expect(await seen(caller)).toEqual([false, ['NOT_FOUND']])
  expect(await names(callers[0] as Script)).toEqual([])
  expect(await names(client)).toEqual(['Alder', 'Birch'])
  const { data } = await client.graphql(
    `{ viewer { organization(slug: "${orgSlug}") { apiTokensAllowed } } }`,
  )
  expect(data).toEqual({ viewer: { organization: { apiTokensAllowed: false } } })
  expect((await allow(client, true)).errors).toEqual([])
  for (const each of callers) expect(await seen(each)).toEqual([true, []])
})

test('TOKEN-01 the list says when and from where a token was last used', async () => {
  const { client } = await fund()
  const { script: caller } = await script(client)
  await caller.graphql(VIEWER)
  await expect
    .poll(async () => (await client.graphql('{ apiTokens { lastUsedAt lastUsedFrom } }')).data?.apiTokens)
    .toEqual([{ lastUsedAt: expect.stringMatching(/Z$/), lastUsedFrom: '127.0.0.1' }])
})

test('TOKEN-08 the history and the access log name the token beside the person', async () => {
  const { client, organisationId, one } = await fund()
  const treeId = await make.tree({ organisationId, portfolioId: one.id })
  const { script: caller } = await script(client, { name: 'Nightly copy' })
  const room = new Room(caller, treeId)
  const [announced] = await room.announce([{ name: 'a.txt', size: 1 }])
  await room.put(announced as never, new Uint8Array([65]))
  const { files } = await room.confirm([announced as never])
  await new Room(client, treeId).createFolders(['By hand'])
  await room.download(files[0]?.id ?? '')
  const { data } = await new Room(client, treeId).ask(
    'query($treeId: ID!) { history(treeId: $treeId) { activity { activityType token } } }',
  )
  expect(data?.history).toEqual({
    activity: [
      { activityType: 'CREATE_FOLDER', token: null },
      { activityType: 'UPLOAD', token: 'Nightly copy' },
    ],
  })
  const log = await client.request(`/documents/${treeId}/access-log`)
  const sheets = readSpreadsheet(new Uint8Array(await log.arrayBuffer()))
  expect(JSON.stringify(sheets)).toContain('Download by token Nightly copy')
  const changes = await client.request(`/documents/${treeId}/change-log`)
  const log2 = readSpreadsheet(new Uint8Array(await changes.arrayBuffer()))
  expect(JSON.stringify(log2)).toContain('by token Nightly copy')
})

test('TOKEN-09 ten requests a second and four concurrent ones, at all servers together', async () => {
  const { client } = await fund()
  const { script: caller } = await script(client)
  const other = caller.at(second.address)
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      (n % 2 ? caller : other).request('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: VIEWER }),
      }),
    ),
  )
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThanOrEqual(2)
  expect(refused[0]?.headers.get('retry-after')).toBe('1')

  await new Promise((resolve) => setTimeout(resolve, 1100))
  const statuses: number[] = []
  const start = Date.now()
  for (let n = 0; n < 11; n += 1) statuses.push((await (n % 2 ? caller : other).graphql(VIEWER)).status)
  // On a slow machine eleven requests take longer than a second.
  if (Date.now() - start < 1000) expect(statuses).toEqual([...Array(10).fill(200), 429])
  else expect(statuses.slice(0, 10)).toEqual(Array(10).fill(200))
})
