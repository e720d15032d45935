import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Client } from '../../../../testing/client.ts'
import { testDatabase } from '../../../../testing/database/index.ts'
import { picture } from '../../../../testing/hostileFiles.ts'
import { pdfWith } from '../../../../testing/paper.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { stored } from '../../../../testing/stored.ts'
import type { Content } from '../../../platform/pages/index.ts'
import { removeOldBytes } from '../index.ts'
import { createKeptPages } from './keptPages.ts'
import { bytesOf, createPagesRoom, difference } from './pages.fixture.ts'

// Processes are started, and pages drawn in them.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

const database = testDatabase()
const room = createPagesRoom(database)
const { upload, level, first } = room

let server: TestServer
let treeId: string
let admin: Client
let bidder: Client
let lender: Client

beforeAll(async () => {
  ;({ server, treeId, admin, bidder, lender } = await room.start())
})
afterAll(() => server.close())

test('pages are kept without marks for their next readers, and go with the bytes of their document', async () => {
  const file = await upload('Kept.png', await picture('png'))
  await level(file, 'VIEW')
  const { url } = await first(bidder, file)
  await bytesOf(await bidder.request(url))
  const kept = async () => {
    const { rows } = await database.pool.query<{ id: string; size: number }>(
      'select k.id, k.size from kept_page k join document_version v on v.id = k.version_id where v.document_id = $1',
      [file],
    )
    return rows
  }
  await expect.poll(async () => (await kept())[0]?.size ?? 0).toBeGreaterThan(0)
  const [page] = await kept()
  const key = `page-${page?.id}`
  expect(await server.app.storage.head(key)).toBe(page?.size)
  const { url: plain } = await first(lender, file)
  expect(
    await difference(await bytesOf(await lender.request(plain)), await stored(server.app.storage, key)),
  ).toBeLessThan(0.001)
  // What names it in the storage opens nothing.
  for (const address of [`/files/${key}`, `/files/${page?.id}`, `/files/page/${page?.id}/1`]) {
    expect([403, 404]).toContain((await admin.request(address)).status)
  }
  await admin.graphql(
    'mutation($treeId: ID!, $ids: [ID!]!) { removeDocuments(treeId: $treeId, documentIds: $ids) { deletedIds } }',
    { treeId, ids: [file] },
  )
  await removeOldBytes({ db: database.db, storage: server.app.storage }, new Date(Date.now() + 1000))
  expect(await kept()).toEqual([])
  expect(await server.app.storage.head(key)).toBeNull()
})

test('PAGE-15 of more kept pages than there is room for the longest unused go', async () => {
  const file = await upload('Room.pdf', await pdfWith(['Room']))
  const { rows } = await database.pool.query<{ versionId: string; organisationId: string }>(
    `select d.current_version_id as "versionId", t.organisation_id as "organisationId"
     from document d join document_tree t on t.id = d.tree_id where d.id = $1`,
    [file],
  )
  const [of] = rows
  if (!of) throw new Error('There is no version.')
  await database.pool.query('delete from kept_page')
  const log = { warn: vi.fn() }
  const kept = createKeptPages({ db: database.db, storage: server.app.storage, limit: 10_000, log })
  const page = (number: number) => ({ ...of, number, width: 800 })
  const bytes = Buffer.alloc(190, 1)
  const content: Content = { size: bytes.length, source: (write) => write(bytes) }
  for (let number = 1; number <= 40; number += 1) {
    await kept.keep(page(number), content)
    await database.pool.query(
      `update kept_page set used_at = now() - make_interval(hours => 100 - number) where number = $1`,
      [number],
    )
  }
  // A use makes the oldest the youngest.
  expect(await kept.find(page(1))).toEqual(bytes)
  for (let number = 41; number <= 80; number += 1) await kept.keep(page(number), content)
  const sum = await database.pool.query<{ bytes: number; keys: string[] }>(
    `select sum(size)::integer as bytes, array_agg('page-' || id) as keys from kept_page`,
  )
  expect(sum.rows[0]?.bytes).toBeLessThanOrEqual(10_000)
  expect(sum.rows[0]?.bytes).toBeGreaterThan(9_000)
  const stored: string[] = []
  for await (const key of server.app.storage.list({ prefix: 'page-' })) stored.push(key)
  for (const key of sum.rows[0]?.keys ?? []) expect(stored).toContain(key)
  expect(await kept.find(page(1))).toEqual(bytes)
  expect(await kept.find(page(2))).toBeNull()
  expect(await kept.find(page(80))).toEqual(bytes)
  expect(log.warn).not.toHaveBeenCalled()
})
