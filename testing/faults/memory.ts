import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { newDataDir, startProduct } from '../product.ts'
import type { Announced, Room } from '../room.ts'
import { contentOf } from './content.ts'
import { databaseOf } from './embedded.ts'
import { contributors } from './fund.ts'

/** Most memory, in bytes, that the server process may take while a file of any size goes through. */
export const MEMORY_LIMIT = 300 * 1024 * 1024

/** What one file of that size cost the server process. */
export interface TransferMemory {
  /** Bytes of memory before the first transfer. */
  readonly idleBytes: number
  /** Most bytes of memory during the upload, and during the download. */
  readonly upload: number
  readonly download: number
  /** Seconds. */
  readonly uploadTime: number
  readonly downloadTime: number
  /** Whether the content came back with the SHA-256 that was sent. */
  readonly intact: boolean
}

/**
 * Starts the product, sends it one generated file of `size` bytes, gets it back, and watches the memory of the
 * server process meanwhile. Nothing is kept; the disk of temporary files needs that much room.
 */
export async function measureTransferMemory(size: number): Promise<TransferMemory> {
  const dataDir = newDataDir()
  const product = await startProduct({
    dataDir,
    env: { DEMO: 'off', WORKERS: '0', STORAGE_RESERVE_BYTES: '0', MAX_UPLOAD_BYTES: String(size) },
  })
  try {
    const database = databaseOf(dataDir)
    const [room] = await contributors(database, product.address, 1)
    await database.close()
    const idleBytes = watchMemory(product.pid)()
    const [upload] = await room.announce([{ name: 'Lidar survey.las', size }])
    if (!upload) throw new Error('Nothing was announced.')

    let peak = watchMemory(product.pid)
    let began = performance.now()
    const sent = await send(room, upload, size)
    const { files } = await room.confirm([upload])
    const uploaded = { upload: peak(), uploadTime: (performance.now() - began) / 1000 }

    peak = watchMemory(product.pid)
    began = performance.now()
    const received = await room.download(files[0]?.id ?? '')
    const downloadTime = (performance.now() - began) / 1000
    return { idleBytes, ...uploaded, download: peak(), downloadTime, intact: received.sha256 === sent }
  } finally {
    await product.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** @returns the SHA-256 of what was sent */
async function send(room: Room, { url }: Announced, size: number): Promise<string> {
  const block = contentOf(1, 1024 * 1024)
  const hash = createHash('sha256')
  function* parts() {
    for (let left = size; left > 0; left -= block.length) {
      const part = left < block.length ? block.subarray(0, left) : block
      hash.update(part)
      yield part
    }
  }
  const request = http.request(room.client.address(url), {
    method: 'PUT',
    headers: { 'content-length': size },
  })
  const answered = new Promise<number | undefined>((resolve, reject) => {
    request.once('response', (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    request.once('error', reject)
  })
  await pipeline(Readable.from(parts()), request)
  const status = await answered
  if (status !== 200) throw new Error(`The upload answered ${status}.`)
  return hash.digest('hex')
}

const SAMPLE_MS = 50

/** Begins to watch a process; the function that comes back ends that and gives its largest memory, in bytes. */
export function watchMemory(pid: number): () => number {
  const status = `/proc/${pid}/status`
  if (existsSync(status)) {
    try {
      // Linux tracks the largest value itself; 5 sets it back to the present one.
      writeFileSync(`/proc/${pid}/clear_refs`, '5')
    } catch {
      // Where that is forbidden the value counts from the start of the process: never too small.
    }
    return () => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(status, 'utf8'))?.[1]) * 1024
  }
  const resident = () =>
    Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout) * 1024
  let most = resident()
  const timer = setInterval(() => {
    most = Math.max(most, resident())
  }, SAMPLE_MS)
  return () => {
    clearInterval(timer)
    return Math.max(most, resident())
  }
}
