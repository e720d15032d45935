import { type RawBuilder, sql } from 'kysely'
import type { Connection, Tx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Term } from './filter.ts'
import type { MemberChange } from './groupDraft.ts'

/** A group of a directory. */
export interface GroupRow {
  id: string
  displayName: string
  externalId: string | null
  version: number
  createdAt: Date
  updatedAt: Date
}

const COLUMNS = sql`
  g.id, g.display_name as "displayName", g.external_id as "externalId", g.version, g.created_at as "createdAt",
  g.updated_at as "updatedAt"`

/** @returns null where the id is taken */
export async function insertGroup(
  tx: Tx,
  {
    connectionId,
    displayName,
    externalId,
    at,
  }: { connectionId: string; displayName: string; externalId: string | null; at: Date },
): Promise<GroupRow | null> {
  const { rows } = await sql<GroupRow>`
    insert into scim_group as g (id, connection_id, display_name, external_id, created_at, updated_at)
    values (${newId()}, ${connectionId}, ${displayName}, ${externalId}, ${at}, ${at})
    on conflict do nothing returning ${COLUMNS}`.execute(tx)
  return rows[0] ?? null
}

/** @returns null where the id is taken */
export async function updateGroup(
  tx: Tx,
  {
    id,
    displayName,
    externalId,
    at,
  }: { id: string; displayName: string; externalId: string | null; at: Date },
): Promise<GroupRow | null> {
  const { rows } = await sql<GroupRow>`
    update scim_group g set display_name = ${displayName}, external_id = ${externalId}, version = version + 1,
      updated_at = ${at}
    where g.id = ${id} and not exists (select from scim_group o
      where o.connection_id = g.connection_id and o.id <> g.id and o.external_id = ${externalId})
    returning ${COLUMNS}`.execute(tx)
  return rows[0] ?? null
}

export async function deleteGroup(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('scim_group').where('id', '=', id).execute()
}

export async function groupOf(
  db: Connection,
  connectionId: string,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<GroupRow | null> {
  const { rows } = await sql<GroupRow>`
    select ${COLUMNS} from scim_group g where g.id = ${id} and g.connection_id = ${connectionId}
    ${lock ? sql`for update` : sql``}`.execute(db)
  return rows[0] ?? null
}

const ATTRIBUTES: Readonly<Record<string, (value: string) => RawBuilder<boolean>>> = {
  externalid: (value) => sql<boolean>`g.external_id = ${value}`,
  displayname: (value) => sql<boolean>`lower(g.display_name) = lower(${value})`,
  id: (value) => sql<boolean>`g.id::text = lower(${value})`,
}
export const GROUP_ATTRIBUTES = Object.keys(ATTRIBUTES)

/** A page of a connection's groups, and how many there are. */
export async function groupsPage(
  db: Connection,
  connectionId: string,
  { terms, limit, offset }: { terms: readonly Term[]; limit: number; offset: number },
): Promise<{ total: number; rows: GroupRow[] }> {
  const where = sql.join(
    [
      sql`g.connection_id = ${connectionId}`,
      ...terms.map(({ attribute, value }) => ATTRIBUTES[attribute]?.(value) ?? sql`false`),
    ],
    sql` and `,
  )
  const { rows } = await sql<GroupRow>`
    select ${COLUMNS} from scim_group g where ${where} order by g.id limit ${limit} offset ${offset}`.execute(
    db,
  )
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from scim_group g where ${where}`.execute(db)
  return { total: counted.rows[0]?.total ?? 0, rows }
}

/** The most members that a group is answered with. */
const MAX_MEMBERS = 10_000

export async function membersOf(db: Connection, groupId: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id, u.given_name || ' ' || u.family_name as name from scim_member m join scim_user u on u.id = m.user_id
    where m.group_id = ${groupId} order by u.id limit ${MAX_MEMBERS}`.execute(db)
  return rows
}

/** Which of the ids are people of the connection. */
export async function knownUsers(
  db: Connection,
  connectionId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from scim_user where connection_id = ${connectionId} and id = any(${ids}::uuid[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Changes who is in a group. @returns the accounts of those who came or went */
export async function changeMembers(
  tx: Tx,
  groupId: string,
  { how, userIds }: MemberChange,
): Promise<string[]> {
  const out =
    how === 'add'
      ? sql`select user_id from scim_member where false`
      : sql`delete from scim_member where group_id = ${groupId} and
          ${how === 'remove' ? sql`user_id = any(${userIds}::uuid[])` : sql`user_id <> all(${userIds}::uuid[])`}
          returning user_id`
  const into =
    how === 'remove'
      ? sql`select user_id from scim_member where false`
      : sql`insert into scim_member (group_id, user_id) select ${groupId}, unnest(${userIds}::uuid[])
          on conflict do nothing returning user_id`
  const { rows } = await sql<{ personId: string | null }>`
    with gone as (${out}), come as (${into})
    select u.person_id as "personId" from scim_user u
    where u.id in (select user_id from gone union select user_id from come)`.execute(tx)
  return rows.flatMap(({ personId }) => personId ?? [])
}

/** The accounts of those who are in a group. */
export async function peopleOf(db: Connection, groupId: string): Promise<string[]> {
  const { rows } = await sql<{ personId: string }>`
    select u.person_id as "personId" from scim_member m join scim_user u on u.id = m.user_id
    where m.group_id = ${groupId} and u.person_id is not null`.execute(db)
  return rows.map(({ personId }) => personId)
}

/** A group as the connection's page shows it. */
export interface ListedGroup {
  id: string
  displayName: string
  memberCount: number
  groupIds: string[]
  groupNames: string[]
}

/** Groups that a connection's page shows. */
const MAX_LISTED = 500

export async function groupsOf(
  db: Connection,
  connectionIds: readonly string[],
): Promise<Map<string, ListedGroup[]>> {
  const { rows } = await sql<ListedGroup & { connectionId: string }>`
    select g.connection_id as "connectionId", g.id, g.display_name as "displayName",
      (select count(*)::int from scim_member m where m.group_id = g.id) as "memberCount",
      mapped."groupIds", mapped."groupNames"
    from unnest(${connectionIds}::uuid[]) as c (id) cross join lateral (
      select * from scim_group where connection_id = c.id order by display_name collate name_order, id
      limit ${MAX_LISTED}) g cross join lateral (
      select coalesce(array_agg(u.id order by u.name collate name_order, u.id), '{}') as "groupIds",
        coalesce(array_agg(u.name order by u.name collate name_order, u.id), '{}') as "groupNames"
      from scim_mapping m join user_group u on u.id = m.user_group_id where m.scim_group_id = g.id) mapped`.execute(
    db,
  )
  return Map.groupBy(rows, ({ connectionId }) => connectionId)
}

export async function mappingOf(db: Connection, scimGroupId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('scim_mapping')
    .select('user_group_id as id')
    .where('scim_group_id', '=', scimGroupId)
    .execute()
  return rows.map(({ id }) => id)
}

export async function setMapping(tx: Tx, scimGroupId: string, groupIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('scim_mapping').where('scim_group_id', '=', scimGroupId).execute()
  if (groupIds.length === 0) return
  await tx
    .insertInto('scim_mapping')
    .values(groupIds.map((id) => ({ scim_group_id: scimGroupId, user_group_id: id })))
    .execute()
}
