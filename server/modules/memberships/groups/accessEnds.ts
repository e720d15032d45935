import { sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import { badInput, forbidden, notFound } from '../../../access/errors.ts'
import { tellMembers } from '../../../access/heldChanges.ts'
import { reauthorise } from '../../../access/reauthorise.ts'
import type { Connection, Database, Tx } from '../../../platform/database/database.ts'
import { rowLock, withLock } from '../../../platform/database/withLock.ts'
import { isId } from '../../../platform/ids.ts'
import { defineJob, dropJob, handles, type JobHandler, queueJob } from '../../../platform/jobs/index.ts'
import { recordBy } from '../../activity/index.ts'
import { type Funds, type PortfolioRow, placeOfEntity, setAccessEnd } from '../../funds/index.ts'
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

export interface AccessEnds {
  /**
   * A page of the groups with access to a deal room, by name, those whose access has ended among them; null for whoever does
   * not administer the room. The caller has shown that the actor may open it.
   */
  page(
    actor: Actor,
    room: PortfolioRow,
    page: { limit: number; offset: number },
  ): Promise<{ count: number; items: GroupAccessRow[] } | null>
  /**
   * Says when the access of a group to a deal room ends; null for never (STAGE-10). From that moment its members see the room
   * as if they were no members, with their next request, and their open pages within 5 seconds. A moment that has passed
   * is now. It is recorded.
   * @throws NOT_FOUND for a portfolio that is not in view and a group that does not list it, FORBIDDEN without DEALROOM_ADMIN
   * on it, BAD_USER_INPUT for a group that has access to all rooms
   */
  set(actor: Actor, change: Ending & { portfolioId: string }): Promise<void>
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
const from = (room: PortfolioRow) => sql`
  from user_group g
    left join user_group_portfolio gp on gp.group_id = g.id and gp.portfolio_id = ${room.id}
  where g.organisation_id = ${room.organisationId} and (g.organisation_wide or gp.portfolio_id is not null)`

/** SQL: whether group `g` reaches all rooms of its organisation, whatever it lists. */
const EVERYWHERE = sql<boolean>`(g.organisation_wide or exists (
  select from role_permission rp where rp.role_id = g.role_id and rp.codename = 'org:admin'))`

async function listingGroup(
  db: Connection,
  room: PortfolioRow,
  groupId: string,
): Promise<{ name: string; everywhere: boolean } | null> {
  const { rows } = await sql<{ name: string; everywhere: boolean }>`
    select g.name, ${EVERYWHERE} as everywhere ${from(room)} and g.id = ${groupId}`.execute(db)
  return rows[0] ?? null
}

const everywhereProblem = (name: string): string =>
  `${name} has access to all deal rooms of the organisation, so that it can’t end in one of them.`

export function createAccessEnds({ db, funds }: { db: Database; funds: Funds }): AccessEnds {
  const groupOfRoom = async (on: Connection, room: PortfolioRow, groupId: string) => {
    const group = isId(groupId) ? await listingGroup(on, room, groupId) : null
    if (!group) throw notFound('Group')
    return group
  }
  const write = async (
    tx: Tx,
    actor: Actor,
    room: PortfolioRow,
    { groupId, endsAt }: Ending,
  ): Promise<void> => {
    if (!endsAccess(actor, placeOfEntity(room))) throw forbidden()
    const group = await groupOfRoom(tx, room, groupId)
    if (endsAt && group.everywhere) {
      throw badInput(everywhereProblem(group.name), { endsAt: everywhereProblem(group.name) })
    }
    const set = await setAccessEnd(tx, { groupId, portfolioId: room.id, endsAt })
    const key = `access_end:${room.id}:${groupId}`
    if (set === null) await dropJob(tx, key)
    else await queueJob(tx, accessEnded, { groupId }, { key, runAt: set })
    await tellMembers(tx, sql<boolean>`g.id = ${groupId}`)
    await recordBy(tx, actor, [
      {
        kind: set === null ? 'CLEAR_GROUP_ACCESS_END' : 'SET_GROUP_ACCESS_END',
        organisationId: room.organisationId,
        subject: { kind: 'portfolio', id: room.id },
        detail: { groupId, group: group.name, ...(set && { endsAt: set.toISOString() }) },
      },
    ])
  }
  return {
    page: async (actor, room, { limit, offset }) => {
      if (!endsAccess(actor, placeOfEntity(room))) return null
      const { rows } = await sql<GroupAccessRow & { count: string }>`
        select g.id, g.name, gp.access_ends_at as "endsAt", coalesce(gp.access_ends_at <= now(), false) as "hasEnded",
          ${EVERYWHERE} as everywhere, count(*) over () as count
        ${from(room)} order by g.name collate name_order, g.id limit ${limit} offset ${offset}`.execute(db)
      const items = rows.map(({ count: _count, ...row }) => row)
      return { count: Number(rows[0]?.count ?? 0), items }
    },
    set: async (actor, change) => {
      const { portfolioId, groupId } = change
      const room = isId(portfolioId) ? await funds.portfolio(actor, portfolioId) : null
      if (!room) throw notFound('Portfolio')
      if (!endsAccess(actor, placeOfEntity(room))) throw forbidden()
      await groupOfRoom(db, room, groupId)
      await withLock(db, rowLock('user_group', groupId), (tx) =>
        reauthorise(tx, actor, (held) => write(tx, held, room, change)),
      )
    },
  }
}
