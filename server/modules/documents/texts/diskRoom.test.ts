import { expect, test, vi } from 'vitest'
import { Client } from '../../../../testing/client.ts'
import { testDatabase } from '../../../../testing/database/index.ts'
import { documentsOver } from '../../../../testing/documents.ts'
import { factories, PASSWORD } from '../../../../testing/factories.ts'
import { startTestServer } from '../../../../testing/server.ts'
import { createFreeSpace, StorageFullError } from '../../../platform/storage/index.ts'
import { withDatabaseRoom } from './diskRoom.ts'
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

test('FIND-21 reading stands still while the disk of the embedded database is nearly full, and by WORKERS=0; the back office says how many wait, and since when', async () => {
  await database.pool.query('delete from document_text')
  const { place, treeId, root } = await make.room()
  const writer = await make.actorWith(place, 'Deal Room Admin')
  await upload(writer, treeId, root, 'Permit.pdf')
  await upload(writer, treeId, root, 'Survey.pdf')
  await database.pool.query(`update document_text set queued_at = now() - interval '3 hours'`)
  const server = await startTestServer(database, { WORKERS: '0' })
  try {
    const email = 'staff@disk.example'
    await make.person({ email, password: PASSWORD, isSuperUser: true })
    const staff = new Client(server.address)
    await staff.signIn(email, PASSWORD)
    const { data } = await staff.graphql('{ backOfficeStatus { textsWaiting oldestTextSince textsPaused } }')
    const status = data?.backOfficeStatus as { oldestTextSince: string }
    expect(status).toMatchObject({ textsWaiting: 2, textsPaused: true })
    const hours = (Date.now() - Date.parse(status.oldestTextSince)) / 3_600_000
    expect(hours).toBeGreaterThan(2.9)
    expect(hours).toBeLessThan(3.1)
    const reader = {
      read: vi.fn(async () => ({
        parts: [{ page: 1, text: 'fluorite' }],
        ranges: [{ first: 1, last: 1, keys: ['=fluorite'] }],
        isCut: false,
      })),
      keysOf: vi.fn(),
    }
    const ocr = { isThere: async () => true, read: vi.fn() }
    const reading = (reserveBytes: number) => {
      const disk = createFreeSpace({ root: server.dataDir, reserveBytes })
      const storage = withDatabaseRoom({ ...server.app.storage, ensureSpace: async () => {} }, disk)
      return createTextWork({ db: database.db, storage, reader, ocr, log: { warn: () => {} } })()
    }
    await reading(Number.MAX_SAFE_INTEGER)
    expect(reader.read).not.toHaveBeenCalled()
    expect(await states()).toEqual(['WAITING', 'WAITING'])
    await reading(0)
    expect(await states()).toEqual(['READ', 'READ'])
  } finally {
    await server.close()
  }
})
