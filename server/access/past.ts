import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../platform/database/database.ts'
import { escapeLike } from '../platform/database/like.ts'
import { type Actor, groupHolds, type PermissionScope } from './actor.ts'
import { type GroupJson, toActor, toGroup } from './loadActor.ts'
import { fullNameIn } from './personName.ts'

/**
 * What people held at a moment, from the record of access (PROOF-05): the rows of now, and of those that have changed since
 * what the first change found. What follows from them says the one rule of `actor.ts`, for then as for now.
 */

/** A moment as PostgreSQL writes it: a `Date` would lose its microseconds, of which a change may be the first. */
export type Moment = string

/** Since when the record answers, and the moment that is now. */
export async function recordOfAccess(db: Connection): Promise<{ since: Date; now: Moment }> {
  const { rows } = await sql<{ since: Date; now: Moment }>`
    select since, clock_timestamp()::text as now from access_record`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The record of access has no beginning.')
  return row
}

/** Tables whose rows the record keeps as they were, one row of which is asked for by its key. */
type KeptTable = 'document_tree' | 'portfolio' | 'holding_company' | 'organisation'

/** Columns of a row before its first change after the moment; null where they have not changed since. */
export async function formerRow<Row>(
  db: Connection,
  table: KeptTable,
  id: string,
  at: Moment,
): Promise<Row | null> {
  const { rows } = await sql<{ was: Row | null }>`
    select was from former_right where subject = ${table} and row_key = ${id} and until > ${at}::timestamptz
    order by id limit 1`.execute(db)
  return rows[0]?.was ?? null
}

/** SQL: rows of an organisation that have changed since, as `past`, each as its first change found it. */
const pastOf = (organisationId: string, at: Moment): RawBuilder<unknown> => sql`
  past as materialized (
    select distinct on (subject, row_key) subject, row_key, was from former_right
    where organisation_id = ${organisationId} and until > ${at}::timestamptz
    order by subject, row_key, id)`

/** SQL: whether a row of now, with that key, was the same then. */
const isUnchanged = (table: string, key: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  not exists (select from past where past.subject = ${table} and past.row_key = ${key})`

/** SQL: who was in which group of the organisation, as `member`; after `past`. */
const memberOf = (organisationId: string): RawBuilder<unknown> => sql`
  member as materialized (
    select m.group_id, m.person_id from membership m join user_group g on g.id = m.group_id
    where g.organisation_id = ${organisationId}
      and ${isUnchanged('membership', sql`concat(m.group_id, '/', m.person_id)`)}
    union all
    select (was ->> 'group_id')::uuid, (was ->> 'person_id')::uuid from past
    where subject = 'membership' and was is not null)`

/** SQL: people who could sign in then and had accepted the licence agreement of then, as `past_person`. */
const peopleOf = (at: Moment): RawBuilder<unknown> => sql`
  person_before as materialized (
    select distinct on (person_id) person_id, is_active, is_super_user from former_person
    where until > ${at}::timestamptz order by person_id, id
  ), past_person as (
    select p.*, coalesce(b.is_super_user, p.is_super_user) as is_staff
    from person p left join person_before b on b.person_id = p.id
    where coalesce(b.is_active, p.is_active) and p.created_at <= ${at}::timestamptz and exists (
      select from licence_acceptance la
      where la.person_id = p.id and la.accepted_at <= ${at}::timestamptz and la.version = (
        select max(l.version) from licence l where l.published_at <= ${at}::timestamptz)))`

/** A group of then, with what it held on one place. */
export interface PastGroup {
  id: string
  name: string
  held: GroupJson
}

interface PastGroupRow {
  id: string
  name: string
  roleId: string
  organisationWide: boolean
  codenames: string[]
  isListing: boolean
  phase: string | null
}

/** SQL: the groups that listed the place, as `listing`. */
function listingOf(place: PermissionScope, at: Moment): RawBuilder<unknown> {
  if (place.kind === 'organisation') return sql`select null::uuid as group_id where false`
  if (place.kind === 'holdingCompany') {
    return sql`
      select l.group_id from user_group_holding_company l
      where l.holding_company_id = ${place.holdingCompanyId}
        and ${isUnchanged('user_group_holding_company', sql`concat(l.group_id, '/', l.holding_company_id)`)}
      union all
      select (was ->> 'group_id')::uuid from past
      where subject = 'user_group_holding_company' and was ->> 'holding_company_id' = ${place.holdingCompanyId}`
  }
  return sql`
    select l.group_id from user_group_portfolio l
    where l.portfolio_id = ${place.portfolioId} and (l.access_ends_at is null or l.access_ends_at > ${at}::timestamptz)
      and ${isUnchanged('user_group_portfolio', sql`concat(l.group_id, '/', l.portfolio_id)`)}
    union all
    select (was ->> 'group_id')::uuid from past
    where subject = 'user_group_portfolio' and was ->> 'portfolio_id' = ${place.portfolioId}
      and (was ->> 'access_ends_at' is null or (was ->> 'access_ends_at')::timestamptz > ${at}::timestamptz)`
}

/**
 * The groups that gave their members anything on a place at a moment, by name, each with what it held there.
 * @param groupId of this one alone
 */
export async function groupsAt(
  db: Connection,
  place: PermissionScope,
  at: Moment,
  groupId: string | null = null,
): Promise<PastGroup[]> {
  const { organisationId } = place
  const portfolioId = place.kind === 'portfolio' ? place.portfolioId : null
  const { rows } = await sql<PastGroupRow>`
    with ${pastOf(organisationId, at)}, permission as (
      select rp.role_id, rp.codename from role_permission rp join role r on r.id = rp.role_id
      where r.organisation_id = ${organisationId}
        and ${isUnchanged('role_permission', sql`concat(rp.role_id, '/', rp.codename)`)}
      union all
      select (was ->> 'role_id')::uuid, was ->> 'codename' from past
      where subject = 'role_permission' and was is not null
    ), of_role as (
      select role_id, json_agg(codename) as codenames from permission group by role_id
    ), listing as materialized (${listingOf(place, at)}), past_group as (
      select g.id, g.name, g.role_id, g.organisation_wide from user_group g
      where g.organisation_id = ${organisationId} and ${isUnchanged('user_group', sql`g.id::text`)}
      union all
      select (was ->> 'id')::uuid, was ->> 'name', (was ->> 'role_id')::uuid, (was ->> 'organisation_wide')::boolean
      from past where subject = 'user_group' and was is not null
    ), room as materialized (
      select rp.phase from room_phase rp
      where rp.portfolio_id = ${portfolioId}::uuid and ${isUnchanged('room_phase', sql`rp.portfolio_id::text`)}
      union all
      select was ->> 'phase' from past where subject = 'room_phase' and row_key = ${portfolioId}::text and was is not null)
    select g.id, g.name, g.role_id as "roleId", g.organisation_wide as "organisationWide",
      coalesce(of_role.codenames, '[]') as codenames, g.id in (select group_id from listing) as "isListing",
      (select phase from room) as phase
    from past_group g left join of_role on of_role.role_id = g.role_id
    where ${groupId}::uuid is null or g.id = ${groupId}::uuid
    order by g.name collate name_order, g.id`.execute(db)
  return rows
    .map((row) => ({ id: row.id, name: row.name, held: heldOn(place, row) }))
    .filter(({ held }) => groupHolds(toGroup(held), 'ANY', place))
}

const heldOn = (
  place: PermissionScope,
  { id, roleId, organisationWide, codenames, isListing, phase }: PastGroupRow,
): GroupJson => ({
  id,
  organisationId: place.organisationId,
  roleId,
  organisationWide,
  codenames,
  portfolioIds: isListing && place.kind === 'portfolio' ? [place.portfolioId] : [],
  holdingCompanyIds: isListing && place.kind === 'holdingCompany' ? [place.holdingCompanyId] : [],
  closedRooms:
    place.kind === 'portfolio' && (phase === 'PREPARATION' || phase === 'ARCHIVED')
      ? [{ id: place.portfolioId, phase }]
      : [],
})

/** Whether an organisation was deleted then, so that even staff saw nothing of it. */
async function wasDeleted(db: Connection, organisationId: string, at: Moment): Promise<boolean> {
  const former = await formerRow<{ deleted_at: string | null }>(db, 'organisation', organisationId, at)
  if (former) return former.deleted_at !== null
  const { rows } = await sql`
    select from organisation where id = ${organisationId} and deleted_at is not null`.execute(db)
  return rows.length > 0
}

/** People of whom each held the same on a place: by the same groups. */
export interface PastHolders {
  key: string
  /** What each of them held there. */
  actor: Actor
  groups: PastGroup[]
  count: number
}

/** SQL: people with what they are told apart by, as `holder`: whether they were staff, and those of the groups that they were in. */
const holderOf = (
  organisationId: string,
  groupIds: readonly string[],
  at: Moment,
): RawBuilder<unknown> => sql`
  ${pastOf(organisationId, at)}, ${memberOf(organisationId)}, ${peopleOf(at)}, grouped as (
    select person_id, array_agg(group_id order by group_id) as ids from member
    where group_id = any(${groupIds}::uuid[]) group by person_id
  ), holder as (
    select p.id, p.first_name, p.last_name, p.company_id, p.is_staff, coalesce(g.ids, '{}') as ids,
      concat(p.is_staff, ':', array_to_string(g.ids, ',')) as key
    from past_person p left join grouped g on g.person_id = p.id
    where p.is_staff or g.person_id is not null)`

/** Everybody who was in one of the groups, or staff, in as few kinds as they differ in what they held on the place. */
export async function holdersAt(
  db: Connection,
  place: PermissionScope,
  groups: readonly PastGroup[],
  at: Moment,
): Promise<PastHolders[]> {
  const { organisationId } = place
  const ids = groups.map(({ id }) => id)
  const { rows } = await sql<{ key: string; isStaff: boolean; ids: string[]; count: number }>`
    with ${holderOf(organisationId, ids, at)}
    select key, is_staff as "isStaff", ids, count(*)::int as count from holder group by key, is_staff, ids`.execute(
    db,
  )
  const byId = new Map(groups.map((group) => [group.id, group]))
  const isDeleted = await wasDeleted(db, organisationId, at)
  return rows.map((row) => {
    const mine = row.ids.flatMap((id) => byId.get(id) ?? [])
    return {
      key: row.key,
      groups: mine,
      count: row.count,
      actor: actorHolding(row.isStaff, mine, isDeleted ? [organisationId] : []),
    }
  })
}

const actorHolding = (
  isSuperUser: boolean,
  groups: readonly PastGroup[],
  deletedOrganisationIds: string[],
): Actor =>
  toActor(
    {
      personId: '',
      sessionId: '',
      isSuperUser,
      awaitsLicence: false,
      deletedOrganisationIds: isSuperUser ? deletedOrganisationIds : [],
      groups: groups.map(({ held }) => held),
    },
    false,
  )

/** How many people each of the groups had who could sign in then. */
export async function membersAt(
  db: Connection,
  organisationId: string,
  groupIds: readonly string[],
  at: Moment,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    with ${pastOf(organisationId, at)}, ${memberOf(organisationId)}, ${peopleOf(at)}
    select m.group_id as id, count(*)::int as count from member m join past_person p on p.id = m.person_id
    where m.group_id = any(${groupIds}::uuid[]) group by m.group_id`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** What a member of the group held by it alone. */
export const holdingOf = (group: PastGroup): Actor => actorHolding(false, [group], [])

/** A person, and the key of the holders among whom they are. */
export interface PastPerson {
  id: string
  name: string
  company: string | null
  key: string
}

/** People among the holders. */
export interface PeopleAsked {
  groups: readonly PastGroup[]
  keys: readonly string[]
  /** Found in their names and companies; null for all. */
  search: string | null
  at: Moment
}

/** A page of those people, by name, and how many are found. */
export async function peopleAmong(
  db: Connection,
  organisationId: string,
  { groups, keys, search, at }: PeopleAsked,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ found: number; people: PastPerson[] }> {
  const pattern = search === null ? null : `%${escapeLike(search)}%`
  const { rows } = await sql<PastPerson & { found: number }>`
    with ${holderOf(
      organisationId,
      groups.map(({ id }) => id),
      at,
    )}, found as (
      select p.*, c.name as company from holder p left join company c on c.id = p.company_id
      where p.key = any(${keys}::text[])
        and (${pattern}::text is null or ${fullNameIn('p')} ilike ${pattern} or c.name ilike ${pattern}))
    select p.id, ${fullNameIn('p')} as name, p.company, p.key, (select count(*)::int from found) as found from found p
    order by p.last_name collate name_order, p.first_name collate name_order, p.id
    limit ${limit} offset ${offset}`.execute(db)
  return { found: rows[0]?.found ?? 0, people: rows }
}

/** Somebody with what they held. */
export interface PastHolder {
  /** Null for a super user who was in none of the groups: they run the installation. */
  name: string | null
  actor: Actor
}

/** What a member of the group alone would have held on the place at a moment; null where it gave nothing there. */
export async function memberAt(
  db: Connection,
  groupId: string,
  place: PermissionScope,
  at: Moment,
): Promise<PastHolder | null> {
  const [group] = await groupsAt(db, place, at, groupId)
  return group ? { name: group.name, actor: holdingOf(group) } : null
}

/** What a person held on the place at a moment; null for who could not sign in, or held nothing in its organisation. */
export async function actorAt(
  db: Connection,
  personId: string,
  place: PermissionScope,
  at: Moment,
): Promise<PastHolder | null> {
  const { organisationId } = place
  const groups = await groupsAt(db, place, at)
  const { rows } = await sql<{ name: string; isStaff: boolean; ids: string[] }>`
    with ${holderOf(
      organisationId,
      groups.map(({ id }) => id),
      at,
    )}
    select ${fullNameIn('p')} as name, p.is_staff as "isStaff", p.ids from holder p where p.id = ${personId}`.execute(
    db,
  )
  const [row] = rows
  if (!row) return null
  const isDeleted = row.isStaff && (await wasDeleted(db, organisationId, at))
  const mine = new Set(row.ids)
  const actor = actorHolding(
    row.isStaff,
    groups.filter(({ id }) => mine.has(id)),
    isDeleted ? [organisationId] : [],
  )
  return { name: row.ids.length > 0 ? row.name : null, actor }
}
