import type { Actor } from '../../../access/actor.ts'
import { forbidden } from '../../../access/errors.ts'
import { orderingOf, searchOf } from '../../../contracts/pages.ts'
import type { Connection, Database, Tx } from '../../../platform/database/database.ts'
import { isId } from '../../../platform/ids.ts'
import { closedSince, listsAbove, readAbove } from '../changes/closedSince.ts'
import { type DeletedRow, restorePlaced } from '../changes/restoration.ts'
import { destinationsOf } from '../changes/restorePlaces.ts'
import { aclsByIds } from '../core/acls.ts'
import { includes } from '../core/levels.ts'
import { type DocumentNode, nodesById } from '../core/nodes.ts'
import { pathsInNames } from '../core/paths.ts'
import { checkCount } from '../core/selection.ts'
import { changeOpened } from '../core/treeLock.ts'
import { type OpenTree, openFor } from '../core/trees.ts'
import { pathReader } from '../history/historyPaths.ts'
import { BIN_ORDERINGS, type BinRow, binPage, countBin, lockedInBin } from './binStore.ts'
import { deleteForGood } from './forGood.ts'

export interface BinInput {
  treeId: string
  search?: string | null | undefined
  ordering?: string | null | undefined
}

/** A row of the bin with its path in names, as its actor may read it. */
export interface BinEntry extends Omit<BinRow, 'path'> {
  path: string
}

/** A page of the bin, counted and read when it is asked for. */
export interface BinPage {
  tree: OpenTree
  days: number
  search: string | null
  ordering: { by: string; descending: boolean }
  page: { limit: number; offset: number }
}

/** What became of one document: where it is now, or why not, in words. */
export interface BinResult {
  id: string
  document: DocumentNode | null
  problem: string | null
}

/** What the rest of the server asks of recycle bins. */
export interface DocumentBins {
  /** @throws FORBIDDEN without the tree's delete right, BAD_USER_INPUT for another ordering; as openTree */
  open(actor: Actor, input: BinInput, page: { limit: number; offset: number }): Promise<BinPage>
  count(bin: BinPage): Promise<number>
  entries(bin: BinPage): Promise<BinEntry[]>
  /** @throws FORBIDDEN without the tree's delete and edit rights, BAD_USER_INPUT for more than 1000; as changeOpened */
  restore(actor: Actor, input: { treeId: string; documentIds: readonly string[] }): Promise<BinResult[]>
  /** @throws as deleteForGood */
  deleteForGood(actor: Actor, input: { treeId: string; documentId: string; name: string }): Promise<void>
}

const GONE = 'This is no longer in the bin.'
const PARTLY_SEEN = 'You see only a part of this folder. Please ask an admin of the documents to restore it.'

async function openToRestore(db: Connection, actor: Actor, treeId: string): Promise<OpenTree> {
  const tree = await openFor(db, actor, treeId, 'delete')
  if (!tree.rights.edit) throw forbidden()
  return tree
}

/** Restores documents that don't lie below each other, as far as they can be. @returns why not, by id */
async function restoreSome(
  tx: Tx,
  tree: OpenTree,
  rows: readonly DeletedRow[],
): Promise<Map<string, string>> {
  const problems = new Map<string, string>()
  const above = await readAbove(tx, rows)
  const lists = await aclsByIds(
    tx,
    rows.map(({ aclId }) => aclId),
  )
  const permitted = rows.filter((row) => {
    const list = lists.get(row.aclId)
    const now = list && closedSince(list, listsAbove(above, row), tree)
    const isPermitted = tree.rights.admin || (now && tree.principals.some((id) => includes(now, id)))
    if (!isPermitted) problems.set(row.id, PARTLY_SEEN)
    return isPermitted
  })
  const destinations = await destinationsOf(tx, tree, permitted)
  for (const each of destinations) if ('problem' in each) problems.set(each.row.id, each.problem)
  await restorePlaced(
    tx,
    tree,
    destinations.filter((each) => 'folder' in each),
  )
  return problems
}

/**
 * Restores documents out of the bin, each with what was deleted with it, into the folders that they were in (BIN-02 to
 * BIN-05). A folder comes before what was deleted out of it earlier, so that this goes into it.
 */
const restoreFromBin = (
  db: Database,
  actor: Actor,
  input: { treeId: string; documentIds: readonly string[] },
  days: number,
): Promise<BinResult[]> =>
  changeOpened(
    db,
    actor,
    (on, now) => openToRestore(on, now, input.treeId),
    async (tx, tree) => {
      const ids = [...new Set(input.documentIds)]
      checkCount(ids, 'restore', ' A folder counts as one.')
      const rows = await lockedInBin(tx, tree, ids.filter(isId), days)
      const problems = new Map<string, string>()
      const depths = [...Map.groupBy(rows, ({ path }) => path.length)].sort(([a], [b]) => a - b)
      for (const [, atDepth] of depths) {
        for (const [id, problem] of await restoreSome(tx, tree, atDepth)) problems.set(id, problem)
      }
      const there = await nodesById(
        tx,
        tree,
        rows.map(({ id }) => id),
      )
      return ids.map((id) => {
        const document = there.get(id) ?? null
        return { id, document, problem: document ? null : (problems.get(id) ?? GONE) }
      })
    },
  )

async function readEntries(db: Connection, bin: BinPage): Promise<BinEntry[]> {
  const { tree } = bin
  const rows = await binPage(db, tree, bin, bin.ordering, bin.page)
  const names = await pathsInNames(
    db,
    rows.map(({ path }) => path),
  )
  const paths = rows.map(({ path }, index) => ({ path: names[index] ?? '', ids: path }))
  const read = await pathReader(db, tree, paths)
  return rows.map((row, index) => ({ ...row, path: read(paths[index] ?? { path: row.name, ids: null }) }))
}

/** @param days that deleted documents are kept (BIN-09) */
export const createBins = (db: Database, days: number): DocumentBins => ({
  open: async (actor, { treeId, search, ordering }, page) => ({
    tree: await openFor(db, actor, treeId, 'delete'),
    days,
    search: searchOf(search),
    ordering: orderingOf(ordering ?? '-deletedAt', BIN_ORDERINGS),
    page,
  }),
  count: (bin) => countBin(db, bin.tree, bin),
  entries: (bin) => readEntries(db, bin),
  restore: (actor, input) => restoreFromBin(db, actor, input, days),
  deleteForGood: (actor, input) => deleteForGood(db, actor, input, days),
})
