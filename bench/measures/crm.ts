import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { recordsOf } from '../../server/modules/crm/import/rows.ts'
import { insertRecords } from '../../server/modules/crm/importStore.ts'
import { newId } from '../../server/platform/ids.ts'
import { Client } from '../../testing/client.ts'
import { factories, PASSWORD } from '../../testing/factories.ts'
import { databaseOf } from '../../testing/faults/embedded.ts'
import { watchMemory } from '../../testing/faults/memory.ts'
import { newDataDir, startProduct } from '../../testing/product.ts'
import { readSpreadsheet } from '../../testing/spreadsheets.ts'
import { contactsOf } from '../support/contacts.ts'
import type { Measure } from '../support/measure.ts'

const MIB = 1024 * 1024
const EMAIL = 'admin@crm.example'
/** Rows of one import. */
const PER_FILE = 50_000
/** Milliseconds between two looks at the report. */
const LOOK_EVERY = 100

/** A report of duplicates among many contacts, from the request until its file is there, and what it finds. */
export const crm: Measure = {
  name: 'crm',
  run: async (_stage, { quick }) => {
    const count = quick ? 5000 : 100_000
    const dataDir = newDataDir()
    const product = await startProduct({ dataDir, env: { DEMO: 'off', STORAGE_RESERVE_BYTES: '0' } })
    try {
      const { rows, misspelt } = contactsOf(count)
      const database = databaseOf(dataDir)
      const make = factories(database)
      const personId = await make.person({ email: EMAIL, password: PASSWORD })
      const organisationId = await make.organisation()
      await make.member(await make.group({ organisationId, role: 'Organisation Admin' }), personId)
      for (let start = 0; start < count; start += PER_FILE) {
        const lines = rows.slice(start, start + PER_FILE).map((row) => [...row])
        const { records } = recordsOf({ name: '', rows: [['Name', 'E-mail', 'Phone', 'Company'], ...lines] })
        await database.db.transaction().execute(async (tx) => {
          const id = newId()
          const file = { id, person_id: personId, file_name: 'contacts.xlsx', imported_at: new Date() }
          await tx
            .insertInto('data_import')
            .values({ ...file, organisation_ids: [organisationId], state: 'DONE' })
            .execute()
          await insertRecords(tx, id, records)
        })
      }
      await database.close()

      const client = new Client(product.address)
      await client.signIn(EMAIL, PASSWORD)
      const peak = watchMemory(product.pid)
      const began = performance.now()
      const address = await reported(client)
      const seconds = (performance.now() - began) / 1000
      const memory = peak() / MIB
      const answer = await client.request(address)
      const [sheet] = readSpreadsheet(new Uint8Array(await answer.arrayBuffer()))
      // A misspelt contact has an e-mail of its own, by which it is known again among the pairs.
      const listed = new Set(
        (sheet?.rows ?? []).map((row) => [String(row[7]), String(row[14])].sort().join()),
      )
      const found = misspelt.filter((pair) => {
        const emails = pair.map((at) => rows[at]?.[1] ?? '')
        return listed.has(emails.sort().join())
      })
      const share = found.length / misspelt.length
      const title = `report of duplicates among ${count.toLocaleString('en-US')} contacts, ${listed.size.toLocaleString('en-US')} pairs`
      return [
        {
          title,
          ours: `${seconds.toFixed(1)} s`,
          floor: '',
          value: seconds,
          shown: `${seconds.toFixed(1)} s`,
          target: { atMost: 60 },
          targetShown: '≤ 60 s',
        },
        {
          title: 'memory of the server meanwhile',
          ours: `${Math.round(memory)} MiB`,
          floor: '',
          value: memory,
          shown: `${Math.round(memory)} MiB`,
          target: { atMost: 512 },
          targetShown: '≤ 512 MiB',
        },
        {
          title: `${misspelt.length.toLocaleString('en-US')} contacts with a typo and nothing else but their company, found`,
          ours: `${Math.round(share * 100)} %`,
          floor: '',
          value: share,
        },
      ]
    } finally {
      await product.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
}

/** @returns the address of the file of a new report, once it is there */
async function reported(client: Client): Promise<string> {
  await client.graphql('mutation { createDuplicateReport { duplicateReport { id } } }')
  for (;;) {
    const { data } = await client.graphql('{ duplicateReports { status fileUrl } }')
    const [report] = (data?.duplicateReports ?? []) as { status: string; fileUrl: string | null }[]
    if (report?.fileUrl) return report.fileUrl
    if (report?.status.startsWith('Failed')) throw new Error(report.status)
    await sleep(LOOK_EVERY)
  }
}
