import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildSchemaFromModules } from '../server/schema.ts'
import { testDatabase } from './database/index.ts'
import { operationsOf } from './leaks/operations.ts'
import { addOrganisations } from './manyOrganisations.ts'
import { type ManyRows, manyRows } from './manyRows/index.ts'
import { rowsRead } from './rowsRead.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from './server.ts'

/** What each query reads of the database: no more beside six hundred other organisations than alone. */

const OTHERS = 600
const PEOPLE = 20
/**
 * Rows of a table that a query may read more: a plan begins at another table once there are many rows, and a table of
 * some pages is read whole, as of organisations and roles, of which the others have one each. Of other tables they
 * have six or twelve thousand rows.
 */
const MORE = OTHERS + 50

const database = testDatabase()
let server: TestServer
let world: ManyRows

/** Rows read by each query, by its text and then by table. */
type Readings = ReadonlyMap<string, ReadonlyMap<string, number>>

const alone: { member: Readings; staff: Readings } = { member: new Map(), staff: new Map() }
const beside: { member: Readings; staff: Readings } = { member: new Map(), staff: new Map() }

const operations = operationsOf(buildSchemaFromModules()).filter(({ field }) => field.startsWith('Query.'))

/** @param isFirst whether what a process reads once for all is still to be read */
async function readings(isFirst = false): Promise<Readings> {
  const all = new Map<string, Map<string, number>>()
  // Most of what queries read is who asks.
  const known: Parameters<typeof rowsRead>[2] = new Map()
  for (const { field, text } of operations) {
    const given = { ...world.variables, ...world.fieldVariables[field] }
    const declared = [...text.matchAll(/\$(\w+):/g)].map(([, name]) => name ?? '')
    const variables = Object.fromEntries(
      declared.flatMap((name) => (name in given ? [[name, given[name]]] : [])),
    )
    const ask = () => world.client.graphql(text, variables)
    if (isFirst) await ask()
    all.set(`${field} ${all.size}`, await rowsRead(database.pool, ask, known))
  }
  return all
}

const asStaff = async (isSuperUser: boolean): Promise<void> => {
  const { data } = await world.client.graphql('{ viewer { id } }')
  const viewer = data?.viewer as { id: string } | undefined
  await database.pool.query('update person set is_super_user = $2 where id = $1', [viewer?.id, isSuperUser])
}

/** Both people's readings; the same person once as a member alone, once as staff. */
async function bothReadings(into: typeof alone, isFirst = false): Promise<void> {
  into.member = await readings(isFirst)
  await asStaff(true)
  into.staff = await readings()
  await asStaff(false)
}

beforeAll(async () => {
  server = await startTestServer(database, {}, { callerLimits: NO_CALLER_LIMITS })
  world = await manyRows(database, server, 10)
  await database.pool.query('vacuum analyze')
  await bothReadings(alone, true)
  await addOrganisations(database.pool, OTHERS, PEOPLE)
  await bothReadings(beside)
}, 240_000)
afterAll(() => server.close())

/** Tables of which a query reads more than before, by root field. */
const growing = (before: Readings, after: Readings): Map<string, Set<string>> => {
  const found = new Map<string, Set<string>>()
  for (const [text, tables] of after) {
    const field = text.replace(/^Query\.(\w+) .*$/, '$1')
    for (const [table, rows] of tables) {
      if (rows <= (before.get(text)?.get(table) ?? 0) + MORE) continue
      found.set(field, (found.get(field) ?? new Set()).add(table))
    }
  }
  return found
}

const shown = (found: ReadonlyMap<string, ReadonlySet<string>>): string[] =>
  [...found].map(([field, tables]) => `${field}: ${[...tables].sort().join(', ')}`).sort()

test('what a member of one organisation asks reads no rows of six hundred others', () => {
  expect(shown(growing(alone.member, beside.member))).toEqual([])
})

/** What staff ask of the whole installation, by its meaning; the pages ask for parts of them. */
const OF_ALL: Readonly<Record<string, string>> = {
  backOfficeKinds: 'counts the records of each kind',
  userGroupMembers: 'without an entity lists the members of all groups',
  primaryPortfolio: 'the first by name of all that may be opened',
  // A super user has all organisations, and every permission on all portfolios (ORG-27), wherever a user is the viewer.
  viewer: 'User.organizations and User.permissions without a limit',
  checklist: 'the same of an assignee',
  activeChecklists: 'the same of an assignee',
  projectForm: 'the same of a deal manager',
  contentSearch: 'the same of an uploader',
  markTrace: 'the same of whom a mark names',
}

test('what staff ask of one organisation reads no rows of six hundred others', () => {
  const found = growing(alone.staff, beside.staff)
  expect(shown(new Map([...found].filter(([field]) => !(field in OF_ALL))))).toEqual([])
})
