import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSigner } from '../../server/platform/signing.ts'
import { testDatabase } from '../database/index.ts'
import { SECRET, startTestServer, type TestServer } from '../server.ts'
import { statementsOf } from '../statements.ts'
import { zipRoom } from '../zipRoom.ts'
import { submitZip, zipState } from '../zips.ts'

const database = testDatabase()
let server: TestServer
let room: Awaited<ReturnType<typeof zipRoom>>
let pictureId: string
/** Addresses that the bidder was given, by kind. */
let addresses: Readonly<Record<string, string>>

beforeAll(async () => {
  server = await startTestServer(database)
  room = await zipRoom(database, server)
  const picture = (colour: string) =>
    sharp({ create: { width: 40, height: 30, channels: 3, background: colour } })
      .png()
      .toBuffer()
  pictureId = await room.file('site.png', await picture('red'))
  await room.file('site.png', await picture('blue'))
  await room.runJobs()
  const { previewUrl, thumbnailUrl } = await room.bidder.call<{ previewUrl: string; thumbnailUrl: string }>(
    `query($treeId: ID!, $id: ID!) {
      document(treeId: $treeId, documentId: $id) { previewUrl thumbnailUrl }
    }`,
    { id: pictureId },
  )
  await room.admin.call(
    'mutation($treeId: ID!) { setReadersSeeEarlierVersions(treeId: $treeId, isOn: true) { id } }',
  )
  const versions = await room.bidder.call<{ id: string; number: number; previewUrl: string }[]>(
    `query($treeId: ID!, $id: ID!) {
      documentVersions(treeId: $treeId, documentId: $id) { id number previewUrl }
    }`,
    { id: pictureId },
  )
  const former = versions.find(({ number }) => number === 1)
  const download = async (versionId: string | null) =>
    (
      await room.bidder.call<{ url: string }>(
        `mutation($treeId: ID!, $id: ID!, $versionId: ID) {
          downloadFile(treeId: $treeId, documentId: $id, versionId: $versionId) { url }
        }`,
        { id: pictureId, versionId },
      )
    ).url
  const { zipExport } = await submitZip(room.bidder, [room.bidder.rootId])
  await room.runJobs()
  const zipId = zipExport?.id ?? ''
  expect((await zipState(room.bidder, zipId)).state).toBe('READY')
  const link = await room.bidder.client.request(`/zip-exports/${zipId}`)
  addresses = {
    download: await download(null),
    'download of a former version': await download(former?.id ?? ''),
    preview: previewUrl,
    'preview of a former version': former?.previewUrl ?? '',
    thumbnail: thumbnailUrl,
    zip: link.headers.get('location') ?? '',
  }
})
afterAll(() => server.close())

/** What a browser or a download manager may ask of an address. */
const REQUESTS: readonly RequestInit[] = [
  {},
  { method: 'HEAD' },
  { headers: { range: 'bytes=0-3' } },
  { headers: { range: 'bytes=4-' } },
  { headers: { 'if-none-match': '*' } },
]

async function statuses(address: string): Promise<number[]> {
  const found: number[] = []
  for (const request of REQUESTS) {
    const answer = await room.bidder.client.request(address, request)
    await answer.arrayBuffer()
    found.push(answer.status)
  }
  return found
}
const all = async () =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(addresses).map(async ([kind, address]) => [kind, await statuses(address)] as const),
    ),
  )
const ofAll = (expected: readonly number[]) =>
  Object.fromEntries(Object.keys(addresses).map((kind) => [kind, expected]))
const OPEN = [200, 200, 206, 206, 304]
const CLOSED = [404, 404, 404, 404, 404]

test('VIEW-17 an address of each kind ends with the right to its document, and is good again with it', async () => {
  expect(await all()).toEqual(ofAll(OPEN))
  await room.permit(pictureId, 'bidder', false)
  expect(await all()).toEqual(ofAll(CLOSED))
  await room.permit(pictureId, 'bidder', true)
  expect(await all()).toEqual(ofAll(OPEN))
})

test('VIEW-17 an address ends with the room, and with the group that opened it', async () => {
  const setStatus = (status: string) =>
    database.pool.query('update portfolio set status = $2 where id = $1', [room.portfolio.id, status])
  const { rows } = await database.pool.query<{ status: string }>(
    'select status from portfolio where id = $1',
    [room.portfolio.id],
  )
  await setStatus('DRAFT')
  expect(await all()).toEqual(ofAll(CLOSED))
  await setStatus(rows[0]?.status ?? '')
  expect(await all()).toEqual(ofAll(OPEN))
  const member = `membership where group_id = $1 returning person_id`
  const left = await database.pool.query<{ person_id: string }>(`delete from ${member}`, [room.groups.bidder])
  expect(await all()).toEqual(ofAll(CLOSED))
  await database.pool.query('insert into membership (group_id, person_id) values ($1, $2)', [
    room.groups.bidder,
    left.rows[0]?.person_id,
  ])
  expect(await all()).toEqual(ofAll(OPEN))
})

test('VIEW-17 what is closed answers as what never was', async () => {
  await room.permit(pictureId, 'bidder', false)
  const { rows } = await database.pool.query<{ id: string }>('select id from person where email = $1', [
    room.emails.bidder,
  ])
  const unknown = createSigner(SECRET).fileUrl({
    fileId: '019a2b3c-0000-7000-8000-0000000000bc',
    personId: rows[0]?.id ?? '',
    disposition: 'attachment',
    expires: Math.floor(Date.now() / 1000) + 300,
  })
  const bodies = await Promise.all(
    [addresses.download ?? '', unknown].map(async (address) => {
      const answer = await room.bidder.client.request(address)
      return [answer.status, (await answer.text()).replace(/"requestId":"[^"]*"/, '')]
    }),
  )
  expect(bodies[0]).toEqual(bodies[1])
  await room.permit(pictureId, 'bidder', true)
})

test('VIEW-17 to ask costs one statement, besides those of the session and of the access log', async () => {
  for (const kind of ['preview', 'thumbnail']) {
    // HEAD is not in the access log.
    const address = addresses[kind] ?? ''
    const texts = await statementsOf(() => room.bidder.client.request(address, { method: 'HEAD' }))
    expect([kind, texts.filter((text) => text.includes('document_version')).length, texts.length]).toEqual([
      kind,
      1,
      2,
    ])
  }
})
