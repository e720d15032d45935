import { once } from 'node:events'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { HOUR_MS } from '../../../shared/durations.ts'
import { Client } from '../../../testing/client.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from '../../../testing/server.ts'
import { TestSocket } from '../../../testing/sockets.ts'
import { newId } from '../../platform/ids.ts'
import { deactivatePerson, setPassword } from './index.ts'
import { publishLicence } from './licence.ts'

const database = testDatabase()
const make = factories(database)
/** Two processes of one deployment; the first asks its sockets often, the second not while a test runs. */
let one: TestServer
let two: TestServer
const PING_MS = 1000
beforeAll(async () => {
  one = await startTestServer(database, {}, { callerLimits: NO_CALLER_LIMITS, pingMs: PING_MS })
  two = await startTestServer(database, {}, { callerLimits: NO_CALLER_LIMITS, pingMs: HOUR_MS })
})
afterAll(async () => {
  await one.close()
  await two.close()
})

/** Somebody signed in, and whoever asks another process by the same session. */
async function signIn() {
  const email = `${newId()}@fund.example`
  const id = await make.person({ email, password: PASSWORD })
  const client = new Client(one.address)
  await client.signIn(email, PASSWORD)
  const sameInTwo = new Client(two.address)
  sameInTwo.setCookie('sessionid', client.cookie('sessionid') ?? '')
  return { id, email, client, sameInTwo }
}
function connect(client: Client): TestSocket {
  const socket = new TestSocket(client, '/ws/session/')
  onTestFinished(() => socket.close())
  return socket
}
const isOpen = ({ socket }: TestSocket) => socket.readyState === socket.OPEN

test('a page is told whose session it has and a mark of what they hold, and nothing else', async () => {
  const { id, client } = await signIn()
  const socket = await connect(client).opened()
  // Nor with a ping.
  for (let pings = 0; pings < 2; pings += 1) await once(socket.socket, 'ping')
  expect([socket.messages, isOpen(socket)]).toEqual([
    [{ personId: id, held: expect.stringMatching(/^[\w-]{16}$/) }],
    true,
  ])
  expect(await connect(new Client(one.address)).closed).toBe(4401)
})

test('AUTH-19 the pages of a session end with it in every process, and those of others go on', async () => {
  const { email, client, sameInTwo } = await signIn()
  const elsewhere = new Client(two.address)
  await elsewhere.signIn(email, PASSWORD)
  const ended = [await connect(client).opened(), await connect(sameInTwo).opened()]
  const other = await connect(elsewhere).opened()
  await client.request('/logout')
  expect(await Promise.all(ended.map(({ closed }) => closed))).toEqual([4401, 4401])
  expect(isOpen(other)).toBe(true)
})

test('the pages of somebody who is deactivated end before the next ping', async () => {
  const { id, sameInTwo } = await signIn()
  const socket = await connect(sameInTwo).opened()
  await database.db.transaction().execute((tx) => deactivatePerson(tx, id))
  expect(await socket.closed).toBe(4401)
})

test('the pages of somebody whose password is set anew end before the next ping', async () => {
  const { id, sameInTwo } = await signIn()
  const socket = await connect(sameInTwo).opened()
  await database.db.transaction().execute((tx) => setPassword(tx, id, 'Starlight-2027'))
  expect(await socket.closed).toBe(4401)
})

test('SSO-22 a session whose age a connection limits ends under the page', async () => {
  const { id, client } = await signIn()
  const socket = await connect(client).opened()
  await database.pool.query(`update session set ends_at = now() - interval '1 second' where person_id = $1`, [
    id,
  ])
  expect(await socket.closed).toBe(4401)
})

test('SCALE-07 ten pages of a person are followed at all servers together, apart from the topics that they follow', async () => {
  const { id, client, sameInTwo } = await signIn()
  const sockets = Array.from({ length: 12 }, (_, at) => connect(at % 2 === 0 ? client : sameInTwo))
  const codes = await Promise.all(
    sockets.map((socket) => Promise.race([socket.closed, socket.opened().then(() => null)])),
  )
  expect(codes.filter((code) => code !== null)).toEqual([1013, 1013])
  const { rows } = await database.pool.query(
    'select kind, count(*)::int as places from open_socket where person_id = $1 group by 1',
    [id],
  )
  expect(rows).toEqual([{ kind: 'page', places: 10 }])
})

test('a page that waits for the licence agreement follows nothing', async () => {
  const { client } = await signIn()
  await publishLicence(database.db, 'Newer text')
  expect(await connect(client).closed).toBe(4403)
})
