import { createHash, randomBytes } from 'node:crypto'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkArrived } from '../../server/modules/documents/index.ts'
import type { S3Options } from '../../server/platform/storage/s3/index.ts'
import { testDatabase } from '../database/index.ts'
import { contributors } from '../faults/fund.ts'
import type { Room } from '../room.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { submitZip, zipState } from '../zips.ts'
import {
  bucketSettings,
  hasObjectStore,
  namesIn,
  newBucket,
  objectStore,
  plainClient,
  uploadsIn,
} from './bucket.ts'
import { type FaultyLine, faultyLine } from './faultyLine.ts'

const MIB = 1024 * 1024
const database = testDatabase()
const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

interface Presigned {
  url: string
  version: string
  file: { id: string }
  headers: { name: string; value: string }[]
  parts: { size: number; count: number } | null
}

const PRESIGN = `mutation($treeId: ID!, $files: [PresignUploadInput!]!) {
  documentsPresignUploads(treeId: $treeId, files: $files) {
    uploads { url version file { id } headers { name value } parts { size count } }
  }
}`
const PARTS = `mutation($treeId: ID!, $version: ID!, $parts: [PresignPartInput!]!) {
  documentsPresignParts(treeId: $treeId, version: $version, parts: $parts) { parts { number url headers { name value } } }
}`

describe.runIf(hasObjectStore())('transfers straight between a browser and the store', () => {
  let bucket: S3Options
  let line: FaultyLine
  let server: TestServer
  let room: Room
  let other: Room

  beforeAll(async () => {
    bucket = await newBucket()
    line = await faultyLine(objectStore().endpoint)
    server = await startTestServer(database, {
      ...bucketSettings(bucket),
      S3_ENDPOINT: line.endpoint,
      // Browsers reach it by another address than the servers.
      S3_PUBLIC_ENDPOINT: objectStore().endpoint,
      S3_DIRECT: 'on',
      S3_PREFIX: 'rooms/',
    })
    const [first, second] = await contributors(database, server.address, 2)
    if (!second) throw new Error('There is nobody else.')
    room = first
    other = second
  })
  afterAll(async () => {
    await server.close()
    await line.close()
  })

  const presign = async (name: string, size: number, sha256?: string): Promise<Presigned> => {
    const files = [{ name, size, parentId: room.rootId, ...(sha256 !== undefined && { sha256 }) }]
    const { uploads } = await room.call<{ uploads: Presigned[] }>(PRESIGN, { files })
    const [upload] = uploads
    if (!upload) throw new Error('Nothing was announced.')
    return upload
  }
  /** As a browser sends it, which knows no key and no session of the store. */
  const put = async (
    { url, headers }: Pick<Presigned, 'url' | 'headers'>,
    bytes: Buffer,
  ): Promise<number> => {
    const sent = Object.fromEntries(headers.map(({ name, value }) => [name, value]))
    const answer = await fetch(url, { method: 'PUT', headers: sent, body: new Uint8Array(bytes) })
    await answer.body?.cancel()
    return answer.status
  }
  const upload = async (name: string, bytes: Buffer): Promise<string> => {
    const presigned = await presign(name, bytes.length, sha256Of(bytes))
    expect(await put(presigned, bytes)).toBe(200)
    const { files } = await room.confirm([presigned])
    return files[0]?.id ?? ''
  }
  const addressOf = async (id: string) =>
    (
      await room.call<{ url: string }>(
        'mutation($treeId: ID!, $id: ID!) { downloadFile(treeId: $treeId, documentId: $id) { url } }',
        { id },
      )
    ).url
  const bytesOf = async (id: string) =>
    Buffer.from(await (await room.client.request(await addressOf(id))).arrayBuffer())
  const incoming = async () => (await namesIn(bucket)).filter((name) => name.startsWith('rooms/incoming/'))

  test('STORE-22 STORE-25 a small file is put straight to the store, which takes its very bytes alone; confirming takes it, and nothing later changes it', async () => {
    const bytes = randomBytes(50_000)
    const presigned = await presign('Small.bin', bytes.length, sha256Of(bytes).toUpperCase())
    const url = new URL(presigned.url)
    expect(presigned.url.startsWith(`${objectStore().endpoint}/${bucket.bucket}/rooms/incoming/`)).toBe(true)
    const signed = (url.searchParams.get('X-Amz-SignedHeaders') ?? '').split(';')
    expect(signed).toEqual(expect.arrayContaining(['content-length', 'host', 'x-amz-content-sha256']))
    expect(Number(url.searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(3600)
    expect(presigned).toMatchObject({
      headers: [{ name: 'x-amz-content-sha256', value: sha256Of(bytes) }],
      parts: null,
    })

    const others = randomBytes(bytes.length)
    expect(await put(presigned, others)).toBeGreaterThanOrEqual(400)
    expect(await put(presigned, Buffer.concat([bytes, bytes]))).toBeGreaterThanOrEqual(400)
    const lying = [{ name: 'x-amz-content-sha256', value: sha256Of(others) }]
    expect(await put({ url: presigned.url, headers: lying }, others)).toBe(403)
    expect(await incoming()).toEqual([])
    expect((await room.confirm([presigned])).failedIds).toEqual([presigned.file.id])

    const before = line.seen.filter(({ method }) => method === 'PUT').length
    expect(await put(presigned, bytes)).toBe(200)
    expect(line.seen.filter(({ method }) => method === 'PUT').length).toBe(before)
    expect((await other.confirm([presigned])).failedIds).toEqual([presigned.file.id])
    const { files } = await room.confirm([presigned])
    expect(files).toHaveLength(1)
    const id = files[0]?.id ?? ''
    expect(await namesIn(bucket)).toEqual([`rooms/files/${presigned.version}`])
    expect((await bytesOf(id)).equals(bytes)).toBe(true)

    // Some stores look at no hash: whatever lies there afterwards is nobody's.
    const staged = { Bucket: bucket.bucket, Key: `rooms/incoming/${presigned.version}` }
    await plainClient(bucket).send(new PutObjectCommand({ ...staged, Body: others }))
    expect((await room.confirm([presigned])).failedIds).toEqual([])
    expect((await bytesOf(id)).equals(bytes)).toBe(true)
    for await (const each of server.app.storage.unfinished()) await server.app.storage.abort(each)
    expect(await incoming()).toEqual([])
  })

  test('STORE-23 without a hash all goes through the server; a wrong one fails the confirmation', async () => {
    const bytes = randomBytes(1000)
    const plain = await presign('Plain.bin', bytes.length)
    expect(plain).toMatchObject({ url: expect.stringMatching(/^\/uploads\//), headers: [], parts: null })
    expect((await room.put(plain, bytes)).status).toBe(200)
    expect((await room.confirm([plain])).failedIds).toEqual([])
    // A large one may go through the server whatever its hash says.
    const wrong = await presign('Wrong.bin', 104_857_601, 'a'.repeat(64))
    const content = Buffer.alloc(104_857_601, 7)
    expect((await room.put(wrong, content)).status).toBe(200)
    expect((await room.confirm([wrong])).failedIds).toEqual([wrong.file.id])
  })

  test('STORE-24 a large file goes in parts, each of its hash; one that is missing makes the confirmation fail', async () => {
    const part = randomBytes(8 * MIB)
    const size = 13 * 8 * MIB + 5
    const last = randomBytes(5)
    const contents = [...Array.from({ length: 13 }, () => part), last]
    const hash = createHash('sha256')
    for (const content of contents) hash.update(content)
    expect((await presign('Just.bin', 104_857_600, 'a'.repeat(64))).parts).toBe(null)
    expect((await presign('Without.bin', size)).parts).toBe(null)
    const large = await presign('Large.bin', size, hash.digest('hex'))
    expect(large).toMatchObject({
      url: expect.stringMatching(/^\/uploads\//),
      parts: { size: 8 * MIB, count: 14 },
    })
    const asked = contents.map((content, at) => ({ number: at + 1, sha256: sha256Of(content) }))
    const addresses = async (some: typeof asked) =>
      (
        await room.call<{ parts: { number: number; url: string; headers: Presigned['headers'] }[] }>(PARTS, {
          version: large.version,
          parts: some,
        })
      ).parts
    const refusals = [
      [other, asked.slice(0, 1)],
      [room, [{ number: 15, sha256: 'a'.repeat(64) }]],
      [room, [{ number: 1, sha256: 'short' }]],
      [room, Array.from({ length: 21 }, (_, at) => ({ number: at + 1, sha256: 'a'.repeat(64) }))],
    ] as const
    for (const [who, parts] of refusals) {
      const { errors } = await who.ask(PARTS, { version: large.version, parts })
      expect(errors[0]?.extensions.code).toBe(who === other ? 'NOT_FOUND' : 'BAD_USER_INPUT')
    }
    const all = await addresses(asked)
    expect(await put(all[0] ?? large, randomBytes(8 * MIB))).toBeGreaterThanOrEqual(400)
    for (const { number, url, headers } of all.slice(0, 13))
      expect(await put({ url, headers }, contents[number - 1] ?? last)).toBe(200)
    expect((await room.confirm([large])).failedIds).toEqual([large.file.id])
    // The same upload goes on.
    const [again] = await addresses(asked.slice(13))
    expect(await put(again ?? large, last)).toBe(200)
    const { files } = await room.confirm([large])
    expect(files).toHaveLength(1)
    expect(await uploadsIn(bucket)).toEqual([])
    expect(await incoming()).toEqual([])
    const { rows } = await database.pool.query<{ size: number }>(
      'select size from document_version where id = $1 and unchecked_since is not null',
      [large.version],
    )
    expect(rows).toEqual([{ size }])
  })

  test('STORE-26 what passed no server is read, and what has another hash is not served any more', async () => {
    const lines: unknown[] = []
    const log = { error: (...line: unknown[]) => void lines.push(line) }
    const check = () => checkArrived({ db: database.db, storage: server.app.storage, log })
    const bytes = randomBytes(2000)
    const whole = await upload('Whole.bin', bytes)
    const id = await upload('Damaged.bin', bytes)
    const address = await addressOf(id)
    const { rows } = await database.pool.query<{ id: string }>(
      'select id from document_version where document_id = $1',
      [id],
    )
    const version = rows[0]?.id ?? ''
    const object = { Bucket: bucket.bucket, Key: `rooms/files/${version}` }
    await plainClient(bucket).send(new PutObjectCommand({ ...object, Body: randomBytes(2000) }))
    expect(await check()).toBeGreaterThanOrEqual(2)
    expect(await check()).toBe(0)
    const answer = await room.client.request(address)
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { error: { code: 'NOT_FOUND', message: 'This file arrived damaged. Please upload it again.' } },
    ])
    await expect(addressOf(id)).rejects.toThrow('This file arrived damaged. Please upload it again.')
    expect(lines).toEqual([[{ versionId: version }, expect.stringContaining('has other bytes')]])
    expect((await bytesOf(whole)).equals(bytes)).toBe(true)
    // A further version takes its place.
    await upload('Damaged.bin', bytes)
    expect((await bytesOf(id)).equals(bytes)).toBe(true)
  })

  test('STORE-27 STORE-12 a large attachment is redirected to the store after it is in the access log, with its entry in the address', async () => {
    const bytes = randomBytes(MIB + 1)
    const id = await upload('Large – one.pdf', bytes)
    const small = await upload('Small.pdf', bytes.subarray(1))
    const address = await addressOf(id)
    const entries = async () =>
      (
        await database.pool.query<{ id: string }>(
          `select id::text from activity where document_id = $1 and kind = 'DOWNLOAD'`,
          [id],
        )
      ).rows.map((row) => row.id)
    const follow = (url: string) => room.client.request(url)
    expect((await fetch(`${server.address}${address}`, { redirect: 'manual' })).status).toBe(401)
    expect((await other.client.request(address)).status).toBe(403)
    expect(await entries()).toEqual([])
    const answer = await follow(address)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'no-store'])
    const location = new URL(answer.headers.get('location') ?? '')
    expect(location.origin).toBe(objectStore().endpoint)
    expect(Number(location.searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(60)
    expect(await entries()).toEqual([location.searchParams.get('x-helioroom-access')])
    const given = await fetch(location)
    expect([given.status, given.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(given.headers.get('content-disposition')).toMatch(
      /^attachment; filename="Large . one\.pdf"; filename\*=UTF-8''Large%20%E2%80%93%20one\.pdf$/,
    )
    expect(Buffer.from(await given.arrayBuffer()).equals(bytes)).toBe(true)
    location.searchParams.set('x-helioroom-access', '1')
    expect((await fetch(location)).status).toBe(403)
    // A second use is the same one.
    const second = new URL((await follow(address)).headers.get('location') ?? '')
    expect(await entries()).toEqual([second.searchParams.get('x-helioroom-access')])

    expect((await follow(await addressOf(small))).status).toBe(200)
    const { previewUrl } = await room.call<{ previewUrl: string }>(
      'query($treeId: ID!, $id: ID!) { document(treeId: $treeId, documentId: $id) { previewUrl } }',
      { id },
    )
    expect((await follow(previewUrl)).status).toBe(200)

    // Asked at this moment: below the original an address from before leads nowhere, nor once the file is deleted.
    const before = await addressOf(id)
    const refusal = async () => {
      const refused = await follow(before)
      return [
        refused.status,
        refused.headers.get('location'),
        (await refused.text()).includes(location.origin),
      ]
    }
    await database.pool.query(`update document_tree set usual_level = 'VIEW' where id = $1`, [room.treeId])
    expect(await refusal()).toEqual([403, null, false])
    await expect(addressOf(id)).rejects.toThrow()
    await database.pool.query(`update document_tree set usual_level = 'ORIGINAL' where id = $1`, [
      room.treeId,
    ])
    expect((await follow(before)).status).toBe(302)

    // Where it can't be recorded, nothing leads to the bytes.
    const next = await addressOf(id)
    await database.pool.query('alter table activity rename to activity_away')
    const refused = await follow(next)
    await database.pool.query('alter table activity_away rename to activity')
    expect([refused.status, refused.headers.get('location')]).toEqual([500, null])
  })

  test('VIEW-17 a large zip of originals is redirected to the store, and one with marked PDFs comes through the server', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const photo = await sharp({
      create: { width: 2000, height: 1600, channels: 3, background: '#888888', noise },
    })
      .png()
      .toBuffer()
    const id = await upload('Site.png', photo)
    const usual = (level: string) =>
      database.pool.query('update document_tree set usual_level = $2 where id = $1', [room.treeId, level])
    const fetched = async () => {
      const { zipExport } = await submitZip(room, [id])
      await server.app.runJobs()
      expect((await zipState(room, zipExport?.id ?? '')).state).toBe('READY')
      const link = await room.client.request(`/zip-exports/${zipExport?.id}`)
      const answer = await room.client.request(link.headers.get('location') ?? '')
      return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength }
    }
    expect(await fetched()).toMatchObject({ status: 302 })
    await usual('PDF')
    const marked = await fetched()
    expect(marked.status).toBe(200)
    expect(marked.bytes).toBeGreaterThan(MIB)
    await usual('ORIGINAL')
  })
})
