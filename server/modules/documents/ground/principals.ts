import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { OpenTree } from './trees.ts'

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
