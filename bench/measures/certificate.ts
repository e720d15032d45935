import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestDatabase } from '../../testing/database/index.ts'
import { databaseOf } from '../../testing/faults/embedded.ts'
import { contributors } from '../../testing/faults/fund.ts'
import { MEMORY_LIMIT, watchMemory } from '../../testing/faults/memory.ts'
import { newDataDir, startProduct } from '../../testing/product.ts'
import { growAccesses } from '../support/growAccesses.ts'
import { growTree, SITE_DOCUMENTS } from '../support/growTree.ts'
import { inMebibytes, inSeconds, type Measure } from '../support/measure.ts'
import { type Owner, ownerOf } from '../support/roomOwner.ts'

/** Lines of the certificate, of which half are versions and half uses of them; and its seconds (PROOF-09). */
const LINES = 1_000_000
const LIMIT = 180
const ASK_EVERY = 250
const MAKE = `mutation($id: ID!, $from: DateTime!, $to: DateTime!) {
  makeCertificate(portfolioId: $id, from: $from, to: $to) { id } }`

/** A certificate of everything in a room with many files and uses, and the most memory that the server process takes for it. */
export const certificate: Measure = {
  name: 'certificate',
  run: async (_stage, { quick }) => {
    const lines = quick ? 40_000 : LINES
    const dataDir = newDataDir()
    const product = await startProduct({
      dataDir,
      env: { DEMO: 'off', WORKERS: '1', STORAGE_RESERVE_BYTES: '0' },
    })
    const database = databaseOf(dataDir)
    try {
      const [room] = await contributors(database, product.address, 1)
      const owner = await ownerOf(database, product.address, room)
      await grow(database, room.treeId, owner, lines)
      const peak = watchMemory(product.pid)
      const seconds = await made(database, owner)
      const most = peak()
      const title = `certificate of ${lines.toLocaleString('en-US')} lines`
      return [
        inSeconds(title, seconds, LIMIT),
        inMebibytes(
          `memory, ${title}`,
          `${Math.round(lines / seconds).toLocaleString('en-US')} lines/s`,
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

/** Files and uses by SQL, as if the room had been used for years of which the record knows. */
async function grow(database: TestDatabase, treeId: string, owner: Owner, lines: number): Promise<void> {
  const { pool } = database
  const sites = Math.ceil(lines / 2 / SITE_DOCUMENTS)
  await growTree(pool, { treeId, authorId: owner.personId, restrictedTo: owner.groupId, sites })
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(`update access_record set since = now() - interval '3 years'`)
    await client.query(`update document set created_at = now() - interval '2 years' where tree_id = $1`, [
      treeId,
    ])
    await client.query('commit')
    await growAccesses(client, treeId, Math.round(lines / 2))
    await client.query('vacuum analyze')
  } finally {
    client.release()
  }
}

/** @returns seconds from the request until its files are there */
async function made(database: TestDatabase, { client, portfolioId }: Owner): Promise<number> {
  const moment = (back: number) => new Date(Date.now() - back).toISOString()
  const began = performance.now()
  const { data, errors } = await client.graphql(MAKE, {
    id: portfolioId,
    from: moment(2.5 * 365 * 86_400_000),
    to: moment(0),
  })
  if (errors.length > 0 || data === null) throw new Error(JSON.stringify(errors))
  const { id } = Object.values(data)[0] as { id: string }
  for (;;) {
    const { rows } = await database.pool.query<{ state: string; failure: string | null }>(
      'select state, failure from room_proof where id = $1',
      [id],
    )
    const [row] = rows
    if (!row || row.state === 'FAILED') throw new Error(`The certificate is ${row?.state}: ${row?.failure}`)
    if (row.state === 'READY') return (performance.now() - began) / 1000
    await sleep(ASK_EVERY)
  }
}
