import type { Actor } from '../../../access/actor.ts'
import type { Connection, Database, Tx } from '../../../platform/database/database.ts'
import { aclsByIds, permits } from '../core/acls.ts'
import { folderToChange } from '../core/destinations.ts'
import { countEntries, type EntryCounts } from '../core/entries.ts'
import { type Acl, givenBy, givesAll, isLess, isNarrowed, NOBODY, narrowed } from '../core/levels.ts'
import { type DocumentNode, documentsByIds } from '../core/nodes.ts'
import { type Principal, principalsOf, principalsSeeingAll } from '../core/principals.ts'
import { chosenDocuments } from '../core/selection.ts'
import { remapAll } from '../core/subtree.ts'
import { type OpenTree, openFor } from '../core/trees.ts'

/** The lists of documents and of folders, by their ids. */
async function listsOf(
  db: Connection,
  entries: readonly EntryCounts[],
  folders: readonly DocumentNode[],
): Promise<{ own: [number, Acl][]; ofFolder: (folder: DocumentNode) => Acl }> {
  const ids = new Set(entries.flatMap(({ counts }) => [...counts.keys()]))
  const acls = await aclsByIds(db, [...ids, ...folders.map((folder) => folder.aclId)])
  return {
    own: [...acls].filter(([id]) => ids.has(id)),
    ofFolder: ({ aclId }) => acls.get(aclId) ?? NOBODY,
  }
}

/**
 * Whether what the actor sees of entries that came from those folders into the destination could go back and be seen
 * by the same people as before: neither the way there nor the way back makes a list narrower. What is hidden from the
 * actor has no part in it, so that the answer reveals nothing about it; a list of it may get narrower, never wider.
 */
export async function isReversible(
  db: Connection,
  tree: OpenTree,
  entries: readonly EntryCounts[],
  destination: DocumentNode,
): Promise<boolean> {
  const from = await documentsByIds(
    db,
    tree,
    entries.map(({ parentId }) => parentId),
  )
  const { own, ofFolder } = await listsOf(db, entries, [...from, destination])
  const seen = own.filter(([, acl]) => permits(acl, tree))
  return [...from, destination].every((folder) =>
    seen.every(([, acl]) => !isNarrowed(acl, ofFolder(folder), tree.usualLevel)),
  )
}

/**
 * Narrows the lists of entries that have just come into a folder, and of all below them, to those of the folder: each
 * principal has the lower of both levels (VIEW-12).
 * The caller holds the tree's lock.
 */
export async function narrowTo(
  tx: Tx,
  tree: OpenTree,
  folder: DocumentNode,
  sources: readonly DocumentNode[],
): Promise<void> {
  const list = (await aclsByIds(tx, [folder.aclId])).get(folder.aclId)
  if (!list || givesAll(list, tree)) return
  await remapAll(
    tx,
    tree,
    sources.map(({ id }) => [...folder.path, id]),
    (own) => narrowed(own, list, tree.usualLevel),
  )
}

export interface MovePermissions {
  /** Who sees something of the documents now, and would not in that folder, or would see less of it. */
  losingByMove(
    actor: Actor,
    input: { treeId: string; destinationParentId: string; sourceDocumentIds: readonly string[] },
  ): Promise<Principal[]>
}

/**
 * The principals who see something among the documents and below them now, and would not after a move to that
 * folder, or at a lower level (VIEW-12): shown to whoever sees the permissions.
 * @throws FORBIDDEN without the right to permissions, NOT_FOUND for a destination that is gone
 */
export async function losingByMove(
  db: Database,
  actor: Actor,
  input: { treeId: string; destinationParentId: string; sourceDocumentIds: readonly string[] },
): Promise<Principal[]> {
  const tree = await openFor(db, actor, input.treeId, 'admin')
  const sources = await chosenDocuments(db, tree, input.sourceDocumentIds, 'move')
  const destination = await folderToChange(db, tree, input.destinationParentId)
  const entries = await countEntries(
    db,
    sources.filter((source) => source.parentId !== destination.id).map((source) => source.id),
  )
  const { own, ofFolder } = await listsOf(db, entries, [destination])
  if (own.length === 0) return []
  const folder = ofFolder(destination)
  const seeingAll = await principalsSeeingAll(db, tree)
  const everyone = (await principalsOf(db, tree)).filter(({ id }) => !seeingAll.has(id))
  const lists = own.map(([, acl]) => ({
    before: givenBy(acl, tree.usualLevel),
    after: givenBy(narrowed(acl, folder, tree.usualLevel), tree.usualLevel),
  }))
  return everyone.filter(({ id }) =>
    lists.some(({ before, after }) => {
      const [had, has] = [before(id), after(id)]
      return had !== null && (has === null || isLess(had, has))
    }),
  )
}
