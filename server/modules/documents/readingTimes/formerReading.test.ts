import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testDatabase } from '../../../../testing/database/index.ts'
import { uploadFile } from '../../../../testing/matrix/uploads.ts'
import { pdfWith } from '../../../../testing/paper.ts'
import { Room } from '../../../../testing/room.ts'
import { counted, passed, type ReadingRoom, startReadingRoom } from './readingTimes.fixture.ts'

// Processes are started, and pages drawn in them.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const database = testDatabase()
let room: ReadingRoom
let admin: Room
/** Three pages at first, of which the bidder reads two for 35 s, then one, which they read for 10 s. */
let lease: string

beforeAll(async () => {
  room = await startReadingRoom(database)
  admin = new Room(room.admin, room.treeId)
  lease = await room.upload('Lease.pdf')
  await room.level(lease, 'VIEW', room.bidders)
  await read([
    { page: 1, ms: 30_000 },
    { page: 2, ms: 5000 },
  ])
  await uploadFile(room.admin, room.treeId, admin.rootId, 'Lease.pdf', await pdfWith(['All in one']))
  await read([{ page: 1, ms: 10_000 }])
})
afterAll(() => room.server.close())

async function read(pages: { page: number; ms: number }[]): Promise<void> {
  const opening = await room.open(room.bidder, lease)
  await passed(database, opening, 100)
  const all = pages.reduce((sum, { ms }) => sum + ms, 0)
  expect(await counted(room.bidder, opening, pages)).toBe(all)
}

const ofFile = () =>
  admin.call<Record<string, unknown>>(
    `query($treeId: ID!, $id: ID!) { documentReading(treeId: $treeId, documentId: $id) {
      pageCount ms pages { number readerCount ms } readers { groups openings pagesRead ms } } }`,
    { id: lease },
  )
const ofPersons = () =>
  admin.call<{ rows: object[] }>(
    'query($treeId: ID!) { personReading(treeId: $treeId) { rows { user { fullName } documents pagesRead ms } } }',
  )
const ofBidders = async () => {
  const { rows } = await admin.call<{ rows: { group: { name: string } }[] }>(
    `query($treeId: ID!) { groupReading(treeId: $treeId) { rows {
      group { name } memberCount readerCount permittedFiles openedFiles share pagesRead ms } } }`,
  )
  return rows.find(({ group }) => group.name === 'Bidders')
}
const BIDDER = { user: { fullName: 'Bidder Reader' }, documents: 1, pagesRead: 2, ms: 45_000 }

test('what was read of an earlier version stays with its readers; pages are those of the current one', async () => {
  expect(await ofFile()).toEqual({
    pageCount: 1,
    ms: 45_000,
    pages: [{ number: 1, readerCount: 1, ms: 10_000 }],
    // A page counts once, in whatever version.
    readers: [{ groups: ['Bidders'], openings: 2, pagesRead: 2, ms: 45_000 }],
  })
  expect((await ofPersons()).rows).toEqual([BIDDER])
  expect(await ofBidders()).toMatchObject({ permittedFiles: 1, openedFiles: 1, pagesRead: 2, ms: 45_000 })
})

test('whoever loses a document stays among its readers, by no group; it is none of the group’s files any more, and was read', async () => {
  await room.level(lease, 'NONE', room.bidders)
  expect(await ofFile()).toMatchObject({ ms: 45_000, readers: [{ groups: [], openings: 2, ms: 45_000 }] })
  expect((await ofPersons()).rows).toEqual([BIDDER])
  const read = { permittedFiles: 0, openedFiles: 0, share: 0, readerCount: 1, pagesRead: 2, ms: 45_000 }
  expect(await ofBidders()).toMatchObject({ memberCount: 1, ...read })
  // Of whoever leaves the group it says nothing; they have read all the same.
  await database.pool.query('delete from membership where group_id = $1', [room.bidders])
  const nothing = { memberCount: 0, readerCount: 0, pagesRead: 0, ms: 0 }
  expect(await ofBidders()).toMatchObject(nothing)
  expect((await ofPersons()).rows).toEqual([BIDDER])
})
