import { sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import { conflict, DomainError } from '../../../access/errors.ts'
import type { Database, Tx } from '../../../platform/database/database.ts'
import { foldersToFill } from '../core/destinations.ts'
import { countEntries, type DepthGroup, groupByDepth, heightOf } from '../core/entries.ts'
import { placeNames } from '../core/nameGroups.ts'
import {
  childrenByName,
  type DocumentNode,
  documentsInOrder,
  isStaged,
  nameKey,
  placeKey,
  storedId,
} from '../core/nodes.ts'
import { keepFormerNumbers, numberEntries, sharedNumbersOf } from '../core/numbers.ts'
import { pathsInNames } from '../core/paths.ts'
import { recordChanges } from '../core/record.ts'
import { ancestorChains, chosenDocuments, stillInPlace, topmostOf } from '../core/selection.ts'
import { shiftTallies } from '../core/subtree.ts'
import { endTraversal } from '../core/traversal.ts'
import { changeTree } from '../core/treeLock.ts'
import type { OpenTree } from '../core/trees.ts'
import { isReversible, narrowTo } from '../permissions/narrowing.ts'
import { MAX_DEPTH } from './folders.ts'

/** The moved documents, at their new place. */
export interface Moved {
  documents: DocumentNode[]
  /** Whether moving them back would leave everything as it was. */
  reversible: boolean
}

/** The folder to move to. @throws NOT_FOUND where it is unknown, hidden, no folder, or only passed through */
async function destinationOf(tx: Tx, tree: OpenTree, documentId: string): Promise<DocumentNode> {
  const id = storedId(tree, documentId)
  const folder = id === null ? undefined : (await foldersToFill(tx, tree, [id])).get(id)
  if (!folder)
    throw new DomainError('NOT_FOUND', 'This folder is no longer there. Please choose another one.')
  return folder
}

/** @throws CONFLICT where a folder would come into itself or below, or files to the top level that takes none (DOP-18) */
export function checkWay(tree: OpenTree, destination: DocumentNode, sources: readonly DocumentNode[]): void {
  const into = sources.find((source) => destination.path.includes(source.id))
  if (into) throw conflict(`"${into.name}" can't be moved into itself. Please choose another folder.`)
  const file = sources.find((source) => !source.isFolder)
  if (file && destination.parentId === null && !tree.allowRootFiles) {
    throw conflict("Files can't be placed at the top level. Please choose a folder.")
  }
}

/** @throws CONFLICT as checkWay, for what is published into what is staged, too deep, or where a name is taken (DOP-18) */
async function checkPlaces(
  tx: Tx,
  tree: OpenTree,
  destination: DocumentNode,
  sources: readonly DocumentNode[],
  groups: readonly DepthGroup[],
): Promise<void> {
  checkWay(tree, destination, sources)
  const published = isStaged(destination) ? sources.find((source) => !isStaged(source)) : undefined
  if (published) {
    throw conflict(`"${published.name}" is published and can't be moved into a staged folder.`)
  }
  const taken = await childrenByName(
    tx,
    tree,
    sources.map(({ name }) => ({ parentId: destination.id, key: nameKey(name) })),
  )
  const keys = new Set<string>()
  for (const source of sources) {
    const key = nameKey(source.name)
    if (taken.has(placeKey(destination.id, key)) || keys.has(key)) {
      throw conflict(`"${source.name}" already exists there. Please rename one of the two.`)
    }
    keys.add(key)
  }
  const height = await heightOf(tx, groups)
  if (destination.path.length + height > MAX_DEPTH) {
    throw conflict(`Folders can be at most ${MAX_DEPTH} levels deep. Please choose one higher up.`)
  }
}

/** Puts entries and all below them under the destination, with the counts of the folders above. */
async function relocate(
  tx: Tx,
  tree: OpenTree,
  destination: DocumentNode,
  sources: readonly DocumentNode[],
  groups: readonly DepthGroup[],
): Promise<{ reversible: boolean }> {
  const left = ancestorChains(sources)
  const entries = await countEntries(
    tx,
    sources.map(({ id }) => id),
  )
  const reversible = await isReversible(tx, tree, entries, destination)
  for (const { parentId, counts } of entries) {
    await shiftTallies(tx, left.find((chain) => chain.at(-1) === parentId) ?? [], counts, -1)
    await shiftTallies(tx, destination.path, counts, 1)
  }
  for (const { depth, ids, folders } of groups) {
    const path = sql`${destination.path}::uuid[] || path[${depth}::int:]`
    // The rows below write no index: of theirs only the path changes. What was deleted below goes along, so that its
    // history is found where its folder is.
    await sql`update document set path = ${path} where parent_id = any(${folders}::uuid[])`.execute(tx)
    await sql`
      update document set path = ${path}, parent_id = ${destination.id}
      where id = any(${ids}::uuid[])`.execute(tx)
  }
  await placeNames(
    tx,
    sources.map(({ id }) => id),
  )
  await numberEntries(
    tx,
    tree,
    sources.map(({ id }) => id),
  )
  await narrowTo(tx, tree, destination, sources)
  for (const chain of left) await endTraversal(tx, tree, chain)
  return { reversible }
}

/**
 * Moves what does not lie in the folder already, or keeps that for later. The caller holds the tree's lock.
 * @param at when it happens, for the history; now without
 * @returns whether moving it back would leave everything as it was
 * @throws CONFLICT for a place that won't do
 */
export type Moving = (
  tx: Tx,
  tree: OpenTree,
  sources: readonly DocumentNode[],
  destination: DocumentNode,
  at?: Date,
) => Promise<{ reversible: boolean }>

export const moveNow: Moving = async (tx, tree, sources, destination, at) => {
  const groups = await groupByDepth(tx, sources)
  await checkPlaces(tx, tree, destination, sources, groups)
  const formerPaths = await pathsInNames(
    tx,
    sources.map((source) => source.path),
  )
  const formerNumbers = await sharedNumbersOf(tx, tree, sources)
  const { reversible } = await relocate(tx, tree, destination, sources, groups)
  const nodes = sources.map((source) => ({
    ...source,
    parentId: destination.id,
    path: [...destination.path, source.id],
  }))
  const numbers = await sharedNumbersOf(tx, tree, nodes)
  await recordChanges(
    tx,
    nodes.map((node, index) => ({
      kind: 'MOVE',
      node,
      versionId: node.versionId,
      detail: {
        formerPath: formerPaths[index] ?? '',
        formerIds: sources[index]?.path,
        ...(numbers && { formerNumber: formerNumbers?.[index], number: numbers[index] }),
      },
      at,
    })),
  )
  if (formerNumbers) await keepFormerNumbers(tx, tree, sources, formerNumbers)
  return { reversible }
}

/** Documents, and where they are to go. */
export interface MoveInput {
  treeId: string
  destinationParentId: string
  sourceDocumentIds: readonly string[]
  /** Where each was when it was chosen, in the order of `sourceDocumentIds`. */
  parentIds?: readonly string[] | null | undefined
}

/**
 * Moves documents into a folder: all that are still there, or none. Who may see them is from then on the
 * narrower of what they and the folder permit; inside, too. With `parentIds`, what has since been moved
 * elsewhere by somebody else is skipped.
 * @throws FORBIDDEN without the tree's edit right, NOT_FOUND where nothing is left to move or the destination is
 * gone or hidden, CONFLICT for a place that won't do
 */
export const moveDocuments = (
  db: Database,
  actor: Actor,
  input: MoveInput,
  moveTo: Moving = moveNow,
): Promise<Moved> =>
  changeTree(db, actor, input.treeId, 'edit', async (tx, tree) => {
    const chosen = stillInPlace(
      await chosenDocuments(tx, tree, input.sourceDocumentIds, 'move'),
      input.sourceDocumentIds,
      input.parentIds,
    )
    const destination = await destinationOf(tx, tree, input.destinationParentId)
    if (chosen.length === 0) {
      throw new DomainError('NOT_FOUND', 'These items are no longer there: they were moved or deleted.')
    }
    // What lies there already stays.
    const sources = topmostOf(chosen).filter((node) => node.parentId !== destination.id)
    if (sources.length === 0) return { documents: chosen, reversible: true }
    const { reversible } = await moveTo(tx, tree, sources, destination)
    const ids = chosen.map(({ id }) => id)
    return { documents: await documentsInOrder(tx, tree, ids), reversible }
  })
