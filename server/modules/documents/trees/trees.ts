import { type RawBuilder, sql } from 'kysely'
import type { DealStatus, PrincipalType, TabKind } from '../../../../shared/enumerations.ts'
import { type Actor, groupsHolding, holds, isMember, type Place } from '../../../access/actor.ts'
import { forbidden, notFound } from '../../../access/errors.ts'
import { loadActor } from '../../../access/loadActor.ts'
import type { Connection, Database, Tx } from '../../../platform/database/database.ts'
import { isId, newId } from '../../../platform/ids.ts'
import { seesEntity } from '../../funds/index.ts'
import { internAcl } from '../permissions/acls.ts'
import { type TreeRights, treeRights, viewRight } from '../policy.ts'

/** A tree as one actor has it open: what they may do in it, and by what they are permitted to read. */
export interface OpenTree {
  id: string
  type: TabKind
  /** Name of the entity or organisation that it belongs to. */
  name: string
  organisationId: string
  place: Place
  permissionsType: PrincipalType
  allowRootFiles: boolean
  /** The organisation's feature flag (DOC-07). */
  documentLabels: boolean
  rights: TreeRights
  actor: Actor
  /** Ids by which the actor is a principal of the tree: groups or roles, by its permissions type. */
  principals: readonly string[]
}

/** Named apart from the columns of a document, which one query may read along with its tree. */
export interface TreeRow {
  treeId: string
  treeType: TabKind
  treeName: string
  organisationId: string
  portfolioId: string | null
  holdingCompanyId: string | null
  permissionsType: PrincipalType
  allowRootFiles: boolean
  documentLabels: boolean
  /** Of the fund entity; null for the organisation's own O&M tree. */
  status: DealStatus | null
}

const placeOf = (tree: TreeRow): Place => {
  const { organisationId, portfolioId, holdingCompanyId } = tree
  if (portfolioId) return { kind: 'portfolio', organisationId, portfolioId }
  if (holdingCompanyId) return { kind: 'holdingCompany', organisationId, holdingCompanyId }
  return { kind: 'organisation', organisationId }
}

/** SQL: the columns of a TreeRow, and the tables that have them. */
export const TREE_COLUMNS = sql`
  t.id as "treeId", t.type as "treeType", t.organisation_id as "organisationId", t.portfolio_id as "portfolioId",
  t.holding_company_id as "holdingCompanyId", t.permissions_type as "permissionsType",
  t.allow_root_files as "allowRootFiles", o.document_labels as "documentLabels", coalesce(p.name, h.name, o.name) as "treeName",
  coalesce(p.status, h.status) as status`
export const TREES = sql`
  document_tree t join organisation o on o.id = t.organisation_id
  left join portfolio p on p.id = t.portfolio_id left join holding_company h on h.id = t.holding_company_id`

/** Whether the tree's entity is one that the actor can see at all. */
const sees = (actor: Actor, tree: TreeRow): boolean =>
  tree.status === null ? isMember(actor, tree.organisationId) : seesEntity(actor, placeOf(tree), tree.status)

/** The ids by which the actor is a principal of the tree: groups or roles that hold its view right. */
const principalIds = (actor: Actor, tree: TreeRow): string[] =>
  groupsHolding(actor, viewRight(tree.treeType), placeOf(tree)).map((group) =>
    tree.permissionsType === 'GROUP' ? group.id : group.roleId,
  )

function open(actor: Actor, tree: TreeRow): OpenTree {
  const { treeId, treeType, treeName, organisationId, permissionsType, allowRootFiles, documentLabels } = tree
  const place = placeOf(tree)
  return {
    id: treeId,
    type: treeType,
    name: treeName,
    organisationId,
    place,
    permissionsType,
    allowRootFiles,
    documentLabels,
    rights: treeRights(actor, treeType, place),
    actor,
    principals: principalIds(actor, tree),
  }
}

/**
 * The tree of a row as the actor has it open: the one way to its documents.
 * @throws NOT_FOUND where the actor can't see the tree's entity, FORBIDDEN where only the view right is missing
 */
export function openedBy(actor: Actor, tree: TreeRow | undefined): OpenTree {
  if (!tree || !sees(actor, tree)) throw notFound('Document tree')
  const opened = open(actor, tree)
  if (!opened.rights.view) throw forbidden()
  return opened
}

/** The row where the condition holds, if there is one. */
async function treeRow(db: Connection, condition: RawBuilder<unknown>): Promise<TreeRow | undefined> {
  const { rows } = await sql<TreeRow>`select ${TREE_COLUMNS} from ${TREES} where ${condition}`.execute(db)
  return rows[0]
}

/** Opens a tree for an actor. @throws as openedBy */
export const openTree = async (db: Connection, actor: Actor, treeId: string): Promise<OpenTree> =>
  openedBy(actor, isId(treeId) ? await treeRow(db, sql`t.id = ${treeId}`) : undefined)

/**
 * The tree of an entity that the actor sees, whatever they may do in it: for what needs other rights than its own.
 * @throws NOT_FOUND where the actor can't see the entity
 */
export async function treeInView(db: Connection, actor: Actor, treeId: string): Promise<OpenTree> {
  const tree = isId(treeId) ? await treeRow(db, sql`t.id = ${treeId}`) : undefined
  if (!tree || !sees(actor, tree)) throw notFound('Document tree')
  return open(actor, tree)
}

/**
 * The tree of a fund entity for its page; null when there is none, and without the tree's view right or
 * DEALROOM_ADMIN. The caller has shown that the actor may open the entity.
 */
export async function treeOfEntity(
  db: Connection,
  actor: Actor,
  entity: { portfolioId: string } | { holdingCompanyId: string },
  type: TabKind,
): Promise<OpenTree | null> {
  const isOwner =
    'portfolioId' in entity
      ? sql`t.portfolio_id = ${entity.portfolioId}`
      : sql`t.holding_company_id = ${entity.holdingCompanyId}`
  const tree = await treeRow(db, sql`${isOwner} and t.type = ${type}`)
  if (!tree) return null
  const opened = open(actor, tree)
  return opened.rights.view || holds(actor, 'DEALROOM_ADMIN', opened.place) ? opened : null
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
  const created = await db.transaction().execute(async (tx) => {
    // Two who open it at once wait for each other here, and the second finds what the first made.
    await tx
      .selectFrom('organisation')
      .select('id')
      .where('id', '=', organisationId)
      .forUpdate()
      .executeTakeFirst()
    if (!(await treeRow(tx, its))) await createTree(tx, { type: 'O_AND_M', organisationId })
    return treeRow(tx, its)
  })
  return created ? open(actor, created) : null
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
  const aclId = await internAcl(tx, id, { principals: null, passage: [] })
  await tx
    .insertInto('document')
    .values({ id, tree_id: id, is_folder: true, name: '', name_key: '', path: [id], acl_id: aclId })
    .execute()
  return id
}

/**
 * Makes structural changes of one tree happen one after the other, until the end of the transaction: names,
 * tallies and access lists then never race. Readers are not held up.
 */
export async function lockTree(tx: Tx, treeId: string): Promise<void> {
  await tx.selectFrom('document_tree').select('id').where('id', '=', treeId).forUpdate().executeTakeFirst()
}

/** Opens a tree for what needs a right. @throws FORBIDDEN without the right; as openTree */
export async function openFor(
  db: Connection,
  actor: Actor,
  treeId: string,
  right: keyof TreeRights,
): Promise<OpenTree> {
  const tree = await openTree(db, actor, treeId)
  if (!tree.rights[right]) throw forbidden()
  return tree
}

/**
 * Locks a tree that can be opened; whoever may not open it holds up nobody. It is opened again under the lock: while
 * this waited, the right may have been taken from the actor, or the tree been given to other principals.
 * @param open gives the tree to the person as they are at that moment, and throws where they may not have it
 */
export async function openedUnderLock(
  tx: Tx,
  actor: Actor,
  open: (now: Actor) => Promise<OpenTree>,
): Promise<OpenTree> {
  await lockTree(tx, (await open(actor)).id)
  return open(await loadActor(tx, actor.personId, actor.sessionId))
}

/** Opens a tree for a change that needs a right, and locks it. @throws as openFor */
export const openLocked = (
  tx: Tx,
  actor: Actor,
  treeId: string,
  right: keyof TreeRights,
): Promise<OpenTree> => openedUnderLock(tx, actor, (now) => openFor(tx, now, treeId, right))

/** A group or role that documents can be permitted to. */
export interface Principal {
  id: string
  name: string
}

/** The groups with access to the tree's place, as `g` with their role `r`. */
export const groupsAt = (db: Connection, { place, organisationId }: OpenTree) =>
  db
    .selectFrom('user_group as g')
    .innerJoin('role as r', 'r.id', 'g.role_id')
    .where('g.organisation_id', '=', organisationId)
    .where((eb) =>
      eb.or([
        eb('g.organisation_wide', '=', true),
        ...(place.kind === 'portfolio'
          ? [
              eb.exists(
                eb
                  .selectFrom('user_group_portfolio as gp')
                  .select('gp.group_id')
                  .whereRef('gp.group_id', '=', 'g.id')
                  .where('gp.portfolio_id', '=', place.portfolioId),
              ),
            ]
          : []),
        ...(place.kind === 'holdingCompany'
          ? [
              eb.exists(
                eb
                  .selectFrom('user_group_holding_company as gh')
                  .select('gh.group_id')
                  .whereRef('gh.group_id', '=', 'g.id')
                  .where('gh.holding_company_id', '=', place.holdingCompanyId),
              ),
            ]
          : []),
      ]),
    )

/** Everybody to whom documents of the tree can be permitted: groups with access to its place, or their roles. */
export async function principalsOf(db: Connection, tree: OpenTree): Promise<Principal[]> {
  const groups = groupsAt(db, tree)
  return tree.permissionsType === 'GROUP'
    ? groups.select(['g.id', 'g.name']).orderBy(sql`g.name collate name_order`).orderBy('g.id').execute()
    : groups
        .select(['r.id', 'r.name'])
        .groupBy(['r.id', 'r.name'])
        .orderBy(sql`r.name collate name_order`)
        .orderBy('r.id')
        .execute()
}
