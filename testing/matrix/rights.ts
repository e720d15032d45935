import { insertProjects, NOTHING_KNOWN } from '../../server/modules/projects/index.ts'
import { PERMISSIONS, type Permission } from '../../shared/permissions.ts'
import { Client } from '../client.ts'
import type { TestDatabase } from '../database/index.ts'
import { factories, PASSWORD } from '../factories.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from '../server.ts'

// One right is missing, and all others are there: what asks for another one would answer.

/** An organisation with one portfolio and one project, and people who lack some rights there. */
export interface RightsFund {
  readonly server: TestServer
  readonly organisationId: string
  readonly place: { organisationId: string; portfolioId: string }
  /** Of the portfolio. */
  readonly slug: string
  /** Id of the project. */
  readonly project: string
  /** Somebody who holds all permissions on the organisation and its entities but these. */
  without(...missing: Permission[]): Promise<Client>
}

/** The caller closes its server. */
export async function rightsFund(database: TestDatabase): Promise<RightsFund> {
  const make = factories(database)
  const server = await startTestServer(database, {}, { callerLimits: NO_CALLER_LIMITS })
  const organisationId = await make.organisation({ name: 'Rights Fund' })
  const portfolio = await make.portfolio({ organisationId, name: 'Rights' })
  const [project = ''] = await database.db.transaction().execute((tx) =>
    insertProjects(tx, [
      {
        ...NOTHING_KNOWN,
        organisationId,
        portfolioIds: [portfolio.id],
        name: 'Rights Solar',
        capacity: 500,
      },
    ]),
  )
  let people = 0
  return {
    server,
    organisationId,
    place: { organisationId, portfolioId: portfolio.id },
    slug: portfolio.slug,
    project,
    async without(...missing) {
      people += 1
      const email = `rights${people}@rights.example`
      const role = PERMISSIONS.filter((each) => !missing.includes(each))
      const groupId = await make.group({ organisationId, role, organisationWide: true })
      await make.member(groupId, await make.person({ email, password: PASSWORD }))
      const client = new Client(server.address)
      await client.signIn(email, PASSWORD)
      return client
    },
  }
}

export type Call = readonly [query: string, variables?: Record<string, unknown>]

/** 'refused', or 'nothing' where the answer is an empty one; anything else was answered. */
export async function outcome(client: Client, [query, variables = {}]: Call): Promise<string> {
  const { data, errors } = await client.graphql(query, variables)
  const code = errors[0]?.extensions.code
  if (code === 'FORBIDDEN' || code === 'NOT_FOUND') return 'refused'
  const value = data ? Object.values(data)[0] : undefined
  const count = (value as { aggregations?: { count?: unknown } } | null)?.aggregations?.count
  const isNothing = value === null || count === 0 || (Array.isArray(value) && value.length === 0)
  return code === undefined && isNothing ? 'nothing' : 'answered'
}

/** What each of the calls comes to for somebody. */
export async function outcomes(client: Client, calls: Readonly<Record<string, Call>>) {
  const found: Record<string, string> = {}
  for (const [name, call] of Object.entries(calls)) found[name] = await outcome(client, call)
  return found
}
/** The same word for each of the calls. */
export const all = (calls: Readonly<Record<string, Call>>, word: string) =>
  Object.fromEntries(Object.keys(calls).map((name) => [name, word]))
