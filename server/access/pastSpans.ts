import { sql } from 'kysely'
import type { RoomPhase } from '../../shared/enumerations.ts'
import type { Connection } from '../platform/database/database.ts'
import type { PermissionScope } from './actor.ts'
import { type Moment, memberAt, type PastHolder } from './past.ts'
import { fullNameIn } from './personName.ts'

/** What was so between two moments, from the record of access: for certificates (PROOF-07). */

type Room = PermissionScope & { kind: 'portfolio' }

/** From the first moment until right before the second. */
export interface Interval {
  from: Moment
  to: Moment
}

/** What a member of a group had by it alone, as long as nothing of it changed. */
export interface HeldSpan extends Interval {
  /** Null while the group gave nothing there. */
  holder: PastHolder | null
}

/**
 * What a group gave its members on a room, change by change; also where trees of the room changed what that opens.
 * @param treeIds of the room
 */
export async function spansOfGroup(
  db: Connection,
  room: Room,
  { groupId, treeIds }: { groupId: string; treeIds: readonly string[] },
  { from, to }: Interval,
): Promise<HeldSpan[]> {
  const listing = `${groupId}/${room.portfolioId}`
  const { rows } = await sql<{ at: Moment }>`
    with changed as (
      select f.until as at from former_right f
      where f.organisation_id = ${room.organisationId} and (
        f.subject = 'user_group' and f.row_key = ${groupId}
        or f.subject = 'user_group_portfolio' and f.row_key = ${listing}
        or f.subject in ('room_phase', 'portfolio') and f.row_key = ${room.portfolioId}
        or f.subject = 'document_tree' and f.row_key = any(${treeIds}::text[])
        or f.subject = 'organisation'
        or f.subject = 'role_permission' and split_part(f.row_key, '/', 1) in (
          select g.role_id::text from user_group g where g.id = ${groupId}
          union select own.was ->> 'role_id' from former_right own
          where own.subject = 'user_group' and own.row_key = ${groupId} and own.was is not null))
      union
      select l.access_ends_at from user_group_portfolio l
      where l.group_id = ${groupId} and l.portfolio_id = ${room.portfolioId}
      union
      select (f.was ->> 'access_ends_at')::timestamptz from former_right f
      where f.subject = 'user_group_portfolio' and f.row_key = ${listing})
    select at::text as at from changed where at > ${from}::timestamptz and at < ${to}::timestamptz order by changed.at`.execute(
    db,
  )
  const moments = [from, ...rows.map(({ at }) => at), to]
  const spans: HeldSpan[] = []
  for (const [index, at] of moments.slice(0, -1).entries()) {
    spans.push({ from: at, to: moments[index + 1] ?? to, holder: await memberAt(db, groupId, room, at) })
  }
  return spans
}

/** Somebody, or a room, from when to when; null for what was so before the record, and for what is so still. */
interface Since {
  since: Date | null
  until: Date | null
}

/** A group with access to a room. */
export interface GroupSpan extends Since {
  groupId: string
  name: string
  /** When it ended by itself, or is to. */
  endsAt: Date | null
}

/** SQL: the last name of a group. */
const groupName = (
  id: ReturnType<typeof sql>,
) => sql`coalesce((select g.name from user_group g where g.id = ${id}),
  (select f.was ->> 'name' from former_right f
    where f.subject = 'user_group' and f.row_key = (${id})::text and f.was is not null order by f.id desc limit 1), '')`

/** Groups that had access to a room in an interval, or to all rooms, by name. @param groupId that one alone */
export async function groupsBetween(
  db: Connection,
  room: Room,
  groupId: string | null,
  { from, to }: Interval,
): Promise<GroupSpan[]> {
  const isAsked = sql`(${groupId}::uuid is null or group_id = ${groupId}::uuid)`
  const { rows } = await sql<GroupSpan>`
    with former as (
      select f.row_key, f.was, f.until, f.id, lag(f.until) over (partition by f.row_key order by f.id) as since
      from former_right f
      where f.organisation_id = ${room.organisationId} and f.subject = 'user_group_portfolio'
        and split_part(f.row_key, '/', 2) = ${room.portfolioId}
    ), span as (
      select split_part(row_key, '/', 1)::uuid as group_id, since, until,
        (was ->> 'access_ends_at')::timestamptz as ends_at
      from former where was is not null
      union all
      select l.group_id, (select max(until) from former where row_key = concat(l.group_id, '/', l.portfolio_id)), null,
        l.access_ends_at
      from user_group_portfolio l where l.portfolio_id = ${room.portfolioId}
      union all
      -- Those of the whole organisation.
      select g.id, g.created_at, null, null from user_group g
      where g.organisation_id = ${room.organisationId} and g.organisation_wide
        and not exists (select from user_group_portfolio l where l.group_id = g.id and l.portfolio_id = ${room.portfolioId}))
    select * from (select group_id as "groupId", ${groupName(sql`group_id`)} as name, since, until, ends_at as "endsAt"
    from span
    where ${isAsked} and coalesce(since, '-infinity') < ${to}::timestamptz
      and least(coalesce(until, 'infinity'), coalesce(ends_at, 'infinity')) > ${from}::timestamptz) as named
    order by name collate name_order, "groupId", since nulls first`.execute(db)
  return rows
}

/** Somebody in a group. */
export interface MemberSpan extends Since {
  groupId: string
  group: string
  personId: string
  name: string
  company: string | null
}

/** Who was in one of the groups in an interval, by group and name. */
export async function membersBetween(
  db: Connection,
  organisationId: string,
  groupIds: readonly string[],
  { from, to }: Interval,
): Promise<MemberSpan[]> {
  const { rows } = await sql<MemberSpan>`
    with former as (
      select f.row_key, f.was, f.until, f.id, lag(f.until) over (partition by f.row_key order by f.id) as since
      from former_right f
      where f.organisation_id = ${organisationId} and f.subject = 'membership'
        and split_part(f.row_key, '/', 1) = any(${groupIds}::text[])
    ), span as (
      select split_part(row_key, '/', 1)::uuid as group_id, split_part(row_key, '/', 2)::uuid as person_id, since, until
      from former where was is not null
      union all
      select m.group_id, m.person_id, m.created_at, null from membership m where m.group_id = any(${groupIds}::uuid[]))
    select "groupId", "group", "personId", name, company, since, until from (
    select p.last_name, p.first_name, s.group_id as "groupId", ${groupName(sql`s.group_id`)} as "group", s.person_id as "personId",
      ${fullNameIn('p')} as name, c.name as company, s.since, s.until
    from span s join person p on p.id = s.person_id left join company c on c.id = p.company_id
    where coalesce(s.since, '-infinity') < ${to}::timestamptz and coalesce(s.until, 'infinity') > ${from}::timestamptz) as named
    order by "group" collate name_order, "groupId", last_name collate name_order, first_name collate name_order,
      "personId", since nulls first`.execute(db)
  return rows
}

/** A phase that a room was given; the first is the one that it had already. */
export interface PhaseChange {
  /** Null for the one that it had at the beginning. */
  at: Date | null
  phase: RoomPhase
  by: string | null
}

/** The phases of a room in an interval, in their order. */
export async function phasesBetween(
  db: Connection,
  room: Room,
  { from, to }: Interval,
): Promise<PhaseChange[]> {
  const { rows } = await sql<{
    at: Date
    isBefore: boolean
    isAfter: boolean
    former: string | null
    by: string | null
  }>`
    select f.until as at, f.until <= ${from}::timestamptz as "isBefore", f.until >= ${to}::timestamptz as "isAfter",
      f.was ->> 'phase' as former, ${fullNameIn('p')} as by
    from former_right f left join person p on p.id = f.changed_by
    where f.organisation_id = ${room.organisationId} and f.subject = 'room_phase' and f.row_key = ${room.portfolioId}
    order by f.id`.execute(db)
  const { rows: now } = await sql<{ phase: string }>`
    select phase from room_phase where portfolio_id = ${room.portfolioId}`.execute(db)
  const named = (phase: string | null | undefined): RoomPhase => (phase ?? 'OPEN') as RoomPhase
  const afterEach = [...rows.slice(1).map(({ former }) => former), now[0]?.phase]
  const first = rows.findIndex(({ isBefore }) => !isBefore)
  const before = first < 0 ? named(now[0]?.phase) : named(rows[first]?.former)
  return [
    { at: null, phase: before, by: null },
    ...rows.flatMap(({ at, isBefore, isAfter, by }, index) =>
      isBefore || isAfter ? [] : [{ at, phase: named(afterEach[index]), by }],
    ),
  ]
}
