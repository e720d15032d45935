import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertProjects, NOTHING_KNOWN } from '../../server/modules/projects/index.ts'
import { newId } from '../../server/platform/ids.ts'
import { createSharedUse } from '../../server/platform/sharedUse/index.ts'
import { Client } from '../client.ts'
import { testDatabase } from '../database/index.ts'
import { factories, PASSWORD } from '../factories.ts'
import { checklistOf } from '../matrix/content.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { TestSocket } from '../sockets.ts'

const database = testDatabase()
const make = factories(database)
let servers: readonly TestServer[]
/** Signed in at each of the servers. */
const people = new Map<string, { id: string; clients: readonly Client[] }>()

beforeAll(async () => {
  const first = await startTestServer(database)
  servers = [first, await startTestServer(database, { DATA_DIR: first.dataDir })]
  for (const name of ['many', 'sockets', 'comments']) {
    const email = `${name}@limits.example`
    people.set(name, {
      id: await make.person({ email, password: PASSWORD }),
      clients: await everywhere(email),
    })
  }
})
afterAll(async () => {
  for (const server of servers.toReversed()) await server.close()
})

/** One person in one session, at each of the servers. */
async function everywhere(personEmail: string): Promise<Client[]> {
  const [first, ...others] = servers.map(({ address }) => new Client(address))
  if (!first) throw new Error('There is no server.')
  await first.signIn(personEmail, PASSWORD)
  for (const client of others) {
    for (const name of ['sessionid', 'csrftoken']) client.setCookie(name, first.cookie(name) ?? '')
  }
  return [first, ...others]
}

/** How many of so many calls at each of the clients, at the same time, get through. */
async function through(clients: readonly Client[], query: string, each: number): Promise<number> {
  let answered = 0
  const work = async (client: Client) => {
    for (let call = 0; call < each; call += 1) {
      // What needs a session is refused without one, and counts all the same.
      if ((await client.graphql(query)).status === 429) return
      answered += 1
    }
  }
  await Promise.all(clients.flatMap((client) => Array.from({ length: 4 }, () => work(client))))
  return answered
}

test('SCALE-06 of 600 operations a minute of a user two servers let at most a tenth more through', async () => {
  const { clients } = people.get('many') ?? { clients: [] }
  const answered = await through(clients, '{ __typename }', 140)
  expect(answered).toBeGreaterThan(560)
  expect(answered).toBeLessThanOrEqual(660)
})

test('SCALE-06 a budget that was used up at one server is used up at the other, and fills as time goes by', async () => {
  const [one, other] = [createSharedUse(database.db), createSharedUse(database.db)]
  const key = newId()
  const use = (units: number) => ({
    key,
    calls: 1,
    windowMs: 60_000,
    // So few a second that a busy machine, which needs some between two calls, gives hardly any back.
    charges: [{ name: 'running', units, capacity: 1000, perSecond: 5 }],
  })
  expect(await one.add(use(900))).toEqual({ elsewhere: 0, left: [100] })
  const second = await other.add(use(600))
  expect(second.elsewhere).toBe(1)
  expect(second.left[0]).toBeGreaterThanOrEqual(-500)
  expect(second.left[0]).toBeLessThan(-400)
  // Callers that are added at the same time are one statement, each with its own.
  const [mine, another] = await Promise.all([one.add(use(0)), one.add({ ...use(10), key: newId() })])
  expect(mine.elsewhere).toBe(1)
  expect(mine.left[0]).toBeLessThan(-400)
  expect(another).toEqual({ elsewhere: 0, left: [990] })
  await database.pool.query(`update used_budget set at = at - interval '5 minutes'`)
  expect((await one.add(use(0))).left).toEqual([1000])
  await database.pool.query(`update used_budget set at = at - interval '1 hour'`)
  await database.pool.query(`update counted_use set at = at - interval '1 hour'`)
  await one.sweep()
  const { rows } = await database.pool.query(
    'select key from used_budget union all select key from counted_use',
  )
  expect(rows).toEqual([])
})

test('SCALE-07 a person has ten sockets at all servers together, and a place again with each that closes', async () => {
  const organisationId = await make.organisation()
  const portfolio = await make.portfolio({ organisationId })
  const group = await make.group({ organisationId, role: 'Deal Room Admin', portfolioIds: [portfolio.id] })
  const { id, clients } = people.get('sockets') ?? { id: '', clients: [] }
  await make.member(group, id)
  const [checklist] = await checklistOf(database, portfolio.id, true)
  const address = `/ws/comments/${portfolio.id}/${checklist}/`
  const open = (at: number) => {
    const client = clients[at % clients.length]
    if (!client) throw new Error('There is no server.')
    return new TestSocket(client, address)
  }
  /** The code with which a socket was closed; null for one that is open. */
  const settled = (socket: TestSocket) => Promise.race([socket.closed, socket.opened().then(() => null)])
  const sockets = Array.from({ length: 14 }, (_, at) => open(at))
  const codes = await Promise.all(sockets.map(settled))
  expect(codes.filter((code) => code === 1013)).toHaveLength(4)
  const places = async () =>
    (await database.pool.query<{ count: number }>('select count(*)::int as count from open_socket')).rows[0]
      ?.count
  expect(await places()).toBe(10)
  sockets[codes.indexOf(null)]?.close()
  await expect.poll(places).toBe(9)
  const again = open(1)
  expect(await settled(again)).toBe(null)
  // Those of a server that died count no more after a while.
  await database.pool.query(`update open_socket set seen_at = now() - interval '2 minutes'`)
  const later = open(0)
  expect(await settled(later)).toBe(null)
  for (const socket of [...sockets, again, later]) socket.close()
  await expect.poll(places).toBe(0)
})

test('SCALE-07 of the comments that a person sends in ten seconds, at all servers together, 20 are taken', async () => {
  const { id, clients } = people.get('comments') ?? { id: '', clients: [] }
  const organisationId = await make.organisation()
  const portfolio = await make.portfolio({ organisationId })
  const group = await make.group({ organisationId, role: 'Deal Room Admin', portfolioIds: [portfolio.id] })
  await make.member(group, id)
  await database.db
    .transaction()
    .execute((tx) =>
      insertProjects(tx, [{ ...NOTHING_KNOWN, organisationId, portfolioIds: [portfolio.id], name: 'Solar' }]),
    )
  const [checklist, , item] = await checklistOf(database, portfolio.id, true)
  const sockets = clients.map(
    (client) => new TestSocket(client, `/ws/comments/${portfolio.id}/${checklist}/`),
  )
  for (const socket of sockets) await socket.opened()
  for (let at = 0; at < 9; at += 1) for (const socket of sockets) socket.send(`Comment ${at}`, item)
  for (const socket of sockets) await socket.until(() => socket.comments.length >= 18)
  // As if they had come in this moment: a busy machine takes more than ten seconds for them.
  await database.pool.query('update checklist_comment set created_at = clock_timestamp()')
  for (let at = 9; at < 12; at += 1) for (const socket of sockets) socket.send(`Comment ${at}`, item)
  const refused = () => sockets.flatMap(({ messages }) => messages.flatMap(({ error }) => error ?? []))
  for (const socket of sockets) await socket.until(() => socket.comments.length >= 20)
  await expect.poll(() => refused().length).toBe(4)
  expect(new Set(refused().map(({ code }) => code))).toEqual(new Set(['RATE_LIMITED']))
  for (const socket of sockets) {
    expect(socket.comments).toHaveLength(20)
    socket.close()
  }
})

test('SCALE-05 AUTH-07 five wrong passwords spread over the servers block the e-mail at each of them', async () => {
  const email = 'comments@limits.example'
  const visitors = servers.map(({ address }) => new Client(address))
  const message = async (client: Client | undefined, password: string) => {
    const answer = await client?.graphql(
      'mutation($email: String!, $password: String!) { signIn(email: $email, password: $password) { viewer { id } errors { message } } }',
      { email, password },
    )
    const payload = answer?.data?.signIn as { viewer: object | null; errors: { message: string }[] } | null
    return payload?.errors[0]?.message ?? answer?.errors[0]?.message ?? 'signed in'
  }
  for (let at = 0; at < 5; at += 1) {
    expect(await message(visitors[at % 2], 'Wrong-2026')).toBe('Incorrect email or password.')
  }
  for (const visitor of visitors) {
    expect(await message(visitor, PASSWORD)).toBe('Too many attempts. Please try again later.')
  }
})

// It uses up what this address may ask without a session, and so comes last.
test('SCALE-06 of 120 operations a minute without a session two servers let at most a tenth more through', async () => {
  const clients = servers.map(({ address }) => new Client(address))
  for (const client of clients) await client.request('/login')
  const answered = await through(clients, '{ __typename }', 40)
  expect(answered).toBeGreaterThan(100)
  expect(answered).toBeLessThanOrEqual(132)
})
