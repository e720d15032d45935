// Two processes of one deployment, and a room with a checklist whose comments come over sockets.
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { Client } from '../../../testing/client.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from '../../../testing/server.ts'
import { TestSocket } from '../../../testing/sockets.ts'
import { insertProjects, NOTHING_KNOWN } from '../projects/index.ts'
import { addCategories, createChecklist } from './index.ts'

export const database = testDatabase()
export const make = factories(database)
export let one: TestServer
export let two: TestServer
export let place: { organisationId: string; portfolioId: string }
export let path: string
export let checklist: string
export let items: string[]
const open: TestSocket[] = []

/** Not less: servers and sockets share a process, which may stand still for that long on a busy machine. */
export const PING_MS = 3000

beforeAll(async () => {
  one = await startTestServer(database, {}, { callerLimits: NO_CALLER_LIMITS, pingMs: PING_MS })
  two = await startTestServer(database, {}, { callerLimits: NO_CALLER_LIMITS, pingMs: PING_MS })
})
// A room for each test, and each try: what was said in the one before is not in it.
beforeEach(async () => {
  ;({ place } = await make.room())
  parties.clear()
  const made = await checklistOf('Closing')
  checklist = made.id
  items = made.items
  path = `/ws/comments/${place.portfolioId}/${checklist}/`
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.close()
})
afterAll(async () => {
  await one.close()
  await two.close()
})

export async function checklistOf(name: string): Promise<{ id: string; items: string[] }> {
  const id = await database.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('portfolio')
      .set({ has_checklist: true })
      .where('id', '=', place.portfolioId)
      .execute()
    await insertProjects(tx, [
      { ...NOTHING_KNOWN, name, organisationId: place.organisationId, portfolioIds: [place.portfolioId] },
    ])
    const made = await createChecklist(tx, { portfolioId: place.portfolioId, name, isActive: true })
    await addCategories(tx, made, [{ name: 'Site', children: [{ name: 'Lease' }, { name: 'Title' }] }])
    return made
  })
  const { rows } = await database.pool.query<{ id: string }>(
    'select id::text from checklist_item where checklist_id = $1 order by category_id',
    [id],
  )
  return { id, items: rows.map((row) => row.id) }
}

/** People of one role are one party. */
const parties = new Map<string, string>()
export async function partyOf(name: string, role = name): Promise<string> {
  const known = parties.get(name)
  if (known !== undefined) return known
  const { organisationId, portfolioId } = place
  const id = await make.group({ organisationId, role, portfolioIds: [portfolioId] })
  parties.set(name, id)
  return id
}
let people = 0
export async function member(
  role: string | null = 'Viewer',
  server = one,
): Promise<Client & { personId: string }> {
  people += 1
  const email = `socket${people}@fund.example`
  const personId = await make.person({ email, password: PASSWORD })
  if (role !== null) {
    await make.member(await partyOf(role), personId)
  }
  const client = new Client(server.address)
  await client.signIn(email, PASSWORD)
  return Object.assign(client, { personId })
}
/** The same person at the other process. */
export function at(server: TestServer, client: Client): Client {
  const other = new Client(server.address)
  other.setCookie('sessionid', client.cookie('sessionid') ?? '')
  return other
}
export const connect = (
  client: Client,
  ...more: [] | [string, { origin?: string | null; host?: string }?]
) => {
  const socket = new TestSocket(client, more[0] ?? path, more[1])
  open.push(socket)
  return socket
}
export const texts = (socket: TestSocket) => socket.comments.map(({ comment }) => comment)
