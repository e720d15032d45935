import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { contentOf } from '../../testing/faults/content.ts'
import { databaseOf } from '../../testing/faults/embedded.ts'
import { contributors } from '../../testing/faults/fund.ts'
import { watchMemory } from '../../testing/faults/memory.ts'
import { newDataDir, startProduct } from '../../testing/product.ts'
import type { Room } from '../../testing/room.ts'
import { cancelZip, submitZip, zipState } from '../../testing/zips.ts'
import type { Measure } from '../support/measure.ts'
import { median, medianRatio } from '../support/statistics.ts'

const MB = 1_000_000
const MIB = 1024 * 1024
const FILE = 10 * MB
/** Milliseconds between two questions whether the zip is ready. */
const ASK_EVERY = 150

/**
 * A zip of 1 GB from the request until it can be fetched, against `zip -0` of the same stored files; and the most
 * memory that the server process takes for it, against that for 100 MB.
 */
export const zip: Measure = {
  name: 'zip',
  run: async (_stage, { quick }) => {
    const [small, large] = quick ? [20 * MB, 200 * MB] : [100 * MB, 1000 * MB]
    const rounds = quick ? 3 : 5
    const dataDir = newDataDir()
    const product = await startProduct({
      dataDir,
      env: { DEMO: 'off', WORKERS: '1', STORAGE_RESERVE_BYTES: '0' },
    })
    try {
      const database = databaseOf(dataDir)
      const [room] = await contributors(database, product.address, 1)
      await database.close()
      const smallFolder = await fill(room, 'Small', small)
      const files = storedFiles(dataDir)
      const largeFolder = await fill(room, 'Large', large)
      const toZip = storedFiles(dataDir).filter((file) => !files.includes(file))
      // What is done only once is done.
      await zipByProduct(room, smallFolder)

      let peak = watchMemory(product.pid)
      for (let round = 0; round < rounds; round += 1) await zipByProduct(room, smallFolder)
      const smallPeak = peak()
      peak = watchMemory(product.pid)
      const rates = { ours: [] as number[], bare: [] as number[] }
      const sides = {
        ours: () => zipByProduct(room, largeFolder),
        bare: () => bareZip(dataDir, toZip),
      }
      for (let round = 0; round < rounds; round += 1) {
        const order = ['ours', 'bare'] as const
        for (const side of round % 2 === 0 ? order : order.toReversed()) {
          const began = performance.now()
          const after = await sides[side]()
          rates[side].push(large / MB / ((performance.now() - began) / 1000))
          await after?.()
        }
      }
      const largePeak = peak()
      return [
        {
          title: `zip of ${large / MB} MB`,
          ours: `${Math.round(median(rates.ours))} MB/s`,
          floor: `${Math.round(median(rates.bare))} MB/s`,
          value: medianRatio(rates.ours, rates.bare),
          target: { atLeast: 0.5 },
        },
        {
          title: `memory, zip of ${large / MB} MB to ${small / MB} MB`,
          ours: `${Math.round(largePeak / MIB)} MiB`,
          floor: `${Math.round(smallPeak / MIB)} MiB`,
          value: largePeak / smallPeak,
          target: { atMost: 1.2 },
        },
      ]
    } finally {
      await product.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
}

/** A folder with that many bytes in files of 10 MB. */
async function fill(room: Room, name: string, bytes: number): Promise<string> {
  const [folder] = await room.createFolders([name])
  const parentId = folder?.id ?? ''
  for (let number = 0; number < bytes / FILE; number += 1) {
    const announced = await room.announce([{ name: `Survey ${number}.las`, size: FILE, parentId }])
    for (const upload of announced) await room.put(upload, contentOf(number, FILE))
    await room.confirm(announced)
  }
  return parentId
}

/** Every stored file, by its path. */
const storedFiles = (dataDir: string): string[] =>
  readdirSync(path.join(dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))

/** @returns what removes the zip again */
async function zipByProduct(room: Room, folder: string): Promise<() => Promise<unknown>> {
  const { zipExport } = await submitZip(room, [folder])
  const id = zipExport?.id ?? ''
  for (;;) {
    const { state } = await zipState(room, id)
    if (state === 'READY') return () => cancelZip(room, id)
    if (state !== 'QUEUED' && state !== 'RUNNING') throw new Error(`The zip is ${state}.`)
    await sleep(ASK_EVERY)
  }
}

/** `zip -0`, or where there is none, its bare work: each file read, its checksum made, and written behind the last. */
async function bareZip(dataDir: string, files: readonly string[]): Promise<() => Promise<void>> {
  const target = path.join(dataDir, 'bare', 'bare.zip')
  await mkdir(path.dirname(target), { recursive: true })
  const { error } = spawnSync('zip', ['-0', '-q', '-j', target, ...files])
  if (error) await concatenated(target, files)
  const handle = await open(target, 'r+')
  // The product, too, waits until the disk has it.
  await handle.sync()
  await handle.close()
  return async () => rmSync(target)
}

async function concatenated(target: string, files: readonly string[]): Promise<void> {
  const buffer = Buffer.allocUnsafeSlow(512 * 1024)
  const out = await open(target, 'w')
  for (const file of files) {
    const source = await open(file, 'r')
    for (let crc = 0; ; ) {
      const { bytesRead } = await source.read(buffer)
      if (bytesRead === 0) break
      crc = crc32(buffer.subarray(0, bytesRead), crc)
      await out.write(buffer, 0, bytesRead)
    }
    await source.close()
  }
  await out.close()
}
