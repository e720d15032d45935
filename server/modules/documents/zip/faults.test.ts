import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../../testing/database/index.ts'
import { startTestServer, type TestServer } from '../../../../testing/server.ts'
import { KeptFiles } from '../../../../testing/stored.ts'
import { zipRoom } from '../../../../testing/zipRoom.ts'
import { cancelZip, fetchZip, submitZip, zipState } from '../../../../testing/zips.ts'
import { type Jobs, startJobs } from '../../../platform/jobs/index.ts'
import { StorageUnavailableError } from '../../../platform/storage/index.ts'
import { createZips } from '../index.ts'

const database = testDatabase()
let server: TestServer
let room: Awaited<ReturnType<typeof zipRoom>>
let jobs: Jobs
/** What happens before the content of a stored file is read, by its key. */
let duringRead: (key: string) => Promise<void> = async () => {}
/** What happens before a file is marked. */
let duringMark: () => Promise<unknown> = async () => {}
const unreadable: string[] = []

let folder = ''
let first = ''
let second = ''

beforeAll(async () => {
  server = await startTestServer(database)
  room = await zipRoom(database, server)
  const { storage } = server.app
  // The server's own storage and queue, with a moment in between.
  const zips = createZips({
    db: database.db,
    jobsDb: database.jobs.db,
    storage: {
      ...storage,
      read: async (key, range, write) => {
        await duringRead(key)
        await storage.read(key, range, write)
      },
    },
    markedPdf: async (...asked) => {
      await duringMark()
      return server.app.services.documents.pages.markedPdfs.forZip(...asked)
    },
    rendition: server.app.services.files.source,
    fileAddress: () => '',
    origin: () => '',
    onUnreadable: (_error, versionId) => void unreadable.push(versionId),
  })
  const quiet = () => {}
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }
  jobs = await startJobs({ pool: database.jobs.pool, concurrency: 0, scheduled: [], queued: zips.jobs, log })
})
afterAll(() => server.close())

beforeEach(async () => {
  duringRead = async () => {}
  duringMark = async () => {}
  folder = await room.folder(`Folder ${Math.random()}`)
  first = await room.file('1 first.txt', 'first', folder)
  second = await room.file('2 second.txt', 'second', folder)
})

const keyOf = async (id: string): Promise<string> => {
  const { rows } = await database.pool.query('select current_version_id as key from document where id = $1', [
    id,
  ])
  return rows[0].key
}
const kept = new KeptFiles(() => server, database)
/** Nothing of the zip lies in the storage, neither finished nor arriving. */
const expectNoBytes = async (id: string) =>
  expect((await kept.keys()).filter((key) => key.includes(id))).toEqual([])

/** Has the queue try again until a zip has come to that. */
async function tryUntil(id: string, state: 'READY' | 'FAILED'): Promise<void> {
  // The queue may record a failure a moment after the run, which then is not due at the next one.
  for (let run = 0; run < 30; run += 1) {
    if ((await zipState(room.viewer, id)).state === state) break
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(database.db)
    await jobs.runDue()
  }
}

/** Does something once, before that file is read. */
async function before(id: string, work: () => Promise<unknown>): Promise<() => number> {
  const key = await keyOf(id)
  let done = 0
  duringRead = async (asked) => {
    if (asked !== key) return
    done += 1
    if (done === 1) await work()
  }
  return () => done
}

test.each([
  ['that is still to come', () => first, () => second, '1 first.txt'],
  ['that the zip holds already', () => second, () => first, '2 second.txt'],
])(
  'PERM-10 DOP-27 a file %s loses its permission while the zip is made: it is neither in it nor in the manifest',
  async (_title, trigger, closed, left) => {
    const runs = await before(trigger(), () => room.permit(closed(), 'bidder', false))
    const { zipExport } = await submitZip(room.bidder, [folder])
    await jobs.runDue()
    const { entries } = await fetchZip(room.bidder.client, zipExport?.id ?? '')
    const names = Object.keys(entries).filter((name) => name.endsWith('.txt'))
    expect(names.map((name) => path.basename(name))).toEqual([left])
    expect(entries['manifest.csv']?.split('\r\n')).toHaveLength(3)
    expect(JSON.stringify(entries)).not.toContain(closed() === first ? 'first' : 'second')
    // It was restarted, since it held what it must not.
    expect(runs()).toBe(2)
  },
)

test.each([
  ['that is still to come', () => first, () => second],
  ['that the zip holds already', () => second, () => first],
])(
  'VIEW-20 a file %s falls to View while the zip is made: it is neither in it nor in the manifest; to Marked PDF, as that alone',
  async (_title, trigger, lowered) => {
    for (const level of ['VIEW', 'PDF'] as const) {
      const runs = await before(trigger(), () => room.level(lowered(), 'bidder', level))
      const { zipExport } = await submitZip(room.bidder, [folder])
      await jobs.runDue()
      const { entries } = await fetchZip(room.bidder.client, zipExport?.id ?? '')
      const names = Object.keys(entries).filter((name) => /\.(txt|pdf)$/.test(name))
      const [kept, fallen] = lowered() === first ? ['2 second.txt', '1 first'] : ['1 first.txt', '2 second']
      const expected = level === 'VIEW' ? [kept] : [kept, `${fallen}.pdf`]
      expect([level, names.map((name) => path.basename(name)).sort()]).toEqual([level, expected.sort()])
      expect(entries['manifest.csv']).not.toContain(`${fallen}.txt`)
      expect(runs()).toBe(2)
      await room.level(lowered(), 'bidder', 'ORIGINAL')
    }
  },
)

test('VIEW-20 a file that falls to View while its PDF is marked for the zip is left out of it, and the zip is made', async () => {
  await room.level(first, 'bidder', 'PDF')
  let marks = 0
  duringMark = async () => {
    marks += 1
    await room.level(first, 'bidder', 'VIEW')
  }
  const { zipExport } = await submitZip(room.bidder, [folder])
  await jobs.runDue()
  const { entries } = await fetchZip(room.bidder.client, zipExport?.id ?? '')
  expect(Object.keys(entries).filter((name) => !name.endsWith('/'))).toEqual([
    expect.stringContaining('2 second.txt'),
    'manifest.csv',
  ])
  expect(marks).toBe(1)
})

test('DOC-44 a version that is replaced and withdrawn while the zip is made is not in it', async () => {
  const version = await keyOf(first)
  await before(second, async () => {
    await room.file('1 first.txt', 'replaced', folder)
    await room.admin.call('mutation($id: ID!) { withdrawVersion(versionId: $id) { success } }', {
      id: version,
    })
  })
  const { zipExport } = await submitZip(room.admin, [folder])
  await jobs.runDue()
  const { entries } = await fetchZip(room.admin.client, zipExport?.id ?? '')
  expect(Object.values(entries)).toContain('second')
  expect(Object.values(entries)).not.toContain('first')
})

test('PERM-10 an empty folder that is closed during the build leaves no name either', async () => {
  const empty = await room.folder('0 Northwind', folder)
  await before(second, () => room.permit(empty, 'bidder', false))
  const { zipExport } = await submitZip(room.bidder, [folder])
  await jobs.runDue()
  const { entries } = await fetchZip(room.bidder.client, zipExport?.id ?? '')
  expect(Object.keys(entries)).toHaveLength(4)
  expect(JSON.stringify(entries)).not.toContain('Northwind')
})

test('PERM-10 DOP-26 who loses the room while the zip is made gets none, and no bytes stay', async () => {
  const { rows } = await database.pool.query('select * from membership where group_id = $1', [
    room.groups.bidder,
  ])
  await before(second, () =>
    database.pool.query('delete from membership where group_id = $1', [room.groups.bidder]),
  )
  const { zipExport } = await submitZip(room.bidder, [folder])
  await jobs.runDue()
  await database.pool.query('insert into membership (group_id, person_id) values ($1, $2)', [
    rows[0].group_id,
    rows[0].person_id,
  ])
  expect(await zipState(room.bidder, zipExport?.id ?? '')).toMatchObject({
    state: 'FAILED',
    failure: 'You no longer have access to these documents.',
  })
  await expectNoBytes(zipExport?.id ?? '')
})

test('a zip that is cancelled while it is made ends, and no bytes stay', async () => {
  const { zipExport } = await submitZip(room.viewer, [folder])
  const id = zipExport?.id ?? ''
  await before(second, () => cancelZip(room.viewer, id))
  await jobs.runDue()
  expect(await zipState(room.viewer, id)).toMatchObject({ state: 'CANCELLED', url: null })
  await expectNoBytes(id)
  const { rows } = await database.pool.query('select from graphile_worker.jobs where task_identifier = $1', [
    'build_zip',
  ])
  expect(rows).toEqual([])
})

test('bytes that disappear during the build are left out with the reason, and it is logged', async () => {
  const key = await keyOf(second)
  await before(second, () => kept.lose(key))
  const { zipExport } = await submitZip(room.viewer, [folder])
  await jobs.runDue()
  const { entries } = await fetchZip(room.viewer.client, zipExport?.id ?? '')
  expect(Object.keys(entries).map((name) => path.basename(name))).toContain('1 first.txt')
  expect(Object.keys(entries).map((name) => path.basename(name))).not.toContain('2 second.txt')
  expect(entries['manifest.csv']).toMatch(/2 second\.txt,6,.*,The stored file could not be read\.\r\n/)
  expect(unreadable).toContain(key)
})

test('a store that does not answer for a moment leaves no gap: the zip is made anew, and whole', async () => {
  await before(second, async () => {
    throw new StorageUnavailableError()
  })
  const { zipExport } = await submitZip(room.viewer, [folder])
  const id = zipExport?.id ?? ''
  await jobs.runDue()
  expect(await zipState(room.viewer, id)).toMatchObject({ state: 'RUNNING' })
  await tryUntil(id, 'READY')
  const { entries } = await fetchZip(room.viewer.client, id)
  expect(Object.keys(entries).map((name) => path.basename(name))).toContain('2 second.txt')
})

test('DOP-26 a zip that fails each time says so in the end; one whose job is lost, too', async () => {
  const { zipExport } = await submitZip(room.viewer, [folder])
  const id = zipExport?.id ?? ''
  // The table that keeps what the zip holds can't be written, as with a database that is full.
  await sql`alter table zip_export_file add constraint full_up check (position < 0) not valid`.execute(
    database.db,
  )
  expect(await zipState(room.viewer, id)).toMatchObject({ state: 'QUEUED' })
  await jobs.runDue()
  expect(await zipState(room.viewer, id)).toMatchObject({ state: 'RUNNING' })
  await tryUntil(id, 'FAILED')
  await sql`alter table zip_export_file drop constraint full_up`.execute(database.db)
  expect(await zipState(room.viewer, id)).toMatchObject({
    state: 'FAILED',
    failure: 'A server error has occurred.',
  })
  await expectNoBytes(id)

  const lost = await submitZip(room.viewer, [folder])
  await server.app.services.documents.zips.sweep()
  expect(await zipState(room.viewer, lost.zipExport?.id ?? '')).toMatchObject({ state: 'QUEUED' })
  await sql`delete from graphile_worker._private_jobs`.execute(database.db)
  await server.app.services.documents.zips.sweep()
  expect(await zipState(room.viewer, lost.zipExport?.id ?? '')).toMatchObject({ state: 'FAILED' })
})
