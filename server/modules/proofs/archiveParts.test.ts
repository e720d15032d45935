import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import type { Storage } from '../../platform/storage/index.ts'
import { type Archives, keyOfPart } from '../archives/index.ts'
import {
  type ArchivedRoom,
  archivedRoomOf,
  archivesOver,
  beginArchive,
  cancelArchive,
  countingPuts,
  dyingAt,
  entriesOf,
  filesOf,
  partsIn,
  rowsOf,
  slowly,
  storageOf,
  together,
} from './archives.fixture.ts'
import { verifyArchive } from './archiving.ts'

const database = testDatabase()
let server: TestServer
let room: ArchivedRoom
let storage: Storage

/** Bytes of a part, so that the room has several. */
const PART_BYTES = 300_000
const FILES = 12

beforeAll(async () => {
  server = await startTestServer(database)
  room = await archivedRoomOf(database, server)
  for (let at = 0; at < FILES; at += 1) {
    await room.upload(`File ${at}.bin`, room.offtake.id, Buffer.alloc(100_000, `${at} `))
  }
  storage = await storageOf(server)
}, 60_000)
afterAll(() => server.close())

const over = (used: Storage, partBytes = PART_BYTES) => archivesOver({ database, server }, used, partBytes)
const begin = () => beginArchive(database, room)
const partsOf = (archives: Archives, id: string) => partsIn(storage, archives, id)

const stateOf = async (id: string) => {
  const { rows } = await database.pool.query<{ state: string; failure: string | null; progress: number }>(
    'select state, failure, progress from room_proof where id = $1',
    [id],
  )
  return rows[0]
}

/** Keys under which the storage has anything, whole or not. */
const stored = (): string[] =>
  readdirSync(filesOf(server), { recursive: true })
    .map(String)
    .filter((name) => name.includes('archive-'))

test('each part is a whole zip, no file is in two of them, and the last one lists all', async () => {
  const { archives, run } = over(storage)
  const id = await begin()
  await run(id)
  expect(await stateOf(id)).toMatchObject({ state: 'READY', progress: 1 })
  const parts = await partsOf(archives, id)
  expect(parts.length).toBeGreaterThan(4)
  for (const part of parts.slice(0, -1)) expect(part.length).toBeLessThan(PART_BYTES + 5000)
  const entries = together(parts)
  expect(entries.size).toBe(parts.reduce((sum, part) => sum + entriesOf(part).size, 0))
  const files = rowsOf<{ path: string; part: number; sha256: string }>(entries, 'files')
  for (const { path: name, part, sha256 } of files) {
    const bytes = entriesOf(parts[part - 1] ?? Buffer.alloc(0)).get(name)
    expect(
      createHash('sha256')
        .update(bytes ?? '')
        .digest('hex'),
    ).toBe(sha256)
  }
  expect(files.filter(({ path: name }) => name.startsWith('files/'))).toHaveLength(FILES)
  const manifest = JSON.parse(entries.get('manifest.json')?.toString() ?? '') as { parts: { name: string }[] }
  expect(manifest.parts).toHaveLength(parts.length)
  const second = JSON.parse(entries.get('parts/part-002.json')?.toString() ?? '') as { previous: string }
  expect(second.previous).toBe(manifest.parts[0]?.name)
}, 60_000)

test('one that was killed goes on behind its last whole part, and comes to the same', async () => {
  const plain = over(storage)
  const once = await begin()
  await plain.run(once)
  const whole = await partsOf(plain.archives, once)

  const { storage: dying, begun, killed } = dyingAt(storage, 3)
  const id = await begin()
  void over(dying).run(id)
  await killed
  expect(await stateOf(id)).toMatchObject({ state: 'RUNNING' })
  const { storage: counting, keys: again } = countingPuts(storage)
  const next = over(counting)
  await next.run(id)
  expect(await stateOf(id)).toMatchObject({ state: 'READY' })
  const parts = await partsOf(next.archives, id)
  // The first two stayed as they were.
  expect([begun.length, again.length]).toEqual([3, whole.length - 2])
  expect(parts.length).toBe(whole.length)
  for (const [at, part] of parts.slice(0, -1).entries()) expect(part.equals(whole[at] ?? part)).toBe(true)
  const same = (all: readonly Buffer[]) =>
    [...together(all)]
      .filter(([name]) => !/signature|timestamps/.test(name))
      .map(([name, bytes]) => [name, bytes.toString('base64')])
  expect(same(parts)).toEqual(same(whole))
  // Nothing is left of what the first one was writing.
  const keys = stored().filter((name) => begun.slice(2).some((key) => name.includes(key)))
  expect(keys).toEqual([])
}, 60_000)

test('one that is cancelled ends within a second, and leaves nothing in the storage', async () => {
  const before = stored().length
  const { storage: slow, writing } = slowly(storage)
  const id = await begin()
  const running = over(slow, 10_000_000).run(id)
  await writing
  await cancelArchive(room, id)
  const cancelled = Date.now()
  await running
  expect(Date.now() - cancelled).toBeLessThan(1500)
  expect(await stateOf(id)).toMatchObject({ state: 'CANCELLED' })
  expect(stored().length).toBe(before)
  for (const table of ['room_archive_part', 'room_archive_file', 'room_archive_row']) {
    const { rows } = await database.pool.query(`select from ${table} where proof_id = $1`, [id])
    expect([table, rows.length]).toEqual([table, 0])
  }
}, 60_000)

test('it ends once whoever asked for it may no longer have it', async () => {
  const id = await begin()
  await database.pool.query(
    `delete from role_permission where codename = 'dealroom:admin' and role_id = (
       select role_id from user_group where id = $1)`,
    [room.owner.groupId],
  )
  await database.pool.query(
    `delete from role_permission where codename = 'org:admin' and role_id = (
       select role_id from user_group where id = $1)`,
    [room.owner.groupId],
  )
  await over(storage).run(id)
  expect(await stateOf(id)).toMatchObject({
    state: 'FAILED',
    failure: 'Whoever asked for it no longer has access to all that it tells of.',
  })
  await database.pool.query(
    `insert into role_permission (role_id, codename, organisation_id)
     select role_id, codename, organisation_id from user_group, unnest(array['dealroom:admin', 'org:admin']) as codename
     where id = $1`,
    [room.owner.groupId],
  )
})

test('an archive is verified in the storage, and a file that is no longer what was uploaded is not put in', async () => {
  const fileOf = (key: string): string => {
    const found = readdirSync(filesOf(server), { recursive: true })
      .map(String)
      .find((name) => path.basename(name) === key)
    return path.join(server.dataDir, 'files', found ?? '')
  }
  const { rows } = await database.pool.query<{ id: string }>(
    `select v.id from document_version v join document d on d.id = v.document_id where d.name = 'File 3.bin'`,
  )
  const damaged = fileOf(rows[0]?.id ?? '')
  const original = readFileSync(damaged)
  writeFileSync(damaged, Buffer.alloc(original.length, 'x'))
  const { archives, run } = over(storage)
  const id = await begin()
  await run(id)
  const entries = together(await partsOf(archives, id))
  expect([...entries.keys()].some((name) => name.endsWith('File 3.bin'))).toBe(false)
  const document = rowsOf<{ name: string; versions: { leftOut?: string; file?: string }[] }>(
    entries,
    'documents',
  ).find(({ name }) => name === 'File 3.bin')
  expect(document?.versions[0]).toMatchObject({
    leftOut: 'The stored file is not the one that was uploaded: its SHA-256 is another one.',
  })
  writeFileSync(damaged, original)
  const job = { signal: new AbortController().signal, last: true }
  const verifiedAt = async () => {
    const { rows: found } = await database.pool.query<{ at: Date | null }>(
      'select verified_at as at from room_proof where id = $1',
      [id],
    )
    return found[0]?.at ?? null
  }
  const [parts = []] = await archives.parts([id])
  const part = fileOf(keyOfPart(parts[1]?.id ?? ''))
  const bytes = readFileSync(part)
  writeFileSync(part, Buffer.concat([bytes.subarray(0, 500), Buffer.from([1]), bytes.subarray(501)]))
  await expect(verifyArchive({ db: database.db, archives }, id, job)).rejects.toThrow('not what was written')
  expect(await verifiedAt()).toBeNull()
  writeFileSync(part, bytes)
  await verifyArchive({ db: database.db, archives }, id, job)
  expect(await verifiedAt()).not.toBeNull()
}, 60_000)
