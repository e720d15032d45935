import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../../testing/database/index.ts'
import { documentsOver } from '../../../../testing/documents.ts'
import { factories } from '../../../../testing/factories.ts'
import { manyFiles, manyUploads } from '../../../../testing/manyFiles.ts'
import { touchedIn } from '../../../../testing/touched.ts'
import type { Actor } from '../../../access/actor.ts'
import { useByCompany, useByDocument, useByPerson } from '../analytics/analyticsStore.ts'
import type { HistorySelection } from '../history/historySelection.ts'
import { changes, countChanges } from '../history/historyStore.ts'
import { createFamilies, type DocumentFamilies } from './families.ts'
import { countMatches } from './search.ts'

/** What is hidden costs a reader nothing, so that no timing reveals it. */

const database = testDatabase()
const make = factories(database)
const { documents, folder, permit } = documentsOver(database)
const HIDDEN = 3000
const EVERYTHING: HistorySelection = {
  places: null,
  activityTypes: null,
  fileTypes: null,
  userGroupIds: null,
  userIds: null,
  since: null,
  search: null,
}

let admin: Actor
let bidder: Actor & { groupId: string }
let manager: Actor & { groupId: string }
let stranger: Actor
let treeId: string
let otherTreeId: string
let secret: string

const fill = (tree: string, folderId: string, word: string, count: number, like = folderId) =>
  manyFiles(database.pool, { treeId: tree, folderId, word, count, personId: admin.personId, like })

// For each test, and each try: what one adds must not lie there for the next.
beforeEach(async () => {
  const room = await make.room()
  const otherRoom = await make.room()
  treeId = room.treeId
  otherTreeId = otherRoom.treeId
  admin = await make.actorWith(room.place, 'Deal Room Admin')
  bidder = await make.actorWith(room.place, ['DOCUMENTS_VIEW', 'DOCUMENTS_HISTORY_VIEW'])
  manager = await make.actorWith(room.place, ['DEALROOM_ADMIN', 'DOCUMENTS_VIEW'])
  stranger = await make.actorWith(otherRoom.place, ['DOCUMENTS_VIEW', 'DOCUMENTS_HISTORY_VIEW'])
  await fill(treeId, await folder(admin, treeId, 'Open'), 'Lease', 300)
  secret = await folder(admin, treeId, 'Secret')
  // What is put into a closed folder is hidden, and so is what was there when it was closed.
  await fill(treeId, secret, 'Northwind offer', HIDDEN / 2)
  await permit(admin, treeId, [secret], bidder.groupId, false)
  await permit(admin, treeId, [secret], manager.groupId, false)
  await fill(treeId, secret, 'Northwind bid', HIDDEN / 2)
  await database.pool.query('vacuum analyze')
})

const touched = touchedIn(database)

const searched = async (actor: Actor, tree: string, text: string) => {
  const search = await documents().search(actor, { treeId: tree, search: text })
  return touched((tx) => countMatches(tx, search))
}

const EVERY_USE = { since: null, companyId: null, personId: null }

test('DOC-25 PERM-10 a search touches as much where thousands of hidden names hold its text as where none does', async () => {
  expect(
    await documents().countMatches(await documents().search(admin, { treeId, search: 'northwind' })),
  ).toBe(1000)
  const absent = await searched(bidder, treeId, 'zephyrine')
  for (const text of ['northwind', 'northwind offer 17', 'northwind bid 800']) {
    expect(await searched(bidder, treeId, text)).toBe(absent)
  }
  // The groups of the 300 names that may be read are five.
  expect(absent).toBeLessThan(100)
  expect(await searched(bidder, treeId, 'lease 17.pdf')).toBeGreaterThan(absent)
})

test('DOC-25 a search in one organisation touches nothing of another’s', async () => {
  const absent = await searched(stranger, otherTreeId, 'zephyrine')
  expect(await searched(stranger, otherTreeId, 'northwind')).toBe(absent)
  expect(absent).toBeLessThan(100)
})

test('DOC-05 DOC-10 DOC-15 PERM-10 a list touches as much beside thousands of hidden entries as beside none', async () => {
  const both = await folder(admin, treeId, 'Both')
  await fill(treeId, both, 'Paper', 40)
  await database.pool.query('vacuum analyze')
  const of = async (actor: Actor) => {
    const node = await documents().document(actor, treeId, both)
    const page = { limit: 20, offset: 10 }
    const [first] = await documents().children(node, page)
    if (!first) throw new Error('The list is empty.')
    const reads: Record<keyof DocumentFamilies | 'page', (families: DocumentFamilies) => Promise<unknown>> = {
      page: (families) => families.children([node], { limit: 200, offset: 0 }),
      children: (families) => families.children([node], page),
      childCounts: (families) => families.childCounts([node]),
      positions: (families) => families.positions([first]),
      neighbours: (families) => families.neighbours([first], 'next'),
      ancestors: (families) => families.ancestors([first]),
      below: (families) => families.below([node], page),
    }
    const counts: Record<string, number> = {}
    for (const [name, read] of Object.entries(reads)) {
      counts[name] = await touched((tx) => read(createFamilies(tx)))
    }
    return counts
  }
  const before = await of(bidder)
  await fill(treeId, both, 'Kept back', HIDDEN, secret)
  await database.pool.query('vacuum analyze')
  // A further list is seen in passing, and whether a row of the 40 is looked up, by its id and by its name, depends on the vacuum.
  for (const [name, count] of Object.entries(await of(bidder))) {
    expect([name, count]).toEqual([name, Math.min(count, (before[name] ?? 0) + 100)])
  }
  // Who sees them reads as many more as there are.
  const node = await documents().document(admin, treeId, both)
  expect(await createFamilies(database.db).childCounts([node])).toEqual([40 + HIDDEN])
  const [found] = await documents().children(node, { limit: 1, offset: HIDDEN })
  expect(found?.name).toBe('Paper 1.pdf')
  expect(await createFamilies(database.db).positions(found ? [found] : [])).toEqual([HIDDEN])
})

test('HIST-08 HIST-13 a history’s search and its kinds of files touch nothing of hidden names either', async () => {
  const tree = await documents().tree(bidder, treeId)
  const found = (search: string) => touched((tx) => countChanges(tx, tree, { ...EVERYTHING, search }))
  expect(await found('northwind')).toBe(await found('zephyrine'))
})

test('HIST-10 HIST-08 PERM-10 a page of a history and its count touch as much where thousands of hidden entries are newer as where none is', async () => {
  const tree = await documents().tree(bidder, treeId)
  const record = async (word: string, minutes: number) => {
    await manyUploads(database.pool, { treeId, word, personId: admin.personId, minutes })
    await database.pool.query('vacuum analyze activity, name_group')
  }
  const selections: HistorySelection[] = [
    EVERYTHING,
    { ...EVERYTHING, activityTypes: ['UPLOAD'] },
    { ...EVERYTHING, fileTypes: ['pdf'] },
    { ...EVERYTHING, search: 'lease 17' },
  ]
  const read = async () => {
    const counts: number[] = []
    for (const selection of selections) {
      counts.push(await touched((tx) => changes(tx, tree, selection, 25, { offset: 10 })))
      counts.push(await touched((tx) => countChanges(tx, tree, selection)))
    }
    return counts
  }
  await record('Lease', 1)
  const before = await read()
  await record('Northwind', 2)
  const after = await read()
  // Whether the rows of the 300 names are looked up depends on the vacuum.
  expect(after).toEqual(after.map((count, index) => Math.min(count, (before[index] ?? 0) + 400)))
  // Everybody's count is what they may read; who sees all counts the hidden entries, that of their folder and its two
  // changes of permissions as well.
  const [all, rest] = [
    await documents().tree(admin, treeId),
    await countChanges(database.db, tree, EVERYTHING),
  ]
  expect(await countChanges(database.db, all, EVERYTHING)).toBe(rest + HIDDEN + 3)
  const pages = await changes(database.db, all, EVERYTHING, 50, { offset: HIDDEN - 25 })
  expect(pages.filter(({ recordedPath }) => recordedPath.startsWith('Northwind'))).toHaveLength(25)
  expect(pages.filter(({ recordedPath }) => recordedPath.startsWith('Lease'))).toHaveLength(25)
})

test('ANA-16 PERM-10 analytics touch as much where hidden documents were used thousands of times as where none was', async () => {
  const tree = await documents().tree(manager, treeId)
  const query = { limit: 25, offset: 0, ordering: 'downloads', descending: true, ...EVERY_USE }
  const use = async (word: string, times: number) => {
    await database.pool.query(
      `insert into activity (kind, person_id, session_id, tree_id, document_id, version_id)
       select case when n % 3 = 0 then 'DOWNLOAD' else 'VIEW' end, $3, gen_random_uuid(), $1, id, current_version_id
       from document, generate_series(1, $4::int) n where tree_id = $1 and name like $2 || '%'`,
      [treeId, word, bidder.personId, times],
    )
    await database.pool.query('vacuum analyze activity')
  }
  const shown = async () => {
    const counts: number[] = []
    for (const table of [useByCompany, useByPerson, useByDocument]) {
      counts.push(await touched((tx) => table(tx, tree, query)))
    }
    return counts
  }
  await use('Lease', 20)
  const before = await shown()
  // The 6000 uses that may be told.
  expect(Math.min(...before)).toBeGreaterThan(6000)
  await use('Northwind', 10)
  const after = await shown()
  // Whether the rows of the 6000 uses are looked up depends on the vacuum; the hidden ones are 30,000.
  expect(after).toEqual(after.map((count, index) => Math.min(count, (before[index] ?? 0) + 7000)))
  const { rows } = await documents().analytics.persons(manager, {
    treeId,
    limit: 25,
    offset: 0,
    ordering: 'user',
    ...EVERY_USE,
  })
  expect(rows).toMatchObject([{ id: bidder.personId, viewCount: 4200 }])
})
