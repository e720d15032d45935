import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keyOfPart } from '../../server/modules/archives/index.ts'
import {
  type ArchivedRoom,
  archivedRoomOf,
  archivesOver,
  beginArchive,
  cancelArchive,
  countingPuts,
  dyingAt,
  partsIn,
  slowly,
  together,
} from '../../server/modules/proofs/archives.fixture.ts'
import { verifyArchive } from '../../server/modules/proofs/archiving.ts'
import type { Storage } from '../../server/platform/storage/index.ts'
import type { S3Options } from '../../server/platform/storage/s3/index.ts'
import { runVerifier } from '../archives/verifier.ts'
import { testDatabase } from '../database/index.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { bucketSettings, hasObjectStore, namesIn, newBucket, plainClient, uploadsIn } from './bucket.ts'

const MIB = 1024 * 1024
/** Bytes of a part, so that a room has several, each of more than one request to the store. */
const PART_BYTES = 9 * MIB
const database = testDatabase()

describe.runIf(hasObjectStore())('an archive on a bucket', () => {
  let bucket: S3Options
  let server: TestServer
  let room: ArchivedRoom
  let storage: Storage

  beforeAll(async () => {
    bucket = await newBucket()
    server = await startTestServer(database, {
      ...bucketSettings(bucket),
    })
    storage = server.app.storage
    room = await archivedRoomOf(database, server)
    for (let at = 0; at < 6; at += 1) {
      await room.upload(`Survey ${at}.las`, room.offtake.id, randomBytes(4 * MIB))
    }
    await server.app.services.record.append()
  })
  afterAll(() => server.close())

  const over = (used: Storage) => archivesOver({ database, server }, used, PART_BYTES)
  /** Names of parts in the bucket, and of those that are not whole there. */
  const partsThere = async () => ({
    whole: (await namesIn(bucket)).filter((name) => name.includes('archive-')),
    begun: (await uploadsIn(bucket)).filter((name) => name.includes('archive-')),
  })
  const stateOf = async (id: string) => {
    const { rows } = await database.pool.query<{ state: string; isVerified: boolean }>(
      'select state, verified_at is not null as "isVerified" from room_proof where id = $1',
      [id],
    )
    return rows[0]
  }
  const jobs = { signal: new AbortController().signal, last: true }

  test('it is made and verified there, no byte is on a disk, and it is taken whole and by ranges', async () => {
    const { data, errors } = await room.owner.client.graphql(
      'mutation($id: ID!) { makeArchive(portfolioId: $id) { id } }',
      { id: room.place.portfolioId },
    )
    expect(errors).toEqual([])
    const { id } = (data as { makeArchive: { id: string } }).makeArchive
    await server.app.runJobs()
    expect(await stateOf(id)).toEqual({ state: 'READY', isVerified: true })
    expect(await partsThere()).toEqual({ whole: [expect.stringContaining('archive-')], begun: [] })
    const onDisk = readdirSync(server.dataDir, { recursive: true, withFileTypes: true })
    expect(onDisk.filter((entry) => entry.isFile())).toEqual([])
    const taken = async (headers: Record<string, string> = {}) => {
      const first = await room.owner.client.request(`/files/archives/${id}/1`, { redirect: 'manual' })
      return room.owner.client.request(first.headers.get('location') ?? '', { headers })
    }
    const whole = await taken()
    const zip = Buffer.from(await whole.arrayBuffer())
    expect([whole.status, zip.length > 24 * MIB]).toEqual([200, true])
    // Across two of the pieces that it was sent in.
    const [from, to] = [8 * MIB - 10, 8 * MIB + 10]
    const part = await taken({ range: `bytes=${from}-${to}` })
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes ${from}-${to}/${zip.length}`,
    ])
    expect(Buffer.from(await part.arrayBuffer()).equals(zip.subarray(from, to + 1))).toBe(true)
    const folder = mkdtempSync(path.join(os.tmpdir(), 'helioroom-taken-'))
    writeFileSync(path.join(folder, 'atlas-001.zip'), zip)
    const { status, failed, text } = runVerifier([folder])
    rmSync(folder, { recursive: true, force: true })
    expect([status, failed]).toEqual([0, []])
    expect(text).toContain('everything: unchanged since')
    await cancelArchive(room, id)
    await expect.poll(partsThere, { timeout: 30_000 }).toEqual({ whole: [], begun: [] })
  })

  test('one that was killed goes on behind its last whole part, and nothing is left of what was begun', async () => {
    const once = await beginArchive(database, room)
    const plain = over(storage)
    await plain.run(once)
    const whole = await partsIn(storage, plain.archives, once)
    expect(whole.length).toBeGreaterThan(2)
    await cancelArchive(room, once)

    const id = await beginArchive(database, room)
    const dying = dyingAt(storage, 2)
    void over(dying.storage).run(id)
    await dying.killed
    expect(await stateOf(id)).toMatchObject({ state: 'RUNNING' })
    expect((await partsThere()).begun).toHaveLength(1)
    const { storage: counting, keys } = countingPuts(storage)
    const next = over(counting)
    await next.run(id)
    expect(await stateOf(id)).toMatchObject({ state: 'READY' })
    const parts = await partsIn(storage, next.archives, id)
    expect([parts.length, keys.length]).toEqual([whole.length, whole.length - 1])
    const same = (all: readonly Buffer[]) =>
      [...together(all)]
        .filter(([name]) => !/signature|timestamps/.test(name))
        .map(([name, bytes]) => [name, bytes.length, bytes.subarray(0, 64).toString('base64')])
    expect(same(parts)).toEqual(same(whole))
    await expect.poll(async () => (await partsThere()).whole.length, { timeout: 30_000 }).toBe(parts.length)
    expect((await partsThere()).begun).toEqual([])

    // A byte that changes in the bucket is found; what was written verifies again.
    const [made = []] = await next.archives.parts([id])
    const name = (await partsThere()).whole.find((each) => each.endsWith(keyOfPart(made[1]?.id ?? ''))) ?? ''
    const store = plainClient(bucket)
    const { Body } = await store.send(new GetObjectCommand({ Bucket: bucket.bucket, Key: name }))
    const bytes = Buffer.from((await Body?.transformToByteArray()) ?? [])
    const put = (content: Buffer) =>
      store.send(new PutObjectCommand({ Bucket: bucket.bucket, Key: name, Body: content }))
    const spoilt = Buffer.from(bytes)
    spoilt[5000] = (spoilt[5000] ?? 0) ^ 1
    await put(spoilt)
    await expect(verifyArchive({ db: database.db, archives: next.archives }, id, jobs)).rejects.toThrow(
      'not what was written',
    )
    expect(await stateOf(id)).toMatchObject({ isVerified: false })
    await put(bytes)
    await verifyArchive({ db: database.db, archives: next.archives }, id, jobs)
    expect(await stateOf(id)).toMatchObject({ isVerified: true })
    await cancelArchive(room, id)
  })

  test('one that is cancelled ends, and leaves neither parts nor unfinished uploads', async () => {
    const before = await partsThere()
    const { storage: slow, writing } = slowly(storage)
    const id = await beginArchive(database, room)
    const running = over(slow).run(id)
    await writing
    await cancelArchive(room, id)
    await running
    expect(await stateOf(id)).toMatchObject({ state: 'CANCELLED' })
    await expect.poll(partsThere, { timeout: 30_000 }).toEqual({ ...before, begun: [] })
    const { rows } = await database.pool.query('select from room_archive_part where proof_id = $1', [id])
    expect(rows).toHaveLength(0)
  })
})
