import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../testing/database/index.ts'
import { documentsOver } from '../../../../testing/documents.ts'
import { factories } from '../../../../testing/factories.ts'
import { rowsRead } from '../../../../testing/rowsRead.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { childrenOf, documentsBelow } from '../core/children.ts'
import { apiId, type DocumentNode } from '../core/nodes.ts'
import { recount } from '../core/tallies.ts'
import { createColumns } from './columns.ts'
import type { Page } from './families.ts'

const database = testDatabase()
const make = factories(database)
const { documents, upload } = documentsOver(database)
const ALL = { limit: 200, offset: 0 }

let treeId: string
let admin: Actor
let bidder: Actor & { groupId: string }

/** Ids of folders by their paths. */
async function makeFolders(paths: readonly string[], at: string | null = null): Promise<Map<string, string>> {
  const made = await documents().createFolders(admin, { treeId, parentId: at, folderPaths: paths })
  return new Map(made.map((folder, index) => [paths[index] ?? '', folder.id]))
}

beforeAll(async () => {
  const room = await make.room()
  const { place } = room
  treeId = room.treeId
  admin = await make.actorWith(place, 'Deal Room Admin')
  bidder = await make.actorWith(place, 'Bidder')
})

const close = (id: string) =>
  documents().updatePermission(admin, {
    treeId,
    permissionId: `${id}:${bidder.groupId}`,
    permissible: false,
  })

/** A page of what lies below a folder, as `Document.descendants` reads it. */
const belowOf = async (folder: DocumentNode, page: Page): Promise<DocumentNode[]> =>
  (await documents().families.below([folder], page))[0] ?? []

/** Puts so many files into each of the folders, whose parent has that path. */
async function fill(
  inTree: string,
  folders: readonly string[],
  { path, aclId }: Pick<DocumentNode, 'path' | 'aclId'>,
  files: number,
) {
  const { rows } = await database.pool.query<{ personId: string }>(
    'select id as "personId" from person limit 1',
  )
  await database.pool.query(
    `with made as (
       insert into document (id, tree_id, parent_id, is_folder, name, name_key, path, acl_id, size,
         current_version_id)
       select id, $1, parent, false, name, lower(name), $3::uuid[] || parent || id, $4, 1, gen_random_uuid()
       from (select gen_random_uuid() as id, 'Entry ' || n as name, parent
             from unnest($2::uuid[]) parent, generate_series(1, $5::int) n) as entry
       returning id, current_version_id)
     insert into document_version (id, document_id, number, size, sha256, created_by)
     select current_version_id, id, 1, 1, sha256(''), $6 from made`,
    [inTree, folders, path, aclId, files, rows[0]?.personId],
  )
}

/** Entries of the large tree. */
const ENTRIES = 20_000

/**
 * What the connection has read of documents of late: scans of the whole table, and rows fetched by an index. What it did
 * before the transaction may be among it.
 */
async function scansOf(tx: Tx): Promise<{ scans: number; fetched: number }> {
  const { rows } = await sql<{ scans: number; fetched: number }>`
    select seq_scan as scans, idx_tup_fetch as fetched from pg_stat_xact_user_tables where relname = 'document'
  `.execute(tx)
  const [row] = rows
  return row ?? { scans: 0, fetched: 0 }
}

describe('columns', () => {
  test('DOC-14 API-086 one a level from the root to the folder, or to the folder of a file', async () => {
    const folders = await makeFolders(['Land/Leases/Signed'])
    const signed = folders.get('Land/Leases/Signed') ?? ''
    const file = await upload(admin, treeId, signed, 'Lease.pdf')
    for (const id of [signed, file]) {
      const columns = await documents().columns.to(admin, treeId, id)
      expect(columns.map((column) => column.name)).toEqual(['Documents', 'Land', 'Leases', 'Signed'])
    }
    for (const id of [null, `tree:${treeId}`]) {
      expect((await documents().columns.to(admin, treeId, id)).map(apiId)).toEqual([`tree:${treeId}`])
    }
  })

  test('DOC-14 DOC-15 in each, folders stand before files, then by name, case ignored and numbers by value', async () => {
    const folder = (await makeFolders(['Order'])).get('Order') ?? ''
    await makeFolders(['site 10', 'Site 9'], folder)
    for (const name of ['b.pdf', 'A10.pdf', 'a9.pdf', 'C.pdf']) await upload(admin, treeId, folder, name)
    const [, order] = await documents().columns.to(admin, treeId, folder)
    if (!order) throw new Error('There is no column for the folder.')
    expect((await documents().children(order, ALL)).map((node) => node.name)).toEqual([
      'Site 9',
      'site 10',
      'a9.pdf',
      'A10.pdf',
      'b.pdf',
      'C.pdf',
    ])
  })

  test('DOC-25 DOC-17 API-086 the columns of what is closed are not found, and no closed entry is in one', async () => {
    const folders = await makeFolders(['Bids/Northwind', 'Bids/Calder/Drafts'])
    const drafts = folders.get('Bids/Calder/Drafts') ?? ''
    const offer = await upload(admin, treeId, drafts, 'Offer.pdf')
    const [, , calder] = await documents().columns.to(admin, treeId, drafts)
    await close(calder?.id ?? '')
    for (const id of [calder?.id ?? '', drafts, offer, 'no-id', '018f0000-0000-7000-8000-000000000000']) {
      await expect(documents().columns.to(bidder, treeId, id)).rejects.toThrow('Document not found.')
    }
    const [root, bids] = await documents().columns.to(bidder, treeId, folders.get('Bids/Northwind') ?? '')
    if (!root || !bids) throw new Error('There are no columns.')
    expect((await documents().children(bids, ALL)).map((node) => node.name)).toEqual(['Northwind'])
    const below = (await belowOf(root, ALL)).map((node) => node.name)
    expect(below).toContain('Northwind')
    expect(below.join()).not.toMatch(/Calder|Drafts|Offer/)
  })

  test('API-086 of a single permitted file all folders above are columns, and hold only the way to it', async () => {
    const folders = await makeFolders(['Closed/Deep', 'Closed/Beside'])
    const deep = folders.get('Closed/Deep') ?? ''
    const shown = await upload(admin, treeId, deep, 'Shown.pdf')
    await upload(admin, treeId, deep, 'Hidden.pdf')
    const [, closed] = await documents().columns.to(admin, treeId, deep)
    await close(closed?.id ?? '')
    await documents().updatePermission(admin, {
      treeId,
      permissionId: `${shown}:${bidder.groupId}`,
      permissible: true,
    })
    const columns = await documents().columns.to(bidder, treeId, shown)
    expect(columns.map((column) => column.name)).toEqual(['Documents', 'Closed', 'Deep'])
    const entries = await Promise.all(columns.slice(1).map((column) => documents().children(column, ALL)))
    expect(entries.map((each) => each.map((node) => node.name))).toEqual([['Deep'], ['Shown.pdf']])
  })
})

describe('descendants', () => {
  test('DOC-29 all that lies below, page by page, each folder before what is in it', async () => {
    const folders = await makeFolders(['Below/A/B', 'Below/C'])
    const [, below] = await documents().columns.to(admin, treeId, folders.get('Below/C') ?? '')
    if (!below) throw new Error('There is no folder.')
    for (const path of ['Below/A/B', 'Below/C']) {
      for (const name of ['1.pdf', '2.pdf']) await upload(admin, treeId, folders.get(path) ?? '', name)
    }
    const all = await belowOf(below, ALL)
    expect(all.map((node) => node.name).toSorted()).toEqual([
      '1.pdf',
      '1.pdf',
      '2.pdf',
      '2.pdf',
      'A',
      'B',
      'C',
    ])
    for (const node of all.filter((each) => each.parentId !== below.id)) {
      const parent = all.findIndex((each) => each.id === node.parentId)
      expect(parent).toBeGreaterThanOrEqual(0)
      expect(parent).toBeLessThan(all.indexOf(node))
    }
    const pages = []
    for (let offset = 0; offset < 9; offset += 3) {
      pages.push(...(await belowOf(below, { limit: 3, offset })))
    }
    expect(pages.map((node) => node.id)).toEqual(all.map((node) => node.id))
  })

  test('a page of what lies below is in the order of lists, and reads its own rows alone, however much lies beside it or is hidden', async () => {
    const { place, treeId } = await make.room()
    const admin = await make.actorWith(place, 'Deal Room Admin')
    const bidder = await make.actorWith(place, 'Bidder')
    const partsOf = async (name: string, count: number, files: number): Promise<DocumentNode> => {
      const folderPaths = Array.from({ length: count }, (_, index) => `${name}/Part ${index}`)
      const made = await documents().createFolders(admin, { treeId, parentId: null, folderPaths })
      const parts = made.map(({ id }) => id)
      const column = (await documents().columns.to(admin, treeId, parts[0] ?? '')).at(1)
      if (!column) throw new Error('There is no column.')
      await fill(treeId, parts, column, files)
      await database.db.transaction().execute((tx) => recount(tx, [...column.path, ...parts]))
      return column
    }
    const [few, many] = [await partsOf('Few', 10, 50), await partsOf('Many', 45, 160)]
    await database.pool.query('vacuum analyze document, folder_place, document_name_search, folder_tally')
    const as = async (actor: Actor, { id }: DocumentNode): Promise<DocumentNode> =>
      documents().document(actor, treeId, id)
    const read = async (folder: DocumentNode, offset = 0) => {
      const rows = await rowsRead(database.pool, () => belowOf(folder, { limit: 200, offset }))
      return (table: string) => rows.get(table) ?? 0
    }
    // Its entries, then what is in each of them, in the same order.
    const page = await belowOf(few, { limit: 200, offset: 0 })
    const parts = Array.from({ length: 10 }, (_, index) => `Part ${index}`)
    const entries = Array.from({ length: 50 }, (_, index) => `Entry ${index + 1}`)
    const inOrder = [...parts, ...parts.flatMap(() => entries)]
    expect(page.map(({ name }) => name)).toEqual(inOrder.slice(0, 200))
    expect(new Set(page.slice(10, 60).map(({ parentId }) => parentId))).toEqual(new Set([page[0]?.id]))
    expect((await belowOf(few, { limit: 200, offset: 400 })).map(({ name }) => name)).toEqual(
      inOrder.slice(400),
    )
    const most = async (folder: DocumentNode, offset: number) => {
      const rows = await read(folder, offset)
      expect(rows('document')).toBe(200)
      // Of each list the part that the page needs, once to count it.
      expect(rows('document_name_search')).toBeLessThan(900)
      expect(rows('folder_tally')).toBeLessThan(400)
      return rows
    }
    for (const actor of [admin, bidder]) {
      for (const [folder, offset] of [
        [few, 0],
        [many, 0],
        [many, 3600],
        [many, 7045],
      ] as const) {
        await most(await as(actor, folder), offset)
      }
    }
    // What is closed to somebody costs them nothing.
    const open = await as(bidder, many)
    const seen = await read(open)
    await documents().updatePermission(admin, {
      treeId,
      permissionId: `${(await documents().children(many, ALL))[3]?.id}:${bidder.groupId}`,
      permissible: false,
    })
    const less = await read(await as(bidder, many))
    expect([less('document'), less('folder_tally')]).toEqual([seen('document'), expect.any(Number)])
    expect(less('document_name_search')).toBeLessThanOrEqual(seen('document_name_search') + 1)
    expect((await belowOf(open, { limit: 200, offset: 0 })).map(({ name }) => name)).not.toContain('Part 3')
  })

  test('DOC-14 in a large tree a page of a column or of all that lies below reads its own rows by an index', async () => {
    const paths = Array.from({ length: 10 }, (_, index) => `Large/Part ${index}`)
    const parts = [...(await makeFolders(paths)).values()]
    const top = (await documents().columns.to(admin, treeId, parts[0] ?? '')).at(1)
    if (!top) throw new Error('There is no folder.')
    await fill(treeId, parts, top, ENTRIES / parts.length)
    await database.pool.query('vacuum analyze document, folder_place')
    await database.db.transaction().execute(async (tx) => {
      const before = await scansOf(tx)
      for (const actor of [admin, bidder]) {
        const [root, , part] = await createColumns(tx).to(actor, treeId, parts[3] ?? '')
        if (!root || !part) throw new Error('There are no columns.')
        const page = (await childrenOf(tx, part.tree, [part], { limit: 3, offset: 100 })).get(part.id) ?? []
        expect(page.map((node) => node.name)).toEqual(['Entry 101', 'Entry 102', 'Entry 103'])
        const below = await documentsBelow(tx, root.tree, [root], { limit: 200, offset: 1800 })
        expect(below).toHaveLength(200)
      }
      const { scans, fetched } = await scansOf(tx)
      expect(scans - before.scans).toBe(0)
      // For two people, the rows up to the end of each page, the few folders on the way, and what is read ahead to sort.
      expect(fetched).toBeGreaterThan(before.fetched)
      expect(fetched - before.fetched).toBeLessThan(2 * (103 + 2000 + 100))
    })
  })
})
