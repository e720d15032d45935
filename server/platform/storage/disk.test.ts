import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, statfs } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stored } from '../../../testing/stored.ts'
import { createDiskStorage, StorageFullError, TooLargeError } from './index.ts'

const KEY = '019a2b3c-0000-7000-8000-000000000001'
const MIB = 1024 * 1024

let root = ''
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'helioroom-storage-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const everyFile = (): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))

/** Random bytes in packets as a socket gives them, with a pause after each if wanted. */
async function* packets(bytes: number, { pause = false, size = 65_536 } = {}): AsyncGenerator<Buffer> {
  for (let sent = 0; sent < bytes; sent += size) {
    yield randomBytes(Math.min(size, bytes - sent))
    if (pause) await sleep(1)
  }
}

test('bytes come back as they were, with size and SHA-256', async () => {
  const storage = await createDiskStorage({ root, reserveBytes: 0 })
  for (const size of [0, 1, 65_537, 3 * MIB + 17]) {
    const bytes = randomBytes(size)
    const packed = Readable.from(
      Array.from({ length: Math.ceil(size / 10_007) }, (_, at) =>
        bytes.subarray(at * 10_007, (at + 1) * 10_007),
      ),
    )
    const staged = await storage.stage(packed, { limit: size })
    expect([staged.size, staged.sha256]).toEqual([size, createHash('sha256').update(bytes).digest()])
    expect(await storage.settle(KEY)).toBe(null)
    await staged.commit(KEY)
    expect(await storage.settle(KEY)).toBe(size)
    expect((await stored(storage, KEY)).equals(bytes)).toBe(true)
    await staged.discard()
    await storage.remove(KEY)
    expect(await storage.settle(KEY)).toBe(null)
  }
  expect(everyFile()).toEqual([])
})

test('what was removed or replaced right after it came is settled as it is now', async () => {
  const storage = await createDiskStorage({ root, reserveBytes: 0 })
  const put = async (text: string) =>
    (await storage.stage(Readable.from([Buffer.from(text)]), { limit: 100 })).commit(KEY)
  await put('gone at once')
  await storage.remove(KEY)
  expect(await storage.settle(KEY)).toBe(null)
  await put('first')
  await put('second and longer')
  expect(await Promise.all([storage.settle(KEY), storage.settle(KEY)])).toEqual([17, 17])
  await storage.remove(KEY)
})

test('a part of the bytes is read by its first and last', async () => {
  const storage = await createDiskStorage({ root, reserveBytes: 0 })
  await (await storage.stage(Readable.from([Buffer.from('0123456789')]), { limit: 10 })).commit(KEY)
  expect((await stored(storage, KEY, { start: 2, end: 4 })).toString()).toBe('234')
  expect((await stored(storage, KEY, { start: 9, end: 9 })).toString()).toBe('9')
})

test('a copy waits for each chunk, uses the same memory for all, and ends with its receiver', async () => {
  const storage = await createDiskStorage({ root, reserveBytes: 0 })
  const size = 3 * MIB + 17
  await (await storage.stage(Readable.from(packets(size)), { limit: size })).commit(KEY)
  const memory = new Set<ArrayBufferLike>()
  let waiting = 0
  let most = 0
  await storage.copy(KEY, { start: 0, end: size - 1 }, async (chunk) => {
    memory.add(chunk.buffer)
    waiting += 1
    most = Math.max(most, waiting)
    await sleep(1)
    waiting -= 1
  })
  expect([most, memory.size]).toEqual([1, 2])
  const small = new Set<number>()
  await storage.copy(KEY, { start: 5, end: 14 }, async (chunk) => void small.add(chunk.buffer.byteLength))
  expect([...small]).toEqual([10])
  let chunks = 0
  const gone = storage.copy(KEY, { start: 0, end: size - 1 }, async () => {
    chunks += 1
    throw new Error('gone')
  })
  await expect(gone).rejects.toThrow('gone')
  expect(chunks).toBe(1)
  await expect(storage.copy(KEY, { start: 0, end: size }, async () => {})).rejects.toThrow(RangeError)
  const missing = storage.copy('missing', { start: 0, end: 0 }, async () => {})
  await expect(missing).rejects.toMatchObject({ code: 'ENOENT' })
})

test('a file is in its final place only once it is whole, and a second commit takes its place', async () => {
  const storage = await createDiskStorage({ root, reserveBytes: 0 })
  const first = await storage.stage(Readable.from([Buffer.from('first')]), { limit: 10 })
  expect(everyFile()).toEqual([expect.stringMatching(/^incoming\//)])
  await first.commit(KEY)
  expect(everyFile()).toEqual([expect.stringMatching(new RegExp(`^[0-9a-f]{2}/${KEY}$`))])
  const second = await storage.stage(Readable.from([Buffer.from('second')]), { limit: 10 })
  await second.commit(KEY)
  expect((await stored(storage, KEY)).toString()).toBe('second')
})

test('of several that claim a key one gets it, written to the disk soon, here or at another process', async () => {
  const storages = await Promise.all([1, 2, 3].map(() => createDiskStorage({ root, reserveBytes: 0 })))
  const all = await Promise.all(
    storages.map((storage, at) => storage.stage(Readable.from([Buffer.from(`${at}`)]), { limit: 1 })),
  )
  const claimed = await Promise.all(all.map((staged) => staged.claim(KEY)))
  expect(claimed.filter(Boolean)).toHaveLength(1)
  await expect(claimed.find((one) => one !== null)?.written).resolves.toBeUndefined()
  const [storage] = storages
  if (!storage) throw new Error('no storage')
  expect((await stored(storage, KEY)).toString()).toBe(`${claimed.findIndex(Boolean)}`)
  // Those that came too late wait to be discarded; nothing of the first stays among what is arriving.
  expect(everyFile()).toHaveLength(3)
  for (const staged of all) await Promise.all([staged.discard(), staged.discard()])
  expect(everyFile()).toEqual([expect.stringMatching(new RegExp(`^[0-9a-f]{2}/${KEY}$`))])
  await storage.remove(KEY)
  const [again] = all
  expect(await again?.claim(KEY).catch((error) => error.code)).toBe('ENOENT')
})

test('what is discarded, too long, broken off or full leaves nothing', async () => {
  const storage = await createDiskStorage({ root, reserveBytes: 0 })
  await (await storage.stage(Readable.from([Buffer.from('x')]), { limit: 10 })).discard()
  expect(everyFile()).toEqual([])
  await expect(storage.stage(Readable.from(packets(3 * MIB)), { limit: 3 * MIB - 1 })).rejects.toThrow(
    TooLargeError,
  )
  expect(everyFile()).toEqual([])
  const broken = Readable.from(
    (async function* () {
      yield* packets(2 * MIB)
      throw new Error('the line broke')
    })(),
  )
  await expect(storage.stage(broken, { limit: 3 * MIB })).rejects.toThrow('the line broke')
  expect(everyFile()).toEqual([])
})

test('the reserve is kept: before a transfer, and with all running ones counted', async () => {
  const { bavail, bsize } = await statfs(root)
  const reserveBytes = bavail * bsize - 200 * MIB
  const storage = await createDiskStorage({ root, reserveBytes })
  await storage.ensureSpace(50 * MIB)
  await expect(storage.ensureSpace(400 * MIB)).rejects.toThrow(StorageFullError)
  await expect(storage.stage(Readable.from(packets(10)), { limit: 400 * MIB })).rejects.toThrow(
    StorageFullError,
  )
  const slow = new Readable({ read() {} })
  const running = storage.stage(slow, { limit: 150 * MIB })
  await sleep(50)
  await expect(storage.ensureSpace(100 * MIB)).rejects.toThrow(StorageFullError)
  slow.push(null)
  await (await running).discard()
  await storage.ensureSpace(50 * MIB)
  expect(everyFile()).toEqual([])
})

/**
 * A disk of 8 MiB: a real one where this user may mount, else a folder of which the reserve leaves 8 MiB.
 */
async function smallDisk(): Promise<{ folder: string; reserveBytes: number; remove: () => void }> {
  const folder = path.join(root, 'small')
  await mkdir(folder)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder], { stdio: 'pipe' })
    return { folder, reserveBytes: 0, remove: () => execFileSync('umount', ['--lazy', folder]) }
  } catch {
    const { bavail, bsize } = await statfs(folder)
    return { folder, reserveBytes: bavail * bsize - 8 * MIB, remove: () => {} }
  }
}

test('a disk that gets full refuses, leaves nothing, and takes files again', async () => {
  const { folder, reserveBytes, remove } = await smallDisk()
  try {
    const storage = await createDiskStorage({ root: folder, reserveBytes })
    await expect(storage.ensureSpace(9 * MIB)).rejects.toThrow(StorageFullError)
    // Another program takes the rest of the disk while the transfer runs.
    const source = Readable.from(
      (async function* () {
        yield* packets(2 * MIB)
        await sleep(20)
        writeFileSync(path.join(folder, 'greedy'), randomBytes(5 * MIB))
        yield* packets(3 * MIB)
      })(),
    )
    await expect(storage.stage(source, { limit: 5 * MIB })).rejects.toThrow(StorageFullError)
    expect(readdirSync(path.join(folder, 'incoming'))).toEqual([])
    await rm(path.join(folder, 'greedy'))
    const staged = await storage.stage(Readable.from(packets(4 * MIB)), { limit: 4 * MIB })
    await staged.commit(KEY)
    expect(await storage.settle(KEY)).toBe(4 * MIB)
  } finally {
    remove()
  }
})

test('memory does not grow with the file, though the disk is slower than the sender', async () => {
  const storage = await createDiskStorage({ root, reserveBytes: 0 })
  const chunk = randomBytes(65_536)
  const endless = async function* () {
    for (let sent = 0; sent < 128 * MIB; sent += chunk.length) yield Buffer.from(chunk)
  }
  const before = process.memoryUsage().rss
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 5)
  const staged = await storage.stage(Readable.from(endless()), { limit: 128 * MIB })
  clearInterval(watch)
  await staged.discard()
  expect(peak - before).toBeLessThan(64 * MIB)
})

test('the sweep removes old remains, but neither new ones nor running transfers', async () => {
  const storage = await createDiskStorage({ root, reserveBytes: 0 })
  const old = path.join(root, 'incoming', 'old')
  const recent = path.join(root, 'incoming', 'recent')
  writeFileSync(old, 'x')
  writeFileSync(recent, 'x')
  const long = Date.now() / 1000 - 3600
  utimesSync(old, long, long)
  const staged = await storage.stage(Readable.from(packets(10)), { limit: 10 })
  for (const name of readdirSync(path.join(root, 'incoming'))) {
    if (name !== 'recent') utimesSync(path.join(root, 'incoming', name), long, long)
  }
  await storage.sweepIncoming(60_000)
  expect(everyFile()).toHaveLength(2)
  await staged.commit(KEY)
  expect(await storage.settle(KEY)).toBe(10)
})

test('a key is a plain file name', async () => {
  const storage = await createDiskStorage({ root, reserveBytes: 0 })
  for (const key of ['../x', 'a/b', '', '.', '..', 'a\0b', '.hidden', 'a\\b', 'x'.repeat(200)]) {
    await expect(storage.settle(key)).rejects.toThrow(RangeError)
    await expect(storage.copy(key, { start: 0, end: 0 }, async () => {})).rejects.toThrow(RangeError)
  }
})

test('says whether it can be written, and keeps others out', async () => {
  const storage = await createDiskStorage({ root, reserveBytes: 0 })
  await storage.checkWritable()
  expect(everyFile()).toEqual([])
  if (process.platform !== 'win32') expect(statSync(path.join(root, 'incoming')).mode & 0o077).toBe(0)
  await rm(path.join(root, 'incoming'), { recursive: true })
  await expect(storage.checkWritable()).rejects.toThrow(/ENOENT/)
})
