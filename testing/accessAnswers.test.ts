import { beforeAll, describe, expect, test } from 'vitest'
import { changeRights, growGroups } from '../bench/support/growRights.ts'
import { growTree, SITE_DOCUMENTS } from '../bench/support/growTree.ts'
import type { Actor } from '../server/access/actor.ts'
import type { Documents } from '../server/modules/documents/index.ts'
import { type TestDatabase, testDatabase } from './database/index.ts'
import { documentsOver } from './documents.ts'
import { factories } from './factories.ts'
import { rowsRead } from './rowsRead.ts'
import { sentDuring } from './statements.ts'

/** A part of what PROOF-06 names, which the bench has whole: sites of a thousand documents, groups, and changes of rights. */
interface Size {
  sites: number
  groups: number
  changes: number
}
const FEW: Size = { sites: 2, groups: 20, changes: 100 }
const TIMES = 4
/** Rows of a page. */
const LIMIT = 50
/** Milliseconds that an answer may take. */
const WITHIN = 2000

interface World {
  database: TestDatabase
  admin: Actor
  treeId: string
  groupId: string
  folderId: string
  at: Date
}

async function world(database: TestDatabase, { sites, groups, changes }: Size): Promise<World> {
  const make = factories(database)
  const { place, treeId } = await make.room()
  const admin = await make.actorWith(place, 'Deal Room Admin')
  const { pool } = database
  const { folders } = await growTree(pool, {
    treeId,
    authorId: admin.personId,
    restrictedTo: admin.groupId,
    sites,
  })
  const groupId = await growGroups(pool, treeId, groups)
  const { rows } = await pool.query<{ at: Date }>(
    `select date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond' as at from pg_sleep(0.003)`,
  )
  await changeRights(pool, treeId, { joining: changes * 0.4, ending: changes * 0.2, mapping: changes * 0.2 })
  await pool.query('vacuum analyze')
  return { database, admin, treeId, groupId, folderId: folders[0] ?? '', at: rows[0]?.at ?? new Date() }
}

const [few, manyDocuments, manyChanges] = [testDatabase(), testDatabase(), testDatabase()]
let worlds: { few: World; manyDocuments: World; manyChanges: World }
beforeAll(async () => {
  worlds = {
    few: await world(few, FEW),
    manyDocuments: await world(manyDocuments, { ...FEW, sites: TIMES * FEW.sites }),
    manyChanges: await world(manyChanges, {
      ...FEW,
      groups: TIMES * FEW.groups,
      changes: TIMES * FEW.changes,
    }),
  }
}, 240_000)

const page = (offset = 0) => ({ limit: LIMIT, offset })
type Answer = (world: World, proof: Documents['proof']) => Promise<readonly unknown[]>
const ANSWERS: Record<string, Answer> = {
  'who could see a document': async ({ admin, folderId, at }, proof) =>
    (await proof.ofDocument(admin, { documentId: folderId, at }, page())).items,
  'a later page of them': async ({ admin, folderId, at }, proof) =>
    (await proof.ofDocument(admin, { documentId: folderId, at }, page(10))).items,
  'who can see it now': async ({ admin, folderId }, proof) =>
    (await proof.ofDocument(admin, { documentId: folderId, at: null }, page())).items,
  'what a group could see': async ({ admin, treeId, groupId, at }, proof) =>
    (await proof.ofPrincipal(admin, { treeId, groupId, personId: null, folderId: null, at }, page())).items,
  'a page in the middle of it': async ({ admin, treeId, groupId, at }, proof) =>
    (await proof.ofPrincipal(admin, { treeId, groupId, personId: null, folderId: null, at }, page(1000)))
      .items,
  'groups by folders': async ({ admin, treeId, at }, proof) =>
    (await proof.matrix(admin, { treeId, at, folderId: null, groupIds: null }, page())).rows,
  'what changed since': async ({ admin, treeId, at }, proof) =>
    (await proof.difference(admin, { treeId, from: at, to: null }, page())).items,
}

describe('PROOF-06 an answer comes within two seconds, page by page, however many documents, groups and changes there are', () => {
  test.each(Object.entries(ANSWERS))('%s', async (_what, answer) => {
    const measured = async (of: World) => {
      const { proof } = documentsOver(of.database).documents()
      const items = await answer(of, proof)
      const times: number[] = []
      for (let time = 0; time < 3; time += 1) {
        const began = performance.now()
        await answer(of, proof)
        times.push(performance.now() - began)
      }
      const read = await rowsRead(of.database.pool, () => answer(of, proof))
      const { length } = await sentDuring(() => answer(of, proof))
      const rows = [...read.values()].reduce((sum, each) => sum + each, 0)
      return { items: items.length, milliseconds: Math.min(...times), rows, statements: length }
    }
    const small = await measured(worlds.few)
    const documents = await measured(worlds.manyDocuments)
    const changes = await measured(worlds.manyChanges)
    expect(small.items).toBeGreaterThan(0)
    for (const { items, milliseconds, statements } of [small, documents, changes]) {
      expect(items).toBeLessThanOrEqual(LIMIT)
      // Most of it is what each answer takes, whatever there is.
      expect(milliseconds).toBeLessThan(WITHIN / 4)
      expect(statements).toBeLessThanOrEqual(small.statements)
    }
    // Folders and lists of entries are read, not documents; and of groups and changes each a fixed number of times.
    const added = (TIMES - 1) * FEW.sites * SITE_DOCUMENTS
    expect(documents.rows - small.rows).toBeLessThan(added / 2)
    expect(changes.rows).toBeLessThan(TIMES * small.rows + 100)
  })
})
