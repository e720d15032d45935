import { type RawBuilder, sql } from 'kysely'
import { DEAL_TEAM } from '../../shared/permissions.ts'
import type { Connection } from '../platform/database/database.ts'
import { isId } from '../platform/ids.ts'
import { type Actor, groupsListing, holds } from './actor.ts'
import { groupHolds, groupReaches, listsPlace, personHoldsAny } from './audience.ts'
import type { EntityPlace } from './reach.ts'

/**
 * On whose side somebody is in the room of an entity (QA-40). Outside of the deal team a party is the people with whom they
 * share a group that lists the room: it is named by these groups, so that a change of memberships counts immediately.
 */
export interface Party {
  isDealTeam: boolean
  /** Those of the groups that list the room; of the deal team as well, as they may be changed. */
  groupIds: readonly string[]
}

/**
 * For whom a record of a room is: everybody, or the members of these groups and the deal team; without groups it is for
 * the deal team alone. A table keeps it as a column of uuid[] that is null for everybody.
 */
export type Addressees = 'EVERYBODY' | readonly string[]

/** Whether the actor is of the deal team there, as staff are. */
export const isDealTeam = (actor: Actor, place: EntityPlace): boolean =>
  DEAL_TEAM.some((permission) => holds(actor, permission, place)) ||
  holds(actor, 'ORG_ADMIN', { kind: 'organisation', organisationId: place.organisationId })

/** The party of the actor in the room, by what they hold at this moment. */
export const partyOf = (actor: Actor, place: EntityPlace): Party => ({
  isDealTeam: isDealTeam(actor, place),
  groupIds: groupsListing(actor, place).map(({ id }) => id),
})

/** For whom what somebody of the party writes is, where nothing else is said: themselves and the deal team. */
export const ownAddressees = ({ isDealTeam, groupIds }: Party): readonly string[] =>
  isDealTeam ? [] : groupIds

/** Whether a record of the room is for the party. */
export const isFor = ({ isDealTeam, groupIds }: Party, addressees: Addressees): boolean =>
  addressees === 'EVERYBODY' || isDealTeam || addressees.some((id) => groupIds.includes(id))

/** SQL: as `isFor` says of a row. @param column of uuid[], as `Addressees` says */
export const rowIsFor = ({ isDealTeam, groupIds }: Party, column: string): RawBuilder<boolean> =>
  isDealTeam
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.ref(column)} is null or ${sql.ref(column)} && ${groupIds}::uuid[])`

/** SQL: whether person `p` is of the deal team there: as `isDealTeam` says. */
export const personIsDealTeam = (place: EntityPlace): RawBuilder<boolean> => sql<boolean>`
  (${personHoldsAny(place, DEAL_TEAM)}
    or ${personHoldsAny({ kind: 'organisation', organisationId: place.organisationId }, ['ORG_ADMIN'])})`

/** SQL: whether a record with the addressees is for person `p`, who may see the room: as `isFor` says. */
export const isForPerson = (place: EntityPlace, addressees: Addressees): RawBuilder<boolean> =>
  addressees === 'EVERYBODY'
    ? sql<boolean>`true`
    : sql<boolean>`(${personIsDealTeam(place)} or ${isInGroups(place, addressees)})`

/**
 * SQL: whether the actor may know person `p` of the room by name: themselves, their party; everybody for the deal team, and
 * for who administers people. In a view as others no more than the viewer may know.
 */
export function mayKnow(actor: Actor, place: EntityPlace): RawBuilder<boolean> {
  const known = actor.viewing?.knownGroupIds ?? null
  const { isDealTeam, groupIds } = partyOf(actor, place)
  if (known === null && (isDealTeam || holds(actor, 'USERS_ADMIN', place))) return sql<boolean>`true`
  const ids = known === null ? groupIds : groupIds.filter((id) => known.has(id))
  return sql<boolean>`(p.id = ${actor.personId} or ${isInGroups(place, ids)})`
}

/** SQL: whether person `p` is in one of the groups, as far as it lists the room. */
const isInGroups = (place: EntityPlace, groupIds: readonly string[]): RawBuilder<boolean> => sql<boolean>`
  exists (select from membership m join user_group g on g.id = m.group_id
    where m.person_id = p.id and g.id = any(${groupIds}::uuid[])
      and g.organisation_id = ${place.organisationId} and ${listsPlace(place)})`

/** A party by its group: one that lists the room and makes nobody part of the deal team. */
export interface PartyRow {
  id: string
  name: string
}

/** SQL: whether group `g`, which has members, is such a party of the room (QA-40). */
const isPartyOf = (
  place: EntityPlace,
) => sql<boolean>`(${groupReaches(place)} and not ${groupHolds(place, ...DEAL_TEAM)}
  and not ${groupHolds({ kind: 'organisation', organisationId: place.organisationId }, 'ORG_ADMIN')}
  and exists (select from membership m where m.group_id = g.id))`

/** The parties of a room by name, the first ones. */
export async function partiesIn(db: Connection, place: EntityPlace, limit: number): Promise<PartyRow[]> {
  const { rows } = await sql<PartyRow>`
    select g.id, g.name from user_group g
    where g.organisation_id = ${place.organisationId} and ${isPartyOf(place)}
    order by g.name collate name_order, g.id limit ${limit}`.execute(db)
  return rows
}

/** Whether it is the id of a party of the room. */
export async function isPartyIn(db: Connection, place: EntityPlace, id: string): Promise<boolean> {
  if (!isId(id)) return false
  const { rows } = await sql`select from user_group g where g.id = ${id} and ${isPartyOf(place)}`.execute(db)
  return rows.length > 0
}
