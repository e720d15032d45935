import { type RawBuilder, sql } from 'kysely'
import type { Ordering } from '../../../contracts/pages.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { escapeLike } from '../../../platform/database/like.ts'

/** A group as it is handed on: what else there is of it is read together with others. */
export interface NamedGroup {
  id: string
  name: string
}

/** What admins see of a group. */
export interface GroupFacts extends NamedGroup {
  organisationId: string
  roleId: string
  memberCount: number
  revision: number
}

const MEMBERS = sql`(select count(*) from membership m where m.group_id = g.id)`
const ORDERS: Readonly<Record<string, RawBuilder<unknown>>> = {
  name: sql`g.name collate name_order`,
  role__name: sql`r.name collate name_order`,
  member_count: MEMBERS,
}
/** What the list of groups may be sorted by (GRP-02). */
export const ORDERINGS = Object.keys(ORDERS)

interface Page {
  /** In the names of group and role. */
  search: string | null
  limit: number
  offset: number
}

const matching = (organisationId: string, search: string | null) => {
  const pattern = search === null ? null : `%${escapeLike(search)}%`
  return sql`
    from user_group g join role r on r.id = g.role_id
    where g.organisation_id = ${organisationId}
      ${pattern === null ? sql`` : sql`and (g.name ilike ${pattern} or r.name ilike ${pattern})`}`
}

/** A page of an organisation's groups. The caller has checked that the actor administers them. */
export async function groupPage(
  db: Connection,
  organisationId: string,
  { search, ordering, limit, offset }: Page & { ordering: Ordering },
): Promise<{ count: number; groups: NamedGroup[] }> {
  const direction = ordering.descending ? sql`desc` : sql`asc`
  const { rows } = await sql<NamedGroup>`
    select g.id, g.name ${matching(organisationId, search)}
    order by ${ORDERS[ordering.by]} ${direction}, g.name collate name_order ${direction}, g.id ${direction}
    limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ count: number }>`
    select count(*) as count ${matching(organisationId, search)}`.execute(db)
  return { count: counted.rows[0]?.count ?? 0, groups: rows }
}

/** Facts of groups, of whatever organisation: the caller shows them to its admins alone. */
export async function factsOfGroups(
  db: Connection,
  ids: readonly string[],
): Promise<Map<string, GroupFacts>> {
  const { rows } = await sql<GroupFacts>`
    select g.id, g.name, g.organisation_id as "organisationId", g.role_id as "roleId", g.revision,
      ${MEMBERS} as "memberCount"
    from user_group g where g.id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** For each group a page of the ids of its members, by last name, then first name. */
export async function membersOfGroups(
  db: Connection,
  ids: readonly string[],
  { limit, offset }: { limit: number; offset: number },
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ groupId: string; id: string }>`
    select g.id as "groupId", p.id from unnest(${ids}::uuid[]) g (id)
      cross join lateral (
        select p.id, p.last_name, p.first_name from membership m join person p on p.id = m.person_id
        where m.group_id = g.id
        order by p.last_name collate name_order, p.first_name collate name_order, p.id
        limit ${limit} offset ${offset}) p
    order by p.last_name collate name_order, p.first_name collate name_order, p.id`.execute(db)
  const members = new Map<string, string[]>()
  for (const { groupId, id } of rows) members.set(groupId, [...(members.get(groupId) ?? []), id])
  return members
}

/** Whether somebody is in the group, or invited to it. */
export async function isFilledGroup(db: Connection, groupId: string): Promise<boolean> {
  const { rows } = await sql`
    select where exists (select from membership where group_id = ${groupId})
      or exists (select from invitation where group_id = ${groupId} and person_id is null)`.execute(db)
  return rows.length > 0
}
