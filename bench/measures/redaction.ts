import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseOf } from '../../testing/faults/embedded.ts'
import { contributors } from '../../testing/faults/fund.ts'
import { pdfWith } from '../../testing/paper.ts'
import { newDataDir, startProduct } from '../../testing/product.ts'
import type { Room } from '../../testing/room.ts'
import { inSeconds, type Measure } from '../support/measure.ts'

/** Milliseconds between two looks at what runs in the background. */
const LOOK_EVERY = 100
/** Places of the name on a page. */
const NAMES = 5

const CLAUSE =
  'Notices are given in writing to Juniper Flats Solar, and take effect three Business Days after they were sent, unless the Parties agree otherwise in writing. Each Party keeps complete and accurate records for seven years, and lets the other Party look at them on ten days’ notice during business hours.'

/** Pages with the name in each of five paragraphs, and on each one e-mail address, phone number and sum of money. */
const contract = (pages: number, of = 1): Promise<Buffer> =>
  pdfWith(
    Array.from({ length: pages }, (_, page) =>
      [
        ...Array<string>(NAMES).fill(CLAUSE),
        `Write to buyer${of}.${page}@mesa.example, call (602) 555-0147, pay $${page + 1},250.00.`,
      ].join('\n\n'),
    ),
  )

/** 500 areas on 100 pages from the request until they are applied and read again, and patterns found in 100 files of ten pages. */
export const redaction: Measure = {
  name: 'redaction',
  run: async (_stage, { quick }) => {
    const dataDir = newDataDir()
    const product = await startProduct({ dataDir, env: { DEMO: 'off', STORAGE_RESERVE_BYTES: '0' } })
    try {
      const database = databaseOf(dataDir)
      const [room] = await contributors(database, product.address, 1)
      await database.close()
      const pages = quick ? 10 : 100
      const files = quick ? 10 : 100
      const contractId = await put(room, 'Contract.pdf', await contract(pages), room.rootId)
      // What is done only once is done: the names are found, so that they are the areas.
      const named = await searched(room, [contractId], { words: ['Juniper Flats Solar'] })
      if (named.markCount !== pages * NAMES) throw new Error(`${named.markCount} names were found.`)
      const applied = await timed(() => apply(room, contractId))

      const [folder] = await room.createFolders(['Contracts'])
      for (let at = 1; at <= files; at += 1) {
        await put(room, `Contract ${at}.pdf`, await contract(10, at), folder?.id ?? '')
      }
      let found = 0
      const patterns = await timed(async () => {
        const sought = { patterns: ['EMAIL', 'PHONE', 'AMOUNT'] }
        found = (await searched(room, [folder?.id ?? ''], sought)).markCount
      })
      if (found !== files * 10 * 3) throw new Error(`${found} places of patterns were found.`)
      return [
        inSeconds(`${pages * NAMES} areas on ${pages} pages applied and read again`, applied, 20),
        inSeconds(`patterns found in ${files} files, ${files * 10} pages`, patterns, 60),
      ]
    } finally {
      await product.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

async function put(room: Room, name: string, content: Buffer, parentId: string): Promise<string> {
  const announced = await room.announce([{ name, size: content.length, parentId }])
  for (const upload of announced) await room.put(upload, content)
  const { files } = await room.confirm(announced)
  return files[0]?.id ?? ''
}

interface Search {
  id: string
  state: string
  markCount: number
}

/** A search from the request until it has ended. */
async function searched(
  room: Room,
  ids: readonly string[],
  sought: { words?: readonly string[]; patterns?: readonly string[] },
): Promise<Search> {
  const { search } = await room.call<{ search: Search }>(
    `mutation($treeId: ID!, $ids: [ID!]!, $words: [String!], $patterns: [RedactionPattern!]) {
      findRedactionMarks(treeId: $treeId, documentIds: $ids, words: $words, patterns: $patterns, reason: "Price") {
        search { id } } }`,
    { ids, ...sought },
  )
  for (;;) {
    const now = await room.call<Search>(
      'query($id: ID!) { redactionSearch(id: $id) { id state markCount } }',
      { id: search.id },
    )
    if (now.state === 'COMPLETE') return now
    await sleep(LOOK_EVERY)
  }
}

interface Redaction {
  id: string
  revision: number
  state: string
  failure: string | null
}

/** Applies the draft of a file, from the request until it is applied. */
async function apply(room: Room, documentId: string): Promise<void> {
  const redactions = () =>
    room.call<Redaction[]>(
      'query($treeId: ID!, $documentId: ID!) { redactions(treeId: $treeId, documentId: $documentId) { id revision state failure } }',
      { documentId },
    )
  const [draft] = await redactions()
  await room.call(
    `mutation($treeId: ID!, $redactions: [RedactionRefInput!]!) {
      applyRedactions(treeId: $treeId, redactions: $redactions) { redactions { id } } }`,
    { redactions: [{ id: draft?.id, revision: draft?.revision }] },
  )
  for (;;) {
    const [now] = await redactions()
    if (now?.state === 'APPLIED') return
    if (now?.state === 'FAILED') throw new Error(now.failure ?? 'It has failed.')
    await sleep(LOOK_EVERY)
  }
}
