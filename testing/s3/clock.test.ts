import { rmSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { endOrphan } from '../faults/embedded.ts'
import { newDataDir, type Product, startProduct } from '../product.ts'
import { bucketSettings, hasObjectStore, newBucket } from './bucket.ts'

const SHIFTED = pathToFileURL(path.resolve(import.meta.dirname, '../cluster/shiftedClock.ts')).href
const HOUR_MS = 3_600_000

const dataDir = newDataDir()
let product: Product | undefined
afterAll(async () => {
  await product?.stop()
  endOrphan(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
})

test.runIf(hasObjectStore())(
  'a process whose clock is an hour off starts with a bucket, and says so',
  async () => {
    const bucket = await newBucket()
    const env = {
      DEMO: 'off',
      ...bucketSettings(bucket),
    }
    // The first start takes its time to fill the database, the second does not.
    product = await startProduct({ dataDir, env })
    await product.stop()
    product = await startProduct({
      dataDir,
      env: { ...env, NODE_OPTIONS: `--import ${SHIFTED}`, CLOCK_SHIFT_MS: String(HOUR_MS) },
    })
    expect(product.output()).toContain('ahead of that of the database')
    const answer = await fetch(`${product.address}/readyz`)
    expect([answer.status, await answer.json()]).toEqual([503, { status: 'unavailable', failed: ['clock'] }])
  },
)
