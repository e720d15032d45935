import { type RawBuilder, sql } from 'kysely'
import { CODENAMES, type Permission } from '../../shared/permissions.ts'
import type { Connection } from '../platform/database/database.ts'
import { escapeLike } from '../platform/database/like.ts'
import { type ClosedPhase, giving, isWithheldIn, type PermissionScope, SEEING_CLOSED } from './actor.ts'
import { accessLasts } from './loadActor.ts'
import { fullNameIn } from './personName.ts'

/** SQL: whether group `g` lists the place or, organisation-wide, reaches all there is. */
export const listsPlace = (place: PermissionScope): RawBuilder<boolean> => {
  if (place.kind === 'portfolio') {
    return sql<boolean>`(g.organisation_wide or exists (select from user_group_portfolio l
      where l.group_id = g.id and l.portfolio_id = ${place.portfolioId}
        and ${sql.raw(accessLasts('l'))}))`
  }
  if (place.kind === 'holdingCompany') {
    return sql<boolean>`(g.organisation_wide or exists (select from user_group_holding_company l
      where l.group_id = g.id and l.holding_company_id = ${place.holdingCompanyId}))`
  }
  return sql<boolean>`g.organisation_wide`
}

/** SQL: whether the role of group `g` has one of the permissions. */
const hasAny = (those: readonly Permission[]): RawBuilder<boolean> =>
  those.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`exists (select from role_permission rp where rp.role_id = g.role_id
        and rp.codename = any(${those.map((permission) => CODENAMES[permission])}::text[]))`

/** SQL: as `groupHolds` of actor.ts says of one group, `g` of the organisation, for one of the permissions. */
export function groupHolds(
  place: PermissionScope,
  ...anyOf: readonly (Permission | 'ANY')[]
): RawBuilder<boolean> {
  const givings = anyOf.map((permission) => giving(permission, place.kind))
  const everywhere = givings.flatMap((each) => each.everywhere)
  const listed = givings.flatMap((each) => each.listed)
  return sql<boolean>`(${hasAny(everywhere)} or (${hasAny(listed)} and ${listsPlace(place)}))`
}

/** SQL: whether group `g` gives its members anything there, by its role or what it lists. */
export const groupReaches = (place: PermissionScope): RawBuilder<boolean> => sql<boolean>`
  (g.organisation_id = ${place.organisationId} and ${groupHolds(place, 'ANY')})`

/**
 * SQL: whether person `p` holds the permission there, or any with 'ANY': the inverse of `holds` and `holdsAny`, for
 * the question who may see something.
 */
export const personHolds = (place: PermissionScope, permission: Permission | 'ANY'): RawBuilder<boolean> =>
  personHoldsAny(place, [permission])

/** SQL: whether person `p` holds one of the permissions there. */
export function personHoldsAny(
  place: PermissionScope,
  anyOf: readonly (Permission | 'ANY')[],
): RawBuilder<boolean> {
  if (place.kind !== 'portfolio') return personIsGiven(place, anyOf)
  const inPreparation = anyOf.filter((each) => isWithheldIn('PREPARATION', each))
  const others = anyOf.filter((each) => !isWithheldIn('PREPARATION', each))
  const held = [
    ...(inPreparation.length > 0
      ? [sql`(${personIsGiven(place, inPreparation)} and ${isOpenIn(place, ['PREPARATION', 'ARCHIVED'])})`]
      : []),
    ...(others.length > 0
      ? [sql`(${personIsGiven(place, others)} and ${isOpenIn(place, ['ARCHIVED'])})`]
      : []),
  ]
  return held.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(held, sql` or `)})`
}

/** SQL: whether the room is in none of the phases, or person `p` sees what is in it nevertheless. */
const isOpenIn = (
  place: PermissionScope & { kind: 'portfolio' },
  phases: readonly ClosedPhase[],
): RawBuilder<boolean> => sql<boolean>`not exists (
  select from room_phase room where room.portfolio_id = ${place.portfolioId} and (${sql.join(
    phases.map((phase) => sql`(room.phase = ${phase} and not ${personIsGiven(place, SEEING_CLOSED[phase])})`),
    sql` or `,
  )}))`

/** SQL: the same whatever the phase of the room is. */
const personIsGiven = (
  place: PermissionScope,
  anyOf: readonly (Permission | 'ANY')[],
): RawBuilder<boolean> => sql<boolean>`
  ((p.is_super_user and not exists (
      select from organisation o where o.id = ${place.organisationId} and o.deleted_at is not null)) or exists (
    select from membership m join user_group g on g.id = m.group_id
    where m.person_id = p.id and g.organisation_id = ${place.organisationId} and ${groupHolds(place, ...anyOf)}))`

/** A page of people by id: those after `after`, at most `limit`. */
export interface PeoplePage {
  after?: string | undefined
  limit: number
}

/**
 * SQL: the ids of all who can hold anything in the organisation: its people, and super users. What asks the
 * condition of these alone does not grow with the people of other organisations.
 */
const peopleIn = (organisationId: string): RawBuilder<unknown> => sql`(
  select m.person_id from membership m join user_group g on g.id = m.group_id
    where g.organisation_id = ${organisationId}
  union select id from person where is_super_user)`

/** A page of the ids of an organisation's active people of whom the condition on `p` is true, in their order. */
export async function findPeople(
  db: Connection,
  organisationId: string,
  condition: RawBuilder<boolean>,
  { after, limit }: PeoplePage,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from person p
    where p.id in ${peopleIn(organisationId)} and p.is_active and (${after ?? null}::uuid is null or p.id > ${after ?? null}::uuid) and ${condition}
    order by p.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** For each organisation and condition on `p`, how many active people it is true of, by one statement. */
export async function countPeople(
  db: Connection,
  asked: readonly { organisationId: string; condition: RawBuilder<boolean> }[],
): Promise<number[]> {
  if (asked.length === 0) return []
  const counts = asked.map(
    ({ organisationId, condition }) => sql`(select count(*) from person p
      where p.id in (select m.person_id from membership m join user_group g on g.id = m.group_id
          where g.organisation_id = ${organisationId}) and p.is_active and ${condition})`,
  )
  const { rows } = await sql<{ counts: number[] }>`
    select array[${sql.join(counts)}]::integer[] as counts`.execute(db)
  return rows[0]?.counts ?? []
}

/** SQL: whether person `p` is in one of the groups. */
export const isInOneOf = (groupIds: readonly string[]): RawBuilder<boolean> => sql<boolean>`
  exists (select from membership m where m.person_id = p.id and m.group_id = any(${groupIds}::uuid[]))`

/** SQL: whether person `p` is a user of the organisation, by a group of it. */
export const isUserOf = (organisationId: string): RawBuilder<boolean> => sql<boolean>`
  exists (select from membership m join user_group g on g.id = m.group_id
    where m.person_id = p.id and g.organisation_id = ${organisationId})`

/** Whether the condition on `p` is true of an active person. */
export async function isPersonWho(
  db: Connection,
  personId: string,
  condition: RawBuilder<boolean>,
): Promise<boolean> {
  const { rows } = await sql`
    select from person p where p.id = ${personId} and p.is_active and ${condition}`.execute(db)
  return rows.length > 0
}

/** A page of active people by name, and what is searched for in their names and e-mails. */
export interface NamedPage {
  search: string | null
  limit: number
  offset: number
}

/** The ids of an organisation's active people of whom the condition on `p` is true, by last name, then first name. */
export async function peopleByName(
  db: Connection,
  organisationId: string,
  condition: RawBuilder<boolean>,
  { search, limit, offset }: NamedPage,
): Promise<string[]> {
  const pattern = search === null ? null : `%${escapeLike(search)}%`
  const { rows } = await sql<{ id: string }>`
    select p.id from person p
    where p.id in ${peopleIn(organisationId)} and p.is_active and ${condition} and (${pattern}::text is null
      or ${fullNameIn('p')} ilike ${pattern} or p.email ilike ${pattern})
    order by p.last_name collate name_order, p.first_name collate name_order, p.id
    limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ id }) => id)
}
