import { sql } from 'kysely'
import { type Permission, permissionOf } from '../../shared/permissions.ts'
import type { Connection } from '../platform/database/database.ts'
import {
  type Actor,
  type ClosedPhase,
  groupHolds,
  type HeldGroup,
  type PermissionScope,
  SEEING_CLOSED,
} from './actor.ts'
import { scopeOf } from './scopes.ts'
import { byToken, type TokenJson } from './tokens.ts'
import { viewedAs } from './viewing.ts'

interface ClosedRoom {
  id: string
  phase: ClosedPhase
}

/** A group with all that it holds. */
export interface GroupJson {
  id: string
  organisationId: string
  roleId: string
  codenames: string[]
  organisationWide: boolean
  portfolioIds: string[]
  holdingCompanyIds: string[]
  /** Those of its organisation's rooms whose phase closes them to some; of groups held together one names them for all. */
  closedRooms: ClosedRoom[]
}

/** What the session lookup gives besides the session itself; `groups` as `GROUPS_OF_PERSON` aggregates it. */
export interface ActorRow {
  personId: string
  sessionId: string
  isSuperUser: boolean
  /** As `DELETED_FOR_STAFF` says. */
  deletedOrganisationIds: string[]
  /** Whether the newest licence agreement waits for the person's acceptance, as `AWAITS_LICENCE` says. */
  awaitsLicence: boolean
  groups: GroupJson[]
  /** The view that the session is in, as `VIEW_OF_SESSION` reads it; null or left out for none. */
  view?: ViewJson | null
  /** The token by which they ask; null or left out for none. */
  token?: TokenJson | null
}

export interface ViewJson {
  id: string
  name: string
  organisationId: string
  portfolioId: string | null
  holdingCompanyId: string | null
  expiresAt: string
  groups: GroupJson[]
}

/** SQL expression: whether person `p` has not accepted the newest licence agreement. */
export const AWAITS_LICENCE = `not exists (
  select from licence_acceptance la
  where la.person_id = p.id and la.version = (select max(l.version) from licence l))`

/** Whether an active person has yet to accept the newest licence agreement. */
export async function awaitsLicence(db: Connection, personId: string): Promise<boolean> {
  const { rows } = await sql`
    select from person p where p.id = ${personId} and p.is_active and ${sql.raw(AWAITS_LICENCE)}`.execute(db)
  return rows.length > 0
}

/** SQL expression: the deleted organisations where person `p` is a super user, and none otherwise. */
export const DELETED_FOR_STAFF = `case when p.is_super_user
  then array(select o.id::text from organisation o where o.deleted_at is not null) else '{}'::text[] end`

/**
 * @param isListed SQL: whether the group holds on a deal room that it lists, a row of `gp`
 * @param namesRooms SQL: whether it names the closed rooms of its organisation
 */
const groupSql = (isListed: string, namesRooms: string): string => `json_build_object(
    'id', g.id, 'organisationId', g.organisation_id, 'roleId', g.role_id,
    'organisationWide', g.organisation_wide,
    'codenames', (select coalesce(json_agg(rp.codename), '[]') from role_permission rp where rp.role_id = g.role_id),
    'portfolioIds', (select coalesce(json_agg(gp.portfolio_id), '[]')
                     from user_group_portfolio gp
                     where gp.group_id = g.id and ${isListed}),
    'holdingCompanyIds', (select coalesce(json_agg(gh.holding_company_id), '[]')
                          from user_group_holding_company gh where gh.group_id = g.id),
    'closedRooms', case when ${namesRooms} then (
                      select coalesce(json_agg(json_build_object('id', rp.portfolio_id, 'phase', rp.phase)), '[]')
                      from room_phase rp
                      where rp.organisation_id = g.organisation_id and rp.phase in ('PREPARATION', 'ARCHIVED'))
                    else '[]' end)`

/** SQL expression: whether the access of a group to a deal room that it lists has not ended (STAGE-10). @param listing row of it */
export const accessLasts = (listing: string): string =>
  `(${listing}.access_ends_at is null or ${listing}.access_ends_at > now())`

/**
 * SQL expression: one of the groups `heldTogether` with all that it holds at this moment, as JSON (STAGE-10). One for each
 * organisation names its closed rooms.
 */
const HELD_TOGETHER = groupSql(accessLasts('gp'), 'g.names_rooms')

/** SQL: groups that are read together; from what they come and on which condition follows. */
const TOGETHER =
  'select g.*, row_number() over (partition by g.organisation_id order by g.id) = 1 as names_rooms from'

/** SQL: the same in a query, as `g`. @param groups SQL, from what they come and on which condition */
const heldTogether = (groups: string): string => `(${TOGETHER} ${groups}) as g`

/**
 * SQL expression: group `g` with what it holds and the deal rooms where its access has ended and may be given again, for
 * who administers groups. It names no closed rooms, which are no matter of a group.
 */
export const LISTING_GROUP = groupSql('true', 'false')

/**
 * SQL expression: the groups of person `p` with all that they hold, as one JSON array, so that a request asks
 * once, in the same query that looks up its session.
 */
export const GROUPS_OF_PERSON = `coalesce((
  select json_agg(${HELD_TOGETHER})
  from ${heldTogether('membership m join user_group g on g.id = m.group_id where m.person_id = p.id')}), '[]')`

/**
 * SQL: the view that a session is in, with the groups that it shows; the session's id follows. Of people who sign in no
 * more, and of super users, there is nothing to see.
 */
export const VIEW_OF_SESSION = `
  select json_build_object('id', v.id, 'name', v.name, 'organisationId', v.organisation_id,
    'portfolioId', v.portfolio_id, 'holdingCompanyId', v.holding_company_id, 'expiresAt', v.expires_at,
    'groups', coalesce((
      select json_agg(${HELD_TOGETHER}) from ${heldTogether(`user_group g
        where g.organisation_id = v.organisation_id and (g.id = v.group_id or exists (
          select from membership m join person seen on seen.id = m.person_id
          where m.group_id = g.id and m.person_id = v.as_person_id and seen.is_active and not seen.is_super_user))`)}
    ), '[]')) as view
  from session_view v where v.ended_at is null and v.expires_at > now() and v.session_id = `

/** A group as it was read, with the rooms of its organisation whose phase closes them to some. */
interface ReadGroup extends HeldGroup {
  closedRooms: readonly ClosedRoom[]
}

export const toGroup = (group: GroupJson): ReadGroup => ({
  id: group.id,
  organisationId: group.organisationId,
  roleId: group.roleId,
  permissions: new Set(group.codenames.map(permissionOf).filter((name): name is Permission => name !== null)),
  organisationWide: group.organisationWide,
  portfolioIds: new Set(group.portfolioIds),
  holdingCompanyIds: new Set(group.holdingCompanyIds),
  closedRooms: group.closedRooms,
})

/** The rooms whose phase closes them to whoever is in these groups and no others (STAGE-02, STAGE-11). */
function closedTo(groups: readonly ReadGroup[]): Map<string, ClosedPhase> {
  // Groups name those of their organisations; each is asked about one time.
  const rooms = new Map(
    groups.flatMap(({ organisationId, closedRooms }) =>
      closedRooms.map(({ id, phase }) => [id, { organisationId, phase }] as const),
    ),
  )
  const closed = new Map<string, ClosedPhase>()
  for (const [portfolioId, { organisationId, phase }] of rooms) {
    const place: PermissionScope = { kind: 'portfolio', organisationId, portfolioId }
    const sees = groups.some((group) =>
      SEEING_CLOSED[phase].some((permission) => groupHolds(group, permission, place)),
    )
    if (!sees) closed.set(portfolioId, phase)
  }
  return closed
}

/**
 * Whoever has not accepted the licence agreement holds nothing anywhere: they are shown nothing, notified of nothing,
 * and what goes on in their name ends (EULA-12).
 * @param sessionBound see Actor
 */
export const toActor = (row: ActorRow, sessionBound: boolean): Actor =>
  actorOf(row, row.groups.map(toGroup), sessionBound)

function actorOf(row: Omit<ActorRow, 'groups'>, groups: readonly ReadGroup[], sessionBound: boolean): Actor {
  const held = row.awaitsLicence ? [] : groups
  const own: Actor = {
    personId: row.personId,
    sessionId: row.sessionId,
    sessionBound,
    isSuperUser: row.isSuperUser && !row.awaitsLicence,
    deletedOrganisationIds: new Set(row.deletedOrganisationIds),
    groups: held,
    closedRooms: row.isSuperUser ? new Map() : closedTo(held),
    viewing: null,
  }
  return byToken(inView(own, row.view ?? null), row.token ?? null)
}

/** The actor in the view of their session; as they are themselves where there is none, or they may not have it any more. */
export function inView(own: Actor, view: ViewJson | null): Actor {
  if (!view) return own
  const { id, name, expiresAt } = view
  const groups = view.groups.map(toGroup)
  const viewed = viewedAs(own, { id, name, expiresAt: new Date(expiresAt), groups, place: scopeOf(view) })
  if (!viewed) return own
  // A room in preparation is seen as it will be (STAGE-08); what is archived the others see no more (STAGE-11).
  const archived = [...closedTo(groups)].filter(([, phase]) => phase === 'ARCHIVED')
  return { ...viewed, closedRooms: new Map([...viewed.closedRooms, ...archived]) }
}

/**
 * The actor that a request of that person would have now, for what runs without one, as the demo
 * does. Operations that are already running ask reauthorise instead.
 * @throws where there is no such person
 */
export async function loadActor(db: Connection, personId: string, sessionId: string): Promise<Actor> {
  const { rows } = await sql<Omit<ActorRow, 'sessionId'>>`
    select p.id as "personId", p.is_super_user as "isSuperUser", ${sql.raw(AWAITS_LICENCE)} as "awaitsLicence",
      ${sql.raw(DELETED_FOR_STAFF)} as "deletedOrganisationIds", ${sql.raw(GROUPS_OF_PERSON)} as groups
    from person p where p.id = ${personId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('There is no such person.')
  return toActor({ ...row, sessionId }, false)
}

/**
 * The actors of many people, for what is done later in their names: two statements for any number, each group read
 * once. Who is unknown or not active has none.
 */
export async function loadActors(db: Connection, personIds: readonly string[]): Promise<Map<string, Actor>> {
  const { rows: people } = await sql<Omit<ActorRow, 'sessionId' | 'groups'> & { groupIds: string[] }>`
    select p.id as "personId", p.is_super_user as "isSuperUser", ${sql.raw(AWAITS_LICENCE)} as "awaitsLicence",
      ${sql.raw(DELETED_FOR_STAFF)} as "deletedOrganisationIds",
      array(select m.group_id from membership m where m.person_id = p.id) as "groupIds"
    from person p where p.id = any(${personIds}::uuid[]) and p.is_active`.execute(db)
  const groupIds = [...new Set(people.flatMap((person) => person.groupIds))]
  const { rows } = await sql<{ held: GroupJson }>`
    select ${sql.raw(HELD_TOGETHER)} as held
    from (${sql.raw(TOGETHER)} user_group g where g.id = any(${groupIds}::uuid[])) as g`.execute(db)
  // The group that names an organisation's rooms may be another person's.
  const closedIn = new Map(
    rows.flatMap(({ held }) =>
      held.closedRooms.length > 0 ? [[held.organisationId, held.closedRooms] as const] : [],
    ),
  )
  const groups = new Map(
    rows.map(({ held }) => [
      held.id,
      { ...toGroup(held), closedRooms: closedIn.get(held.organisationId) ?? [] },
    ]),
  )
  return new Map(
    people.map(({ groupIds: ids, ...person }) => [
      person.personId,
      actorOf(
        { ...person, sessionId: '' },
        ids.flatMap((id) => groups.get(id) ?? []),
        false,
      ),
    ]),
  )
}
