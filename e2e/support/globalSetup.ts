import { rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { newDataDir, startProduct } from '../../testing/product.ts'
import { SEEDED } from './address.ts'
import { SETTINGS } from './product.ts'

/** Milliseconds until the texts of the demo have to be read. */
const READ_MS = 300_000

/** Fills a data folder with the demo, once; each worker's product begins with a copy of it. */
export default async function globalSetup(): Promise<() => void> {
  const dataDir = newDataDir()
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  try {
    const product = await startProduct({ dataDir, env: SETTINGS })
    await textsAreRead(dataDir)
    await product.stop()
  } catch (error) {
    remove()
    throw error
  }
  process.env[SEEDED] = dataDir
  return remove
}

/** What the demo's files say is read once for all workers: a journey's own file is the next one then. */
async function textsAreRead(dataDir: string): Promise<void> {
  const database = new pg.Client({
    host: path.join(dataDir, 'database/socket'),
    user: 'helioroom',
    database: 'helioroom',
  })
  await database.connect()
  const end = Date.now() + READ_MS
  for (;;) {
    const { rows } = await database.query("select 1 from document_text where state = 'WAITING' limit 1")
    if (rows.length === 0) break
    if (Date.now() > end) throw new Error('The texts of the demo were not read in time.')
    await sleep(500)
  }
  await database.end()
}
