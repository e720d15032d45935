import { conflict } from '../../../access/errors.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { OpenTree } from '../core/trees.ts'
import { announceAdded } from '../digests/documentsAdded.ts'
import { attempt, makeMoves, makePermissions, makeVersions, movesInOrder, Reasons } from './applying.ts'
import { type ChangeRow, deleteChanges } from './changeStore.ts'
import { joined, publishStaged } from './publishing.ts'
import type { StagedRow } from './stagedStore.ts'

/** Entries that are staged, and changes of published ones. */
export interface ToPublish {
  entries: readonly StagedRow[]
  changes: readonly ChangeRow[]
}

/**
 * Makes one publication happen, all of it at one moment, by the rules of that moment (STAGE-05): moves first, which may make room
 * for what is staged, then what is staged, moves into it, versions and permissions. The caller holds the tree's lock.
 * @throws CONFLICT with the reasons where any of it can't be done
 */
export async function publishAll(
  tx: Tx,
  tree: OpenTree,
  { entries, changes }: ToPublish,
  { at, publicationId }: { at: Date; publicationId: string },
): Promise<void> {
  const reasons = new Reasons()
  const { before, after } = await movesInOrder(tx, tree, changes)
  await makeMoves(tx, tree, before, { at, reasons })
  if (entries.length > 0) {
    await attempt(reasons, () => publishStaged(tx, tree, entries, { at, publicationId }))
  }
  // Without the folders there is more to say of nothing.
  if (reasons.size === 0) await makeMoves(tx, tree, after, { at, reasons })
  const hasVersions = await makeVersions(tx, tree, changes, { at, reasons })
  await makePermissions(tx, tree, changes, { at, reasons })
  if (reasons.size > 0) throw conflict(joined([...reasons]))
  await deleteChanges(
    tx,
    changes.map(({ id }) => id),
  )
  if (hasVersions || entries.some(({ isFolder }) => !isFolder)) await announceAdded(tx, tree, at)
}

/** How many entries that is: one with two changes once. */
export const countEntries = ({ entries, changes }: ToPublish): number =>
  new Set([...entries.map(({ id }) => id), ...changes.map(({ documentId }) => documentId)]).size

/** The entries of which readers get a file: what is staged, and new versions. */
export const addedIds = ({ entries, changes }: ToPublish): string[] => [
  ...entries.map(({ id }) => id),
  ...changes.flatMap(({ kind, documentId }) => (kind === 'VERSION' ? [documentId] : [])),
]
