import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { badInput, forbidden, notFound } from '../../access/errors.ts'
import type { Connection, Database, Tx } from '../../platform/database/database.ts'
import { isId } from '../../platform/ids.ts'
import { recordActivity } from '../activity/index.ts'
import { type Acl, aclsByIds, changed, includes, internAcl } from './acls.ts'
import { apiId, type DocumentNode, documentsByIds, pathsInNames, storedId } from './store.ts'
import { add, addToTallies, type Tally, tallyByAcl } from './tallies.ts'
import { lockTree, type OpenTree, openTree, type Principal, principalsOf } from './trees.ts'

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

/** Ends of an index range over paths that start with the document's own. */
const below = (path: readonly string[]) =>
  sql<boolean>`(path >= ${path}::uuid[] and path < ${[...path, 'ffffffff-ffff-ffff-ffff-ffffffffffff']}::uuid[])`

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
    const tree = await openTree(tx, actor, input.treeId)
    if (!tree.rights.admin) throw forbidden()
    await lockTree(tx, tree.id)
    const { documentIds, principalId } = parsePermissionId(tree, input.permissionId)
    if (documentIds.length > MAX_DOCUMENTS) {
      throw badInput(
        `Please change at most ${MAX_DOCUMENTS} documents at a time; these are ${documentIds.length}.`,
      )
    }
    const principals = await principalsOf(tx, tree)
    const principal = principals.find((each) => each.id === principalId)
    const chosen = await documentsByIds(tx, tree, documentIds)
    if (!principal || chosen.length !== documentIds.length) throw notFound('Document')
    const everyone = principals.map((each) => each.id)
    for (const node of chosen) {
      await changeBelow(tx, tree, node.path, (acl) => changed(acl, principalId, input.permissible, everyone))
      await mendPassage(tx, tree, node.path.slice(0, -1), principalId, input.permissible)
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
    const permitted = documents.filter((node) => {
      const acl = acls.get(node.aclId)
      return acl !== undefined && includes(acl, principalId)
    }).length
    const permissible = permitted === documents.length ? true : permitted === 0 ? false : null
    return { row: { id: input.permissionId, permissible, principal }, documents }
  })
}

/** Documents of one change; a selection on a screen stays below it. */
const MAX_DOCUMENTS = 1000

/** Maps the access lists of a document and all below it, by list and not by document, and the tallies with them. */
async function changeBelow(
  tx: Tx,
  tree: OpenTree,
  path: readonly string[],
  change: (acl: Acl) => Acl,
): Promise<void> {
  const own = path.at(-1) ?? tree.id
  const node = await tx
    .selectFrom('document')
    .select(['acl_id', 'is_folder'])
    .where('id', '=', own)
    .executeTakeFirstOrThrow()
  const counts = await tallyByAcl(tx, own)
  const ids = [...new Set([node.acl_id, ...counts.keys()])]
  const acls = await aclsByIds(tx, ids)
  const moves: { from: number; to: number }[] = []
  for (const [from, acl] of acls) {
    const to = await internAcl(tx, tree.id, change(acl))
    if (to !== from) moves.push({ from, to })
  }
  if (moves.length === 0) return
  const from = moves.map((move) => move.from)
  const to = moves.map((move) => move.to)
  await sql`
    update document set acl_id = m.target
    from unnest(${from}::bigint[], ${to}::bigint[]) as m(source, target)
    where tree_id = ${tree.id} and deleted_at is null and acl_id = m.source and ${below(path)}`.execute(tx)
  await moveTalliesBelow(tx, tree, path, from, to)
  const delta = new Map<number, Tally>()
  const count = (aclId: number): Tally => {
    const inside = counts.get(aclId) ?? { files: 0, folders: 0 }
    if (aclId !== node.acl_id) return inside
    return node.is_folder
      ? { files: inside.files, folders: inside.folders + 1 }
      : { files: inside.files + 1, folders: inside.folders }
  }
  for (const move of moves) {
    const { files, folders } = count(move.from)
    add(delta, move.from, { files: -files, folders: -folders })
    add(delta, move.to, { files, folders })
  }
  await addToTallies(tx, path.slice(0, -1), delta)
}

/** Within the subtree every entry of a list moved to its new list, so the tallies' rows move as a whole. */
async function moveTalliesBelow(
  tx: Tx,
  tree: OpenTree,
  path: readonly string[],
  from: readonly number[],
  to: readonly number[],
): Promise<void> {
  const moved = await sql<{ folder_id: string; acl_id: number; files: number; folders: number }>`
    delete from folder_tally using unnest(${from}::bigint[], ${to}::bigint[]) as m(source, target)
    where folder_tally.acl_id = m.source and folder_id in (
      select id from document where tree_id = ${tree.id} and is_folder and deleted_at is null and ${below(path)})
    returning folder_id, m.target as acl_id, files, folders`.execute(tx)
  if (moved.rows.length === 0) return
  await sql`
    insert into folder_tally (folder_id, acl_id, files, folders)
    select folder_id, acl_id, sum(files), sum(folders)
    from unnest(${moved.rows.map((row) => row.folder_id)}::uuid[], ${moved.rows.map((row) => row.acl_id)}::bigint[],
                ${moved.rows.map((row) => row.files)}::bigint[], ${moved.rows.map((row) => row.folders)}::bigint[])
      as t(folder_id, acl_id, files, folders)
    group by folder_id, acl_id
    on conflict (folder_id, acl_id) do update
      set files = folder_tally.files + excluded.files, folders = folder_tally.folders + excluded.folders`.execute(
    tx,
  )
}

/**
 * Keeps the folders above a changed document reachable: a principal passes through each folder that holds
 * something permitted to it, and no longer through one that holds nothing more.
 */
async function mendPassage(
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
    if (passes === acl.passage.includes(principalId)) continue
    const passage = passes ? [...acl.passage, principalId] : acl.passage.filter((id) => id !== principalId)
    const to = await internAcl(tx, tree.id, { principals: acl.principals, passage })
    await tx.updateTable('document').set({ acl_id: to }).where('id', '=', folderId).execute()
    const above = folders.slice(0, folders.length - 1 - index)
    await addToTallies(
      tx,
      above,
      new Map([
        [row.acl_id, { files: 0, folders: -1 }],
        [to, { files: 0, folders: 1 }],
      ]),
    )
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
