import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import { badInput, forbidden, notFound } from '../../../access/errors.ts'
import { tellMembers } from '../../../access/heldChanges.ts'
import { reauthorise } from '../../../access/reauthorise.ts'
import type { Connection, Database, Tx } from '../../../platform/database/database.ts'
import { rowLock, withLock } from '../../../platform/database/withLock.ts'
import { isId } from '../../../platform/ids.ts'
import { defineJob, dropJob, handles, type JobHandler, queueJobs } from '../../../platform/jobs/index.ts'
import { recordBy } from '../../activity/index.ts'
import { type Funds, type PortfolioRow, placeOfEntity, setAccessEnds } from '../../funds/index.ts'
import { endsAccess } from '../policy.ts'

/** A group with access to a deal room, as its admins see it. */
export interface GroupAccessRow {
  id: string
  name: string
  /** When its access ends, or has ended; null for never. */
  endsAt: Date | null
  hasEnded: boolean
  /** Its members have access to all rooms of the organisation, so that the one to this room has no end of its own. */
  everywhere: boolean
}

export interface GroupAccessPage {
  /** Groups in all pages; 0 beyond the last one. */
  count: number
  items: GroupAccessRow[]
}

export interface AccessEnds {
  /**
   * A page of the groups with access to each deal room, by name, those whose access has ended among them; null where the actor
   * does not administer the room. In the order of the rooms, which the caller has shown to be open to the actor.
   */
  pages(
    actor: Actor,
    rooms: readonly PortfolioRow[],
    page: { limit: number; offset: number },
  ): Promise<(GroupAccessPage | null)[]>
  /**
   * Says when the access of a group to a deal room ends; null for never (STAGE-10). From that moment its members see the room
   * as if they were no members, with their next request, and their open pages within 5 seconds. A moment that has passed
   * is now. It is recorded.
   * @throws NOT_FOUND for a portfolio that is not in view and a group that does not list it, FORBIDDEN without DEALROOM_ADMIN
   * on it, BAD_USER_INPUT for a group that has access to all rooms
   */
  set(actor: Actor, change: Ending & { portfolioId: string }): Promise<void>
  /**
   * Ends the access of groups at a moment as part of a larger change: in its transaction, for an actor who was asked in it,
   * with the groups locked. A group whose access ends before then is left as it is. A moment that has passed is now.
   * @throws NOT_FOUND for a group that does not list the room, FORBIDDEN and BAD_USER_INPUT as `set`
   */
  endIn(
    tx: Tx,
    actor: Actor,
    room: PortfolioRow,
    change: { groupIds: readonly string[]; endsAt: Date },
  ): Promise<void>
}

interface Ending {
  groupId: string
  endsAt: Date | null
}

const accessEnded = defineJob<{ groupId: string }>('tell_of_ended_access', { attempts: 3 })

/** At the end of a group's access: who has the room open loses it then, and not with their next request. */
export const accessEndJob = (db: Database): JobHandler =>
  handles(accessEnded, ({ groupId }) =>
    db.transaction().execute((tx) => tellMembers(tx, sql<boolean>`g.id = ${groupId}`)),
  )

/** SQL: groups `g` with access to the room, ended or not. */
const from = (roomId: RawBuilder<unknown>, organisationId: RawBuilder<unknown>) => sql`
  from user_group g
    left join user_group_portfolio gp on gp.group_id = g.id and gp.portfolio_id = ${roomId}
  where g.organisation_id = ${organisationId} and (g.organisation_wide or gp.portfolio_id is not null)`

/** SQL: whether group `g` reaches all rooms of its organisation, whatever it lists. */
const EVERYWHERE = sql<boolean>`(g.organisation_wide or exists (
  select from role_permission rp where rp.role_id = g.role_id and rp.codename = 'org:admin'))`

interface ListingGroup {
  id: string
  name: string
  endsAt: Date | null
  everywhere: boolean
}

async function listingGroups(
  db: Connection,
  room: PortfolioRow,
  groupIds: readonly string[],
): Promise<ListingGroup[]> {
  const { rows } = await sql<ListingGroup>`
    select g.id, g.name, gp.access_ends_at as "endsAt", ${EVERYWHERE} as everywhere
    ${from(sql`${room.id}`, sql`${room.organisationId}`)} and g.id = any(${groupIds}::uuid[])
    order by g.name collate name_order, g.id`.execute(db)
  return rows
}

const everywhereProblem = (name: string): string =>
  `${name} has access to all deal rooms of the organisation, so that it can’t end in one of them.`

/** Has the members of the groups told when their access ends; null for never. */
async function tellAtEnd(
  tx: Tx,
  room: PortfolioRow,
  groupIds: readonly string[],
  endsAt: Date | null,
): Promise<void> {
  const keyOf = (groupId: string): string => `access_end:${room.id}:${groupId}`
  if (endsAt === null) {
    for (const groupId of groupIds) await dropJob(tx, keyOf(groupId))
    return
  }
  await queueJobs(
    tx,
    accessEnded,
    groupIds.map((groupId) => ({ key: keyOf(groupId), payload: { groupId }, runAt: endsAt })),
  )
}

export function createAccessEnds({ db, funds }: { db: Database; funds: Funds }): AccessEnds {
  const groupsOfRoom = async (
    on: Connection,
    room: PortfolioRow,
    groupIds: readonly string[],
  ): Promise<ListingGroup[]> => {
    const groups = groupIds.every(isId) ? await listingGroups(on, room, groupIds) : []
    if (groups.length < new Set(groupIds).size) throw notFound('Group')
    return groups
  }
  const write = async (
    tx: Tx,
    actor: Actor,
    room: PortfolioRow,
    { groups, endsAt }: { groups: readonly ListingGroup[]; endsAt: Date | null },
  ): Promise<void> => {
    if (!endsAccess(actor, placeOfEntity(room))) throw forbidden()
    const everywhere = endsAt && groups.find((group) => group.everywhere)
    if (everywhere) {
      throw badInput(everywhereProblem(everywhere.name), { endsAt: everywhereProblem(everywhere.name) })
    }
    if (groups.length === 0) return
    const groupIds = groups.map(({ id }) => id)
    const set = await setAccessEnds(tx, { groupIds, portfolioId: room.id, endsAt })
    await tellAtEnd(tx, room, groupIds, set)
    await tellMembers(tx, sql<boolean>`g.id = any(${groupIds}::uuid[])`)
    await recordBy(
      tx,
      actor,
      groups.map(({ id, name }) => ({
        kind: set === null ? 'CLEAR_GROUP_ACCESS_END' : 'SET_GROUP_ACCESS_END',
        organisationId: room.organisationId,
        subject: { kind: 'portfolio', id: room.id },
        detail: { groupId: id, group: name, ...(set && { endsAt: set.toISOString() }) },
      })),
    )
  }
  return {
    pages: async (actor, rooms, { limit, offset }) => {
      const asked = rooms.filter((room) => endsAccess(actor, placeOfEntity(room)))
      const { rows } = await sql<GroupAccessRow & { roomId: string; count: number }>`
        select room.id as "roomId", found.*
        from unnest(${asked.map(({ id }) => id)}::uuid[], ${asked.map((each) => each.organisationId)}::uuid[])
          room (id, organisation_id)
        cross join lateral (
          select g.id, g.name, gp.access_ends_at as "endsAt", coalesce(gp.access_ends_at <= now(), false) as "hasEnded",
            ${EVERYWHERE} as everywhere, count(*) over ()::int as count
          ${from(sql`room.id`, sql`room.organisation_id`)}
          order by g.name collate name_order, g.id limit ${limit} offset ${offset}) found`.execute(db)
      const byRoom = Map.groupBy(rows, ({ roomId }) => roomId)
      return rooms.map((room) => {
        if (!asked.includes(room)) return null
        const mine = byRoom.get(room.id) ?? []
        return {
          count: mine[0]?.count ?? 0,
          items: mine.map(({ roomId: _room, count: _count, ...row }) => row),
        }
      })
    },
    set: async (actor, change) => {
      const { portfolioId, groupId } = change
      const room = isId(portfolioId) ? await funds.portfolio(actor, portfolioId) : null
      if (!room) throw notFound('Portfolio')
      if (!endsAccess(actor, placeOfEntity(room))) throw forbidden()
      await groupsOfRoom(db, room, [groupId])
      await withLock(db, rowLock('user_group', groupId), (tx) =>
        reauthorise(tx, actor, async (held) =>
          write(tx, held, room, { groups: await groupsOfRoom(tx, room, [groupId]), endsAt: change.endsAt }),
        ),
      )
    },
    endIn: async (tx, actor, room, { groupIds, endsAt }) => {
      const groups = await groupsOfRoom(tx, room, groupIds)
      const later = groups.filter((group) => group.endsAt === null || group.endsAt > endsAt)
      await write(tx, actor, room, { groups: later, endsAt })
    },
  }
}
