import type { Actor } from '../../server/access/actor.ts'
import { openDatabase } from '../../server/platform/database/database.ts'
import { documentsOver } from '../../testing/documents.ts'
import { factories } from '../../testing/factories.ts'
import type { Figure, Measure } from '../support/measure.ts'
import { ownDatabase } from '../support/ownDatabase.ts'
import { median } from '../support/statistics.ts'

/** Names in a folder that is closed to the reader. */
const HIDDEN = [300, 40_000] as const
const PAIRS = 200
const QUICK_PAIRS = 20

/** Entries beside them that the reader sees. */
const SHOWN = 20

/**
 * What a search without hits takes where hidden names hold its text against where no name does, and a folder's list where
 * it holds hidden entries against where it holds none, pair by pair.
 */
export const hiddenNames: Measure = {
  name: 'hiddenNames',
  run: async (stage, { quick }) => {
    const { connection } = await stage()
    const figures: Figure[] = []
    for (const hidden of HIDDEN) {
      figures.push(
        ...(await ownDatabase(connection, (poolConfig) =>
          measured(poolConfig, hidden, quick ? QUICK_PAIRS : PAIRS),
        )),
      )
    }
    return figures
  },
}

async function measured(
  poolConfig: Parameters<typeof openDatabase>[0],
  hidden: number,
  pairs: number,
): Promise<Figure[]> {
  const { close, ...database } = openDatabase(poolConfig)
  try {
    const make = factories({ ...database, poolConfig })
    const { documents, folder, permit } = documentsOver(database)
    const { place, treeId } = await make.room()
    const other = await make.room()
    const admin = await make.actorWith(place, 'Deal Room Admin')
    const bidder = await make.actorWith(place, 'Bidder')
    const stranger = await make.actorWith(other.place, 'Bidder')
    const secret = await folder(admin, treeId, 'Secret')
    await permit(admin, treeId, [secret], bidder.groupId, false)
    const alone = await folder(admin, treeId, 'Alone')
    const beside = await folder(admin, treeId, 'Beside hidden ones')
    for (const [folderId, word, count, like] of [
      [await folder(admin, treeId, 'Open'), 'Lease', 1000],
      [secret, 'Northwind offer', hidden],
      [alone, 'Permit', SHOWN],
      [beside, 'Permit', SHOWN],
      [beside, 'Kept back', hidden, secret],
    ] as const) {
      await database.pool.query(
        `with made as (
           select gen_random_uuid() as id, gen_random_uuid() as version, d.path, l.acl_id, $3 || ' ' || n as name
           from document d, document l, generate_series(1, $4::int) n where d.id = $1 and l.id = $6
         ), entries as (
           insert into document (id, tree_id, parent_id, is_folder, name, name_key, path, acl_id, current_version_id, size)
           select id, $2, $1, false, name, lower(name), path || id, acl_id, version, 1 from made
         )
         insert into document_version (id, document_id, number, size, sha256, created_by)
         select version, id, 1, 1, sha256('1'), $5 from made`,
        [folderId, treeId, word, count, admin.personId, like ?? folderId],
      )
    }
    await database.pool.query('vacuum analyze')
    const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
      const start = performance.now()
      await work()
      return performance.now() - start
    }
    const search = async (actor: Actor, tree: string, text: string) => {
      const asked = await documents().search(actor, { treeId: tree, search: text })
      await documents().countMatches(asked)
      await documents().matches(asked, { limit: 100, offset: 0 })
    }
    const list = async (folderId: string) => {
      const node = await documents().document(bidder, treeId, folderId)
      await documents().families.childCounts([node])
      const rows = await documents().children(node, { limit: 200, offset: 0 })
      if (rows.length !== SHOWN) throw new Error('The list is not what its reader sees.')
    }
    const names = hidden.toLocaleString('en-US')
    const figures: Figure[] = []
    for (const [title, without, within] of [
      [
        `a search for ${names} hidden names against one for none, from the same room`,
        () => search(bidder, treeId, 'zephyrine'),
        () => search(bidder, treeId, 'northwind'),
      ],
      [
        `a search for ${names} hidden names against one for none, from another organisation`,
        () => search(stranger, other.treeId, 'zephyrine'),
        () => search(stranger, other.treeId, 'northwind'),
      ],
      [
        `a list of ${SHOWN} entries beside ${names} hidden ones against one beside none`,
        () => list(alone),
        () => list(beside),
      ],
    ] as const) {
      const absent: number[] = []
      const present: number[] = []
      for (let pair = -20; pair < pairs; pair += 1) {
        const times = [await timeOf(without), await timeOf(within)] as const
        if (pair < 0) continue
        absent.push(times[0])
        present.push(times[1])
      }
      const value = median(present) / median(absent)
      figures.push({
        title,
        ours: `${median(present).toFixed(2)} ms`,
        floor: `${median(absent).toFixed(2)} ms`,
        value,
        target: { atMost: 1.1 },
      })
    }
    return figures
  } finally {
    await close()
  }
}
