import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { S3Options } from '../../server/platform/storage/s3/index.ts'
import { presign } from '../../server/platform/storage/s3/presign.ts'
import { freePort } from '../../testing/cluster/living.ts'
import { BUCKET, startStore } from '../../testing/cluster/store.ts'
import { databaseOf } from '../../testing/faults/embedded.ts'
import { contributors } from '../../testing/faults/fund.ts'
import { MEMORY_LIMIT, watchMemory } from '../../testing/faults/memory.ts'
import { newDataDir, startProduct } from '../../testing/product.ts'
import type { Room } from '../../testing/room.ts'
import { CEPH_PACKAGES, hasCeph } from '../../testing/s3/ceph.ts'
import { Conversation, newNames, SMALL_FILE, TRANSFERS } from '../support/conversation.ts'
import { Caller, inParallel } from '../support/load.ts'
import { type Figure, inMebibytes, type Measure } from '../support/measure.ts'
import { bareZip, fill, plainFiles, zipByProduct } from '../support/plainZip.ts'
import { median, medianRatio, type Target } from '../support/statistics.ts'

const MB = 1_000_000
const MIB = 1024 * 1024
const LARGE_FILE = 64 * MIB
/** Calls of the person who uploads are 600 a minute: small files come in so many rounds of so many. */
const SMALL_FILES = 100
/** Of objects, which a store removes hours after they were deleted. */
const STORE_BYTES = 32 * 1024 ** 3

/** The store's own rates: bare PUTs and GETs by addresses that were signed before. */
class BareStore {
  readonly #caller: Caller
  readonly #options: Pick<S3Options, 'bucket' | 'pathStyle' | 'region'>
  readonly #endpoint: string
  readonly #key: { accessKeyId: string; secretAccessKey: string }

  constructor(endpoint: string, key: { accessKeyId: string; secretAccessKey: string }) {
    this.#caller = new Caller(endpoint, TRANSFERS)
    this.#options = { bucket: BUCKET, pathStyle: true, region: 'us-east-1' }
    this.#endpoint = endpoint
    this.#key = key
  }

  #pathOf(method: 'GET' | 'PUT', name: string): string {
    const request = { method, name: `bare/${name}`, seconds: 3600 }
    const { pathname, search } = new URL(presign(this.#options, this.#endpoint, this.#key, request))
    return pathname + search
  }

  /** Puts such objects, several at a time. */
  async put(names: readonly string[], body: Buffer): Promise<void> {
    const paths = names.map((name) => this.#pathOf('PUT', name))
    await inParallel(TRANSFERS, paths, (at) => this.#caller.send({ method: 'PUT', path: at, body }))
  }

  /** @returns bytes that came */
  get(name: string): Promise<number> {
    return this.#caller.count({ method: 'GET', path: this.#pathOf('GET', name) })
  }

  close(): void {
    this.#caller.close()
  }
}

/** Lets all sides work in turn, and tells how much each gets done in a second. @param done of one turn */
async function ratesOf<Names extends string>(
  sides: Readonly<Record<Names, () => Promise<unknown>>>,
  rounds: number,
  done: number,
): Promise<Record<Names, number[]>> {
  const names = Object.keys(sides) as Names[]
  const rates = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Names, number[]>
  // The first turn shows the compiler of both what they do.
  for (let round = -1; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const began = performance.now()
      const after = await sides[name]()
      if (round >= 0) rates[name].push(done / ((performance.now() - began) / 1000))
      if (typeof after === 'function') await after()
    }
  }
  return rates
}

function figure(
  title: string,
  unit: string,
  { ours, bare }: { ours: readonly number[]; bare: readonly number[] },
  target: Target,
): Figure {
  const shown = (rates: readonly number[]) => `${Math.round(median(rates))} ${unit}`
  return { title, ours: shown(ours), floor: shown(bare), value: medianRatio(ours, bare), target }
}

/** What a server makes of a bucket, against what the bucket itself does (STORE-38). */
export const s3: Measure = {
  name: 's3',
  run: async (_stage, options) => {
    if (!(await hasCeph())) {
      console.log(`s3: not measured, because there is no object store (Debian's ${CEPH_PACKAGES})`)
      return []
    }
    const folder = newDataDir()
    const dataDir = path.join(folder, 'data')
    mkdirSync(dataDir, { mode: 0o711 })
    const ports = { port: await freePort(), monitorPort: await freePort() }
    const run = path.join(folder, 'run')
    mkdirSync(run)
    const store = await startStore({ folder: path.join(folder, 's'), ...ports, bytes: STORE_BYTES }, run, run)
    try {
      const product = await startProduct({
        dataDir,
        env: {
          DEMO: 'off',
          WORKERS: '1',
          STORAGE_RESERVE_BYTES: '0',
          FILES: 's3',
          S3_ENDPOINT: store.endpoint,
          S3_BUCKET: BUCKET,
          S3_ACCESS_KEY_ID: store.accessKeyId,
          S3_SECRET_ACCESS_KEY: store.secretAccessKey,
        },
      })
      try {
        const database = databaseOf(dataDir)
        const [room] = await contributors(database, product.address, 1)
        await database.close()
        const bare = new BareStore(store.endpoint, store)
        const peak = watchMemory(product.pid)
        const figures = [
          ...(await transfers(room, product.address, bare, options)),
          await zip(room, folder, options),
        ]
        bare.close()
        return [
          ...figures,
          inMebibytes('memory of the server meanwhile', 'uploads, downloads, zips', peak(), MEMORY_LIMIT),
        ]
      } finally {
        await product.stop()
      }
    } finally {
      await store.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function transfers(
  room: Room,
  address: string,
  bare: BareStore,
  { quick }: { quick: boolean },
): Promise<Figure[]> {
  const caller = new Caller(address, TRANSFERS)
  const conversation = Conversation.in(room, caller)
  const content = randomBytes(LARGE_FILE)
  const largeName = () => `Survey ${randomUUID()}.las`
  const [id = ''] = await conversation.upload([largeName()], content)
  await bare.put(['large'], content)
  const uploads = await ratesOf(
    {
      ours: () => conversation.upload([largeName()], content),
      bare: () => bare.put([randomUUID()], content),
    },
    quick ? 2 : 9,
    LARGE_FILE / MB,
  )
  const whole = (bytes: number) => {
    if (bytes !== LARGE_FILE) throw new Error(`Only ${bytes} bytes came back.`)
  }
  const downloads = await ratesOf(
    {
      ours: async () => whole(await caller.count(await conversation.downloadOf(id))),
      bare: async () => whole(await bare.get('large')),
    },
    quick ? 2 : 9,
    LARGE_FILE / MB,
  )
  const count = quick ? SMALL_FILES / 5 : SMALL_FILES
  const small = await ratesOf(
    {
      ours: () => conversation.upload(newNames(count), SMALL_FILE),
      bare: () => bare.put(newNames(count), SMALL_FILE),
    },
    quick ? 2 : 7,
    count,
  )
  caller.close()
  return [
    figure('upload of 64 MiB to a bucket, against a PUT to it', 'MB/s', uploads, { atLeast: 0.8 }),
    figure('download of 64 MiB from it, against its GET', 'MB/s', downloads, { atLeast: 0.9 }),
    figure(`${count} uploads of 50 KB to it, against PUTs`, 'files/s', small, { atLeast: 0.6 }),
  ]
}

async function zip(room: Room, folder: string, { quick }: { quick: boolean }): Promise<Figure> {
  const bytes = (quick ? 100 : 1000) * MB
  const documents = await fill(room, 'Zipped', bytes)
  const files = await plainFiles(path.join(folder, 'plain'), bytes)
  const rates = await ratesOf(
    { ours: () => zipByProduct(room, documents), bare: () => bareZip(folder, files) },
    quick ? 2 : 5,
    bytes / MB,
  )
  return figure(`zip of ${bytes / MB} MB from a bucket into it, against zip -0 on a disk`, 'MB/s', rates, {
    atLeast: 0.5,
  })
}
