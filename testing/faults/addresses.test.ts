import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSigner } from '../../server/platform/signing.ts'
import { testDatabase } from '../database/index.ts'
import type { Announced, Room } from '../room.ts'
import { SECRET, startTestServer, type TestServer } from '../server.ts'
import { contentOf } from './content.ts'
import { contributors } from './fund.ts'

const SIZE = 10_000

const database = testDatabase()
const bytes = contentOf(1, SIZE)
let server: TestServer
let room: Room
let other: Room
beforeAll(async () => {
  server = await startTestServer(database)
  const [first, second] = await contributors(database, server.address, 2)
  if (!second) throw new Error('Two people are needed.')
  room = first
  other = second
})
afterAll(() => server.close())

const announce = async (who: Room, name: string): Promise<Announced> => {
  const [upload] = await who.announce([{ name, size: SIZE }])
  if (!upload) throw new Error('Nothing was announced.')
  return upload
}
const refusal = async (answer: Response) => ({
  status: answer.status,
  code: ((await answer.json()) as { error: { code: string } }).error.code,
})
const personOf = async (who: Room) => (await who.call<{ id: string }>('{ viewer { id } }')).id

test('UPL-37 an upload address that was altered, exchanged or has expired is refused; the given one still works, once', async () => {
  const mine = await announce(room, 'Mine.pdf')
  const theirs = await announce(other, 'Theirs.pdf')
  const signatureOf = (upload: Announced) =>
    new URL(upload.url, server.address).searchParams.get('signature') ?? ''
  const over = createSigner(SECRET).uploadUrl({
    version: mine.version,
    personId: await personOf(room),
    size: SIZE,
    expires: Math.floor(Date.now() / 1000) - 1,
  })
  const altered = [
    mine.url.replace(mine.version, theirs.version),
    mine.url.replace(signatureOf(mine), signatureOf(theirs)),
    mine.url.replace(/expires=\d+/, (given) => `expires=${Number(given.slice(8)) + 3600}`),
    mine.url.replace(/&signature=.*/, ''),
  ]
  for (const url of altered) {
    expect([url, await refusal(await room.put({ url }, bytes))]).toEqual([
      url,
      { status: 403, code: 'ADDRESS_INVALID' },
    ])
  }
  expect(await refusal(await room.put({ url: over }, bytes))).toEqual({
    status: 403,
    code: 'ADDRESS_EXPIRED',
  })
  expect((await room.put(mine, bytes)).status).toBe(200)
  expect(await refusal(await room.put(mine, bytes))).toEqual({ status: 409, code: 'ADDRESS_USED' })
})

test('UPL-37 the upload of another person cannot be confirmed, whoever knows of it', async () => {
  const upload = await announce(room, 'Offer.pdf')
  expect((await room.put(upload, bytes)).status).toBe(200)
  expect(await other.confirm([upload])).toEqual({ files: [], failedIds: [upload.file.id] })
  expect((await other.list()).map((file) => file.name)).toEqual([])
  expect((await room.confirm([upload])).files.map((file) => file.name)).toEqual(['Offer.pdf'])
})

test('UPL-39 a short, an aborted and a long transfer leave nothing, and the address can be used again', async () => {
  const upload = await announce(room, 'Model.xlsx')
  expect(await refusal(await room.put(upload, bytes.subarray(1)))).toEqual({
    status: 400,
    code: 'SIZE_MISMATCH',
  })
  expect(await refusal(await room.put(upload, new Uint8Array(SIZE + 1)))).toEqual({
    status: 413,
    code: 'TOO_LARGE',
  })
  const controller = new AbortController()
  const aborted = fetch(room.client.address(upload.url), {
    method: 'PUT',
    headers: { 'content-length': String(SIZE) },
    duplex: 'half',
    signal: controller.signal,
    body: new ReadableStream({
      start: (stream) => {
        stream.enqueue(bytes.subarray(0, SIZE / 2))
        setTimeout(() => controller.abort(), 50)
      },
    }),
  } as RequestInit)
  await expect(aborted).rejects.toThrow()
  expect(await room.confirm([upload])).toEqual({ files: [], failedIds: [upload.file.id] })
  // The server may take a moment to notice that the sender is gone.
  await expect.poll(async () => (await room.put(upload, bytes)).status).toBe(200)
  expect((await room.confirm([upload])).failedIds).toEqual([])
})

test('DOC-42 a file address that was altered or has expired opens nothing', async () => {
  const upload = await announce(room, 'Lease.pdf')
  await room.put(upload, bytes)
  const { files } = await room.confirm([upload])
  const { url } = await room.call<{ url: string }>(
    'mutation($treeId: ID!, $id: ID!) { downloadFile(treeId: $treeId, documentId: $id) { url } }',
    { id: files[0]?.id },
  )
  const over = createSigner(SECRET).fileUrl({
    fileId: upload.version,
    personId: await personOf(room),
    disposition: 'attachment',
    expires: Math.floor(Date.now() / 1000) - 1,
  })
  const get = async (address: string) => refusal(await room.client.request(address))
  expect((await room.client.request(url)).status).toBe(200)
  expect(await get(url.replace('attachment', 'inline'))).toEqual({ status: 403, code: 'ADDRESS_INVALID' })
  expect(await get(`${url.slice(0, -4)}AAAA`)).toEqual({ status: 403, code: 'ADDRESS_INVALID' })
  expect(await get(over)).toEqual({ status: 403, code: 'ADDRESS_EXPIRED' })
  // Another person in the same room, who may see the file, needs an address of their own all the same.
  expect(await refusal(await other.client.request(url))).toEqual({ status: 403, code: 'ADDRESS_INVALID' })
})
