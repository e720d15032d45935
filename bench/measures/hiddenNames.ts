import type { Actor } from '../../server/access/actor.ts'
import { zipContent } from '../../server/modules/documents/index.ts'
import { openDatabase } from '../../server/platform/database/database.ts'
import { documentsOver } from '../../testing/documents.ts'
import { factories } from '../../testing/factories.ts'
import { manyFiles, manyUploads } from '../../testing/manyFiles.ts'
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
 * it holds hidden entries against where it holds none, pair by pair. A history has hidden entries in one room of two.
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
    const bidder = await make.actorWith(place, ['DOCUMENTS_VIEW', 'DOCUMENTS_DELETE'])
    const stranger = await make.actorWith(other.place, 'Bidder')
    const secret = await folder(admin, treeId, 'Secret')
    await permit(admin, treeId, [secret], bidder.groupId, false)
    const alone = await folder(admin, treeId, 'Alone')
    const beside = await folder(admin, treeId, 'Beside hidden ones')
    const fill = (tree: string, folderId: string, word: string, count: number, like = folderId) =>
      manyFiles(database.pool, { treeId: tree, folderId, word, count, personId: admin.personId, like })
    await fill(treeId, await folder(admin, treeId, 'Open'), 'Lease', 1000)
    await fill(treeId, secret, 'Northwind offer', hidden)
    for (const folderId of [alone, beside]) await fill(treeId, folderId, 'Permit', SHOWN)
    await fill(treeId, beside, 'Kept back', hidden, secret)
    /** A room with a thousand changes that its reader sees, and so many newer ones that they don't. */
    const roomWith = async (kept: number) => {
      const room = await make.room()
      const owner = await make.actorWith(room.place, 'Deal Room Admin')
      const reader = await make.actorWith(room.place, ['DOCUMENTS_VIEW', 'DOCUMENTS_HISTORY_VIEW'])
      const closed = await folder(owner, room.treeId, 'Closed')
      await permit(owner, room.treeId, [closed], reader.groupId, false)
      await fill(room.treeId, await folder(owner, room.treeId, 'Open'), 'Lease', 1000)
      if (kept > 0) await fill(room.treeId, closed, 'Northwind', kept)
      for (const [word, minutes] of [
        ['Lease', 1],
        ['Northwind', 2],
      ] as const) {
        await manyUploads(database.pool, { treeId: room.treeId, word, personId: owner.personId, minutes })
      }
      return { reader, treeId: room.treeId }
    }
    const [quiet, busy] = [await roomWith(0), await roomWith(hidden)]
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
    const history = async (room: { reader: Actor; treeId: string }) => {
      const opened = await documents().histories.open(room.reader, room.treeId, {})
      await documents().histories.count(opened)
      const rows = await documents().histories.page(opened, { limit: 100, offset: 0 })
      if (rows.some(({ recordedPath }) => !recordedPath.startsWith('Lease')))
        throw new Error('Hidden changes show.')
    }
    /** What goes through everything below a folder, with its totals. */
    const below = async (folderId: string) => {
      const removal = await documents().previewRemoval(bidder, { treeId, documentIds: [folderId] })
      await documents().countRemoved(removal)
      await documents().removed(removal, { limit: 200, offset: 0 })
      await zipContent(database.db, bidder, { treeId, documentIds: [folderId] })
    }
    const changeLog = async (room: { reader: Actor; treeId: string }) => {
      const { spreadsheet } = await documents().exports.changeLog(room.reader, room.treeId, {})
      for await (const rows of spreadsheet.rows) if (rows.length > 2000) throw new Error('Too many rows.')
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
      [
        `a history with ${names} hidden entries against one without`,
        () => history(quiet),
        () => history(busy),
      ],
      [
        `dry run and zip totals of a folder with ${names} hidden entries against one without`,
        () => below(alone),
        () => below(beside),
      ],
      [
        `a change log with ${names} hidden entries against one without`,
        () => changeLog(quiet),
        () => changeLog(busy),
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
