import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { Client } from '../../../testing/client.ts'
import { PASSWORD } from '../../../testing/factories.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from '../../../testing/server.ts'
import { TestSocket } from '../../../testing/sockets.ts'
import type { Tx } from '../../platform/database/database.ts'
import { deactivatePerson, setPassword } from '../accounts/index.ts'
import { checklistRoom } from './checklists.fixture.ts'

const room = checklistRoom()

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
  const two = await startTestServer(room.database, {}, { callerLimits: NO_CALLER_LIMITS })
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
  const email = `${crypto.randomUUID()}@fund.example`
  const person = await room.make.person({ email, password: PASSWORD })
  await room.make.member(room.ann.groupId, person)
  const sockets = [
    await connect(await signedIn(email, room.server)),
    await connect(await signedIn(email, room.server)),
  ]
  // What was said of them so far, their signing in among it, is behind us: nothing else closes the sockets.
  await setTimeout(1000)
  await end(person)
  expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([4401, 4401])
})
const inTransaction = (work: (tx: Tx) => Promise<void>) => room.database.db.transaction().execute(work)
/** As the link of a reset does. */
const setPasswordOf = (id: string) => inTransaction((tx) => setPassword(tx, id, 'Another-password-2027'))
