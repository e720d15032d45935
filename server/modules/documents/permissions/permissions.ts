import type { DocumentLevel, DocumentRendition, GivenLevel } from '../../../../shared/documentLevels.ts'
import type { Actor } from '../../../access/actor.ts'
import { notFound } from '../../../access/errors.ts'
import type { Connection, Database, Tx } from '../../../platform/database/database.ts'
import { isId } from '../../../platform/ids.ts'
import { aclsByIds } from '../core/acls.ts'
import { type Acl, givenBy } from '../core/levels.ts'
import { apiId, type DocumentNode, documentsInOrder, storedId } from '../core/nodes.ts'
import { type Principal, principalsOf } from '../core/principals.ts'
import { checkCount } from '../core/selection.ts'
import { changeTree } from '../core/treeLock.ts'
import type { OpenTree } from '../core/trees.ts'
import { type Permitting, permitNow } from './askedPermission.ts'
import type { MadeChange } from './permissionChanges.ts'

/** One principal's permission on a document, or on a selection. */
export interface PermissionRow {
  id: string
  /** Null for a selection of which some permit and some don't (PERM-03). */
  permissible: boolean | null
  /** Null where the documents of a selection differ, as of the rendition (VIEW-06). */
  level: DocumentLevel | null
  rendition: DocumentRendition | null
  principal: Principal
}

/** The rows of a document: one for each principal of the tree (PERM-01). */
function permissionRows(node: DocumentNode, acl: Acl, principals: readonly Principal[]): PermissionRow[] {
  const said = together([acl], node.tree.usualLevel)
  return principals.map((principal) => ({
    id: `${apiId(node)}:${principal.id}`,
    ...said(principal.id),
    principal,
  }))
}

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

/** The one value that all have; null where they differ. */
const same = <T>(values: readonly T[], otherwise: T): T | null => {
  const [first = otherwise] = values
  return values.every((value) => value === first) ? first : null
}

/** What lists say about a principal. */
export type PermissionState = Pick<PermissionRow, 'permissible' | 'level' | 'rendition'>

/** What the lists of documents say about a principal together: null where they differ (PERM-03, VIEW-06). */
export function together(lists: readonly Acl[], usual: GivenLevel): (principalId: string) => PermissionState {
  const givens = lists.map((acl) => givenBy(acl, usual))
  return (id) => {
    const all = givens.map((given) => given(id))
    return {
      permissible: same(
        all.map((access) => access !== null),
        false,
      ),
      level: same(
        all.map((access) => access?.level ?? 'NONE'),
        'NONE',
      ),
      rendition: same(
        all.map((access) => access?.rendition ?? 'FULL'),
        'FULL',
      ),
    }
  }
}

/**
 * The ids in the database of documents of which each is the tree's.
 * @throws NOT_FOUND for what can be none of its documents
 */
export function idsIn(tree: OpenTree, documentIds: readonly string[]): string[] {
  const asked = [...new Set(documentIds)]
  const stored = asked.flatMap((id) => storedId(tree, id) ?? [])
  if (stored.length < asked.length) throw notFound('Document')
  return stored
}

/** All of these documents, in the order of the ids. @throws BAD_USER_INPUT for too many, NOT_FOUND where one is gone */
export async function allOf(tx: Tx, tree: OpenTree, documentIds: readonly string[]): Promise<DocumentNode[]> {
  checkCount(documentIds, 'choose')
  const chosen = await documentsInOrder(tx, tree, documentIds)
  if (chosen.length !== documentIds.length) throw notFound('Document')
  return chosen
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
  permit: Permitting = permitNow,
): Promise<{ row: PermissionRow } & MadeChange> {
  return changeTree(db, actor, input.treeId, 'admin', async (tx, tree) => {
    const { documentIds, principalId } = parsePermissionId(tree, input.permissionId)
    const chosen = await allOf(tx, tree, documentIds)
    const principals = await principalsOf(tx, tree)
    const principal = principals.find((each) => each.id === principalId)
    if (!principal) throw notFound('Document')
    const permission = { kind: 'TOGGLE', principalId, permissible: input.permissible } as const
    const { changeId, documents } = await permit(tx, tree, chosen, { permission, principals })
    const acls = await aclsByIds(
      tx,
      documents.map((node) => node.aclId),
    )
    const said = together(
      documents.flatMap((node) => acls.get(node.aclId) ?? []),
      tree.usualLevel,
    )
    return { row: { id: input.permissionId, ...said(principalId), principal }, changeId, documents }
  })
}

/** To whom documents are permitted from now on. */
export interface ExactPermission {
  treeId: string
  documentIds: readonly string[]
  principalIds: readonly string[]
  /** When it happened, for the history; now unless it is said. */
  at?: Date
}

/**
 * Permits documents, and everything below them, to exactly these principals, of now: who is added later is not
 * among them. One transaction, so that nobody sees a state in between.
 * @throws as updatePermission
 */
export async function permitExactly(
  db: Database,
  actor: Actor,
  input: ExactPermission,
  permit: Permitting = permitNow,
): Promise<MadeChange> {
  return changeTree(db, actor, input.treeId, 'admin', async (tx, tree) => {
    const chosen = await allOf(tx, tree, idsIn(tree, input.documentIds))
    const principals = await principalsOf(tx, tree)
    const permission = { kind: 'EXACT', principalIds: input.principalIds } as const
    return permit(tx, tree, chosen, { permission, principals }, input.at)
  })
}

/** Permission rows of many documents of one tree in one query; for a loader. */
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

/** Whom a document is permitted to, of the tree's principals by name. */
export interface Permitted {
  /** Null for all of them. */
  readonly ids: readonly string[] | null
  /** Their levels in the same order; null where all have the original (VIEW-11). */
  readonly levels: readonly GivenLevel[] | null
}

/** Of what somebody who may not edit permissions is told. */
export const NOT_TOLD: Permitted = { ids: [], levels: [] }

/** Whom documents of one tree are permitted to, worked out once for each list. For a loader. */
export async function permittedOf(
  db: Connection,
  tree: OpenTree,
  nodes: readonly DocumentNode[],
): Promise<Permitted[]> {
  if (!tree.rights.admin) return nodes.map(() => NOT_TOLD)
  const everyone = (await principalsOf(db, tree)).map(({ id }) => id)
  const acls = await aclsByIds(
    db,
    nodes.map((node) => node.aclId),
  )
  const byList = new Map(
    [...acls].map(([aclId, acl]): [number, Permitted] => {
      const given = givenBy(acl, tree.usualLevel)
      const permitted = everyone.flatMap((id) => {
        const access = given(id)
        return access ? [{ id, level: access.level }] : []
      })
      const isOriginal = permitted.every(({ level }) => level === 'ORIGINAL')
      return [
        aclId,
        {
          ids: permitted.length === everyone.length ? null : permitted.map(({ id }) => id),
          levels: isOriginal ? null : permitted.map(({ level }) => level),
        },
      ]
    }),
  )
  return nodes.map(({ aclId }) => byList.get(aclId) ?? NOT_TOLD)
}
