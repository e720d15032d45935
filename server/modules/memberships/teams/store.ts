import { type RawBuilder, sql } from 'kysely'
import { fullNameIn } from '../../../access/personName.ts'
import type { Ordering } from '../../../contracts/pages.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { escapeLike } from '../../../platform/database/like.ts'

/** A person's place in a group. */
export interface MembershipRow {
  personId: string
  groupId: string
  groupName: string
}

const NAME = [sql`p.last_name collate name_order`, sql`p.first_name collate name_order`] as const
const ORDERS: Readonly<Record<string, readonly RawBuilder<unknown>[]>> = {
  name: NAME,
  company: [sql`c.name collate name_order`, ...NAME],
  group: [sql`g.name collate name_order`, ...NAME],
  role: [sql`r.name collate name_order`, ...NAME],
  // Those that are off come first.
  notifications: [
    sql`not exists (select from notification_off o where o.person_id = p.id
      and o.organisation_id = g.organisation_id and o.portfolio_id is null and o.holding_company_id is null)`,
    ...NAME,
  ],
  last_login: [sql`p.last_login_at`, ...NAME],
}
/** What memberships may be sorted by (TEAM-03). */
export const ORDERINGS = Object.keys(ORDERS)

export interface MembershipQuery {
  /** In name, company, group and role. */
  search: string | null
  ordering: Ordering
  limit: number
  offset: number
}

/**
 * A page of the memberships of groups `g` of which the condition is true. The caller has checked that the actor
 * administers the people of their organisations.
 */
export async function membershipPage(
  db: Connection,
  condition: RawBuilder<boolean>,
  { search, ordering, limit, offset }: MembershipQuery,
): Promise<{ count: number; memberships: MembershipRow[] }> {
  const pattern = search === null ? null : `%${escapeLike(search)}%`
  const matching = sql`
    from membership m join user_group g on g.id = m.group_id join role r on r.id = g.role_id
      join person p on p.id = m.person_id left join company c on c.id = p.company_id
    where ${condition} ${
      pattern === null
        ? sql``
        : sql`and (${fullNameIn('p')} ilike ${pattern} or c.name ilike ${pattern}
            or g.name ilike ${pattern} or r.name ilike ${pattern})`
    }`
  const direction = ordering.descending ? sql`desc nulls last` : sql`asc nulls last`
  const by = [...(ORDERS[ordering.by] ?? NAME), sql`p.id`, sql`g.id`].map((each) => sql`${each} ${direction}`)
  const { rows } = await sql<MembershipRow>`
    select p.id as "personId", g.id as "groupId", g.name as "groupName" ${matching}
    order by ${sql.join(by)} limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ count: number }>`select count(*) as count ${matching}`.execute(db)
  return { count: counted.rows[0]?.count ?? 0, memberships: rows }
}
