import { expect, test } from 'vitest'
import { arrive, created, database, sessionsOf, world } from './directory.fixture.ts'

test('SCIM-01 SCIM-02 a token is shown once and kept as a hash; without a good one every address answers 401', async () => {
  expect((await world.shown()).scimUrl).toBe(`${world.server.address}/scim/v2/${world.connectionId}`)
  const { rows } = await database.pool.query<{ all: string }>(
    'select json_agg(t)::text as all from scim_token t',
  )
  expect(rows[0]?.all).not.toContain(world.token)
  const other = await world.connect('Other', ['other.example'])
  for (const path of [
    '/ServiceProviderConfig',
    '/ResourceTypes',
    '/Schemas',
    '/Users',
    '/Groups',
    '/Users/x',
    '/Nothing',
  ]) {
    for (const how of [{ as: null }, { as: 'scim_wrong' }, { to: other }, { to: 'x' }]) {
      const { status, body } = await world.ask('GET', path, undefined, how)
      expect(status).toBe(401)
      expect(body).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '401' })
    }
  }
  // The former works for a day more, unless it is revoked.
  const before = (await world.shown()).scimTokenMadeAt
  const { token } = await world.renew()
  expect(Date.parse((await world.shown()).scimTokenMadeAt)).toBeGreaterThan(Date.parse(before))
  const works = async (as: string) => (await world.ask('GET', '/Users', undefined, { as })).status === 200
  expect([await works(world.token), await works(token)]).toEqual([true, true])
  await database.pool.query(
    `update scim_token set expires_at = now() - interval '1 second' where expires_at is not null`,
  )
  expect([await works(world.token), await works(token)]).toEqual([false, true])
  await world.mutate('revokeScimTokens', `connectionId: "${world.connectionId}"`, 'success')
  expect(await works(token)).toBe(false)
  expect((await world.shown()).scimTokenMadeAt).toBeNull()
  // A token asks for the password again.
  await database.pool.query('update session set password_checked_at = null')
  expect(await world.renew()).toEqual({
    token: null,
    errors: [{ message: 'Please enter your password again.' }],
  })
  await world.checkPassword()
  const again = await world.renew()
  await database.pool.query('update scim_token set token_hash = sha256($1::bytea)', [
    Buffer.from(world.token),
  ])
  expect(await works(again.token)).toBe(false)
  expect(await works(world.token)).toBe(true)
})

test('SCIM-03 what is supported is said', async () => {
  const { body } = await world.ask('GET', '/ServiceProviderConfig')
  expect(body).toMatchObject({
    patch: { supported: true },
    filter: { supported: true, maxResults: 200 },
    etag: { supported: true },
    bulk: { supported: false },
    sort: { supported: false },
    changePassword: { supported: false },
  })
  const names = async (path: string) =>
    (await world.ask('GET', path)).body.Resources.map(({ name }: { name: string }) => name)
  expect(await names('/ResourceTypes')).toEqual(['User', 'Group'])
  expect(await names('/Schemas')).toEqual(['User', 'Group'])
})

test('SCIM-04 SCIM-16 a person is invited, and has accepted by the first sign-in over SSO', async () => {
  const answer = await world.ask('POST', '/Users', world.userBody('new'))
  const { id } = answer.body
  expect(answer.body).toMatchObject({
    userName: `new@${world.domain}`,
    externalId: 'ext-new',
    name: { givenName: 'Ada', familyName: 'Byron' },
    emails: [{ value: `new@${world.domain}`, type: 'work', primary: true }],
    title: 'Engineer',
    active: true,
    meta: {
      resourceType: 'User',
      created: expect.any(String),
      lastModified: expect.any(String),
      location: `${world.server.address}/scim/v2/${world.connectionId}/Users/${id}`,
      version: 'W/"1"',
    },
  })
  expect(answer.headers.get('location')).toBe(answer.body.meta.location)
  expect(answer.headers.get('etag')).toBe('W/"1"')
  const invited = async () =>
    (
      await database.pool.query<{ personId: string | null }>(
        'select person_id as "personId" from invitation where email = $1',
        [`new@${world.domain}`],
      )
    ).rows
  expect(await invited()).toEqual([{ personId: null }])
  for (const email of ['x@elsewhere.example', 'x@gmail.com', 'nonsense']) {
    const { status, body } = await world.ask(
      'POST',
      '/Users',
      world.userBody('x', { emails: [{ value: email }] }),
    )
    expect([status, body.scimType]).toEqual([400, 'invalidValue'])
  }
  const groupId = await world.group()
  const { body: directoryGroup } = await world.ask('POST', '/Groups', {
    displayName: 'Engineers',
    members: [{ value: id }],
  })
  await world.map(directoryGroup.id, [groupId])
  const personId = await arrive(`new@${world.domain}`)
  expect(personId).not.toBeNull()
  expect(await invited()).toEqual([{ personId }])
  expect(await world.groupsOf(personId ?? '')).toEqual([groupId])
})

test('SCIM-05 what is taken answers 409, and a member is linked', async () => {
  await created('taken')
  for (const more of [{ externalId: 'else' }, { userName: `TAKEN@${world.domain}`, externalId: 'e2' }]) {
    const { status, body } = await world.ask('POST', '/Users', world.userBody('taken', more))
    expect([status, body.scimType]).toEqual([409, 'uniqueness'])
  }
  const { status } = await world.ask('POST', '/Users', world.userBody('fresh', { externalId: 'ext-taken' }))
  expect(status).toBe(409)
  const groupId = await world.group()
  const personId = await world.member(`already@${world.domain}`, groupId)
  const { id } = await created('already')
  const { rows } = await database.pool.query('select person_id from scim_user where id = $1', [id])
  expect(rows).toEqual([{ person_id: personId }])
})

test('SCIM-06 SCIM-07 SCIM-19 lists page and filter within the connection alone', async () => {
  const other = await world.connect('Third', ['third.example'])
  await database.pool.query(
    `insert into scim_user (id, connection_id, user_name, external_id, email, given_name, family_name, is_active,
       created_at, updated_at)
     values (gen_random_uuid(), $1, $2, 'ext-p1', 'p1@third.example', 'A', 'B', true, now(), now())`,
    [other, `p1@${world.domain}`],
  )
  for (const name of ['p1', 'p2', 'p3']) await created(name)
  const list = async (query: string) => (await world.ask('GET', `/Users?${query}`)).body
  const all = await list('count=0')
  expect(all).toMatchObject({ itemsPerPage: 0, Resources: [] })
  expect(await list('startIndex=2&count=2')).toMatchObject({
    totalResults: all.totalResults,
    startIndex: 2,
    itemsPerPage: 2,
  })
  expect((await list('count=100000')).itemsPerPage).toBe(Math.min(200, all.totalResults))
  const found = async (filter: string) => {
    const { status, body } = await world.ask('GET', `/Users?filter=${encodeURIComponent(filter)}`)
    return status === 200 ? body.totalResults : body.scimType
  }
  const { Resources } = await list(`filter=${encodeURIComponent(`userName eq "p1@${world.domain}"`)}`)
  expect(Resources).toHaveLength(1)
  for (const filter of [
    `USERNAME EQ "P1@${world.domain}"`,
    'externalId eq "ext-p1"',
    `emails.value eq "p1@${world.domain}"`,
    `id eq "${Resources[0].id}"`,
    `userName sw "p1@"`,
    `userName co "1@${world.domain}"`,
    `urn:ietf:params:scim:schemas:core:2.0:User:userName eq "p1@${world.domain}"`,
    `externalId eq "ext-p1" and userName sw "p"`,
  ])
    expect(await found(filter), filter).toBe(1)
  expect(await found('displayName eq "ada byron"')).toBeGreaterThan(2)
  expect(await found('userName eq "p1@third.example"')).toBe(0)
  expect(await found('userName co "%"')).toBe(0)
  for (const filter of [
    'userName ne "x"',
    'title eq "x"',
    'externalId co "x"',
    'userName eq x',
    'userName eq "x" or userName eq "y"',
    'not (userName eq "x")',
    '(userName eq "x")',
    'userName pr',
    'userName eq "a" and userName eq "b" and userName eq "c"',
    '',
    `userName eq "' or true --`,
  ])
    expect(await found(filter), filter).toBe('invalidFilter')
})

test('SCIM-08 SCIM-09 Entra ID changes a person by paths, texts for booleans and names in any case', async () => {
  const { id } = await created('entra')
  const { status, body } = await world.patch(`/Users/${id}`, [
    { op: 'Replace', path: 'title', value: 'Director' },
    { op: 'Add', path: 'name.givenName', value: 'Augusta' },
    { op: 'Replace', path: 'emails[type eq "work"].value', value: `augusta@${world.domain}` },
    {
      op: 'Replace',
      path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
      value: 'X',
    },
    { op: 'Replace', path: 'active', value: 'False' },
  ])
  expect(status).toBe(200)
  expect(body).toMatchObject({
    title: 'Director',
    name: { givenName: 'Augusta', familyName: 'Byron' },
    emails: [{ value: `augusta@${world.domain}` }],
    active: false,
    meta: { version: 'W/"2"' },
  })
  const { body: again } = await world.patch(`/Users/${id}`, [
    { op: 'replace', value: { Active: 'True', 'name.familyName': 'King', DisplayName: 'ignored' } },
    { op: 'remove', path: 'title' },
  ])
  expect(again).toMatchObject({ active: true, name: { familyName: 'King' } })
  expect(again).not.toHaveProperty('title')
})

test('SCIM-08 Okta replaces a person whole, and deactivates without a path', async () => {
  const { id } = await created('okta')
  const { body } = await world.ask('PUT', `/Users/${id}`, {
    ...world.userBody('okta', { title: null }),
    id,
    name: { givenName: 'Olga', familyName: 'Okta' },
    password: 'ignored',
    groups: [],
    meta: { resourceType: 'User' },
  })
  expect(body).toMatchObject({ name: { givenName: 'Olga', familyName: 'Okta' }, active: true })
  expect(body).not.toHaveProperty('title')
  expect(body).not.toHaveProperty('password')
  const { body: off } = await world.patch(`/Users/${id}`, [{ op: 'replace', value: { active: false } }])
  expect(off.active).toBe(false)
})

test('SCIM-08 the operations of one PATCH apply together or not at all', async () => {
  const { id } = await created('whole')
  for (const bad of [
    { op: 'replace', path: 'emails', value: [{ value: 'x@elsewhere.example' }] },
    { op: 'replace', path: 'active', value: 'maybe' },
    { op: 'remove', path: 'userName' },
    { op: 'multiply', path: 'title', value: 2 },
    { op: 'replace', path: 'a..b[', value: 2 },
    { op: 'replace', path: 'userName', value: `okta@${world.domain}` },
    { op: 'remove' },
  ]) {
    const { status } = await world.patch(`/Users/${id}`, [
      { op: 'replace', path: 'title', value: 'Lost' },
      bad,
    ])
    expect([400, 409], JSON.stringify(bad)).toContain(status)
  }
  expect((await world.ask('GET', `/Users/${id}`)).body).toMatchObject({
    title: 'Engineer',
    meta: { version: 'W/"1"' },
  })
  for (const body of ['nonsense', '[]', '{}', { Operations: [] }])
    expect((await world.ask('PATCH', `/Users/${id}`, body)).status).toBe(400)
})

test('SCIM-10 active false ends memberships, sessions and the account; active true restores them', async () => {
  const groupId = await world.group()
  const personId = await world.member(`leaves@${world.domain}`, groupId)
  const { id } = await created('leaves')
  const client = await world.signedIn(`leaves@${world.domain}`)
  await world.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }])
  expect(await world.groupsOf(personId)).toEqual([])
  expect(await sessionsOf(personId)).toBe(0)
  expect((await client.graphql('{ viewer { id } }')).errors[0]?.extensions.code).toBe('UNAUTHENTICATED')
  const isActive = async () =>
    (await database.pool.query('select is_active from person where id = $1', [personId])).rows[0].is_active
  expect(await isActive()).toBe(false)
  await world.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: true }])
  expect([await isActive(), await world.groupsOf(personId)]).toEqual([true, [groupId]])
  // Who belongs to another organisation keeps the account.
  const elsewhere = await world.make.group({
    organisationId: await world.make.organisation(),
    role: ['OVERVIEW_VIEW'],
  })
  await world.make.member(elsewhere, personId)
  await world.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }])
  expect([await isActive(), await world.groupsOf(personId)]).toEqual([true, [elsewhere]])
})

test('SCIM-11 a deletion forgets the link, and nothing else', async () => {
  const personId = await world.member(`gone@${world.domain}`, await world.group())
  const { id } = await created('gone')
  expect((await world.ask('DELETE', `/Users/${id}`)).status).toBe(204)
  for (const method of ['GET', 'DELETE']) expect((await world.ask(method, `/Users/${id}`)).status).toBe(404)
  expect((await world.patch(`/Users/${id}`, [{ op: 'remove', path: 'title' }])).status).toBe(404)
  expect(await world.groupsOf(personId)).toEqual([])
  expect((await database.pool.query('select from person where id = $1', [personId])).rowCount).toBe(1)
  await created('gone')
})

test('SCIM-16 another version answers 412', async () => {
  const { id } = await created('versions')
  const change = (version: string) =>
    world.patch(`/Users/${id}`, [{ op: 'replace', path: 'title', value: version }], {
      headers: { 'if-match': version },
    })
  expect((await change('W/"1"')).status).toBe(200)
  expect((await change('W/"1"')).status).toBe(412)
  expect((await change('*')).status).toBe(200)
  expect((await change('W/"9", W/"3"')).status).toBe(200)
})

test('SCIM-17 a request has at most 1 MB, and 20 a second are answered', async () => {
  expect((await world.ask('POST', '/Users', { title: 'x'.repeat(1_048_577) })).status).toBe(413)
  const use = (text: string) => database.pool.query(`update scim_use set ${text}`)
  const statuses = async (count: number) => {
    const answers = await Promise.all(
      Array.from({ length: count }, () =>
        fetch(`${world.server.address}/scim/v2/${world.connectionId}/ServiceProviderConfig`, {
          headers: { authorization: `Bearer ${world.token}` },
        }),
      ),
    )
    const late = answers.find(({ status }) => status === 429)
    if (late) expect(late.headers.get('retry-after')).toBe('1')
    return answers.map(({ status }) => status).sort()
  }
  // The second that counts doesn't end, however long the machine takes.
  await use(`used = 0, at = now() + interval '1 hour'`)
  expect(await statuses(21)).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  await use(`used = 20, at = now() - interval '1 second'`)
  expect(await statuses(1)).toEqual([200])
})

test('SCIM-18 each change is recorded by the directory’s name, and each request is listed', async () => {
  const { id } = await created('listed')
  await world.ask('GET', '/Users?filter=title%20pr')
  const { rows } = await database.pool.query(
    `select kind, person_id as by, detail from activity where subject_id = $1 order by id desc limit 1`,
    [world.connectionId],
  )
  expect(rows).toEqual([
    {
      kind: 'CREATE_SCIM_USER',
      by: world.adminId,
      detail: { directory: 'Directory', user: `listed@${world.domain}` },
    },
  ])
  expect(id).toBeTruthy()
  expect((await world.shown()).scimRequests.slice(0, 2)).toEqual([
    { method: 'GET', path: '/Users?filter=title%20pr', status: 400, reason: 'This filter is not supported.' },
    { method: 'POST', path: '/Users', status: 201, reason: null },
  ])
})
