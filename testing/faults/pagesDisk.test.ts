import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import {
  bytesOf,
  createPagesRoom,
  difference,
  traced,
} from '../../server/modules/documents/pages/pages.fixture.ts'
import { testDatabase } from '../database/index.ts'
import { paragraph, wordFile } from '../officeFiles.ts'
import { pdfWith } from '../paper.ts'
import { secondReading } from '../pdfium.ts'
import { Room } from '../room.ts'
import { smallDisk } from './smallDisk.ts'

// Processes are started, and pages drawn in them.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

const database = testDatabase()
const disk = smallDisk(64 * 1024 * 1024)
const pages = createPagesRoom(database)
afterAll(() => disk.close())

/** Takes all that is free on the disk of that file. */
function fillUp(file: string): void {
  for (const size of [1_048_576, 4096]) {
    try {
      for (;;) writeFileSync(file, new Uint8Array(size), { flag: 'a' })
    } catch {
      // That was the last of it.
    }
  }
}

// Without a disk of its own nothing can be filled up but the machine's.
test.runIf(disk.ownDisk)(
  'on a full disk pages and marked PDFs go out with their marks, and what can’t be made says so and is made later',
  async () => {
    const { server, admin, bidder, lender, treeId } = await pages.start(disk.env)
    const filler = path.join(disk.ownDisk ?? '', 'filler')
    const runJobs = async () => {
      await database.pool.query('update graphile_worker._private_jobs set run_at = now()')
      await server.app.runJobs()
    }
    try {
      const lease = await pages.upload('Lease.pdf', await pdfWith(['Secretprice of the energy', 'Exhibit']))
      const letter = await pages.upload('Letter.docx', wordFile(paragraph('Indicative terms')))
      for (const file of [lease, letter]) await pages.level(file, 'PDF')
      const room = new Room(admin, treeId)
      const { redaction } = await room.call<{ redaction: { id: string; revision: number } }>(
        `mutation($treeId: ID!, $id: ID!, $marks: [RedactionMarkInput!]!) {
          saveRedactionDraft(treeId: $treeId, documentId: $id, marks: $marks) { redaction { id revision } } }`,
        {
          id: lease,
          marks: [
            {
              page: 1,
              boxes: [{ x: 50, y: 50, width: 500, height: 60 }],
              words: 'Secretprice',
              kind: 'WORDS',
              reason: 'Price',
            },
          ],
        },
      )
      fillUp(filler)
      const kept = async () =>
        (await database.pool.query('select 1 from kept_page where size is not null')).rows
      const opened = await pages.first(bidder, lease)
      const marked = await bytesOf(await bidder.request(opened.url))
      expect(await traced(database, opened.code)).toMatchObject({ given: true })
      const plain = await bytesOf(await lender.request((await pages.first(lender, lease)).url))
      expect(await difference(marked, plain)).toBeGreaterThan(0.003)
      const pdf = (
        await bidder.graphql(
          'mutation($t: ID!, $d: ID!) { downloadMarkedPdf(treeId: $t, documentId: $d) { url code } }',
          { t: treeId, d: lease },
        )
      ).data?.downloadMarkedPdf as { url: string; code: string }
      for (const words of await secondReading(await bytesOf(await bidder.request(pdf.url)))) {
        expect(words).toContain(pdf.code)
      }
      // The PDF of an Office file has to lie somewhere.
      expect(await pages.open(bidder, letter)).toMatchObject({
        state: 'NONE',
        reason: 'There is no room for its pages on the server.',
      })
      expect(await kept()).toEqual([])
      const state = async () =>
        (
          await room.call<{ state: string; failure: string | null }[]>(
            'query($treeId: ID!, $id: ID!) { redactions(treeId: $treeId, documentId: $id) { state failure } }',
            { id: lease },
          )
        )[0]
      const apply = () =>
        room.call(
          `mutation($treeId: ID!, $redactions: [RedactionRefInput!]!) {
            applyRedactions(treeId: $treeId, redactions: $redactions) { redactions { id } } }`,
          { redactions: [redaction] },
        )
      await apply()
      await runJobs()
      expect(await state()).toEqual({
        state: 'FAILED',
        failure:
          'There is not enough space on the server. Nothing was made. Please contact your administrator.',
      })
      expect(await pages.open(bidder, lease)).toMatchObject({ state: 'READY', count: 2 })

      rmSync(filler)
      const { rows } = await database.pool.query<{ revision: number }>(
        'select revision from redaction where id = $1',
        [redaction.id],
      )
      redaction.revision = rows[0]?.revision ?? 0
      await apply()
      await runJobs()
      expect(await state()).toEqual({ state: 'APPLIED', failure: null })
      await database.pool.query('update version_pages set try_at = now() where try_at is not null')
      expect(await pages.open(bidder, letter)).toMatchObject({ state: 'READY', count: 1 })
      await bytesOf(await bidder.request(opened.url))
      await expect.poll(async () => (await kept()).length, { timeout: 20_000 }).toBeGreaterThan(0)
    } finally {
      await server.close()
    }
  },
)
