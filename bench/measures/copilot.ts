import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { databaseOf } from '../../testing/faults/embedded.ts'
import { contributors } from '../../testing/faults/fund.ts'
import { watchMemory } from '../../testing/faults/memory.ts'
import { pdfWith } from '../../testing/paper.ts'
import { newDataDir, startProduct } from '../../testing/product.ts'
import type { Room } from '../../testing/room.ts'
import type { Measure } from '../support/measure.ts'
import { watchChildren } from '../support/watchChildren.ts'

const MIB = 1024 * 1024
/** Milliseconds between two looks at a job. */
const LOOK_EVERY = 100

const CLAUSES = `Notices. Notices are given in writing to the address of the other Party and take effect three Business Days after they were sent, unless the Parties agree otherwise in writing.

Records. Each Party keeps complete and accurate records for seven years, and lets the other Party look at them on ten days' notice during business hours.

Limitation of liability. Neither Party is liable for consequential, incidental or punitive damages, however caused, except where this Agreement says so expressly.

Force majeure. A Party that an event of force majeure keeps from performing tells the other Party within ten days what has happened, how long it is expected to last, and what is done against it.

Assignment. Neither Party assigns this Agreement without the consent of the other, which is not unreasonably withheld, except to a lender as security for its loans.`

const TERMS = `POWER PURCHASE AGREEMENT between Juniper Flats Solar, LLC ("Seller") and Mesa Public Power Authority ("Buyer").

Contract Price. Buyer pays $31.75 per MWh for all energy delivered, which increases by 2% each Contract Year.

Term. The Delivery Term is twenty (20) years from the Commercial Operation Date.`

/** A contract of so many pages, which says its terms on the one in the middle. */
const contract = (pages: number): Promise<Buffer> =>
  pdfWith(
    Array.from({ length: pages }, (_, page) =>
      page === Math.floor(pages / 2) ? TERMS : `Section ${page + 1}\n\n${CLAUSES}\n\n${CLAUSES}`,
    ),
  )

/** A contract of 300 pages, and one of 2,000, from the request until its report is there, by the built-in extractor. */
export const copilot: Measure = {
  name: 'copilot',
  run: async (_stage, { quick }) => {
    const dataDir = newDataDir()
    const product = await startProduct({ dataDir, env: { DEMO: 'off', STORAGE_RESERVE_BYTES: '0' } })
    try {
      const database = databaseOf(dataDir)
      const [room] = await contributors(database, product.address, 1)
      await sql`update organisation set copilot = true`.execute(database.db)
      const factsOf = async (jobId: string): Promise<number> => {
        const { rows } = await sql<{ facts: number }>`
          select count(*)::int as facts from summary_fact where job_id = ${jobId}`.execute(database.db)
        return rows[0]?.facts ?? 0
      }
      const figures = []
      for (const [pages, atMost] of quick
        ? [[60, 60] as const]
        : [[300, 60] as const, [2000, 300] as const]) {
        const id = await put(room, `Contract of ${pages} pages.pdf`, await contract(pages))
        const server = watchMemory(product.pid)
        const readers = watchChildren(product.pid)
        const began = performance.now()
        const jobId = await summarised(room, id)
        const seconds = (performance.now() - began) / 1000
        const [serverPeak, readerPeak] = [server(), readers()]
        if ((await factsOf(jobId)) < 4) throw new Error('The terms of the contract were not found.')
        const title = `summary of a contract of ${pages.toLocaleString('en-US')} pages`
        figures.push(
          {
            title,
            ours: `${seconds.toFixed(1)} s`,
            floor: '',
            value: seconds,
            shown: `${seconds.toFixed(1)} s`,
            target: { atMost },
            targetShown: `≤ ${atMost} s`,
          },
          {
            title: `memory of what reads it; the server takes ${Math.round(serverPeak / MIB)} MiB`,
            ours: `${Math.round(readerPeak / MIB)} MiB`,
            floor: '',
            value: readerPeak / MIB,
            shown: `${Math.round(readerPeak / MIB)} MiB`,
            target: { atMost: 768 },
            targetShown: '≤ 768 MiB',
          },
        )
      }
      await database.close()
      return figures
    } finally {
      await product.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
}

async function put(room: Room, name: string, content: Buffer): Promise<string> {
  const announced = await room.announce([{ name, size: content.length }])
  for (const upload of announced) await room.put(upload, content)
  const { files } = await room.confirm(announced)
  return files[0]?.id ?? ''
}

/** @returns the job's id, once its report is there */
async function summarised(room: Room, documentId: string): Promise<string> {
  const { summaryJob } = await room.call<{ summaryJob: { id: string } }>(
    `mutation($treeId: ID!, $documentIds: [ID!]!) {
      createSummaryJob(treeId: $treeId, documentIds: $documentIds, jobType: PPA_ANALYSIS) { summaryJob { id } }
    }`,
    { documentIds: [documentId] },
  )
  for (;;) {
    const jobs = await room.call<{ id: string; complete: boolean; outputFileUrl: string | null }[]>(
      'query($treeId: ID!) { summaryJobs(treeId: $treeId) { id complete outputFileUrl } }',
    )
    const job = jobs.find(({ id }) => id === summaryJob.id)
    if (job?.complete) {
      if (!job.outputFileUrl) throw new Error('There is no report.')
      return job.id
    }
    await sleep(LOOK_EVERY)
  }
}
