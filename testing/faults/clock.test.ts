import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../server/platform/database/database.ts'
import { createSigner } from '../../server/platform/signing.ts'
import { testDatabase } from '../database/index.ts'
import type { Room } from '../room.ts'
import { SECRET, startTestServer, type TestServer } from '../server.ts'
import { contributors } from './fund.ts'

const database = testDatabase()
/** What the process says of its database. */
const said: string[] = []
let opened: OpenDatabase
let server: TestServer
let room: Room

const HOUR_MS = 3_600_000
const FILE_ADDRESS_S = 300

beforeAll(async () => {
  opened = openDatabase(database.poolConfig, { onState: (sentence) => said.push(sentence) })
  server = await startTestServer({ ...opened, poolConfig: database.poolConfig })
  ;[room] = await contributors(database, server.address, 1)
})
afterAll(async () => {
  vi.useRealTimers()
  await server.close()
  await opened.close()
})

const readiness = async () => (await (await fetch(`${server.address}/readyz`)).json()) as object
const viewer = async () => {
  const { data } = await room.client.graphql('{ viewer { id } }')
  return (data?.viewer ?? null) as { id: string } | null
}
const seenAgo = (interval: string) =>
  database.pool.query('update session set last_seen_at = now() - $1::interval', [interval])
const setClock = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: ms })

test('SCALE-32 a clock that is an hour off is told of, and nothing lives longer for it, until it is right again', async () => {
  const [announced] = await room.announce([{ name: 'Site plan.pdf', size: 9 }])
  if (!announced) throw new Error('Nothing was announced.')
  await room.put(announced, Buffer.from('site plan'))
  await room.confirm([announced])
  const address = async () => {
    const { url } = await room.call<{ url: string }>(
      'mutation($treeId: ID!, $id: ID!) { downloadFile(treeId: $treeId, documentId: $id) { url } }',
      { id: announced.file.id },
    )
    return new URL(url, server.address)
  }
  const expiryOf = (url: URL) => Number(url.searchParams.get('expires'))
  const [, fileId = ''] = /^\/files\/([^/]+)/.exec((await address()).pathname) ?? []
  const personId = (await viewer())?.id ?? ''
  const real = Date.now()
  const atStore = (expires: number) =>
    room.client.request(
      createSigner(SECRET).fileUrl({ fileId, personId, disposition: 'attachment', expires }),
    )
  expect(await readiness()).toEqual({ status: 'ok' })

  setClock(real - HOUR_MS)
  expect(await readiness()).toEqual({ status: 'unavailable', failed: ['clock'] })
  expect(said).toEqual([
    expect.stringMatching(/^The clock of this machine is (3599|36\d\d) s behind that of the database\.$/),
  ])
  // By its own clock the process would still take them for most of an hour.
  expect((await atStore(Math.floor(real / 1000) - 60)).status).toBe(403)
  expect((await atStore(Math.floor(real / 1000) + 60)).status).toBe(200)
  await seenAgo('11 hours 50 minutes')
  expect(await viewer()).not.toBeNull()
  await seenAgo('12 hours 10 minutes')
  expect(await viewer()).toBeNull()
  await seenAgo('1 minute')

  setClock(real + HOUR_MS)
  expect(await readiness()).toEqual({ status: 'unavailable', failed: ['clock'] })
  expect(expiryOf(await address())).toBeLessThan(real / 1000 + FILE_ADDRESS_S + 30)
  const upload = await room.announce([{ name: 'Later.pdf', size: 9 }])
  expect(expiryOf(new URL(upload[0]?.url ?? '', server.address))).toBeLessThan(real / 1000 + 3600 + 30)

  vi.useRealTimers()
  expect(await readiness()).toEqual({ status: 'ok' })
  expect(said.at(-1)).toBe('The clock of this machine is that of the database again.')
  expect(expiryOf(await address())).toBeLessThan(Date.now() / 1000 + FILE_ADDRESS_S + 1)
})
