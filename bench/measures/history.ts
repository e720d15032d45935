import type { Actor } from '../../server/access/actor.ts'
import { openDatabase } from '../../server/platform/database/database.ts'
import { documentsOver } from '../../testing/documents.ts'
import { factories } from '../../testing/factories.ts'
import { manyFiles } from '../../testing/manyFiles.ts'
import type { Figure, Measure } from '../support/measure.ts'
import { ownDatabase } from '../support/ownDatabase.ts'
import { median } from '../support/statistics.ts'

const FOLDERS = 100
const FILES = 300_000
const QUICK_FILES = 10_000
const PAGE = 100
/** Milliseconds of a page at each offset, with the count beside it. */
const LIMITS: readonly { offset: number; atMost: number }[] = [
  { offset: 0, atMost: 60 },
  { offset: 5000, atMost: 200 },
]

/**
 * A history whose files were changed as mixed as can be, each at a moment of its own, as a viewer and a documents admin,
 * who sees all, read it: a page may take no longer for all the files that are not on it.
 */
export const history: Measure = {
  name: 'history',
  run: async (stage, { quick }) => {
    const { connection } = await stage()
    const files = quick ? QUICK_FILES : FILES
    return ownDatabase(connection, async (poolConfig) => {
      const { close, ...database } = openDatabase(poolConfig)
      try {
        const make = factories({ ...database, poolConfig })
        const { documents, folder, permit } = documentsOver(database)
        const { place, treeId } = await make.room()
        const admin = await make.actorWith(place, 'Deal Room Admin')
        const viewer = await make.actorWith(place, ['DOCUMENTS_VIEW', 'DOCUMENTS_HISTORY_VIEW'])
        for (let number = 0; number < FOLDERS; number += 1) {
          const folderId = await folder(admin, treeId, `Site ${number}`)
          // Of every ten folders one is hidden.
          if (number % 10 === 0) await permit(admin, treeId, [folderId], viewer.groupId, false)
          const count = files / FOLDERS
          await manyFiles(database.pool, { treeId, folderId, word: 'Lease', count, personId: admin.personId })
        }
        await database.pool.query(
          `insert into activity (kind, person_id, tree_id, document_id, recorded_path, at)
           select 'UPLOAD', $2, $1, id, name, now() - random() * interval '700 days'
           from document where tree_id = $1 and not is_folder`,
          [treeId, admin.personId],
        )
        await database.pool.query(
          'select count_group_changes(array(select id from name_group where tree_id = $1))',
          [treeId],
        )
        await database.pool.query('vacuum analyze')
        const { histories } = documents()
        const timeOf = async (reader: Actor, offset: number): Promise<number> => {
          const began = performance.now()
          const opened = await histories.open(reader, treeId, {})
          await histories.count(opened)
          const rows = await histories.page(opened, { limit: PAGE, offset })
          if (rows.length !== PAGE) throw new Error('The history is not as long as it should be.')
          return performance.now() - began
        }
        const readers = [
          { whose: 'a viewer’s', reader: viewer },
          { whose: 'a documents admin’s', reader: admin },
        ]
        const figures: Figure[] = []
        for (const { whose, reader, offset, atMost } of readers.flatMap((each) =>
          LIMITS.map((limit) => ({ ...each, ...limit })),
        )) {
          const times: number[] = []
          for (let round = -3; round < (quick ? 5 : 25); round += 1) {
            const time = await timeOf(reader, offset)
            if (round >= 0) times.push(time)
          }
          const value = median(times)
          figures.push({
            title: `${whose} history of ${files.toLocaleString('en-US')} files, ${PAGE} entries from ${offset.toLocaleString('en-US')} on`,
            ours: `${value.toFixed(1)} ms`,
            floor: '',
            value,
            shown: `${value.toFixed(1)} ms`,
            target: { atMost },
            targetShown: `≤ ${atMost} ms`,
          })
        }
        return figures
      } finally {
        await close()
      }
    })
  },
}
