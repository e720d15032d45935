import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildSchemaFromModules } from '../../server/schema.ts'
import { testDatabase } from '../database/index.ts'
import { operationsOf } from '../leaks/operations.ts'
import { createWorld, type World } from '../matrix/world.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from '../server.ts'
import { createArguments, numbersFrom } from './hostileArguments.ts'

const database = testDatabase()
const schema = buildSchemaFromModules()
/** One for each root field; those that end the asker's own session are left out. */
const OPERATIONS = [...new Map(operationsOf(schema).map((each) => [each.field, each])).values()].filter(
  ({ field }) => !/\.(signOut|signIn|changePassword|acceptInvitation|resetPassword|setUp\w*)$/.test(field),
)
const ROUNDS = 4
let server: TestServer
let world: World

beforeAll(async () => {
  server = await startTestServer(database, {}, { callerLimits: NO_CALLER_LIMITS })
  world = await createWorld(database, server)
})
afterAll(() => server.close())

const namesIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : value !== null && typeof value === 'object' && !('graphql' in value)
      ? Object.values(value).flatMap(namesIn)
      : []

// A rejection that nobody waits for ended the process, and with it everybody's requests.
test('ERR-03 whatever a script sends as arguments, it gets an answer that says what is wrong, and harms nobody', async () => {
  const { clients, ...named } = world
  const left: unknown[] = []
  const note = (reason: unknown) => void left.push(reason)
  process.on('unhandledRejection', note)
  const failures: string[] = []
  for (const persona of ['outsider', 'bidder', 'orgAdmin', 'superUser'] as const) {
    const argumentsOf = createArguments(schema, namesIn(named), numbersFrom(persona.length))
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { field, text } of OPERATIONS) {
        const [root = '', name = ''] = field.split('.')
        const variables = argumentsOf(root, name)
        const before = left.length
        const { status, errors } = await clients[persona].graphql(text, variables)
        // What nobody waits for is told a turn later.
        await nextTurn()
        const codes = errors.map(({ extensions }) => extensions.code)
        if (status >= 500 || codes.includes('INTERNAL') || left.length > before) {
          failures.push(`${persona}: ${field} ${JSON.stringify(variables).slice(0, 400)}`)
        }
      }
    }
    const { data } = await clients[persona].graphql('{ viewer { id } }')
    if (persona !== 'superUser') expect(data).toMatchObject({ viewer: { id: world.people[persona] } })
  }
  process.off('unhandledRejection', note)
  expect(failures).toEqual([])
  expect(left).toEqual([])
}, 300_000)
