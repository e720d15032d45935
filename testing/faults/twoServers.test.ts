import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFirstUse, sweepAddresses } from '../../server/modules/activity/index.ts'
import { Client } from '../client.ts'
import { testDatabase } from '../database/index.ts'
import { untilLocksAreAwaited } from '../database/lockWaits.ts'
import type { Room } from '../room.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { contributors } from './fund.ts'

const database = testDatabase()
let servers: readonly TestServer[]
let room: Room
/** The same person in the same session, at each of the servers. */
let clients: readonly Client[]

beforeAll(async () => {
  const first = await startTestServer(database)
  servers = [first, await startTestServer(database, { DATA_DIR: first.dataDir })]
  ;[room] = await contributors(database, first.address, 1)
  clients = servers.map(({ address }) => {
    const client = new Client(address)
    for (const name of ['sessionid', 'csrftoken']) client.setCookie(name, room.client.cookie(name) ?? '')
    return client
  })
})
afterAll(async () => {
  for (const server of servers.toReversed()) await server.close()
})

const accesses = async (): Promise<string[]> => {
  const { rows } = await database.pool.query<{ kind: string }>(
    `select kind from activity where kind in ('VIEW', 'DOWNLOAD') order by id`,
  )
  return rows.map(({ kind }) => kind)
}
const status = async (client: Client | undefined, address: string, range?: string): Promise<number> => {
  const answer = await client?.request(address, { headers: range === undefined ? {} : { range } })
  await answer?.arrayBuffer()
  return answer?.status ?? 0
}

test('DOC-38 an address that is used at two servers at the same time, whole and in parts, is in the access log once', async () => {
  const [upload] = await room.announce([{ name: 'Site plan.pdf', size: 9 }])
  if (!upload) throw new Error('Nothing was announced.')
  await room.put(upload, Buffer.from('site plan'))
  await room.confirm([upload])
  const { url } = await room.call<{ url: string }>(
    'mutation($treeId: ID!, $id: ID!) { downloadFile(treeId: $treeId, documentId: $id) { url } }',
    { id: upload.file.id },
  )
  const used = ['bytes=4-', undefined, 'bytes=0-3'].flatMap((range) =>
    clients.map((client) => status(client, url, range)),
  )
  expect((await Promise.all(used)).toSorted()).toEqual([200, 200, 206, 206, 206, 206])
  expect(await accesses()).toEqual(['DOWNLOAD'])
  const { previewUrl } = await room.call<{ previewUrl: string }>(
    'query($treeId: ID!, $id: ID!) { document(treeId: $treeId, documentId: $id) { previewUrl } }',
    { id: upload.file.id },
  )
  // All but the first byte is read as well.
  expect(await status(clients[1], previewUrl, 'bytes=1-')).toBe(206)
  expect(await accesses()).toEqual(['DOWNLOAD', 'VIEW'])
  expect(await status(clients[0], previewUrl)).toBe(200)
  expect(await accesses()).toEqual(['DOWNLOAD', 'VIEW'])
})

test('DOC-38 an entry that fails leaves its address to whoever waits for it', async () => {
  const address = { signature: 'of an address', expires: Math.floor(Date.now() / 1000) + 60 }
  const failing = Promise.withResolvers<void>()
  const recorded = Promise.withResolvers<void>()
  const first = database.db.transaction().execute(async (tx) => {
    expect(await isFirstUse(tx, address)).toBe(true)
    recorded.resolve()
    await failing.promise
    throw new Error('the log could not be written')
  })
  await recorded.promise
  let answered = false
  const second = database.db
    .transaction()
    .execute((tx) => isFirstUse(tx, address))
    .finally(() => {
      answered = true
    })
  await untilLocksAreAwaited(database.pool)
  expect(answered).toBe(false)
  failing.resolve()
  await expect(first).rejects.toThrow('the log could not be written')
  expect(await second).toBe(true)
  const again = () => database.db.transaction().execute((tx) => isFirstUse(tx, address))
  expect(await again()).toBe(false)
  await sweepAddresses(database.db)
  expect(await again()).toBe(false)
  await database.pool.query(`update used_address set expires_at = now() - interval '1 second'`)
  await sweepAddresses(database.db)
  const { rows } = await database.pool.query('select 1 from used_address')
  expect(rows).toEqual([])
})

test('API-151 the exports of a minute count at all servers together, and each that was taken is written down', async () => {
  const address = `/documents/${room.treeId}/file-index`
  // At once, so that two that see the same last place would both take it.
  const statuses = await Promise.all(
    Array.from({ length: 14 }, (_, index) => status(clients[index % 2], address)),
  )
  expect(statuses.filter((each) => each === 200)).toHaveLength(10)
  expect(statuses.filter((each) => each === 429)).toHaveLength(4)
  const { rows } = await database.pool.query(
    `select count(*)::int as count, min(tree_id::text) as tree, min(detail->>'fileName') as file
     from activity where kind = 'EXPORT'`,
  )
  expect(rows[0]).toMatchObject({ count: 10, tree: room.treeId })
  expect(rows[0].file).toContain('-documents-file-index-')
})
