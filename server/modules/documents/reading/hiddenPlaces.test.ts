import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../testing/database/index.ts'
import { documentsOver } from '../../../../testing/documents.ts'
import { factories } from '../../../../testing/factories.ts'
import { manyFiles, manyUploads } from '../../../../testing/manyFiles.ts'
import { touchedIn } from '../../../../testing/touched.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { documentsBelow } from '../core/children.ts'
import { walk } from '../exports/exportsIndex.ts'
import { accesses, accessesAfter } from '../exports/exportsStore.ts'
import { allEntries, openHistory } from '../history/history.ts'
import { zipContent, zipEntries } from '../zip/content.ts'

/** What goes through everything below a folder passes over nothing that is hidden, so that no timing reveals it. */

const database = testDatabase()
const make = factories(database)
const { documents, folder, permit } = documentsOver(database)
const touched = touchedIn(database)
const HIDDEN = 1000

let admin: Actor
let bidder: Actor & { groupId: string }
let treeId: string
let top: string
let secret: string

const fill = (folderId: string, word: string, count: number, like = folderId) =>
  manyFiles(database.pool, { treeId, folderId, word, count, personId: admin.personId, like })

/** Folders of SQL's making, each with a file, in a folder. */
const hiddenFolders = async (parentId: string, like: string): Promise<void> => {
  await database.pool.query(
    `with made as (
       insert into document (id, tree_id, parent_id, is_folder, name, name_key, path, acl_id)
       select new.id, $1, d.id, true, 'Lot ' || n, 'lot ' || n, d.path || new.id, l.acl_id
       from document d, document l, (select gen_random_uuid() as id, n from generate_series(1, $4::int) n) new
       where d.id = $2 and l.id = $3
       returning id, path, acl_id
     ), files as (
       insert into document (id, tree_id, parent_id, is_folder, name, name_key, path, acl_id, size, current_version_id)
       select file, $1, id, false, 'Offer.pdf', 'offer.pdf', path || file, acl_id, 7, gen_random_uuid()
       from (select gen_random_uuid() as file, * from made) new
       returning id, current_version_id)
     insert into document_version (id, document_id, number, size, sha256, created_by)
     select current_version_id, id, 1, 7, sha256(''), $5 from files`,
    [treeId, parentId, like, HIDDEN, admin.personId],
  )
}

beforeAll(async () => {
  const room = await make.room()
  treeId = room.treeId
  admin = await make.actorWith(room.place, 'Deal Room Admin')
  bidder = await make.actorWith(room.place, [
    'DOCUMENTS_VIEW',
    'DOCUMENTS_EDIT',
    'DOCUMENTS_DELETE',
    'DOCUMENTS_HISTORY_VIEW',
    'ACCESS_LOG_VIEW',
  ])
  top = await folder(admin, treeId, 'Top')
  await fill(await folder(admin, treeId, 'Top/Open'), 'Lease', 300)
  secret = await folder(admin, treeId, 'Top/Secret')
  await permit(admin, treeId, [secret], bidder.groupId, false)
})

const reads: Record<string, (db: Connection) => Promise<number>> = {
  'a dry run of a deletion': async (db) => {
    const node = await documents().document(bidder, treeId, top)
    const page = await documentsBelow(db, node.tree, [node], { limit: 100, offset: 50 })
    return page.length
  },
  'the whole of it': async (db) => {
    const node = await documents().document(bidder, treeId, top)
    const page = await documentsBelow(db, node.tree, [node], { limit: 1000, offset: 0 })
    return page.length
  },
  'the totals of a zip': async (db) => {
    const content = await zipContent(db, bidder, { treeId, documentIds: [top] })
    return content.exportableCount
  },
  'the files of a zip': async (db) => {
    const { exportableBytes: _, ...scope } = await zipContent(db, bidder, { treeId, documentIds: [top] })
    return (await zipEntries(db, scope, 'exportable', { limit: 200, offset: 0 })).length
  },
  'a file index': async (db) => {
    const node = await documents().document(bidder, treeId, top)
    let lines = 0
    // A transaction reads like any connection; the walk asks for the whole database to be able to begin one.
    for await (const portion of walk(db as typeof database.db, () => Promise.resolve(node.tree), {
      id: top,
      path: '',
    }))
      lines += portion.length
    return lines
  },
  'an access log': async (db) => {
    const { tree } = await documents().document(bidder, treeId, top)
    const ids = await accessesAfter(db, tree, null, 10_000)
    return (await accesses(db, tree, { ids })).length
  },
  'a change log': async (db) => {
    const history = await openHistory(db, bidder, treeId, {})
    let entries = 0
    for await (const page of allEntries(db, () => Promise.resolve(history))) entries += page.length
    return entries
  },
}

/** A view of each of the tree's files whose name begins with the word. */
const viewed = async (word: string): Promise<void> => {
  await database.pool.query(
    `insert into activity (kind, person_id, session_id, tree_id, document_id, version_id, recorded_path)
     select 'VIEW', $3, gen_random_uuid(), $1, id, current_version_id, name
     from document where tree_id = $1 and name like $2 || '%' and not is_folder`,
    [treeId, word, bidder.personId],
  )
}

test('PERM-10 DOP-08 DOP-22 DOP-31 DOP-32 DOP-33 dry runs, totals and exports touch as much beside thousands of hidden files and folders as beside none', async () => {
  const measure = async () => {
    await database.pool.query('vacuum analyze')
    const counts: Record<string, { found: number; touched: number }> = {}
    for (const [name, read] of Object.entries(reads)) {
      let found = 0
      const rows = await touched(async (tx) => {
        found = await read(tx)
      })
      counts[name] = { found, touched: rows }
    }
    return counts
  }
  await manyUploads(database.pool, { treeId, word: 'Lease', personId: admin.personId, minutes: 1 })
  await viewed('Lease')
  const before = await measure()
  await fill(secret, 'Northwind', HIDDEN)
  await hiddenFolders(secret, secret)
  await manyUploads(database.pool, { treeId, word: 'Northwind', personId: admin.personId, minutes: 2 })
  // Beside what is shown, too, and not only below a closed folder.
  await fill(top, 'Kept back', HIDDEN, secret)
  await hiddenFolders(top, secret)
  await manyUploads(database.pool, { treeId, word: 'Kept back', personId: admin.personId, minutes: 3 })
  for (const word of ['Northwind', 'Kept back', 'Offer']) await viewed(word)
  const after = await measure()
  for (const [name, { found, touched: rows }] of Object.entries(after)) {
    expect([name, found]).toEqual([name, before[name]?.found])
    expect(found).toBeGreaterThan(0)
    // A further list of a folder is seen in passing, and whether rows are looked up depends on the vacuum.
    expect([name, rows]).toEqual([name, Math.min(rows, (before[name]?.touched ?? 0) + 900)])
  }
  // Who sees them reads them all.
  const node = await documents().document(admin, treeId, top)
  const all = await documentsBelow(database.db, node.tree, [node], { limit: 10_000, offset: 0 })
  expect(all).toHaveLength(2 + 300 + 6 * HIDDEN)
})
