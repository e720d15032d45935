import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { urlOfDatabase } from '../commandLine.ts'
import { commentLoad, commentRoom } from '../commentLoad.ts'
import { testDatabase } from '../database/index.ts'
import { newDataDir, type Product, startProduct } from '../product.ts'

const database = testDatabase()
/** Two server processes on one database and one data folder. */
const dataDir = newDataDir()
let products: Product[] = []

beforeAll(async () => {
  const env = { DEMO: 'off', WORKERS: '0', DATABASE_URL: urlOfDatabase(database.poolConfig) }
  products = [await startProduct({ dataDir, env }), await startProduct({ dataDir, env })]
})
afterAll(async () => {
  for (const product of products) await product.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('CHK-23 CHK-25 CHK-26 a server process killed in the middle: every page gets every comment, none is stored twice', async () => {
  const [one, two] = products
  if (!one || !two) throw new Error('There are no two servers.')
  const room = await commentRoom(database, one.address, 24)
  const result = await commentLoad(room, {
    addresses: [one.address, two.address],
    sockets: 60,
    perSecond: 25,
    seconds: 6,
    halfway: () => one.kill(),
  })
  expect(result.lost).toBe(0)
  expect(result.doubled).toBe(0)
  // Otherwise nobody was at the server that died, and nothing above would mean anything.
  expect(result.reconnects).toBeGreaterThanOrEqual(30)
  const { rows } = await database.pool.query<{ all: number; texts: number; counted: number }>(
    `select count(*)::int as all, count(distinct comment)::int as texts,
       (select sum(comment_count)::int from checklist_item) as counted from checklist_comment`,
  )
  expect(rows).toEqual([{ all: result.sent, texts: result.sent, counted: result.sent }])
})
