import { sql } from 'kysely'
import { groupHolds, groupReaches } from '../../access/audience.ts'
import { DEAL_TEAM } from '../../access/parties.ts'
import type { Connection } from '../../platform/database/database.ts'
import { isId } from '../../platform/ids.ts'
import type { Room } from './opening.ts'

/** A party that a comment of the deal team may name: a group that lists the room and makes nobody part of the deal team. */
export interface PartyRow {
  id: string
  name: string
}

/** SQL: whether group `g`, which has members, is such a party of the room (QA-40). */
const isPartyOf = (
  place: Room,
) => sql<boolean>`(${groupReaches(place)} and not ${groupHolds(place, ...DEAL_TEAM)}
  and not ${groupHolds({ kind: 'organisation', organisationId: place.organisationId }, 'ORG_ADMIN')}
  and exists (select from membership m where m.group_id = g.id))`

/** The parties of a room by name, the first ones. */
export async function partiesIn(db: Connection, place: Room, limit: number): Promise<PartyRow[]> {
  const { rows } = await sql<PartyRow>`
    select g.id, g.name from user_group g
    where g.organisation_id = ${place.organisationId} and ${isPartyOf(place)}
    order by g.name collate name_order, g.id limit ${limit}`.execute(db)
  return rows
}

/** Whether it is the id of a party of the room. */
export async function isPartyIn(db: Connection, place: Room, id: string): Promise<boolean> {
  if (!isId(id)) return false
  const { rows } = await sql`select from user_group g where g.id = ${id} and ${isPartyOf(place)}`.execute(db)
  return rows.length > 0
}
