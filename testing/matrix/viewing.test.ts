import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildSchemaFromModules } from '../../server/schema.ts'
import { Client, type GraphqlAnswer } from '../client.ts'
import { testDatabase } from '../database/index.ts'
import { factories, PASSWORD } from '../factories.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from '../server.ts'
import { TestSocket } from '../sockets.ts'
import { CHECKLIST_ROWS } from './rows/checklists.ts'
import { OVERVIEW_ROWS } from './rows/overview.ts'
import { PAGE_ROWS } from './rows/pages.ts'
import { QUESTION_ROWS } from './rows/questions.ts'
import { READING_ROWS } from './rows/reading.ts'
import { SEARCH_ROWS } from './rows/searching.ts'
import { ZIP_ROWS } from './rows/zips.ts'
import { createWorld, type Persona, type World } from './world.ts'

const database = testDatabase()
let server: TestServer
let world: World

beforeAll(async () => {
  server = await startTestServer(
    database,
    {},
    { callerLimits: NO_CALLER_LIMITS, exportRate: { calls: 1000, windowMs: 60_000 } },
  )
  world = await createWorld(database, server)
})
afterAll(() => server.close())
beforeEach(() => database.pool.query('update session_view set ended_at = now() where ended_at is null'))

const READ_ONLY =
  /^You are viewing as .*, which is read only\. Leave the view to change or download something\.$/

/**
 * An answer as far as it tells of the room: addresses of files are made for who asks, of several refusals any may come
 * first, everybody knows their own e-mail, and what somebody wrote themselves can't be changed in a view.
 */
const asSeen = ({ status, data, errors }: GraphqlAnswer): string =>
  JSON.stringify([status, data, errors.map(({ message, extensions }) => [message, extensions])])
    .replaceAll(/"\/files\/[^"]*"/g, '"/files/"')
    .replaceAll(/"email":("[^"]*"|null)/g, '"email"')
    .replaceAll(/"canChange":(?:true|false)/g, '"canChange"')

const start = (client: Client, variables: { treeId?: string; groupId?: string; userId?: string }) =>
  client.graphql(
    `mutation($treeId: ID!, $groupId: ID, $userId: ID) {
      startView(treeId: $treeId, groupId: $groupId, userId: $userId) { view { id name expiresAt } }
    }`,
    { treeId: world.documents, ...variables },
  )
const leave = (client: Client) => client.graphql('mutation { leaveView { success } }')
const groupOf = async (persona: Persona): Promise<string> => {
  const { rows } = await database.pool.query<{ id: string }>(
    'select g.id from user_group g where g.name = $1',
    [`Group of ${persona}`],
  )
  return rows[0]?.id ?? ''
}
const codeOf = async (answer: Promise<{ errors: { extensions: { code: string } }[] }>) =>
  (await answer).errors[0]?.extensions.code ?? 'ok'
const entries = async () => {
  const { rows } = await database.pool.query<{ kind: string; person_id: string; detail: unknown }>(
    `select kind, person_id, detail from activity where kind like 'VIEW_AS%' order by id`,
  )
  return rows
}

/** What each person has of their own, in a view as well: it is nobody else's business. */
const OWN: ReadonlySet<string> = new Set(['Query.zipExport', 'Query.zipExports', 'Query.zipExportCount'])

/** What is read of the room: of the one portfolio, by its documents, reports, questions, overview and checklist. */
const ROOM_READS = [
  ...READING_ROWS,
  ...PAGE_ROWS,
  ...SEARCH_ROWS,
  ...ZIP_ROWS,
  ...QUESTION_ROWS,
  ...OVERVIEW_ROWS,
  ...CHECKLIST_ROWS,
].filter(({ field }) => field.startsWith('Query.') && !OWN.has(field))

/** Whether a row asks about something outside of the room that is seen. */
const isElsewhere = (variables: Record<string, unknown>): boolean => {
  const text = JSON.stringify(variables)
  return [world.bare.id, world.company.id].some((id) => text.includes(id))
}

describe('a room seen as others see it', () => {
  test.each([
    ['superUser', 'bidder', 'group'],
    ['superUser', 'rival', 'group'],
    ['superUser', 'viewer', 'person'],
    ['superUser', 'contributor', 'group'],
    ['superUser', 'reports', 'group'],
    ['superUser', 'guest', 'person'],
    ['superUser', 'dealAdmin', 'group'],
    ['dealAdmin', 'bidder', 'group'],
    ['dealAdmin', 'viewer', 'group'],
    ['dealAdmin', 'rival', 'person'],
  ] as const)('%s sees as %s (%s) what they see', async (who, seen, kind) => {
    const client = world.clients[who]
    const target = kind === 'group' ? { groupId: await groupOf(seen) } : { userId: world.people[seen] }
    const { data, errors } = await start(client, target)
    expect(errors).toEqual([])
    expect(data?.startView).toMatchObject({ view: { name: expect.any(String) } })
    const different: unknown[] = []
    let asked = 0
    for (const row of ROOM_READS) {
      const variables = row.variables(world, seen)
      if (isElsewhere(variables)) continue
      asked += 1
      const theirs = await world.clients[seen].graphql(row.query, variables)
      const mine = await client.graphql(row.query, variables)
      if (asSeen(theirs) !== asSeen(mine)) different.push([row.field, row.title, theirs, mine])
    }

    expect(different).toEqual([])
    expect(asked).toBeGreaterThan(25)
    await leave(client)
  })
})

describe('a view is read only', () => {
  test('every mutation of the schema is refused but for leaving, and so are uploads, links and messages', async () => {
    const client = world.clients.superUser
    await start(client, { groupId: world.bidderGroup })
    const fields = Object.keys(buildSchemaFromModules().getMutationType()?.getFields() ?? {})
    expect(fields.length).toBeGreaterThan(50)
    // What is read in a view is counted nowhere, so that its page may go on saying it (PAGE-26).
    const taken = ['leaveView', 'signOut', 'recordReading']
    for (const field of fields.filter((name) => !taken.includes(name))) {
      // It is refused by its name, before arguments and fields are looked at.
      const { status, data, errors } = await client.graphql(`mutation { ${field} }`)
      expect([field, status, data, errors[0]?.extensions]).toEqual([
        field,
        403,
        null,
        { code: 'FORBIDDEN', reason: 'VIEW_AS' },
      ])
      expect(errors[0]?.message).toMatch(READ_ONLY)
    }
    const mixed = await client.graphql(
      'mutation { leaveView { success } signOut { success } x: startView(treeId: "1") { view { id } } }',
    )
    expect(mixed.status).toBe(403)
    for (const [method, path] of [
      ['PUT', '/uploads/018f0000-0000-7000-8000-000000000000?size=1&expires=1&signature=x'],
      ['POST', '/unsubscribe/x'],
      ['GET', `/documents/${world.documents}/${world.openFile}/download`],
      ['GET', `/documents/${world.documents}/file-index`],
      ['GET', `/questions/${world.log}/spreadsheet`],
      ['GET', `/zip-exports/${world.zip}`],
    ]) {
      const answer = await client.request(path ?? '', {
        method: method ?? 'GET',
        ...(method === 'PUT' && { body: 'x' }),
      })
      expect([path, answer.status, await answer.text()]).toEqual([
        path,
        403,
        expect.stringContaining('read only'),
      ])
    }
    const socket = new TestSocket(client, `/ws/comments/${world.portfolio.id}/${world.checklist}/`)
    await socket.opened()
    socket.send('Said in a view', world.item)
    await expect
      .poll(() => socket.messages.flatMap(({ error }) => error ?? []))
      .toEqual([{ code: 'FORBIDDEN', message: expect.stringMatching(READ_ONLY) }])
    socket.close()
    expect((await leave(client)).data).toEqual({ leaveView: { success: true } })
    const { rows } = await database.pool.query(
      `select from checklist_comment where comment like 'Said in a view%'`,
    )
    expect(rows).toEqual([])
  })

  test('what is looked at is in the access log of the viewer alone, with as whom; start and end are activity', async () => {
    const client = world.clients.dealAdmin
    const before = (await entries()).length
    await start(client, { groupId: world.bidderGroup })
    const { data } = await client.graphql(
      'query($t: ID!, $id: ID!) { document(treeId: $t, documentId: $id) { previewUrl } }',
      { t: world.documents, id: world.openFile },
    )
    const { previewUrl } = (data?.document ?? {}) as { previewUrl: string }
    expect((await client.request(previewUrl)).status).toBe(200)
    await leave(client)
    const { rows } = await database.pool.query(
      `select person_id, detail from activity where kind = 'VIEW' order by id desc limit 1`,
    )
    expect(rows).toEqual([{ person_id: world.people.dealAdmin, detail: { viewedAs: 'Group of bidder' } }])
    const of = { name: 'Group of bidder', groupId: world.bidderGroup, portfolioId: world.portfolio.id }
    expect((await entries()).slice(before)).toEqual([
      { kind: 'VIEW_AS_START', person_id: world.people.dealAdmin, detail: of },
      { kind: 'VIEW_AS_END', person_id: world.people.dealAdmin, detail: of },
    ])
  })
})

describe('who may have a view, and how long', () => {
  test('nothing but the one room is seen, and nothing that is for staff', async () => {
    const client = world.clients.superUser
    await start(client, { groupId: world.bidderGroup })
    const { data } = await client.graphql(
      `{ viewer { isSuperUser organizations { name } } portfolios { id } }`,
    )
    expect(data?.portfolios).toEqual([{ id: world.portfolio.id }])
    expect(JSON.stringify(data?.viewer)).not.toContain('Foreign')
    expect(await codeOf(client.graphql('{ supportTickets { count } }'))).toBe('FORBIDDEN')
    await leave(client)
    expect(await codeOf(client.graphql('{ supportTickets { count } }'))).toBe('ok')
  })

  test('whoever is neither super user nor documents admin of the room is refused', async () => {
    for (const persona of [
      'contributor',
      'viewer',
      'bidder',
      'rival',
      'usersAdmin',
      'guest',
      'outsider',
      'foreign',
    ] as const) {
      const code = await codeOf(start(world.clients[persona], { groupId: world.bidderGroup }))
      expect([persona, ['FORBIDDEN', 'NOT_FOUND'].includes(code)]).toEqual([persona, true])
    }
    expect(await codeOf(start(world.clients.dealAdmin, { userId: world.people.superUser }))).toBe('NOT_FOUND')
    expect(await codeOf(start(world.clients.dealAdmin, { userId: world.people.foreign }))).toBe('NOT_FOUND')
    expect(await codeOf(start(world.clients.superUser, { userId: world.people.outsider }))).toBe('NOT_FOUND')
    expect(await codeOf(start(world.clients.superUser, { groupId: await groupOf('usersAdmin') }))).toBe(
      'CONFLICT',
    )
  })

  test('CHK-41 API-006 whoever is no user of the room is refused as somebody unknown, without a name', async () => {
    const make = factories(database)
    const { rows } = await database.pool.query('select organisation_id from portfolio where id = $1', [
      world.portfolio.id,
    ])
    const elsewhere = await make.person()
    const groupId = await make.group({ organisationId: rows[0].organisation_id, role: 'Viewer' })
    await make.member(groupId, elsewhere)
    const refusal = async (userId: string) => {
      const { data, errors } = await start(world.clients.dealAdmin, { userId })
      return [data, errors[0]?.message, errors[0]?.extensions.code]
    }
    const unknown = await refusal(crypto.randomUUID())
    expect(unknown).toEqual([null, 'User not found.', 'NOT_FOUND'])
    for (const id of [elsewhere, world.people.outsider, world.people.foreign, world.people.superUser]) {
      expect(await refusal(id)).toEqual(unknown)
    }
  })

  test('a documents admin learns nothing by a view that they may not see themselves', async () => {
    const make = factories(database)
    const { rows } = await database.pool.query('select organisation_id from portfolio where id = $1', [
      world.portfolio.id,
    ])
    const role = [
      'DOCUMENTS_ADMIN',
      'DOCUMENTS_VIEW',
      'QUESTIONS_VIEW',
      'QUESTION_ANSWERS_VIEW',
      'OVERVIEW_VIEW',
    ] as const
    const groupId = await make.group({
      organisationId: rows[0].organisation_id,
      role,
      portfolioIds: [world.portfolio.id],
    })
    await make.member(groupId, await make.person({ email: 'keeper@matrix.example', password: PASSWORD }))
    const keeper = new Client(server.address)
    await keeper.signIn('keeper@matrix.example', PASSWORD)
    const logs = 'query($id: ID!) { questionLogs(subjectType: PORTFOLIO, subjectId: $id) { name } }'
    const own = JSON.stringify(await keeper.graphql(logs, { id: world.portfolio.id }))
    expect(own).not.toContain('losed')
    expect(await codeOf(start(keeper, { userId: world.people.bidder }))).toBe('NOT_FOUND')
    expect((await start(keeper, { groupId: world.bidderGroup })).errors).toEqual([])
    expect(JSON.stringify(await keeper.graphql(logs, { id: world.portfolio.id }))).not.toContain('losed')
    const page = await keeper.graphql(
      'query($id: ID!) { subpages(subjectType: PORTFOLIO, subjectId: $id) { title } }',
      { id: world.portfolio.id },
    )
    expect(JSON.stringify(page)).not.toContain('Matrix closed')
    const closed = await keeper.graphql(
      'query($t: ID!, $id: ID!) { document(treeId: $t, documentId: $id) { name } }',
      {
        t: world.documents,
        id: world.closedFile,
      },
    )
    expect(closed.errors[0]?.extensions.code).toBe('NOT_FOUND')
    // The right goes, and the view with it; it does not come back with the right.
    await database.pool.query('delete from membership where group_id = $1 returning *', [groupId])
    expect(
      await codeOf(
        keeper.graphql('query($t: ID!) { documentTree(treeId: $t) { id } }', { t: world.documents }),
      ),
    ).toBe('NOT_FOUND')
    const { rows: open } = await database.pool.query('select from session_view where ended_at is null')
    expect(open).toEqual([])
    expect((await entries()).at(-1)?.kind).toBe('VIEW_AS_END')
  })

  test('it ends after 60 minutes, and with the session', async () => {
    const client = new Client(server.address)
    await client.signIn('superuser@matrix.example', PASSWORD)
    const { data } = await start(client, { groupId: world.bidderGroup })
    const { view } = (data?.startView ?? {}) as { view: { expiresAt: string } }
    const minutes = (new Date(view.expiresAt).getTime() - Date.now()) / 60_000
    expect(minutes > 59 && minutes <= 60).toBe(true)
    expect(await codeOf(client.graphql('{ supportTickets { count } }'))).toBe('FORBIDDEN')
    await database.pool.query(
      `update session_view set expires_at = now() - interval '1 second' where ended_at is null`,
    )
    expect(await codeOf(client.graphql('{ supportTickets { count } }'))).toBe('ok')
    const before = (await entries()).length
    await server.app.services.memberships.views.sweep()
    expect((await entries()).length).toBe(before + 1)
    await start(client, { groupId: world.bidderGroup })
    await client.request('/logout')
    await server.app.services.memberships.views.sweep()
    expect((await entries()).slice(before + 1).map(({ kind }) => kind)).toEqual([
      'VIEW_AS_START',
      'VIEW_AS_END',
    ])
  })

  test('a page that was opened in another view is refused until it is loaded again', async () => {
    const client = world.clients.superUser
    const asked = (view: string | null) =>
      client.request('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-csrftoken': client.cookie('csrftoken') ?? '' },
        body: JSON.stringify({ query: '{ viewer { id } }', extensions: { view } }),
      })
    expect((await asked(null)).status).toBe(200)
    const { data } = await start(client, { groupId: world.bidderGroup })
    const { view } = (data?.startView ?? {}) as { view: { id: string } }
    expect((await asked(view.id)).status).toBe(200)
    const refused = await asked(null)
    expect([
      refused.status,
      ((await refused.json()) as { errors: { extensions: unknown }[] }).errors[0]?.extensions,
    ]).toEqual([409, { code: 'CONFLICT', reason: 'OTHER_VIEW' }])
    await leave(client)
    expect((await asked(view.id)).status).toBe(409)
  })
})
