import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import { aclsByIds, includes, internAcl } from './acls.ts'
import { addToTallies } from './tallies.ts'
import type { OpenTree } from './trees.ts'

/**
 * Keeps the folders above a changed document reachable: a principal passes through each folder that holds
 * something permitted to it, and no longer through one that holds nothing more. `folders` are ids from the root
 * down; `permissible` says that the document below is permitted now.
 */
export async function mendTraversal(
  tx: Tx,
  tree: OpenTree,
  folders: readonly string[],
  principalId: string,
  permissible: boolean,
): Promise<void> {
  // From the document upwards: whether a folder holds something is known once those inside it are right.
  for (const [index, folderId] of [...folders].reverse().entries()) {
    const row = await tx
      .selectFrom('document')
      .select('acl_id')
      .where('id', '=', folderId)
      .executeTakeFirstOrThrow()
    const acl = (await aclsByIds(tx, [row.acl_id])).get(row.acl_id)
    if (!acl || includes(acl, principalId)) continue
    const passes = permissible || (await holdsSomethingFor(tx, folderId, principalId))
    if (passes === acl.traversal.includes(principalId)) continue
    const traversal = passes
      ? [...acl.traversal, principalId]
      : acl.traversal.filter((id) => id !== principalId)
    const to = await internAcl(tx, tree.id, { principals: acl.principals, traversal })
    await tx.updateTable('document').set({ acl_id: to }).where('id', '=', folderId).execute()
    await addToTallies(
      tx,
      folders.slice(0, folders.length - 1 - index),
      new Map([
        [row.acl_id, { files: 0, folders: -1 }],
        [to, { files: 0, folders: 1 }],
      ]),
    )
  }
}

/**
 * After something left these folders, or was closed in them: nobody passes through one that holds nothing for them
 * any more.
 */
export async function endTraversal(tx: Tx, tree: OpenTree, folders: readonly string[]): Promise<void> {
  if (folders.length === 0) return
  const rows = await tx
    .selectFrom('document as d')
    .innerJoin('acl as a', 'a.id', 'd.acl_id')
    .select('a.passage as traversal')
    .where('d.id', 'in', folders)
    .execute()
  for (const principalId of new Set(rows.flatMap((row) => row.traversal))) {
    await mendTraversal(tx, tree, folders, principalId, false)
  }
}

/** Whether a child of the folder is permitted to the principal, or passed through by it. */
async function holdsSomethingFor(tx: Tx, folderId: string, principalId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('document as d')
    .innerJoin('acl as a', 'a.id', 'd.acl_id')
    .select('d.id')
    .where('d.parent_id', '=', folderId)
    .where('d.deleted_at', 'is', null)
    .where(
      sql<boolean>`(a.principals is null or ${principalId}::uuid = any(a.principals) or ${principalId}::uuid = any(a.passage))`,
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
