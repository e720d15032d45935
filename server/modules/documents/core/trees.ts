import { type RawBuilder, sql } from 'kysely'
import type { GivenLevel } from '../../../../shared/documentLevels.ts'
import type { DealStatus, Numbering, PrincipalType, TabKind } from '../../../../shared/enumerations.ts'
import type { Mark } from '../../../../shared/markRules.ts'
import { type Actor, groupsHolding, holds, isMember, type PermissionScope } from '../../../access/actor.ts'
import { forbidden, notFound } from '../../../access/errors.ts'
import type { EntityPlace } from '../../../access/reach.ts'
import { scopeOf } from '../../../access/scopes.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { isId } from '../../../platform/ids.ts'
import { seesEntity } from '../../funds/index.ts'
import { meetsStaged, type TreeRights, treeRights, viewRight } from '../policy.ts'
import { markFrom } from './marks.ts'
import type { TreeReader } from './treeReader.ts'

/** A tree as one actor has it open: what they may do in it, and by what they are permitted to read. */
export interface OpenTree {
  id: string
  type: TabKind
  /** Name of the entity or organisation that it belongs to. */
  name: string
  organisationId: string
  place: PermissionScope
  permissionsType: PrincipalType
  allowRootFiles: boolean
  /** Whether readers see versions before the current one, as editors do (DOC-44). */
  readersSeeEarlierVersions: boolean
  /** Of whoever has no level of their own on an open document (VIEW-03). */
  usualLevel: GivenLevel
  /** How its pages are marked. */
  mark: Mark
  /** Whether any list of it says a level; where none does, all have the usual one. */
  hasLevels: boolean
  /** Principals whose members are given the words of what they may only view (VIEW-21). */
  textPrincipals: readonly string[]
  /** Whether it is recorded how long pages were in view (PAGE-25). */
  measureReading: boolean
  /** Goes up with each change of what holds for its levels. */
  viewingRevision: number
  numbering: Numbering
  /** The organisation's feature flags (DOC-07, COP-12). */
  documentLabels: boolean
  copilot: boolean
  rights: TreeRights
  /** Whether they meet what is staged, as far as it will be permitted to them (STAGE-03). */
  seesStaged: boolean
  /** Ids of its staged lists, for whoever meets them; those that are made under its lock join in. */
  stagedLists: Set<number>
  /** Whether anything of it has ever been staged. */
  hasStaged: boolean
  /** Whether changes of what is published in it are staged; set with the first that is staged under its lock. */
  hasStagedChanges: boolean
  actor: Actor
  /** Ids by which the actor is a principal of the tree: groups or roles, by its permissions type. */
  principals: readonly string[]
  /** What is known of the actor beside, where it was read along. */
  reader: TreeReader | null
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
  readersSeeEarlierVersions: boolean
  usualLevel: GivenLevel
  mark: unknown
  hasLevels: boolean
  textPrincipals: readonly string[]
  stagedLists: readonly number[]
  hasStagedChanges: boolean
  measureReading: boolean
  viewingRevision: number
  numbering: Numbering
  documentLabels: boolean
  copilot: boolean
  /** Of the fund entity; null for the organisation's own O&M tree. */
  status: DealStatus | null
}

/** SQL: the columns of a TreeRow, and the tables that have them. */
export const TREE_COLUMNS = sql`
  t.id as "treeId", t.type as "treeType", t.organisation_id as "organisationId", t.portfolio_id as "portfolioId",
  t.holding_company_id as "holdingCompanyId", t.permissions_type as "permissionsType",
  t.allow_root_files as "allowRootFiles", t.readers_see_earlier_versions as "readersSeeEarlierVersions",
  t.usual_level as "usualLevel", t.mark, t.text_principals as "textPrincipals",
  t.measure_reading as "measureReading", t.viewing_revision as "viewingRevision",
  exists (select from acl levelled where levelled.tree_id = t.id and levelled.levels <> '{}') as "hasLevels",
  (select coalesce(json_agg(staged.id), '[]') from acl staged where staged.tree_id = t.id and staged.is_staged)
    as "stagedLists",
  exists (select from staged_change waiting where waiting.tree_id = t.id) as "hasStagedChanges",
  t.numbering, o.document_labels as "documentLabels",
  o.copilot, coalesce(p.name, h.name, o.name) as "treeName",
  coalesce(p.status, h.status) as status`
export const TREES = sql`
  document_tree t join organisation o on o.id = t.organisation_id
  left join portfolio p on p.id = t.portfolio_id left join holding_company h on h.id = t.holding_company_id`

/** Whether the tree's entity is one that the actor can see at all. */
const sees = (actor: Actor, tree: TreeRow): boolean =>
  tree.status === null ? isMember(actor, tree.organisationId) : seesEntity(actor, scopeOf(tree), tree.status)

/** The ids by which the actor is a principal of the tree: groups or roles that hold its view right. */
const principalIds = (actor: Actor, tree: TreeRow): string[] =>
  groupsHolding(actor, viewRight(tree.treeType), scopeOf(tree)).map((group) =>
    tree.permissionsType === 'GROUP' ? group.id : group.roleId,
  )

export function open(actor: Actor, tree: TreeRow): OpenTree {
  const { treeId, treeType, treeName, organisationId, permissionsType, allowRootFiles } = tree
  const place = scopeOf(tree)
  const rights = treeRights(actor, treeType, place)
  const mine = meetsStaged(actor, rights, place)
  return {
    id: treeId,
    type: treeType,
    name: treeName,
    organisationId,
    place,
    permissionsType,
    allowRootFiles,
    readersSeeEarlierVersions: tree.readersSeeEarlierVersions,
    usualLevel: tree.usualLevel,
    mark: markFrom(tree.mark),
    hasLevels: tree.hasLevels,
    textPrincipals: tree.textPrincipals,
    measureReading: tree.measureReading,
    viewingRevision: tree.viewingRevision,
    numbering: tree.numbering,
    documentLabels: tree.documentLabels,
    copilot: tree.copilot,
    rights,
    seesStaged: mine,
    stagedLists: new Set(mine ? tree.stagedLists : []),
    hasStaged: tree.stagedLists.length > 0,
    hasStagedChanges: tree.hasStagedChanges,
    actor,
    principals: principalIds(actor, tree),
    reader: null,
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

/** The same where nobody is told why not: null without sight of the entity as without the view right. */
export function openOrNull(actor: Actor, tree: TreeRow): OpenTree | null {
  if (!sees(actor, tree)) return null
  const opened = open(actor, tree)
  return opened.rights.view ? opened : null
}

/** The row where the condition holds, if there is one. */
export async function treeRow(db: Connection, condition: RawBuilder<unknown>): Promise<TreeRow | undefined> {
  const { rows } = await sql<TreeRow>`select ${TREE_COLUMNS} from ${TREES} where ${condition}`.execute(db)
  return rows[0]
}

/** The row of a tree, to open it for several actors. */
export const treeRowOf = (db: Connection, treeId: string): Promise<TreeRow | undefined> =>
  treeRow(db, sql`t.id = ${treeId}`)

/** Whether the actor opens a tree and sees all that is in it, as it is. */
export async function knowsTree(db: Connection, actor: Actor, treeId: string): Promise<boolean> {
  const tree = await treeRowOf(db, treeId)
  return (tree && openOrNull(actor, tree))?.rights.admin ?? false
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
 * The trees of fund entities for their pages, in the order of the entities; null when there is none, and without the
 * tree's view right or DEALROOM_ADMIN. The caller has shown that the actor may open the entities. For loaders.
 */
export async function treesOfEntities(
  db: Connection,
  actor: Actor,
  kind: 'portfolio' | 'holdingCompany',
  ids: readonly string[],
  type: TabKind,
): Promise<(OpenTree | null)[]> {
  const column = kind === 'portfolio' ? sql`t.portfolio_id` : sql`t.holding_company_id`
  const { rows } = await sql<TreeRow>`
    select ${TREE_COLUMNS} from ${TREES} where ${column} = any(${ids}::uuid[]) and t.type = ${type}`.execute(
    db,
  )
  const trees = new Map(
    rows.map((row) => [kind === 'portfolio' ? row.portfolioId : row.holdingCompanyId, open(actor, row)]),
  )
  return ids.map((id) => {
    const tree = trees.get(id)
    return tree && (tree.rights.view || holds(actor, 'DEALROOM_ADMIN', tree.place)) ? tree : null
  })
}

/** The trees of one fund entity that the actor may open. */
export async function treesOfPlace(db: Connection, actor: Actor, place: EntityPlace): Promise<OpenTree[]> {
  const isOf =
    place.kind === 'portfolio'
      ? sql`t.portfolio_id = ${place.portfolioId}`
      : sql`t.holding_company_id = ${place.holdingCompanyId}`
  const { rows } = await sql<TreeRow>`select ${TREE_COLUMNS} from ${TREES} where ${isOf}`.execute(db)
  return rows.flatMap((row) => openOrNull(actor, row) ?? [])
}

/** The trees of an organisation, and of all its fund entities, that the actor may open. */
export async function treesOfOrganisation(
  db: Connection,
  actor: Actor,
  organisationId: string,
): Promise<OpenTree[]> {
  const { rows } = await sql<TreeRow>`
    select ${TREE_COLUMNS} from ${TREES} where t.organisation_id = ${organisationId}
    order by t.id`.execute(db)
  return rows.flatMap((row) => openOrNull(actor, row) ?? [])
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

/** Trees of one statement: each has its part in it, since each has its own principals. */
const TREES_PER_QUERY = 50

/**
 * Reads the same of several open trees together, in their order. For loaders.
 * @param query the rows of one tree
 */
export async function ofTrees<Row>(
  db: Connection,
  trees: readonly OpenTree[],
  query: (tree: OpenTree) => RawBuilder<unknown>,
): Promise<Row[][]> {
  const all: Row[][] = trees.map(() => [])
  for (let from = 0; from < trees.length; from += TREES_PER_QUERY) {
    const parts = trees
      .slice(from, from + TREES_PER_QUERY)
      .map((tree, index) => sql`select ${from + index}::int as place, row.* from (${query(tree)}) as row`)
    const { rows } = await sql<Row & { place: number }>`${sql.join(parts, sql` union all `)}`.execute(db)
    for (const row of rows) all[row.place]?.push(row)
  }
  return all
}
