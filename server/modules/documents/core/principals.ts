import { sql } from 'kysely'
import type { PrincipalType } from '../../../../shared/enumerations.ts'
import { groupHolds, listsPlace } from '../../../access/audience.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { adminRight } from '../policy.ts'
import type { OpenTree } from './trees.ts'

/** A group or role that documents can be permitted to. */
export interface Principal {
  id: string
  name: string
}

export interface Page {
  limit: number
  offset: number
}

/** The groups with access to the tree's place, as `g` with their role `r`. */
export const groupsAt = (db: Connection, { place, organisationId }: OpenTree) =>
  db
    .selectFrom('user_group as g')
    .innerJoin('role as r', 'r.id', 'g.role_id')
    .where('g.organisation_id', '=', organisationId)
    .where(listsPlace(place))

/** The groups with access to the tree's place, or their roles, by name. */
const principalsAt = (
  db: Connection,
  tree: OpenTree,
  kind: PrincipalType,
  page: Page | null = null,
): Promise<Principal[]> => {
  const groups = groupsAt(db, tree)
  const all =
    kind === 'GROUP' ? groups.select(['g.id', 'g.name']) : groups.select(['r.id', 'r.name']).distinct()
  return db
    .selectFrom(all.as('p'))
    .select(['p.id', 'p.name'])
    .orderBy(sql`p.name collate name_order`)
    .orderBy('p.id')
    .$if(page !== null, (query) => query.limit(page?.limit ?? 0).offset(page?.offset ?? 0))
    .execute()
}

/** The groups with access to the tree's place; all of them without a page. */
export const groupsOnEntity = (
  db: Connection,
  tree: OpenTree,
  page: Page | null = null,
): Promise<Principal[]> => principalsAt(db, tree, 'GROUP', page)

/** How many those are. */
export async function countGroupsOnEntity(db: Connection, tree: OpenTree): Promise<number> {
  const { count } = await groupsAt(db, tree)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Everybody to whom documents of the tree can be permitted: groups with access to its place, or their roles. */
export const principalsOf = (db: Connection, tree: OpenTree): Promise<Principal[]> =>
  principalsAt(db, tree, tree.permissionsType)

/**
 * Those among the principals who see every document, whatever its permissions (PERM-11): of groups with access to the
 * place those that hold the admin's right there, and the roles of such groups.
 */
export async function principalsSeeingAll(db: Connection, tree: OpenTree): Promise<ReadonlySet<string>> {
  const seeing = groupsAt(db, tree).where(groupHolds(tree.place, adminRight(tree.type)))
  const rows = await (tree.permissionsType === 'GROUP'
    ? seeing.select('g.id as id')
    : seeing.select('r.id as id')
  )
    .distinct()
    .execute()
  return new Set(rows.map(({ id }) => id))
}
