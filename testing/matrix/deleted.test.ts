import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Client } from '../client.ts'
import { testDatabase } from '../database/index.ts'
import { PASSWORD } from '../factories.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from '../server.ts'
import { TestSocket } from '../sockets.ts'
import { PUBLIC_FIELDS, ROWS } from './rows.ts'
import { createWorld, PERSONAS, type Persona, type World } from './world.ts'

/** The fund of the matrix after its deletion: its people are to it what an outsider is. */

const database = testDatabase()
let server: TestServer
let world: World
let organisationId: string

/** Whoever was in the fund, and staff. */
const INSIDERS = PERSONAS.filter((each) => !['outsider', 'foreign', 'signedOut'].includes(each))
/** These answer about the person, or are the staff's, whatever organisation there is: they only must not name it. */
const ELSEWHERE =
  /\.(createSupportTicket|setSupportTicketState|supportTickets?|user|viewer|userGroupMembers|zipExport|cancelZipExport|updateProfile)$|[nN]otification|DataImport|dataImport|importGoodRows|uplicateReport|Salesforce/
/** The back office keeps its records on; a person's own account is none of the organisation. */
const KEEPING = /\.backOffice|Avatar|Password|PhoneNumber/
/** What lies in the fund, by its names. */
const NAMES =
  /Matrix (Fund|One|Two|Draft|Company|Solar|log|checklist|open|closed)|Closed by|Group of|(open|closed|report)\.pdf|Executed/

beforeAll(async () => {
  server = await startTestServer(
    database,
    {},
    { callerLimits: NO_CALLER_LIMITS, exportRate: { calls: 1000, windowMs: 60_000 }, pingMs: 150 },
  )
  world = await createWorld(database, server)
  const { rows } = await database.pool.query<{ id: string }>(
    "select id from organisation where name = 'Matrix Fund'",
  )
  organisationId = rows[0]?.id ?? ''
})
afterAll(() => server.close())

const ask = async (persona: Persona, query: string, variables: Record<string, unknown>) => {
  const { data, errors } = await world.clients[persona].graphql(query, variables)
  return { outcome: errors[0]?.extensions.code ?? 'ok', data }
}
const remove = (persona: Persona, name: string) =>
  ask(
    persona,
    'mutation($id: ID!, $name: String) { backOfficeDelete(kind: "organisation", id: $id, name: $name) { id } }',
    { id: organisationId, name },
  )
const openViews = async (): Promise<number> =>
  (await database.pool.query('select from session_view where ended_at is null')).rows.length

describe('a deleted organisation', () => {
  let sockets: TestSocket[] = []
  let fileUrl = ''
  /** Sessions of a super user and of the fund's own admin, each in a view of the room as its bidders. */
  const inViews: Client[] = []

  test('is deleted by a super user alone, by its exact name', async () => {
    for (const persona of PERSONAS) {
      const { outcome } = await remove(persona, 'Matrix fund')
      const refused = persona === 'signedOut' ? 'UNAUTHENTICATED' : 'FORBIDDEN'
      expect([persona, outcome]).toEqual([persona, persona === 'superUser' ? 'BAD_USER_INPUT' : refused])
    }
    const { viewer, superUser } = world.clients
    sockets = [viewer, superUser].map(
      (client) => new TestSocket(client, `/ws/comments/${world.portfolio.id}/${world.checklist}/`),
    )
    for (const email of ['superuser@matrix.example', 'dealadmin@matrix.example']) {
      const client = new Client(server.address)
      await client.signIn(email, PASSWORD)
      const { errors } = await client.graphql(
        'mutation($t: ID!, $g: ID!) { startView(treeId: $t, groupId: $g) { view { id } } }',
        { t: world.documents, g: world.bidderGroup },
      )
      expect(errors).toEqual([])
      inViews.push(client)
      sockets.push(new TestSocket(client, `/ws/comments/${world.portfolio.id}/${world.checklist}/`))
    }
    for (const socket of sockets) await socket.opened()
    const { data } = await viewer.graphql(
      'mutation($t: ID!, $id: ID!) { downloadFile(treeId: $t, documentId: $id) { url } }',
      { t: world.documents, id: world.openFile },
    )
    fileUrl = ((data?.downloadFile ?? {}) as { url: string }).url
    expect((await remove('superUser', 'Matrix Fund')).outcome).toBe('ok')
  })

  test('ends the views of its rooms, by staff and by its own admin, who are themselves again', async () => {
    for (const [index, client] of inViews.entries()) {
      const tree = await client.graphql('query($t: ID!) { documentTree(treeId: $t) { id } }', {
        t: world.documents,
      })
      expect(tree.errors[0]?.extensions.code).toBe('NOT_FOUND')
      const { data } = await client.graphql('{ viewer { isSuperUser organizations { name } } }')
      expect(data?.viewer).toMatchObject({ isSuperUser: index === 0 })
      expect(JSON.stringify(data)).not.toMatch(NAMES)
    }
    expect(await openViews()).toBe(0)
  })

  test('API-005 API-006 answers its people and staff to every root field as it answers an outsider', async () => {
    const wrong: string[] = []
    const rows = ROWS.filter(({ field }) => !KEEPING.test(field) && !PUBLIC_FIELDS.includes(field))
    expect(rows.length).toBeGreaterThan(100)
    for (const row of rows) {
      const expected = row.expected.outsider
      for (const persona of INSIDERS) {
        const { outcome, data } = await ask(persona, row.query, row.variables(world, persona))
        const says = NAMES.exec(JSON.stringify(data))
        if (
          (outcome !== expected &&
            !ELSEWHERE.test(row.field) &&
            !row.title.includes('of the installation')) ||
          says
        ) {
          wrong.push(`${row.field} ${row.title} ${persona}: ${outcome}, not ${expected} ${says?.[0] ?? ''}`)
        }
      }
    }
    expect(wrong).toEqual([])
  }, 400_000)

  test('closes its sockets, links, addresses of files and invitations', async () => {
    // They may no longer go on; a new one finds nothing.
    for (const socket of sockets) expect(await socket.closed).toBe(4403)
    const { portfolio, documents, checklist, log, openFile, zip } = world
    const links = [
      `/documents/${documents}/${openFile}/download`,
      `/documents/${documents}/file-index`,
      `/documents/${documents}/change-log`,
      `/documents/${documents}/access-log`,
      `/documents/${documents}/reading`,
      `/documents/${documents}/redaction-log`,
      `/documents/${documents}/new/spreadsheet`,
      `/checklist/${checklist}/spreadsheet`,
      `/questions/${log}/spreadsheet`,
      `/matrix-fund/projects-list-export`,
      `/zip-exports/${zip}`,
    ]
    for (const link of links) {
      for (const persona of INSIDERS) {
        const answer = await world.clients[persona].request(link)
        await answer.arrayBuffer()
        // Who asked for the zip learns that it is no longer there.
        const status = link === `/zip-exports/${zip}` && persona === 'viewer' ? 410 : 404
        expect([link, persona, answer.status]).toEqual([link, persona, status])
      }
    }
    expect((await world.clients.viewer.request(fileUrl)).status).not.toBe(200)
    for (const persona of INSIDERS) {
      const socket = new TestSocket(world.clients[persona], `/ws/comments/${portfolio.id}/${checklist}/`)
      expect([persona, await socket.closed]).toEqual([persona, 4404])
    }
    const { data } = await world.clients.signedOut.graphql(
      'query($token: String!) { invitationByToken(token: $token) { organizationName } }',
      { token: world.invitation },
    )
    expect(data?.invitationByToken ?? null).toBeNull()
  })

  test('sends nobody a mail of what was on its way', async () => {
    const count = async () =>
      (await database.pool.query('select count(*)::int as n from mail_outbox')).rows[0].n as number
    const before = await count()
    await server.app.runJobs()
    expect(await count()).toBe(before)
  })

  test('is open again for the same people once it is restored', async () => {
    const { data } = await world.clients.superUser.graphql(
      'mutation($id: ID!) { backOfficeAct(kind: "organisation", id: $id, action: "restore") { label actions } }',
      { id: organisationId },
    )
    expect(data?.backOfficeAct).toEqual({ label: 'Matrix Fund', actions: [] })
    const query = 'query($slug: String!) { portfolioBySlug(slug: $slug) { name } }'
    for (const persona of INSIDERS) {
      const { outcome } = await ask(persona, query, { slug: world.portfolio.slug })
      expect([persona, outcome]).toEqual([persona, persona === 'nextAdmin' ? 'NOT_FOUND' : 'ok'])
    }
    // Who was in a view is not put back into it.
    expect(await openViews()).toBe(0)
  })
})
