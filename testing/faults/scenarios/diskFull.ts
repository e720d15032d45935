import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { mountMemory, unmountMemory } from '../../memoryDisk.ts'
import { allReady, type Scenario } from './scenario.ts'

const MB = 1024 * 1024
/** Of the disk with the contents and the database. */
const SIZE = 900 * MB
const FULL_MS = 8000
const TIMES = 3

const mount = (folder: string): boolean => mountMemory(folder, SIZE, '711')

/** Writes until nothing more fits. */
function fill(file: string): void {
  const handle = openSync(file, 'w')
  const piece = Buffer.alloc(MB)
  try {
    for (;;) writeSync(handle, piece)
  } catch {
    // It is full.
  }
  try {
    for (;;) writeSync(handle, piece.subarray(0, 4096))
  } catch {
    // To the last page.
  }
  closeSync(handle)
}

/** The disk of contents and database is filled to the last byte, under writing, and emptied again. */
export const diskFull: Scenario = {
  name: 'disk-full',
  share: 0,
  lacks: async () => {
    const folder = path.join('/dev/shm', `helioroom-mount-${process.pid}`)
    mkdirSync(folder, { recursive: true })
    const canMount = mount(folder)
    if (canMount) unmountMemory(folder)
    rmSync(folder, { recursive: true })
    return canMount ? null : 'nothing may be mounted here, and the disk of the machine is not filled up'
  },
  own: async (folder) => {
    mkdirSync(folder, { recursive: true })
    if (!mount(folder)) throw new Error(`Nothing can be mounted at ${folder}.`)
    return { options: { files: 'disk' }, close: () => void unmountMemory(folder) }
  },
  run: async ({ cluster, say }) => {
    const { dataDir } = cluster.options
    const ballast = path.join(dataDir, 'ballast')
    for (let time = 0; time < TIMES; time += 1) {
      fill(ballast)
      await sleep(FULL_MS)
      const { bavail, bsize } = statfsSync(dataDir)
      rmSync(ballast)
      await allReady(cluster)
      say(`${bavail * bsize} bytes were left for ${FULL_MS / 1000} s, and all are ready again`)
      await sleep(3000)
    }
  },
}
