import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildSchemaFromModules } from '../../server/schema.ts'
import { Client } from '../client.ts'
import { testDatabase } from '../database/index.ts'
import { factories, PASSWORD } from '../factories.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from '../server.ts'
import { LAST_FIELD, PUBLIC_FIELDS, ROWS } from './rows.ts'
import { createWorld, PERSONAS, type Persona, type World } from './world.ts'

const database = testDatabase()
let server: TestServer
let world: World

beforeAll(async () => {
  // More is asked by one address than people would ask.
  server = await startTestServer(database, {}, { callerLimits: NO_CALLER_LIMITS })
  world = await createWorld(database, server)
})
afterAll(() => server.close())

/** Root fields that run before the licence agreement is accepted. */
const OPEN_BEFORE_LICENCE: ReadonlySet<string> = new Set(['Query.viewer', 'Mutation.updateUserAgreements'])

/** They say what is wrong with a list of people, or read its file, before its group is looked at; or leave what is unknown. */
const OF_NO_ORGANISATION: ReadonlySet<string> = new Set([
  'Mutation.checkUserInvitations',
  'Mutation.deleteUserInvitations',
  'Mutation.readInviteeSheet',
  'Mutation.resendUserInvitations',
])

/** Of people, rooms and groups of the world: no refusal says them. */
const NAMES = /Pat Lee|@matrix\.example|Matrix (One|Two|Next|Draft|Company)|group of /i

/** What a field answered to one persona, in the words of the matrix. */
async function ask(persona: Persona, query: string, variables: Record<string, unknown>) {
  const { data, errors } = await world.clients[persona].graphql(query, variables)
  const value = data === null ? null : Object.values(data)[0]
  return { outcome: errors[0]?.extensions.code ?? 'ok', message: errors[0]?.message, value }
}

describe('the access matrix', () => {
  test('API-005 API-006 every root field has a row', () => {
    const schema = buildSchemaFromModules()
    const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
      Object.keys(type?.getFields() ?? {}).map((name) => `${type?.name}.${name}`),
    )
    const covered = new Set([...ROWS.map((row) => row.field), ...PUBLIC_FIELDS, LAST_FIELD])
    expect(fields.length).toBeGreaterThan(10)
    expect(fields.filter((field) => !covered.has(field))).toEqual([])
    expect([...covered].filter((field) => !fields.includes(field))).toEqual([])
  })

  test('API-006 DRM-24 what belongs to one organisation is not found under the address of another, for staff neither', async () => {
    const wrong: string[] = []
    let asked = 0
    for (const { field, title, query, variables, holds } of ROWS) {
      const given = variables(world, 'superUser')
      if (OF_NO_ORGANISATION.has(field)) continue
      if (!query.includes('"matrix-fund"') || Object.keys(given).length === 0) continue
      asked += 1
      const { outcome, value } = await ask(
        'superUser',
        query.replaceAll('"matrix-fund"', '"foreign-fund"'),
        given,
      )
      if (outcome === 'ok' && holds(value, 'superUser', world)) wrong.push(`${field} ${title}`)
    }
    expect(asked).toBeGreaterThan(15)
    expect(wrong).toEqual([])
  })

  test.each(ROWS.map((row) => [`${row.field} ${row.title}`, row] as const))(
    'API-005 API-006 %s',
    async (_title, row) => {
      const outcomes: Record<string, string> = {}
      const wrong: string[] = []
      for (const persona of PERSONAS) {
        const { outcome, message, value } = await ask(persona, row.query, row.variables(world, persona))
        outcomes[persona] = outcome
        if (/NOT_FOUND|FORBIDDEN/.test(outcome) && NAMES.test(message ?? ''))
          wrong.push(`${persona} is told ${message}`)
        if (outcome === 'ok' && !row.holds(value, persona, world)) {
          wrong.push(`${persona}: ${JSON.stringify(value)}`)
        }
        if (outcome !== 'ok' && value !== null && value !== undefined) wrong.push(`${persona} got data`)
      }
      expect(outcomes).toEqual(row.expected)
      expect(wrong).toEqual([])
    },
  )

  test('EULA-12 before the licence agreement is accepted every root field is refused, but for three', async () => {
    const make = factories(database)
    await make.person({
      email: 'fresh@matrix.example',
      password: PASSWORD,
      isSuperUser: true,
      acceptsLicence: false,
    })
    const client = new Client(server.address)
    await client.signIn('fresh@matrix.example', PASSWORD)
    const reasons = new Map<string, unknown>()
    for (const row of ROWS) {
      if (OPEN_BEFORE_LICENCE.has(row.field)) continue
      const { status, data, errors } = await client.graphql(row.query, row.variables(world, 'superUser'))
      expect([row.field, status, data]).toEqual([row.field, 403, null])
      reasons.set(row.field, errors[0]?.extensions.reason)
    }
    expect(new Set(reasons.values())).toEqual(new Set(['EULA']))
  })

  test('API-006 DOC-17 what is hidden and what does not exist answer alike', async () => {
    const query = 'query($treeId: ID!, $id: ID!) { document(treeId: $treeId, documentId: $id) { name } }'
    const unknown = '018f0000-0000-7000-8000-000000000000'
    const answers = await Promise.all(
      [world.closedFile, world.closedFolder, unknown, 'no-id', world.documents].map((id) =>
        world.clients.bidder.graphql(query, { treeId: world.documents, id }),
      ),
    )
    for (const answer of answers) {
      expect(answer).toEqual(answers[0])
      expect(answer.errors[0]).toMatchObject({
        message: 'Document not found.',
        extensions: { code: 'NOT_FOUND' },
      })
    }
    const trees = await Promise.all(
      [world.documents, unknown, 'no-id'].map((treeId) =>
        world.clients.outsider.graphql('query($t: ID!) { documentTree(treeId: $t) { id } }', { t: treeId }),
      ),
    )
    for (const answer of trees) expect(answer).toEqual(trees[0])
  })

  test('DOC-25 PERM-10 the closed folder shows nowhere to the bidder, and the rivals never learn of each other', async () => {
    const { bidder, rival } = world.clients
    const everything = `query($treeId: ID!, $open: ID!, $slug: String!) {
      document(treeId: $treeId) {
        name childCount fileCount folderCount descendants: children {
          name fileCount folderCount permissions { principal { name } } children { name }
        }
      }
      open: document(treeId: $treeId, documentId: $open) { name ancestors { name children { name } } parent { name } }
      portfolioBySlug(slug: $slug) { name dealManager { fullName } org { name permissions } }
      viewer { fullName organizations { name } permissions { name portfolioIds } }
      recentlyVisited { name }
    }`
    const variables = { treeId: world.documents, open: world.openFile, slug: world.portfolio.slug }
    const mine = await bidder.graphql(everything, variables)
    expect(mine.errors).toEqual([])
    expect(JSON.stringify(mine.data)).not.toMatch(/closed/i)
    const theirs = await rival.graphql(everything, variables)
    expect(JSON.stringify(theirs.data)).toMatch(/closed/i)
    for (const answer of [mine, theirs]) expect(JSON.stringify(answer.data)).not.toMatch(/Group of/)
  })

  test('AUTH-35 a person who loses the group loses the room with the next request', async () => {
    const { viewer } = world.clients
    const query = 'query($t: ID!) { documentTree(treeId: $t) { id } }'
    expect((await viewer.graphql(query, { t: world.documents })).errors).toEqual([])
    const removed = await database.pool.query(
      `delete from membership where person_id = (select id from person where email = 'viewer@matrix.example') returning *`,
    )
    expect((await viewer.graphql(query, { t: world.documents })).errors[0]?.extensions.code).toBe('NOT_FOUND')
    const [row] = removed.rows
    await database.pool.query('insert into membership (group_id, person_id) values ($1, $2)', [
      row.group_id,
      row.person_id,
    ])
    expect((await viewer.graphql(query, { t: world.documents })).errors).toEqual([])
  })
})

describe('at the end', () => {
  test('AUTH-19 API-005 Mutation.signOut ends the session of whoever has one', async () => {
    for (const persona of PERSONAS) {
      const client = world.clients[persona]
      const token = client.cookie('sessionid')
      const { outcome } = await ask(persona, 'mutation { signOut { success } }', {})
      expect([persona, outcome]).toEqual([persona, persona === 'signedOut' ? 'UNAUTHENTICATED' : 'ok'])
      if (token) client.setCookie('sessionid', token)
      expect((await ask(persona, '{ viewer { id } }', {})).outcome).toBe('UNAUTHENTICATED')
    }
  })
})
