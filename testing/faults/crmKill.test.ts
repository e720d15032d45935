import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { Client } from '../client.ts'
import { factories, PASSWORD } from '../factories.ts'
import {
  connectSalesforce,
  importsOf,
  type ListedImport,
  peopleOf,
  sheetOf,
  uploadImport,
} from '../imports.ts'
import { newDataDir, type Product, startProduct } from '../product.ts'
import { type Salesforce, salesforceEnv, startSalesforce } from '../salesforce.ts'
import { databaseOf, endOrphan } from './embedded.ts'

const MINUTES = 60_000
const EMAIL = 'importer@crm.example'

const dataDir = newDataDir()
let salesforce: Salesforce
let product: Product
let client: Client

/** @param port of a former start, so that the session goes on */
const start = (port = '0') =>
  startProduct({ dataDir, env: { DEMO: 'off', PORT: port, ...salesforceEnv(salesforce) } })

beforeAll(async () => {
  salesforce = await startSalesforce()
  product = await start()
  const database = databaseOf(dataDir)
  const make = factories(database)
  const personId = await make.person({ email: EMAIL, password: PASSWORD })
  await make.member(
    await make.group({ organisationId: await make.organisation(), role: 'Organisation Admin' }),
    personId,
  )
  await database.close()
  client = new Client(product.address)
  await client.signIn(EMAIL, PASSWORD)
}, MINUTES)
afterEach(() => {
  salesforce.onTaken = () => Promise.resolve()
})
afterAll(async () => {
  await product.stop()
  endOrphan(dataDir)
  await salesforce.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** The newest import once it is as told. */
async function importWhere(is: (row: ListedImport) => boolean): Promise<ListedImport> {
  for (;;) {
    const [row] = await importsOf(client)
    if (row && is(row)) return row
    await sleep(20)
  }
}
const hasEnded = ({ status }: ListedImport): boolean => !/^(Submitted|Processing)/.test(status)
async function killed(): Promise<void> {
  await product.kill()
}
async function startedAgain(): Promise<void> {
  product = await start(new URL(product.address).port)
}

test(
  'CRM-19 an import whose server is killed while it writes its records is resumed, and has each row once',
  async () => {
    const rows = peopleOf(20_000)
    await uploadImport(client, await sheetOf(rows))
    const row = await importWhere(({ status }) => status.startsWith('Processing'))
    expect(row.rowCount).toBe(0)
    await killed()
    await startedAgain()
    expect(await importWhere(hasEnded)).toMatchObject({ status: 'Done', rowCount: 20_000 })
    const database = databaseOf(dataDir)
    const { rows: counted } = await database.pool.query(
      'select count(*)::int as all, count(distinct email)::int as emails from crm_record',
    )
    await database.close()
    expect(counted).toEqual([{ all: 20_000, emails: 20_000 }])
  },
  3 * MINUTES,
)

test(
  'CRM-19 an import whose server is killed while Salesforce answers goes on where it was, and Salesforce has each row once',
  async () => {
    await connectSalesforce(client, salesforce)
    let batches = 0
    let kill: Promise<void> | undefined
    // Salesforce has taken the second batch, and the server dies before it knows.
    salesforce.onTaken = async () => {
      batches += 1
      if (batches !== 2) return
      kill = killed()
      await kill
    }
    await uploadImport(client, await sheetOf(peopleOf(450)))
    while (!kill) await sleep(20)
    await kill
    expect(salesforce.records).toHaveLength(400)
    await startedAgain()
    const row = await importWhere(hasEnded)
    expect(row).toMatchObject({ status: 'Done', rowCount: 450, sentCount: 450, note: null })
    const emails = salesforce.records.map(({ Email }) => Email)
    expect([emails.length, new Set(emails).size]).toEqual([450, 450])
    expect(salesforce.batches).toEqual([200, 200, 50])
  },
  3 * MINUTES,
)
