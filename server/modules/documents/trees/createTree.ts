import { sql } from 'kysely'
import type { PrincipalType, TabKind } from '../../../../shared/enumerations.ts'
import type { Actor } from '../../../access/actor.ts'
import { forbidden } from '../../../access/errors.ts'
import type { Database, Tx } from '../../../platform/database/database.ts'
import { rowLock, withLock } from '../../../platform/database/withLock.ts'
import { newId } from '../../../platform/ids.ts'
import { internAcl } from '../core/acls.ts'
import { EVERYBODY } from '../core/levels.ts'
import { type OpenTree, open, treeRow } from '../core/trees.ts'
import { treeRights } from '../policy.ts'

/** The trees of fund entities and organisations, for their pages; null where there is none to see. */
export interface PlaceTrees {
  /** For loaders, in the order of the ids; the caller has shown that the actor may open the entities. */
  treesOf(
    actor: Actor,
    kind: 'portfolio' | 'holdingCompany',
    ids: readonly string[],
    type: TabKind,
  ): Promise<(OpenTree | null)[]>
  /** @throws FORBIDDEN without O_AND_M_VIEW on the organisation */
  operationsTree(actor: Actor, organisationId: string): Promise<OpenTree | null>
}

/** A tree that is to be created. */
export interface NewTree {
  type: TabKind
  organisationId: string
  portfolioId?: string
  holdingCompanyId?: string
  permissionsType?: PrincipalType
  /** Whether files may lie beside the folders of the root; yes unless said otherwise. */
  allowRootFiles?: boolean
}

/** Creates a tree with its root, which permits every principal (PERM-09). */
export async function createTree(tx: Tx, input: NewTree): Promise<string> {
  const id = newId()
  await tx
    .insertInto('document_tree')
    .values({
      id,
      type: input.type,
      organisation_id: input.organisationId,
      portfolio_id: input.portfolioId ?? null,
      holding_company_id: input.holdingCompanyId ?? null,
      permissions_type: input.permissionsType ?? 'GROUP',
      allow_root_files: input.allowRootFiles ?? true,
    })
    .execute()
  const aclId = await internAcl(tx, { id, stagedLists: new Set() }, EVERYBODY)
  await tx
    .insertInto('document')
    .values({
      id,
      tree_id: id,
      is_folder: true,
      name: '',
      name_key: '',
      path: [id],
      acl_id: aclId,
      organisation_id: input.organisationId,
    })
    .execute()
  return id
}

/**
 * The organisation's O&M tree. Whoever may administer it gets one where there is none yet, as when they first open
 * the area; others get null until then (OAM-10). The caller has shown that the actor is of the organisation.
 * @throws FORBIDDEN without O_AND_M_VIEW on the organisation (ORG-57)
 */
export async function operationsTree(
  db: Database,
  actor: Actor,
  organisationId: string,
): Promise<OpenTree | null> {
  const rights = treeRights(actor, 'O_AND_M', { kind: 'organisation', organisationId })
  if (!rights.view) throw forbidden()
  const its = sql`t.organisation_id = ${organisationId} and t.type = 'O_AND_M'`
  const tree = await treeRow(db, its)
  if (tree || !rights.admin) return tree ? open(actor, tree) : null
  // Concurrent first visits wait for each other here, and the second finds what the first created.
  const created = await withLock(db, rowLock('organisation', organisationId), async (tx) => {
    if (!(await treeRow(tx, its))) await createTree(tx, { type: 'O_AND_M', organisationId })
    return treeRow(tx, its)
  })
  return created ? open(actor, created) : null
}
