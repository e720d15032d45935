import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { deleteOrganisation } from '../../server/modules/organisations/deletion.ts'
import { queuePurges } from '../../server/modules/organisations/purge.ts'
import { type EveryRow, everyRow } from '../everyRow.ts'
import { factories } from '../factories.ts'
import { manyFiles } from '../manyFiles.ts'
import { newDataDir, startProduct } from '../product.ts'
import { databaseOf, endOrphan } from './embedded.ts'

/** So many that the removal goes on for longer than a look at it takes on a busy machine. */
const FILES = 10_000

/**
 * What history keeps, what is on its way, and versions and texts: they go with their documents, and jobs may write of them
 * meanwhile.
 */
const KEPT: ReadonlySet<string> = new Set([
  'activity',
  'document_text',
  'document_version',
  'outbox',
  'record_checkpoint',
  'record_leaf',
  'record_removal',
])

const naming = (rows: EveryRow, ids: readonly string[]) =>
  [...rows]
    .filter(([table]) => !KEPT.has(table))
    .map(([table, texts]) => [table, texts.filter((text) => ids.some((id) => text.includes(id)))] as const)
    .filter(([, texts]) => texts.length > 0)

test('a server that is killed while it removes a deleted organisation goes on at its next start, and leaves nothing of it', async () => {
  const dataDir = newDataDir()
  const env = { DEMO: 'off' }
  let product = await startProduct({ dataDir, env })
  let database = databaseOf(dataDir)
  try {
    const make = factories(database)
    const staff = await make.person({ isSuperUser: true })
    const rooms = []
    for (const [name, count] of [
      ['Closed Fund', FILES],
      ['Open Fund', 100],
    ] as const) {
      const { place, treeId } = await make.room({ name })
      const { organisationId } = place
      const personId = await make.person()
      await make.member(await make.group({ organisationId, role: 'Organisation Admin' }), personId)
      await manyFiles(database.pool, { treeId, folderId: treeId, word: 'plan', count, personId })
      rooms.push({ organisationId, ids: [organisationId, place.portfolioId, treeId], treeId })
    }
    const [deleted, other] = rooms
    if (!deleted || !other) throw new Error('There are two rooms.')
    const before = naming(await everyRow(database), other.ids)
    const id = deleted.organisationId
    await database.db
      .transaction()
      .execute((tx) => deleteOrganisation(tx, { id, by: staff, name: 'Closed Fund' }))
    await database.pool.query(
      `update organisation set purge_after = now() - interval '1 day' where id = $1`,
      [id],
    )
    const left = async (): Promise<number> => {
      const { rows } = await database.pool.query<{ count: number }>(
        'select count(*)::int as count from document where tree_id = $1',
        [deleted.treeId],
      )
      return rows[0]?.count ?? 0
    }
    await queuePurges(database.db)
    let half = await left()
    for (; half > FILES - 500; half = await left()) await sleep(5)
    // The database ends with its server, so that it is asked before.
    await product.kill()
    expect(half).toBeGreaterThan(0)
    expect(half).toBeLessThan(FILES)
    await database.close()
    product = await startProduct({ dataDir, env })
    database = databaseOf(dataDir)
    while ((await database.pool.query('select from organisation where id = $1', [id])).rowCount)
      await sleep(20)
    const after = await everyRow(database)
    expect(naming(after, deleted.ids)).toEqual([])
    expect(naming(after, other.ids)).toEqual(before)
    expect(before.map(([table]) => table)).toEqual(
      expect.arrayContaining(['document', 'user_group', 'portfolio']),
    )
  } finally {
    await database.close()
    await product.stop()
    endOrphan(dataDir)
    rmSync(dataDir, { recursive: true, force: true })
  }
})
