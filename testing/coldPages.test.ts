import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from './client.ts'
import { type ColdPages, coldPages } from './coldPages.ts'
import { testDatabase } from './database/index.ts'
import { PASSWORD } from './factories.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from './server.ts'
import { statementsOf } from './statements.ts'

const FEW = 2
const MANY = 200
/** Statements that a page may ask of the database, whatever the numbers. */
const LIMIT = 15

const database = testDatabase()
let server: TestServer
const worlds: { client: Client; pages: ColdPages['pages'] }[] = []

beforeAll(async () => {
  server = await startTestServer(database, {}, { callerLimits: NO_CALLER_LIMITS })
  for (const portfolios of [FEW, MANY]) {
    const { email, pages } = await coldPages(database, portfolios)
    const client = new Client(server.address)
    await client.signIn(email, PASSWORD)
    worlds.push({ client, pages })
  }
})
afterAll(() => server.close())

test.each(['viewer', 'home', 'portfolio'])(
  'API-084 API-012 %s is one request of 15 statements at most, of two portfolios as of two hundred',
  async (name) => {
    const counts: number[] = []
    for (const { client, pages } of worlds) {
      const page = pages[name]
      if (!page) throw new Error('There is no such page.')
      const ask = () => client.graphql(page.query, page.variables)
      // The first time types are read that are known from then on.
      const { data, errors } = await ask()
      expect(errors).toEqual([])
      if (name === 'portfolio') {
        expect(data).toMatchObject({
          portfolioBySlug: {
            subpages: { length: 20 },
            subpage: { slug: 'page-1' },
            netYields: { length: 15 },
          },
        })
      } else if (name === 'home')
        expect(data).toMatchObject({ acquiredProjectsStats: { count: expect.any(Number) } })
      counts.push((await statementsOf(ask)).length)
    }
    const [few = 0, many = 0] = counts
    expect(few).toBeGreaterThan(0)
    expect(many).toBeLessThanOrEqual(few)
    expect(many).toBeLessThanOrEqual(LIMIT)
  },
)

test('API-015 without an organisation home asks for what was visited alone', async () => {
  const [world] = worlds
  if (!world?.pages.home) throw new Error('There is no such page.')
  const { data, errors } = await world.client.graphql(world.pages.home.query, { withBanners: false })
  expect([errors, Object.keys(data ?? {})]).toEqual([[], ['recentlyVisited']])
  expect(data?.recentlyVisited).toHaveLength(3)
})
