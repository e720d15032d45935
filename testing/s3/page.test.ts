import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { PutBucketCorsCommand } from '@aws-sdk/client-s3'
import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBrowser, openPage, startBrowser } from '../../bench/support/browser.ts'
import type { S3Options } from '../../server/platform/storage/s3/index.ts'
import { testDatabase } from '../database/index.ts'
import { contributors } from '../faults/fund.ts'
import type { Room } from '../room.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { bucketSettings, hasObjectStore, newBucket, objectStore, plainClient } from './bucket.ts'
import { type FaultyLine, faultyLine } from './faultyLine.ts'

/** At a time (UPL-10). */
const TRANSFERS = 5
const FILES = 8
/** Milliseconds for which the store keeps a transfer waiting, and in which a sixth would have begun. */
const SLOW_MS = 1500
const SOON_MS = 500
const WAIT = { timeout: 20_000, interval: 50 }

const database = testDatabase()
const browserPath = hasObjectStore() ? findBrowser() : undefined
if (hasObjectStore() && browserPath === undefined)
  console.warn('Skipped: uploads from a page straight to the store need a Chromium (CHROME_PATH).')

describe.runIf(browserPath !== undefined)('a page that sends straight to the store', () => {
  let bucket: S3Options
  /** By which browsers reach the store. */
  let line: FaultyLine
  let server: TestServer
  let room: Room
  let slug: string
  let browser: Browser

  const settings = (): Record<string, string> => ({
    ...bucketSettings(bucket),
    S3_PUBLIC_ENDPOINT: line.endpoint,
  })

  beforeAll(async () => {
    bucket = await newBucket()
    line = await faultyLine(objectStore().endpoint)
    server = await startTestServer(database, { ...settings(), S3_DIRECT: 'on' })
    const rule = { AllowedOrigins: [server.address], AllowedMethods: ['PUT', 'GET'], AllowedHeaders: ['*'] }
    await plainClient(bucket).send(
      new PutBucketCorsCommand({ Bucket: bucket.bucket, CORSConfiguration: { CORSRules: [rule] } }),
    )
    const [first] = await contributors(database, server.address, 1)
    room = first
    const { rows } = await database.pool.query<{ slug: string }>(
      'select p.slug from portfolio p join document_tree t on t.portfolio_id = p.id where t.id = $1',
      [room.treeId],
    )
    slug = rows[0]?.slug ?? ''
    browser = await startBrowser(browserPath)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
    await line?.close()
  })

  /** Opens an address. @returns the policy that came with the page */
  const policyOf = async (page: Page, address: string): Promise<string> =>
    (await page.goto(address))?.headers()['content-security-policy'] ?? ''
  const puts = () => line.seen.filter(({ method }) => method === 'PUT')
  const windowOf = (page: Page) =>
    page.getByRole('dialog', { name: /^(Uploading\.\.\. \d+%|Done!|\d+ of \d+ failed)$/ })
  const upload = async (page: Page, names: readonly string[]) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload', exact: true }).first().click()
    await page.getByRole('menuitem', { name: 'Files', exact: true }).click()
    const files = names.map((name) => ({
      name,
      mimeType: 'application/octet-stream',
      buffer: randomBytes(300_000),
    }))
    await (await chooser).setFiles(files)
  }
  const listed = async () => (await room.list()).map(({ name }) => name).toSorted()

  test('STORE-28 its policy allows the store, and with S3_DIRECT=off does not; progress, cancelling, retry and five transfers at a time are as ever; a worker computes the hashes', async () => {
    const off = await startTestServer(database, { ...settings(), S3_DIRECT: 'off' })
    const page = await openPage(browser, room.client)
    const policy = await policyOf(page, `${off.address}/login`)
    await off.close()
    expect(policy).toContain("default-src 'self'")
    for (const origin of ['connect-src', line.endpoint, objectStore().endpoint])
      expect(policy).not.toContain(origin)

    const workers: string[] = []
    page.on('worker', (worker) => void workers.push(worker.url()))
    const toServer: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/uploads/')) toServer.push(request.url())
    })
    const direct = await policyOf(page, `${server.address}/portfolios/${slug}/storage/documents`)
    expect(direct).toContain(`; connect-src 'self' ${line.endpoint};`)
    const names = Array.from({ length: FILES }, (_, at) => `Survey ${at}.bin`)

    line.fault = ({ method }) => (method === 'PUT' ? { delayMs: SLOW_MS } : null)
    await upload(page, names)
    await expect.poll(() => puts().length, WAIT).toBe(TRANSFERS)
    await sleep(SOON_MS)
    expect(puts()).toHaveLength(TRANSFERS)
    await expect.poll(() => windowOf(page).textContent(), WAIT).toMatch(/Uploading\.\.\. [1-9]\d?%/)
    await expect.poll(() => windowOf(page).textContent(), WAIT).toContain('Done!')
    expect(puts()).toHaveLength(FILES)
    expect(await listed()).toEqual(names)
    expect(workers.filter((url) => /hashWorker/.test(url))).toHaveLength(1)
    for (const { headers, url } of puts()) {
      expect(headers['x-amz-content-sha256']).toMatch(/^[0-9a-f]{64}$/)
      expect(url).toContain('/incoming/')
    }

    await upload(page, ['Cancelled.bin'])
    await expect.poll(() => puts().length, WAIT).toBe(FILES + 1)
    await windowOf(page).getByRole('button', { name: 'Cancel Upload' }).click()
    await expect.poll(() => windowOf(page).textContent(), WAIT).toContain('Canceled')
    expect(await listed()).toEqual(names)

    line.fault = () => null
    let refusals = 0
    await page.route(`${line.endpoint}/**`, (route) => {
      if (route.request().method() !== 'PUT' || refusals > 0) return route.continue()
      refusals += 1
      const headers = { 'access-control-allow-origin': server.address }
      return route.fulfill({ status: 507, headers, contentType: 'application/xml', body: '<Error/>' })
    })
    await upload(page, ['Refused.bin'])
    await expect.poll(() => windowOf(page).textContent(), WAIT).toContain('Storage is full')
    expect(await listed()).toEqual(names)
    await windowOf(page).getByRole('button', { name: 'Retry failed' }).click()
    await expect.poll(listed, WAIT).toEqual(['Refused.bin', ...names])
    expect(toServer).toEqual([])
    await page.context().close()
  })
})
