import { createHash } from 'node:crypto'
import { rmSync, truncateSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestDatabase } from '../../testing/database/index.ts'
import { databaseOf } from '../../testing/faults/embedded.ts'
import { contributors } from '../../testing/faults/fund.ts'
import { MEMORY_LIMIT, watchMemory } from '../../testing/faults/memory.ts'
import { newDataDir, startProduct } from '../../testing/product.ts'
import type { Room } from '../../testing/room.ts'
import { inMebibytes, type Measure } from '../support/measure.ts'
import { bareZip, fill, storedFiles } from '../support/plainZip.ts'
import { type Owner, ownerOf } from '../support/roomOwner.ts'
import { median, medianRatio } from '../support/statistics.ts'

const MB = 1_000_000
const ASK_EVERY = 150
/** Bytes of each sparse file, and of all of them. */
const SPARSE = { file: 2_000_000_000, all: 20_000_000_000 }

/**
 * An archive of everything in a room, from its plan until its parts are whole, against `zip -0` of the same stored files; and the
 * most memory that the server process takes for one of 20 GB of sparse files (ARCH-05).
 */
export const archive: Measure = {
  name: 'archive',
  run: async (_stage, { quick }) => {
    const size = quick ? 200 * MB : 1000 * MB
    const rounds = quick ? 3 : 5
    const dataDir = newDataDir()
    const product = await startProduct({
      dataDir,
      env: { DEMO: 'off', WORKERS: '1', STORAGE_RESERVE_BYTES: '0' },
    })
    const database = databaseOf(dataDir)
    try {
      const [room] = await contributors(database, product.address, 1)
      const owner = await ownerOf(database, product.address, room)
      const before = storedFiles(dataDir)
      await fill(room, 'Large', size)
      const files = storedFiles(dataDir).filter((file) => !before.includes(file))
      // What is done only once is done.
      await archiveByProduct(database, owner)
      const rates = { ours: [] as number[], bare: [] as number[] }
      for (let round = 0; round < rounds; round += 1) {
        rates.ours.push(size / MB / (await archiveByProduct(database, owner)))
        const began = performance.now()
        const after = await bareZip(dataDir, files)
        rates.bare.push(size / MB / ((performance.now() - began) / 1000))
        await after()
      }
      const sparse = quick ? SPARSE.file : SPARSE.all
      await makeSparse(database, dataDir, room, sparse)
      const peak = watchMemory(product.pid)
      const seconds = await archiveByProduct(database, owner)
      const most = peak()
      return [
        {
          title: `archive of ${size / MB} MB`,
          ours: `${Math.round(median(rates.ours))} MB/s`,
          floor: `${Math.round(median(rates.bare))} MB/s`,
          value: medianRatio(rates.ours, rates.bare),
          target: { atLeast: 0.7 },
        },
        inMebibytes(
          `memory, archive of ${sparse / 1_000_000_000} GB of sparse files`,
          `${Math.round(sparse / MB / seconds)} MB/s`,
          most,
          MEMORY_LIMIT,
        ),
      ]
    } finally {
      await database.close()
      await product.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
}

/** @returns seconds from its plan until its parts are whole */
async function archiveByProduct(database: TestDatabase, { client, portfolioId }: Owner): Promise<number> {
  const ask = async <Value>(query: string, variables: Record<string, unknown>): Promise<Value> => {
    const { data, errors } = await client.graphql(query, variables)
    if (errors.length > 0 || data === null) throw new Error(JSON.stringify(errors))
    return Object.values(data)[0] as Value
  }
  const { id } = await ask<{ id: string }>('mutation($id: ID!) { makeArchive(portfolioId: $id) { id } }', {
    id: portfolioId,
  })
  for (;;) {
    const { rows } = await database.pool.query<{
      state: string
      seconds: number | null
      isVerified: boolean
    }>(
      `select state, verified_at is not null as "isVerified",
         extract(epoch from expires_at - interval '30 days' - planned_at)::float8 as seconds
       from room_proof where id = $1`,
      [id],
    )
    const [row] = rows
    if (!row || row.state === 'FAILED') throw new Error(`The archive is ${row?.state}.`)
    // What is read afterwards takes its time from nobody's.
    if (row.isVerified && row.seconds !== null) {
      await ask('mutation($id: ID!) { cancelRoomProof(id: $id) { success } }', { id })
      return row.seconds
    }
    await sleep(ASK_EVERY)
  }
}

/** Uploads files of a byte, and has each of them be one of 2 GB of zeros that takes no room on the disk. */
async function makeSparse(database: TestDatabase, dataDir: string, room: Room, bytes: number): Promise<void> {
  const hash = createHash('sha256')
  const zeros = Buffer.alloc(1_000_000)
  for (let at = 0; at < SPARSE.file; at += zeros.length) hash.update(zeros)
  const sha256 = hash.digest()
  for (let number = 0; number < bytes / SPARSE.file; number += 1) {
    const announced = await room.announce([{ name: `Sparse ${number}.las`, size: 1 }])
    for (const upload of announced) await room.put(upload, Buffer.alloc(1))
    await room.confirm(announced)
    for (const { version } of announced) {
      const file = storedFiles(dataDir).find((name) => path.basename(name) === version)
      if (!file) throw new Error('An upload is not stored.')
      truncateSync(file, SPARSE.file)
      await database.pool.query(
        `with changed as (update document_version set size = $2, sha256 = $3 where id = $1 returning document_id)
         update document set size = $2 where id = (select document_id from changed)`,
        [version, SPARSE.file, sha256],
      )
    }
  }
}
