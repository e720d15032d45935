import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from '../../../testing/client.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { deviceOf } from './device.ts'

const database = testDatabase()
const make = factories(database)
let server: TestServer
let people = 0

beforeAll(async () => {
  server = await startTestServer(database)
})
afterAll(() => server.close())

async function somebody() {
  people += 1
  const email = `sessions${people}@fund.example`
  await make.person({ email, password: PASSWORD })
  return async () => {
    const client = new Client(server.address)
    await client.signIn(email, PASSWORD)
    return client
  }
}

interface Shown {
  id: string
  device: string | null
  isCurrent: boolean
}
const shown = async (client: Client): Promise<Shown[]> =>
  ((await client.graphql('{ sessions { id device createdAt lastSeenAt isCurrent } }')).data?.sessions ??
    []) as Shown[]
const isSignedIn = async (client: Client) => (await client.graphql('{ viewer { id } }')).errors.length === 0

test('AUTH-17 a person sees the own sessions that are alive, the current one first', async () => {
  const signIn = await somebody()
  const [one, two] = [await signIn(), await signIn()]
  await (await somebody())()
  const mine = await shown(one)
  expect(mine.map(({ isCurrent }) => isCurrent)).toEqual([true, false])
  expect((await shown(two))[0]?.id).toBe(mine[1]?.id)
  await database.pool.query("update session set last_seen_at = now() - interval '13 hours' where id = $1", [
    mine[1]?.id,
  ])
  expect(await shown(one)).toHaveLength(1)
  // Where a connection limits its age (SSO-22).
  const three = await signIn()
  expect(await shown(one)).toHaveLength(2)
  await database.pool.query('update session set ends_at = now() where id = $1', [(await shown(three))[0]?.id])
  expect(await shown(one)).toHaveLength(1)
})

test('AUTH-33 ending one session, or all others, ends them on the server, and those of nobody else', async () => {
  const signIn = await somebody()
  const [one, two, three] = [await signIn(), await signIn(), await signIn()]
  const stranger = await (await somebody())()
  const end = (client: Client, id: string) =>
    client.graphql('mutation($id: ID!) { endSession(id: $id) { success } }', { id })
  const [theirs] = await shown(stranger)
  expect((await end(one, theirs?.id ?? '')).errors).toEqual([])
  expect((await end(one, 'no-id')).errors).toEqual([])
  expect(await isSignedIn(stranger)).toBe(true)

  const [current] = await shown(two)
  await end(one, current?.id ?? '')
  expect([await isSignedIn(one), await isSignedIn(two), await isSignedIn(three)]).toEqual([true, false, true])
  await one.graphql('mutation { endOtherSessions { success } }')
  expect([await isSignedIn(one), await isSignedIn(three), await isSignedIn(stranger)]).toEqual([
    true,
    false,
    true,
  ])
  expect(await shown(one)).toHaveLength(1)
})

test('AUTH-33 a file address of a session that was ended opens no more', async () => {
  const { place, treeId } = await make.room()
  const signIn = await somebody()
  const [one, two] = [await signIn(), await signIn()]
  const { data } = await one.graphql('{ viewer { id } }')
  const viewer = data?.viewer as { id: string } | undefined
  const groupId = await make.group({
    organisationId: place.organisationId,
    role: 'Viewer',
    portfolioIds: [place.portfolioId],
  })
  await make.member(groupId, viewer?.id ?? '')
  const address = `/documents/${treeId}/file-index`
  expect((await two.request(address)).status).toBe(200)
  await one.graphql('mutation { endOtherSessions { success } }')
  expect((await two.request(address)).status).toBe(401)
})

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64) something new', 'Linux'],
  ['curl/8.5.0', null],
  ['', null],
  [null, null],
])('browser and system in words: %s', (userAgent, words) => {
  expect(deviceOf(userAgent)).toBe(words)
})
