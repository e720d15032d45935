import type { Actor } from '../../../access/actor.ts'
import { forbidden, notFound } from '../../../access/errors.ts'
import type { Connection, Database } from '../../../platform/database/database.ts'
import { isId } from '../../../platform/ids.ts'
import { recordActivity } from '../../activity/index.ts'
import { checkCount, topsOf } from '../changes/selection.ts'
import { apiId, type DocumentNode, documentsByIds, pathsInNames, storedId } from '../store.ts'
import { remapAll } from '../subtree.ts'
import { lockTree, type OpenTree, openTree, type Principal, principalsOf } from '../trees/trees.ts'
import { type Acl, aclsByIds, changed, includes } from './acls.ts'
import { mendPassage } from './passage.ts'

/** One principal's permission on a document, or on a selection. */
export interface PermissionRow {
  id: string
  /** Null for a selection of which some permit and some don't (PERM-03). */
  permissible: boolean | null
  principal: Principal
}

/** The rows of a document: one for each principal of the tree (PERM-01). */
export const permissionRows = (
  node: DocumentNode,
  acl: Acl,
  principals: readonly Principal[],
): PermissionRow[] =>
  principals.map((principal) => ({
    id: `${apiId(node)}:${principal.id}`,
    permissible: includes(acl, principal.id),
    principal,
  }))

/** Splits "{id},{id}:{principal}"; the root's own id holds a colon. @throws NOT_FOUND for another form */
function parsePermissionId(tree: OpenTree, id: string): { documentIds: string[]; principalId: string } {
  const colon = id.lastIndexOf(':')
  const principalId = id.slice(colon + 1)
  const documentIds = id
    .slice(0, Math.max(colon, 0))
    .split(',')
    .map((part) => storedId(tree, part))
  if (!isId(principalId) || documentIds.some((part) => part === null)) throw notFound('Document')
  return { documentIds: [...new Set(documentIds.filter((part) => part !== null))], principalId }
}

/** What the lists of documents say about a principal together: null where they differ (PERM-03). */
export const together = (lists: readonly Acl[], principalId: string): boolean | null => {
  const permitted = lists.filter((acl) => includes(acl, principalId)).length
  return permitted === lists.length ? true : permitted === 0 ? false : null
}

/**
 * Permits documents, and everything below them, to a principal, or takes the permission away (PERM-08). One
 * transaction; in effect with the next read of anybody.
 * @throws FORBIDDEN without the tree's permissions right (PERM-13), NOT_FOUND for a document or principal that
 * is not the tree's
 */
export async function updatePermission(
  db: Database,
  actor: Actor,
  input: { treeId: string; permissionId: string; permissible: boolean },
): Promise<{ row: PermissionRow; documents: DocumentNode[] }> {
  return db.transaction().execute(async (tx) => {
    await lockTree(tx, (await openTree(tx, actor, input.treeId)).id)
    // Opened once more: while it waited, the tree may have been given to other principals.
    const tree = await openTree(tx, actor, input.treeId)
    if (!tree.rights.admin) throw forbidden()
    const { documentIds, principalId } = parsePermissionId(tree, input.permissionId)
    checkCount(documentIds, 'choose')
    const principals = await principalsOf(tx, tree)
    const principal = principals.find((each) => each.id === principalId)
    const chosen = await documentsByIds(tx, tree, documentIds)
    if (!principal || chosen.length !== documentIds.length) throw notFound('Document')
    const everyone = principals.map((each) => each.id)
    const tops = topsOf(chosen)
    await remapAll(
      tx,
      tree,
      tops.map((node) => node.path),
      (acl) => changed(acl, principalId, input.permissible, everyone),
    )
    const folders = new Map(tops.map((node) => [node.parentId, node.path.slice(0, -1)]))
    for (const above of folders.values()) {
      await mendPassage(tx, tree, above, principalId, input.permissible)
    }
    const paths = await pathsInNames(
      tx,
      chosen.map((node) => node.path),
    )
    await recordActivity(
      tx,
      chosen.map((node, index) => ({
        kind: 'PERMISSION',
        personId: actor.personId,
        sessionId: actor.sessionId,
        organisationId: tree.organisationId,
        treeId: tree.id,
        documentId: node.id,
        recordedPath: paths[index] ?? '',
        detail: { principalId, principal: principal.name, permissible: input.permissible },
      })),
    )
    const documents = await documentsByIds(tx, tree, documentIds)
    const acls = await aclsByIds(
      tx,
      documents.map((node) => node.aclId),
    )
    const permissible = together(
      documents.flatMap((node) => acls.get(node.aclId) ?? []),
      principalId,
    )
    return { row: { id: input.permissionId, permissible, principal }, documents }
  })
}

/** Permission rows of many documents of one tree at once; for a loader. */
export async function permissionsOf(
  db: Connection,
  tree: OpenTree,
  nodes: readonly DocumentNode[],
): Promise<PermissionRow[][]> {
  if (!tree.rights.admin) return nodes.map(() => [])
  const principals = await principalsOf(db, tree)
  const acls = await aclsByIds(
    db,
    nodes.map((node) => node.aclId),
  )
  return nodes.map((node) => {
    const acl = acls.get(node.aclId)
    return acl ? permissionRows(node, acl, principals) : []
  })
}
