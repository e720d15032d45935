import { randomBytes } from 'node:crypto'
import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, statfs } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { packets, testStorage } from './contract.fixture.ts'
import { remembered } from './createStorage.ts'
import { abortBefore, createDiskStorage, NotRemovedError, StorageFullError } from './index.ts'
import { smallDisk } from './smallDisk.fixture.ts'

const KEY = '019a2b3c-0000-7000-8000-000000000001'
const MIB = 1024 * 1024

const newFolder = (): Promise<string> => mkdtemp(path.join(os.tmpdir(), 'helioroom-storage-'))

testStorage('a disk', async () => {
  const folder = await newFolder()
  return {
    open: () => createDiskStorage({ root: folder, reserveBytes: 0 }),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
})

let root = ''
beforeEach(async () => {
  root = await newFolder()
})
afterEach(() => rm(root, { recursive: true, force: true }))

const everyFile = (): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))

test('a part is read into memory of its size, the whole into two pieces that are used again', async () => {
  const storage = await createDiskStorage({ root, reserveBytes: 0 })
  const size = 3 * MIB + 17
  await storage.put(KEY, Readable.from(packets(size)), { size })
  const memory = new Set<ArrayBufferLike>()
  await storage.read(KEY, { start: 0, end: size - 1 }, async (chunk) => void memory.add(chunk.buffer))
  expect(memory.size).toBe(2)
  const small = new Set<number>()
  await storage.read(KEY, { start: 5, end: 14 }, async (chunk) => void small.add(chunk.buffer.byteLength))
  expect([...small]).toEqual([10])
})

test('a file arrives beside the others, and gets into the folder of its key once it is whole', async () => {
  const storage = await createDiskStorage({ root, reserveBytes: 0 })
  const source = new Readable({ read() {} })
  const arriving = storage.put(KEY, source, { size: 5 })
  await expect.poll(everyFile).toEqual([expect.stringMatching(new RegExp(`^incoming/${KEY}\\.`))])
  source.push('first')
  source.push(null)
  await arriving
  expect(everyFile()).toEqual([expect.stringMatching(new RegExp(`^[0-9a-f]{2}/${KEY}$`))])
})

test('what can’t be removed is named, and all others are gone', async () => {
  const storage = await createDiskStorage({ root, reserveBytes: 0 })
  const keys = ['a', 'b', 'c'] as const
  for (const key of keys) await storage.put(key, Readable.from([Buffer.from('x')]), { size: 1 })
  const [stuck] = everyFile().filter((file) => file.endsWith('/b'))
  // A folder in its place, which is no file to remove.
  await rm(path.join(root, stuck ?? ''))
  await mkdir(path.join(root, stuck ?? ''))
  const error = await storage.remove(keys).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(NotRemovedError)
  expect(error).toMatchObject({ keys: new Set(['b']) })
  expect(everyFile()).toEqual([])
})

test('whether it can be written is asked once in a while, however often, and a failure is told as well', async () => {
  let asked = 0
  let works = true
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const check = remembered(async () => {
    asked += 1
    if (!works) throw new Error('EROFS')
  }, 60)
  await Promise.all([check(), check(), check()])
  expect(asked).toBe(1)
  works = false
  vi.advanceTimersByTime(59)
  await check()
  vi.advanceTimersByTime(1)
  await expect(check()).rejects.toThrow('EROFS')
  await expect(check()).rejects.toThrow('EROFS')
  expect(asked).toBe(2)
  works = true
  vi.advanceTimersByTime(60)
  await check()
})

test('the reserve is kept: before a transfer, and with all running ones counted', async () => {
  const { bavail, bsize } = await statfs(root)
  const reserveBytes = bavail * bsize - 200 * MIB
  const storage = await createDiskStorage({ root, reserveBytes })
  await storage.ensureSpace?.(50 * MIB)
  await expect(storage.ensureSpace?.(400 * MIB)).rejects.toThrow(StorageFullError)
  await expect(storage.put(KEY, Readable.from(packets(10)), { size: 400 * MIB })).rejects.toThrow(
    StorageFullError,
  )
  const slow = new Readable({ read() {} })
  const running = storage.put(KEY, slow, { size: 150 * MIB })
  await expect
    .poll(() => storage.ensureSpace?.(100 * MIB).catch((error: unknown) => error))
    .toBeInstanceOf(StorageFullError)
  slow.push(null)
  await expect(running).rejects.toThrow()
  await storage.ensureSpace?.(50 * MIB)
  expect(everyFile()).toEqual([])
})

const bytesIn = (folder: string): number =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0)

test('a disk that gets full refuses, leaves nothing, and takes files again', async () => {
  const { folder, reserveBytes, remove } = await smallDisk(root, 8 * MIB)
  try {
    const storage = await createDiskStorage({ root: folder, reserveBytes })
    await expect(storage.ensureSpace?.(9 * MIB)).rejects.toThrow(StorageFullError)
    // Another program takes the rest of the disk while the transfer runs.
    const source = Readable.from(
      (async function* () {
        yield* packets(2 * MIB)
        await expect.poll(() => bytesIn(path.join(folder, 'incoming'))).toBeGreaterThan(0)
        writeFileSync(path.join(folder, 'greedy'), randomBytes(5 * MIB))
        yield* packets(3 * MIB)
      })(),
    )
    await expect(storage.put(KEY, source, { size: 5 * MIB })).rejects.toThrow(StorageFullError)
    expect(readdirSync(path.join(folder, 'incoming'))).toEqual([])
    await rm(path.join(folder, 'greedy'))
    await storage.put(KEY, Readable.from(packets(4 * MIB)), { size: 4 * MIB })
    expect(await storage.head(KEY)).toBe(4 * MIB)
  } finally {
    remove()
  }
})

test('remains of any name are ended once they are old, as those that a former version left', async () => {
  const storage = await createDiskStorage({ root, reserveBytes: 0 })
  const files = [
    '019a2b3c-0000-7000-8000-0000000000aa',
    'probe-019a2b3c-0000-7000-8000-0000000000aa',
    'recent',
  ]
  for (const name of files) writeFileSync(path.join(root, 'incoming', name), 'x')
  const long = Date.now() / 1000 - 3600
  for (const name of files.slice(0, 2)) utimesSync(path.join(root, 'incoming', name), long, long)
  await abortBefore(storage, new Date(Date.now() - 60_000))
  expect(everyFile()).toEqual([path.join('incoming', 'recent')])
})

test('says whether it can be written, and keeps others out', async () => {
  const storage = await createDiskStorage({ root, reserveBytes: 0 })
  await storage.checkWritable()
  expect(everyFile()).toEqual([])
  if (process.platform !== 'win32') expect(statSync(path.join(root, 'incoming')).mode & 0o077).toBe(0)
  await rm(path.join(root, 'incoming'), { recursive: true })
  await expect(storage.checkWritable()).rejects.toThrow(/ENOENT/)
})
