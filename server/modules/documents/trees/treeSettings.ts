import { sql } from 'kysely'
import type { DealStatus, PrincipalType } from '../../../../shared/enumerations.ts'
import type { Actor } from '../../../access/actor.ts'
import { conflict, forbidden, notFound } from '../../../access/errors.ts'
import { reauthorise } from '../../../access/reauthorise.ts'
import { scopeOf } from '../../../access/scopes.ts'
import type { Connection, Database, Tx } from '../../../platform/database/database.ts'
import { rowLock, withLock } from '../../../platform/database/withLock.ts'
import { isId } from '../../../platform/ids.ts'
import { seesEntity } from '../../funds/index.ts'
import { isReadable, isRestrictedRow } from '../core/acls.ts'
import { EVERYBODY, isRestricted, NOBODY } from '../core/levels.ts'
import type { DocumentNode } from '../core/nodes.ts'
import { recordChanges } from '../core/record.ts'
import { remapAll } from '../core/subtree.ts'
import type { Tally } from '../core/tallies.ts'
import { changeOpened } from '../core/treeLock.ts'
import { type OpenTree, ofTrees, treeInView } from '../core/trees.ts'
import type { PermissionDifference, PlannedChange } from '../permissions/difference.ts'
import type { MadeChange } from '../permissions/permissionChanges.ts'
import type { ExactPermission } from '../permissions/permissions.ts'
import type { SelectionPermissions } from '../permissions/selectionPermissions.ts'
import { mayEditType } from '../policy.ts'
import { closeDeleted } from './closeDeleted.ts'
import { createTree } from './createTree.ts'

/** Who may see what in a tree, as its dialogs ask and change it. */
export interface TreeSettings {
  permitExactly(actor: Actor, input: ExactPermission & { staged?: boolean }): Promise<MadeChange>
  /** Who would see more and who less after a change of permissions. */
  permissionDifference(actor: Actor, input: PlannedChange): Promise<PermissionDifference>
  undoPermissionChange(actor: Actor, input: { treeId: string; changeId: string }): Promise<DocumentNode[]>
  selectionPermissions(
    actor: Actor,
    input: { treeId: string; documentIds: readonly string[] },
  ): Promise<SelectionPermissions>
  createTree(
    actor: Actor,
    input: { orgSlug: string; portfolioId: string; permissionType: PrincipalType },
  ): Promise<OpenTree>
  updateTree(actor: Actor, input: { treeId: string; permissionType: PrincipalType }): Promise<OpenTree>
  /** For a loader, by tree: what a change of its type would close, as far as its actor sees it (PERM-12). */
  restrictedIn(trees: readonly OpenTree[]): Promise<Tally[]>
}

const TYPE_WORDS: Readonly<Record<PrincipalType, string>> = { ROLE: 'By roles', GROUP: 'By groups' }

/** Of a root whose list is of no matter: it is never staged. */
const NO_LIST = -1

/** What history keeps of a tree that was opened to other principals. */
const recordType = (
  tx: Tx,
  tree: OpenTree,
  permissionsType: PrincipalType,
  former?: PrincipalType,
): Promise<void> => {
  const root = { tree, id: tree.id, parentId: null, path: [tree.id], name: '', aclId: NO_LIST }
  const detail = {
    permissionsType,
    ...(former && { before: TYPE_WORDS[former], after: TYPE_WORDS[permissionsType] }),
  }
  // A new tree's type is no change of permissions: its history begins with its first document.
  return recordChanges(tx, [{ kind: former ? 'PERMISSION' : 'CREATE_TREE', node: root, detail }])
}

interface NewTreeInput {
  orgSlug: string
  portfolioId: string
  permissionType: PrincipalType
}

/** The organisation of a portfolio whose documents the actor may set up. @throws as createDocumentTree */
async function organisationToSetUp(db: Connection, actor: Actor, input: NewTreeInput): Promise<string> {
  if (!isId(input.portfolioId)) throw notFound('Portfolio')
  const { rows } = await sql<{ organisationId: string; status: DealStatus }>`
    select o.id as "organisationId", p.status
    from portfolio p join organisation o on o.id = p.organisation_id
    where p.id = ${input.portfolioId} and o.slug = ${input.orgSlug}`.execute(db)
  const [portfolio] = rows
  if (!portfolio) throw notFound('Portfolio')
  const { organisationId, status } = portfolio
  const place = scopeOf({ organisationId, portfolioId: input.portfolioId })
  if (!seesEntity(actor, place, status)) throw notFound('Portfolio')
  if (!mayEditType(actor, place)) throw forbidden()
  return organisationId
}

/**
 * Creates the documents tree of a deal room.
 * @throws NOT_FOUND where the actor can't see the portfolio in that organisation, FORBIDDEN without DEALROOM_ADMIN
 * on it or ORG_ADMIN, CONFLICT where it has one
 */
export async function createDocumentTree(db: Database, actor: Actor, input: NewTreeInput): Promise<OpenTree> {
  await organisationToSetUp(db, actor, input)
  // If two people create at the same time, the second gets the error.
  return withLock(db, rowLock('portfolio', input.portfolioId), async (tx) => {
    const organisationId = await reauthorise(tx, actor, (now) => organisationToSetUp(tx, now, input))
    const there = await tx
      .selectFrom('document_tree')
      .select('id')
      .where('portfolio_id', '=', input.portfolioId)
      .where('type', '=', 'DOCUMENTS')
      .executeTakeFirst()
    if (there) throw conflict('This deal room already has its documents. Please reload the page.')
    const id = await createTree(tx, {
      type: 'DOCUMENTS',
      organisationId,
      portfolioId: input.portfolioId,
      permissionsType: input.permissionType,
    })
    const tree = await treeInView(tx, actor, id)
    await recordType(tx, tree, input.permissionType)
    return tree
  })
}

/** What opens a tree for whoever may give it other principals. @throws as updateDocumentTree */
const toChangeType =
  (treeId: string) =>
  async (db: Connection, actor: Actor): Promise<OpenTree> => {
    const inView = await treeInView(db, actor, treeId)
    if (!mayEditType(actor, inView.place)) throw forbidden()
    return inView
  }

/** By tree, what a change of its type would close, as far as its actor sees it (PERM-12). */
export async function restrictedIn(db: Connection, trees: readonly OpenTree[]): Promise<Tally[]> {
  const found = await ofTrees<Tally>(
    db,
    trees,
    (tree) => sql`
      select coalesce(sum(t.files), 0)::bigint as files, coalesce(sum(t.folders), 0)::bigint as folders
      from folder_tally t join acl on acl.id = t.acl_id
      where t.folder_id = ${tree.id} and ${isRestrictedRow(tree)} and ${isReadable(tree, 't.acl_id')}`,
  )
  return found.map(([tally]) => ({ files: tally?.files ?? 0, folders: tally?.folders ?? 0 }))
}

/**
 * Gives a tree's documents to roles instead of groups, or vice versa. What is open stays open; what is
 * restricted, or given to somebody below the usual level (VIEW-13), stays closed to every new principal until it is permitted (PERM-12), and so does what was deleted, so
 * that its history opens to nobody. Nothing changes where the type is the same.
 * @throws NOT_FOUND where the actor can't see the tree's entity, FORBIDDEN without DEALROOM_ADMIN on it or ORG_ADMIN
 */
export const updateDocumentTree = (
  db: Database,
  actor: Actor,
  input: { treeId: string; permissionType: PrincipalType },
): Promise<OpenTree> =>
  changeOpened(db, actor, toChangeType(input.treeId), async (tx, tree) => {
    if (tree.permissionsType === input.permissionType) return tree
    await tx
      .updateTable('document_tree')
      // Who is given words is said anew, for principals of the other kind.
      .set({ permissions_type: input.permissionType, text_principals: [] })
      .where('id', '=', tree.id)
      .execute()
    await remapAll(tx, tree, [[tree.id]], (acl) => ({
      ...(isRestricted(acl, tree.usualLevel) ? NOBODY : EVERYBODY),
      isStaged: acl.isStaged,
    }))
    await closeDeleted(tx, tree)
    await recordType(tx, tree, input.permissionType, tree.permissionsType)
    return treeInView(tx, tree.actor, tree.id)
  })
