import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { afterEach, beforeEach, expect, onTestFinished, type TestContext, test } from 'vitest'
import { packets } from './contract.fixture.ts'
import { createDiskStorage, type Storage, StorageFullError } from './index.ts'
import { type SmallDisk, smallDisk } from './smallDisk.fixture.ts'

/** The room of a disk that several processes store on: each opens the folder by itself. */

const MIB = 1024 * 1024
const GIB = 1024 * MIB
const KEYS = ['019a2b3c-0000-7000-8000-000000000001', '019a2b3c-0000-7000-8000-000000000002'] as const

let root = ''
let mounted: SmallDisk | undefined
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'helioroom-room-'))
})
afterEach(async () => {
  mounted?.remove()
  mounted = undefined
  await rm(root, { recursive: true, force: true })
})

/** A disk on which nobody else stores a few MiB meanwhile; where this user may mount none, the test is left out. */
async function diskOf(bytes: number, { skip }: Pick<TestContext, 'skip'>): Promise<SmallDisk> {
  mounted = await smallDisk(root, bytes)
  skip(!mounted.isOwn, 'needs a disk of its own')
  return mounted
}
const openOn = ({ folder, reserveBytes }: Pick<SmallDisk, 'folder' | 'reserveBytes'>): Promise<Storage> =>
  createDiskStorage({ root: folder, reserveBytes })

/** Whether there is room for so many bytes. */
const takes = async (storage: Storage, bytes: number): Promise<boolean> => {
  try {
    await storage.ensureSpace?.(bytes)
    return true
  } catch (error) {
    expect(error).toBeInstanceOf(StorageFullError)
    return false
  }
}

/** A transfer of which nothing has been sent yet. */
function begin(storage: Storage, key: string, size: number) {
  const source = new PassThrough()
  const stored = storage.put(key, source, { size })
  const outcome = stored.then(
    () => 'stored',
    (error: unknown) => (error instanceof Error ? error.name : 'unknown'),
  )
  return {
    source,
    outcome,
    async send(bytes: number) {
      for await (const packet of packets(bytes)) if (!source.write(packet)) await once(source, 'drain')
    },
    async breakOff() {
      source.end()
      return outcome
    },
  }
}

const filesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : [])
const arriving = ({ folder }: Pick<SmallDisk, 'folder'>) => filesIn(path.join(folder, 'incoming'))
const reservations = ({ folder }: Pick<SmallDisk, 'folder'>) => filesIn(path.join(folder, 'reserved'))
const fileOf = ({ folder }: SmallDisk): string => {
  const [name = ''] = reservations({ folder })
  return path.join(folder, 'reserved', name)
}
/** Makes a file one that was last written so many seconds ago. */
const age = (file: string, seconds: number): void => {
  const at = Date.now() / 1000 - seconds
  utimesSync(file, at, at)
}

test('room that a process has promised to a transfer, another gives to nobody, until the transfer ends', async (context) => {
  const disk = await diskOf(64 * MIB, context)
  const [one, other] = [await openOn(disk), await openOn(disk)]
  const running = begin(one, KEYS[0], 40 * MIB)
  await expect.poll(() => takes(other, 30 * MIB)).toBe(false)
  expect(await takes(other, 20 * MIB)).toBe(true)
  await expect(other.put(KEYS[1], Readable.from(packets(10)), { size: 30 * MIB })).rejects.toThrow(
    StorageFullError,
  )
  expect(arriving(disk)).toEqual([expect.stringContaining(KEYS[0])])
  // What has been stored is used once, not twice.
  await running.send(30 * MIB)
  await expect.poll(() => takes(other, 20 * MIB)).toBe(true)
  expect(await takes(other, 30 * MIB)).toBe(false)
  expect(await running.breakOff()).toBe('TooShortError')
  expect(await takes(other, 60 * MIB)).toBe(true)
  expect(reservations(disk)).toEqual([])
})

test('of two transfers that begin at two processes at the same time, and have room for one, not both run', async (context) => {
  const disk = await diskOf(64 * MIB, context)
  const processes = [await openOn(disk), await openOn(disk)]
  for (let round = 0; round < 10; round += 1) {
    let refused = 0
    const both = processes.map((each, at) => begin(each, KEYS[at] ?? '', 40 * MIB))
    for (const { outcome } of both) void outcome.then(() => (refused += 1))
    await expect.poll(() => refused + arriving(disk).length).toBe(2)
    expect(arriving(disk).length).toBeLessThan(2)
    await Promise.all(both.map((each) => each.breakOff()))
    for (const each of processes) expect(await takes(each, 60 * MIB)).toBe(true)
  }
})

test('a transfer that has no room is refused without being published to the other processes', async (context) => {
  const disk = await diskOf(64 * MIB, context)
  const storage = await openOn(disk)
  await expect(storage.put(KEYS[0], Readable.from(packets(10)), { size: 65 * MIB })).rejects.toThrow(
    StorageFullError,
  )
  expect(existsSync(path.join(disk.folder, 'reserved'))).toBe(false)
})

test('a transfer that runs is not refused for what another process has been promised', async (context) => {
  const disk = await diskOf(100 * MIB, context)
  const one = await openOn(disk)
  const running = begin(one, KEYS[0], 60 * MIB)
  await expect.poll(() => arriving(disk).length).toBe(1)
  // Of what it was promised the other process has stored a part, and has not said so yet.
  writeFileSync(path.join(disk.folder, 'reserved', randomUUID()), String(39 * MIB))
  writeFileSync(path.join(disk.folder, 'theirs'), Buffer.alloc(20 * MIB))
  expect(await takes(one, MIB)).toBe(false)
  await running.send(60 * MIB)
  running.source.end()
  expect(await running.outcome).toBe('stored')
})

test('what a killed process had promised counts for 30 seconds, and nothing of it stays for long', async (context) => {
  const disk = await diskOf(64 * MIB, context)
  const disks = new URL('./disk.ts', import.meta.url).href
  const given = JSON.stringify({ root: disk.folder, reserveBytes: disk.reserveBytes })
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { createDiskStorage } from ${JSON.stringify(disks)}
       const storage = await createDiskStorage(${given})
       await storage.put('${KEYS[0]}', process.stdin, { size: ${40 * MIB} })`,
    ],
    { stdio: ['pipe', 'ignore', 'inherit'] },
  )
  const ended = once(child, 'close')
  onTestFinished(() => void child.kill('SIGKILL'))
  const other = await openOn(disk)
  await expect.poll(() => takes(other, 30 * MIB)).toBe(false)
  child.kill('SIGKILL')
  await ended
  expect(await takes(other, 30 * MIB)).toBe(false)
  age(fileOf(disk), 31)
  expect(await takes(other, 60 * MIB)).toBe(true)
  expect(reservations(disk)).toHaveLength(1)
  age(fileOf(disk), 2 * 3600)
  expect(await takes(other, 60 * MIB)).toBe(true)
  expect(reservations(disk)).toEqual([])
})

test('a process that lives renews what it has promised, however long its transfer takes', async (context) => {
  const disk = await diskOf(64 * MIB, context)
  const running = begin(await openOn(disk), KEYS[0], 40 * MIB)
  const other = await openOn(disk)
  await expect.poll(() => takes(other, 30 * MIB)).toBe(false)
  const file = fileOf(disk)
  age(file, 3000)
  await expect.poll(() => Date.now() - statSync(file).mtimeMs).toBeLessThan(1_000_000)
  expect(await takes(other, 30 * MIB)).toBe(false)
  await running.breakOff()
})

test('what others left there that tells no bytes counts for nothing', async (context) => {
  const disk = await diskOf(64 * MIB, context)
  const running = begin(await openOn(disk), KEYS[0], 40 * MIB)
  const other = await openOn(disk)
  await expect.poll(() => takes(other, 30 * MIB)).toBe(false)
  for (const [name, text] of [
    [randomUUID(), ''],
    [randomUUID(), 'text'],
    ['.nfs0000000000000001', `${20 * MIB}`],
  ] as const) {
    writeFileSync(path.join(disk.folder, 'reserved', name), text)
  }
  expect(await takes(other, 20 * MIB)).toBe(true)
  await running.breakOff()
})

test('while there is plenty small files say nothing to other processes, and large ones do', async () => {
  const { bavail, bsize } = await statfs(root)
  const disk = { folder: root, reserveBytes: bavail * bsize - 12 * GIB }
  const [one, other] = [await openOn(disk), await openOn(disk)]
  const small = begin(one, KEYS[0], 20 * MIB)
  await expect.poll(() => arriving(disk).length).toBe(1)
  expect(reservations(disk)).toEqual([])
  const large = begin(one, KEYS[1], 6 * GIB)
  await expect.poll(() => takes(other, 8 * GIB)).toBe(false)
  expect(await takes(other, 2 * GIB)).toBe(true)
  await large.breakOff()
  expect(await takes(other, 8 * GIB)).toBe(true)
  await small.breakOff()
})
