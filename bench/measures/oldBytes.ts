import { removeOldBytes } from '../../server/modules/documents/index.ts'
import { openDatabase } from '../../server/platform/database/database.ts'
import { DAY_MS } from '../../shared/durations.ts'
import { documentsOver } from '../../testing/documents.ts'
import { factories } from '../../testing/factories.ts'
import { growTree } from '../support/growTree.ts'
import type { Measure } from '../support/measure.ts'
import { ownDatabase } from '../support/ownDatabase.ts'

/** Sites of a thousand documents each. */
const FEW = 10
const MANY = 40

/** What removing the bytes of a deleted folder costs a file, without the disk's part, in a large one and a small one. */
export const oldBytes: Measure = {
  name: 'oldBytes',
  run: async (stage) => {
    const { connection } = await stage()
    const few = await perFile(connection, FEW)
    const many = await perFile(connection, MANY)
    return [
      {
        title: `removing old bytes, a file of ${MANY},000 against one of ${FEW},000`,
        ours: `${many.toFixed(3)} ms`,
        floor: `${few.toFixed(3)} ms`,
        value: many / few,
        target: { atMost: 1.2 },
      },
    ]
  },
}

/** Milliseconds a file in a tree of so many sites: half of them deleted as one folder each, half file by file. */
const perFile = (connection: Parameters<typeof ownDatabase>[0], sites: number): Promise<number> =>
  ownDatabase(connection, async (poolConfig) => {
    const { close, ...database } = openDatabase(poolConfig)
    const { db, pool } = database
    try {
      const make = factories({ ...database, poolConfig })
      const { place, treeId } = await make.room()
      const admin = await make.actorWith(place, 'Deal Room Admin')
      const { folders } = await growTree(pool, {
        treeId,
        authorId: admin.personId,
        restrictedTo: admin.groupId,
        sites,
      })
      const whole = folders.slice(0, sites / 2)
      const { documents } = documentsOver(database)
      await documents().remove(admin, { treeId, documentIds: whole })
      for (const folder of folders.slice(sites / 2)) {
        const { rows } = await pool.query<{ id: string }>(
          'select id from document where path @> array[$1::uuid] and not is_folder',
          [folder],
        )
        await documents().remove(admin, { treeId, documentIds: rows.map(({ id }) => id) })
      }
      await pool.query(`update document set deleted_at = $1 where deleted_at is not null`, [
        new Date(Date.now() - 40 * DAY_MS),
      ])
      await pool.query('vacuum analyze')
      const storage = { remove: () => Promise.resolve() }
      const start = performance.now()
      const files = await removeOldBytes({ db, storage }, new Date(Date.now() - 30 * DAY_MS))
      return (performance.now() - start) / files
    } finally {
      await close()
    }
  })
