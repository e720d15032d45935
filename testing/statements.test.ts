import { defaultFieldResolver, type GraphQLSchema, isObjectType } from 'graphql'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { PlainFields } from '../server/contracts/plainFields.ts'
import { MODULES } from '../server/modules/index.ts'
import { buildSchemaFromModules } from '../server/schema.ts'
import { testDatabase } from './database/index.ts'
import { operationsOf } from './leaks/operations.ts'
import { type ManyRows, manyRows } from './manyRows/index.ts'
import type { TestServer } from './server.ts'
import { statementsOf } from './statements.ts'

/** What each field of the queries asks of the database: not more for forty rows than for two. */

/** Fields below the roots that have answered with a promise, or are read ahead for all of a list. */
const waited = vi.hoisted(() => new Set<string>())
vi.mock('../server/executableSchema.ts', async (original) => {
  const { createSchema } = await original<typeof import('../server/executableSchema.ts')>()
  return { createSchema: (...args: Parameters<typeof createSchema>) => noting(createSchema(...args)) }
})
// Each name by itself, so that it shows which of them the rows have to wait for.
vi.mock('../server/http/graphql/plainFields.ts', async (original) => {
  const { readPlainFields } = await original<typeof import('../server/http/graphql/plainFields.ts')>()
  const notingEach = ({ type, names, readAhead }: PlainFields): PlainFields => ({
    type,
    names,
    readAhead: (context, asked, rows) => {
      const waits = [...asked].flatMap((name) => {
        const wait = readAhead(context, new Set([name]), rows)
        if (wait) waited.add(`${type}.${name}`)
        return wait ?? []
      })
      return waits.length === 0 ? undefined : Promise.all(waits).then(() => {})
    },
  })
  return {
    readPlainFields: (schema: GraphQLSchema, all: readonly PlainFields[]) =>
      readPlainFields(schema, all.map(notingEach)),
  }
})

// Other files of this worker have loaded the server as it is, and others will.
vi.resetModules()
const { NO_CALLER_LIMITS, startTestServer } = await import('./server.ts')
afterAll(() => {
  vi.doUnmock('../server/executableSchema.ts')
  vi.doUnmock('../server/http/graphql/plainFields.ts')
  vi.resetModules()
})

/** The schema, with a note of each field that has to wait for its answer. */
function noting(schema: GraphQLSchema): GraphQLSchema {
  const roots: readonly unknown[] = [schema.getQueryType(), schema.getMutationType()]
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || roots.includes(type)) continue
    for (const field of Object.values(type.getFields())) {
      const resolve = field.resolve ?? defaultFieldResolver
      if (resolve === defaultFieldResolver) continue
      field.resolve = (...asked) => {
        const answer = resolve(...asked)
        if (answer instanceof Promise) waited.add(`${type.name}.${field.name}`)
        return answer
      }
    }
  }
  return schema
}

const FEW = 2
const MANY = 40
/** As many hits as one operation may ask all fields of, with the folders around each. */
const HITS = 34

const database = testDatabase()
let server: TestServer
const worlds = new Map<number, ManyRows>()

beforeAll(async () => {
  server = await startTestServer(database, {}, { callerLimits: NO_CALLER_LIMITS })
  for (const rows of [FEW, MANY]) worlds.set(rows, await manyRows(database, server, rows))
}, 240_000)
afterAll(() => server.close())

/** Queries with a list of forty rows in the large world: a new list belongs among them. */
const LONG: readonly string[] = [
  'accessDifference',
  'accessMatrix',
  'acquired',
  'activeChecklists',
  'apiTokens',
  'checklist',
  'checklistComments',
  'columns',
  'contentSearch',
  'countries',
  'dataImports',
  'dealRooms',
  'diligence',
  'document',
  'documentLabels',
  'documentNotes',
  'documentPermissions',
  'documentPrincipals',
  'documentVersions',
  'documents',
  'duplicateReports',
  'favouriteDocuments',
  'groupPages',
  'groupReading',
  'groups',
  'history',
  'holdCoNotifications',
  'holdingCompanies',
  'invitationPages',
  'markTrace',
  'newProjectForm',
  'openHoldingCompanies',
  'orgPortfolios',
  'orgUserGroups',
  'orgUsers',
  'organisationSearch',
  'pageAlerts',
  'personReading',
  'portfolio',
  'portfolioBySlug',
  'portfolioNotifications',
  'portfolioProjects',
  'portfolioUsers',
  'portfolios',
  'primaryPortfolio',
  'project',
  'projectCrossLinks',
  'projectForm',
  'projects',
  'questionCategories',
  'questionPage',
  'questionProjects',
  'questionTopics',
  'questions',
  'recordCheckpoints',
  'recycleBin',
  'redactions',
  'removedRecords',
  'roomReadiness',
  'search',
  'ssoConnections',
  'subpageMedia',
  'subpagePrincipals',
  'summaryJobs',
  'timeline',
  'treeCompanyAnalytics',
  'treeDocumentAnalytics',
  'treeUserAnalytics',
  'userGroupMembers',
  'userGroups',
  'viewer',
  'webhookDeliveries',
  'webhooks',
  'zipExports',
]

/** Once in a while a request records that its session is in use, whatever it asks. */
const SEEN = /^\s*update session set last_seen_at/

/** How many rows the longest list in an answer has. */
const longestIn = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 0
    : Math.max(Array.isArray(value) ? value.length : 0, ...Object.values(value).map(longestIn))

const operations = operationsOf(buildSchemaFromModules()).filter(({ field }) => field.startsWith('Query.'))

test('API-012 no list of a query asks more statements for forty rows than for two', async () => {
  const growing: string[] = []
  const longest = new Map<string, number>()
  for (const { field, text } of operations) {
    const counts: string[][] = []
    for (const rows of [FEW, MANY]) {
      const world = worlds.get(rows)
      if (!world) throw new Error('There is no world.')
      const given = { ...world.variables, ...world.fieldVariables[field] }
      const declared = [...text.matchAll(/\$(\w+):/g)].map(([, name]) => name ?? '')
      const variables = Object.fromEntries(
        declared.flatMap((name) => (name in given ? [[name, given[name]]] : [])),
      )
      const ask = () => world.client.graphql(text, variables)
      // The first time types and people are read that are known from then on.
      const answer = await ask()
      counts.push((await statementsOf(ask)).filter((statement) => !SEEN.test(statement)))
      if (rows === MANY) longest.set(field, Math.max(longest.get(field) ?? 0, longestIn(answer.data)))
    }
    const [few = [], many = []] = counts
    if (many.length > few.length) {
      const extra = [...Map.groupBy(many, (statement) => statement)]
        .map(([statement, all]) => ({
          statement,
          more: all.length - few.filter((each) => each === statement).length,
        }))
        .filter(({ more }) => more > 0)
        .map(({ statement, more }) => `${more} × ${statement.replace(/\s+/g, ' ').slice(0, 160)}`)
      growing.push(`${field} ${few.length} → ${many.length}: ${text.slice(-200)}\n  ${extra.join('\n  ')}`)
    }
  }
  expect(growing).toEqual([])
  expect(
    [...longest].flatMap(([field, rows]) => (rows >= MANY ? field.replace('Query.', '') : [])).sort(),
  ).toEqual(LONG)
}, 240_000)

test('API-012 callers are charged for each field that reads the database for an object', () => {
  const declared = MODULES.all.flatMap(({ readingFields = [] }) => readingFields)
  expect([...waited].filter((field) => !declared.includes(field))).toEqual([])
  // Nothing is charged for without need; what a mutation gives isn't asked above, nor is anything staged there.
  const unasked = (field: string) =>
    field.includes('Payload.') || /^Document\.(stagedFor|stagedChanges|isStaged)$/.test(field)
  expect(declared.filter((field) => !waited.has(field) && !unasked(field))).toEqual([])
})

test('DOC-10 the counts beside the folders of a list come with its rows, and are no statement of their own', async () => {
  const world = worlds.get(MANY)
  if (!world) throw new Error('There is no world.')
  const listed = (fields: string) =>
    statementsOf(() =>
      world.client.graphql(
        `query($treeId: ID!) { document(treeId: $treeId) { children(limit: 200) { ${fields} } } }`,
        world.variables,
      ),
    )
  await listed('id fileCount folderCount')
  const plain = await listed('id name')
  expect((await listed('id name fileCount folderCount')).length).toBe(plain.length)
  // The caller, the folder with its tree, and the page.
  expect(plain).toHaveLength(3)
})

test('API-012 all fields of many hits with the folders around them are a bounded number of statements', async () => {
  const world = worlds.get(MANY)
  if (!world) throw new Error('There is no world.')
  const leaves = 'id name position fileCount folderCount childCount previewUrl'
  const around = `${leaves} permissions { id permissible } previousFile { ${leaves} } nextFile { ${leaves} }`
  const asked = (hits: number) => `query($treeId: ID!) {
    search(treeId: $treeId, search: "report", limit: ${hits}) {
      ${around} ancestors { ${around} }
      parent { ${around} children(limit: 2) { ${leaves} } } children(limit: 2) { ${leaves} }
    }
  }`
  const { errors } = await world.client.graphql(asked(200), world.variables)
  expect(errors?.[0]?.message).toMatch(/^Query is too costly/)
  const ask = () => world.client.graphql(asked(HITS), world.variables)
  expect((await ask()).data).toMatchObject({ search: { length: HITS } })
  const statements = await statementsOf(ask)
  expect(statements.length).toBeLessThan(30)
})
