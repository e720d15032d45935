import { expect, onTestFinished, test } from 'vitest'
import { HOUR_MS } from '../../../shared/durations.ts'
import { Client } from '../../../testing/client.ts'
import { PASSWORD } from '../../../testing/factories.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from '../../../testing/server.ts'
import { TestSocket } from '../../../testing/sockets.ts'
import type { Tx } from '../../platform/database/database.ts'
import { deactivatePerson, setPassword } from '../accounts/index.ts'
import { checklistRoom } from './checklists.fixture.ts'

/** Longer than any test: no ping closes a socket. */
const pingMs = HOUR_MS
const room = checklistRoom({ pingMs })

const connect = async (client: Client): Promise<TestSocket> => {
  const socket = new TestSocket(client, `/ws/comments/${room.place.portfolioId}/${room.checklist}/`)
  onTestFinished(() => socket.close())
  return socket.opened()
}
const signedIn = async (email: string, server: TestServer): Promise<Client> => {
  const client = new Client(server.address)
  await client.signIn(email, PASSWORD)
  return client
}

test('AUTH-19 transport 7: logging out closes the sockets of that session in every process before the next ping, and no others', async () => {
  const two = await startTestServer(room.database, {}, { callerLimits: NO_CALLER_LIMITS, pingMs })
  onTestFinished(() => two.close())
  const email = 'leaves@fund.example'
  const person = await room.make.person({ email, password: PASSWORD })
  await room.make.member(room.ann.groupId, person)
  const client = await signedIn(email, room.server)
  const sameInTwo = new Client(two.address)
  sameInTwo.setCookie('sessionid', client.cookie('sessionid') ?? '')
  const mine = [await connect(client), await connect(sameInTwo)]
  const elsewhere = await connect(await signedIn(email, two))

  await client.request('/logout')
  expect(await Promise.all(mine.map(({ closed }) => closed))).toEqual([4401, 4401])
  expect(elsewhere.socket.readyState).toBe(elsewhere.socket.OPEN)
})

test.each([
  ['AUTH-32 a new password by a reset', (id: string) => setPasswordOf(id)],
  ['deactivating somebody', (id: string) => inTransaction((tx) => deactivatePerson(tx, id))],
])('%s closes the sockets of all of their sessions before the next ping', async (_what, end) => {
  const opened = async () => {
    const email = `${crypto.randomUUID()}@fund.example`
    const person = await room.make.person({ email, password: PASSWORD })
    await room.make.member(room.ann.groupId, person)
    return {
      person,
      sockets: [
        await connect(await signedIn(email, room.server)),
        await connect(await signedIn(email, room.server)),
      ],
    }
  }
  const closed = ({ sockets }: { sockets: TestSocket[] }) => Promise.all(sockets.map((each) => each.closed))
  const [one, before] = [await opened(), await opened()]
  // Changes come in their order: with this one all that was said of the first so far, their signing in among it, has come.
  await end(before.person)
  expect(await closed(before)).toEqual([4401, 4401])
  expect(one.sockets.map(({ socket }) => socket.readyState)).toEqual([WebSocket.OPEN, WebSocket.OPEN])
  await end(one.person)
  expect(await closed(one)).toEqual([4401, 4401])
})
const inTransaction = (work: (tx: Tx) => Promise<void>) => room.database.db.transaction().execute(work)
/** As the link of a reset does. */
const setPasswordOf = (id: string) => inTransaction((tx) => setPassword(tx, id, 'Another-password-2027'))
