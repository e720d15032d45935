import { expect, test, vi } from 'vitest'
import { testDatabase } from '../../../../testing/database/index.ts'
import { documentsOver } from '../../../../testing/documents.ts'
import { factories } from '../../../../testing/factories.ts'
import { StorageFullError } from '../../../platform/storage/index.ts'
import { createPageWork } from './pageWork.ts'
import { createTextWork } from './textWork.ts'

const database = testDatabase()
const make = factories(database)
const { upload } = documentsOver(database)

/** States of all texts, and when jobs of reading come back. */
const states = async () =>
  (await database.pool.query<{ state: string }>('select state from document_text')).rows.map(
    ({ state }) => state,
  )
async function pausedJobs(): Promise<string[]> {
  const { rows } = await database.pool.query<{ key: string }>(
    `select key from graphile_worker.jobs where key like '%:paused' and run_at > now() + interval '50 seconds'`,
  )
  return rows.map(({ key }) => key).sort()
}

test('reading stands still while the disk is nearly full, comes back a minute later, and goes on once there is room', async () => {
  const { place, treeId, root } = await make.room()
  const writer = await make.actorWith(place, 'Deal Room Admin')
  await upload(writer, treeId, root, 'Lease.pdf')
  await upload(writer, treeId, root, 'Deed.pdf')
  let free = false
  const storage = {
    read: vi.fn(),
    ensureSpace: async () => {
      if (!free) throw new StorageFullError()
    },
  }
  const reader = {
    read: vi.fn(async () => {
      // It fills up again with the first one.
      free = false
      return {
        parts: [{ page: 1, text: 'fluorite' }],
        ranges: [{ first: 1, last: 1, keys: ['=fluorite'] }],
        isCut: false,
      }
    }),
    keysOf: vi.fn(),
  }
  const ocr = { isThere: async () => true, read: vi.fn() }
  const drawer = { draw: vi.fn() }
  const deps = { db: database.db, storage, reader, ocr, drawer, log: { warn: () => {} } }
  const readTexts = createTextWork(deps)
  await readTexts()
  await createPageWork(deps)()
  expect(reader.read).not.toHaveBeenCalled()
  expect(await states()).toEqual(['WAITING', 'WAITING'])
  expect(await pausedJobs()).toEqual(['read_pages:paused', 'read_texts:paused'])
  free = true
  await readTexts()
  expect(reader.read).toHaveBeenCalledTimes(1)
  expect((await states()).sort()).toEqual(['READ', 'WAITING'])
  free = true
  await readTexts()
  expect(await states()).toEqual(['READ', 'READ'])
})
