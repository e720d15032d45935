import { type RawBuilder, sql } from 'kysely'
import type { Connection, Tx } from '../../platform/database/database.ts'
import { escapeLike } from '../../platform/database/like.ts'
import { newId } from '../../platform/ids.ts'
import type { UserDraft } from './draft.ts'
import type { Term } from './filter.ts'
import { recordingOf } from './record.ts'
import type { Caller } from './tokenStore.ts'

/** A person of a directory. */
export interface UserRow extends UserDraft {
  id: string
  personId: string | null
  endedGroupIds: string[]
  /** Whether provisioning has deactivated the account. */
  hasDeactivated: boolean
  version: number
  createdAt: Date
  updatedAt: Date
}

const COLUMNS = sql`
  u.id, u.person_id as "personId", u.user_name as "userName", u.external_id as "externalId", u.email,
  u.given_name as "givenName", u.family_name as "familyName", u.title, u.is_active as "isActive",
  u.ended_group_ids as "endedGroupIds", u.has_deactivated as "hasDeactivated", u.version,
  u.created_at as "createdAt", u.updated_at as "updatedAt"`

/** Whether person `p` belongs to an organisation. */
const isMember = (organisationId: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from membership m join user_group g on g.id = m.group_id
  where m.person_id = p.id and g.organisation_id = ${organisationId})`

/**
 * Keeps a new person: linked to the account of a member, or invited (SCIM-04, SCIM-05). With its history, and its line in the
 * list of requests, it is one statement, for directories that send a thousand (SCIM-20).
 * @returns null where the name or the id is taken
 */
export async function insertUser(
  db: Connection,
  {
    caller,
    draft,
    at,
    path,
  }: {
    caller: Caller
    draft: UserDraft
    at: Date
    /** Under which the request is listed (SCIM-18). */
    path: string
  },
): Promise<UserRow | null> {
  const { connectionId, organisationId, madeBy } = caller
  const { rows } = await sql<UserRow>`
    with member as (select p.id from person p where p.email = ${draft.email} and ${isMember(organisationId)}),
    u as (
      insert into scim_user (id, connection_id, person_id, user_name, external_id, email, given_name, family_name, title,
        is_active, created_at, updated_at)
      select ${newId()}, ${connectionId}, (select id from member), ${draft.userName}, ${draft.externalId}, ${draft.email},
        ${draft.givenName}, ${draft.familyName}, ${draft.title}, ${draft.isActive}, ${at}, ${at}
      on conflict do nothing returning *),
    invited as (${inviting(sql`u`, { organisationId, madeBy, at })}),
    listed as (
      insert into scim_request (id, connection_id, at, method, path, status)
      select ${newId()}, connection_id, ${at}, 'POST', ${path}, 201 from u),
    recorded as (${recordingOf(sql<boolean>`exists (select from u)`, caller, 'CREATE_SCIM_USER', { user: draft.userName })})
    select ${COLUMNS} from u`.execute(db)
  return rows[0] ?? null
}

/** SQL: invites those of `source` who wait for their first sign-in. */
const inviting = (
  source: RawBuilder<unknown>,
  { organisationId, madeBy, at }: { organisationId: string; madeBy: string; at: Date },
) => sql`
  insert into invitation (id, organisation_id, email, first_name, last_name, title, invited_by, sent_at)
  select ${newId()}, ${organisationId}, w.email, w.given_name, w.family_name, w.title, ${madeBy}, ${at} from ${source} w
  where w.is_active and w.person_id is null
  on conflict do nothing`

/** Invites a person again who was active no more. */
export async function inviteUser(
  tx: Tx,
  id: string,
  of: { organisationId: string; madeBy: string; at: Date },
): Promise<void> {
  await sql`${inviting(sql`(select * from scim_user where id = ${id})`, of)}`.execute(tx)
}

/** Takes the invitation of whoever waits back, also one that an admin has written: nobody joins by it any more. */
export async function uninviteUser(tx: Tx, organisationId: string, email: string): Promise<void> {
  await sql`
    delete from invitation
    where organisation_id = ${organisationId} and email = ${email} and person_id is null`.execute(tx)
}

/**
 * Links those of the people who have become members in another way than by a sign-in over SSO, such as by an admin's
 * invitation and a password: what the directory says of them counts for these accounts (SCIM-05, SCIM-10).
 */
export async function linkMembers(
  tx: Tx,
  { connectionId, organisationId, domains }: Pick<Caller, 'connectionId' | 'organisationId' | 'domains'>,
  ids: readonly string[],
): Promise<void> {
  await sql`
    update scim_user u set person_id = p.id from person p
    where u.connection_id = ${connectionId} and u.id = any(${ids}::uuid[]) and u.person_id is null
      and p.email = u.email and split_part(p.email, '@', 2) = any(${domains}::text[]) and ${isMember(organisationId)}
      and not exists (
        select from scim_user o where o.connection_id = ${connectionId} and o.person_id = p.id)`.execute(tx)
}

export async function userOf(
  db: Connection,
  connectionId: string,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<UserRow | null> {
  const { rows } = await sql<UserRow>`
    select ${COLUMNS} from scim_user u where u.id = ${id} and u.connection_id = ${connectionId}
    ${lock ? sql`for update` : sql``}`.execute(db)
  return rows[0] ?? null
}

const ATTRIBUTES: Readonly<Record<string, (value: string) => RawBuilder<boolean>>> = {
  username: (value) => sql<boolean>`u.user_name_key = lower(${value})`,
  externalid: (value) => sql<boolean>`u.external_id = ${value}`,
  'emails.value': (value) => sql<boolean>`u.email = lower(${value})`,
  displayname: (value) => sql<boolean>`lower(u.given_name || ' ' || u.family_name) = lower(${value})`,
  id: (value) => sql<boolean>`u.id::text = lower(${value})`,
}
export const USER_ATTRIBUTES = Object.keys(ATTRIBUTES)

function matching({ attribute, operator, value }: Term): RawBuilder<boolean> {
  if (operator === 'eq') return ATTRIBUTES[attribute]?.(value) ?? sql<boolean>`false`
  const pattern = `${operator === 'co' ? '%' : ''}${escapeLike(value.toLowerCase())}%`
  return sql<boolean>`u.user_name_key like ${pattern}`
}

/** A page of a connection's people, and how many there are. */
export async function usersPage(
  db: Connection,
  connectionId: string,
  { terms, limit, offset }: { terms: readonly Term[]; limit: number; offset: number },
): Promise<{ total: number; rows: UserRow[] }> {
  const where = sql.join([sql`u.connection_id = ${connectionId}`, ...terms.map(matching)], sql` and `)
  const { rows } = await sql<UserRow>`
    select ${COLUMNS} from scim_user u where ${where} order by u.id limit ${limit} offset ${offset}`.execute(
    db,
  )
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from scim_user u where ${where}`.execute(db)
  return { total: counted.rows[0]?.total ?? 0, rows }
}

/** @returns null where the name, the id or the e-mail is taken */
export async function updateUser(
  tx: Tx,
  row: Omit<UserRow, 'version' | 'createdAt' | 'updatedAt'> & { at: Date },
): Promise<UserRow | null> {
  const { rows: others } = await sql`
    select from scim_user o join scim_user u on u.id = ${row.id} and o.connection_id = u.connection_id and o.id <> u.id
    where o.user_name_key = lower(${row.userName}) or o.external_id = ${row.externalId} or o.email = ${row.email}
    limit 1`.execute(tx)
  if (others.length > 0) return null
  const { rows } = await sql<UserRow>`
    update scim_user u set person_id = ${row.personId}, user_name = ${row.userName}, external_id = ${row.externalId},
      email = ${row.email}, given_name = ${row.givenName}, family_name = ${row.familyName}, title = ${row.title},
      is_active = ${row.isActive}, ended_group_ids = ${row.endedGroupIds}::uuid[],
      has_deactivated = ${row.hasDeactivated}, version = version + 1, updated_at = ${row.at}
    where u.id = ${row.id} returning ${COLUMNS}`.execute(tx)
  return rows[0] ?? null
}

/** With what the directory gave: what an admin gives by hand from then on stays (SCIM-13). */
export async function deleteUser(tx: Tx, { id, personId }: Pick<UserRow, 'id' | 'personId'>): Promise<void> {
  await sql`
    delete from scim_given x using scim_user u
    where u.id = ${id} and x.connection_id = u.connection_id and x.person_id = ${personId}`.execute(tx)
  await tx.deleteFrom('scim_user').where('id', '=', id).execute()
}

/** The invitation of whoever waits goes to their new e-mail. */
export async function moveInvitation(
  tx: Tx,
  organisationId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await sql`
    update invitation i set email = ${to}, revision = revision + 1
    where organisation_id = ${organisationId} and email = ${from} and person_id is null and not exists (
      select from invitation o where o.organisation_id = i.organisation_id and o.email = ${to} and o.person_id is null)`.execute(
    tx,
  )
}

/** Somebody whom the directory has sent, by their e-mail; null for nobody. */
export async function userByEmail(tx: Tx, connectionId: string, email: string): Promise<UserRow | null> {
  const { rows } = await sql<UserRow>`
    select ${COLUMNS} from scim_user u where u.connection_id = ${connectionId} and u.email = ${email} for update`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** Links a person whom the directory has sent. @returns false where the account is another's already */
export async function linkUser(
  tx: Tx,
  { id, connectionId, personId }: { id: string; connectionId: string; personId: string },
): Promise<boolean> {
  const { rows } = await sql`
    update scim_user set person_id = ${personId} where id = ${id} and not exists (
      select from scim_user o where o.connection_id = ${connectionId} and o.person_id = ${personId})
    returning id`.execute(tx)
  return rows.length > 0
}

/** The group that somebody who waits was invited to by an admin; null for none. */
export async function invitedGroup(
  tx: Tx,
  { organisationId, email }: { organisationId: string; email: string },
): Promise<string | null> {
  const { rows } = await sql<{ groupId: string | null }>`
    select group_id as "groupId" from invitation
    where organisation_id = ${organisationId} and email = ${email} and person_id is null for update`.execute(
    tx,
  )
  return rows[0]?.groupId ?? null
}

/** The invitation of somebody whom the directory has sent counts as accepted (SCIM-04). */
export async function acceptInvitation(
  tx: Tx,
  {
    organisationId,
    personId,
    email,
    at,
  }: { organisationId: string; personId: string; email: string; at: Date },
): Promise<void> {
  await sql`
    update invitation set person_id = ${personId}, accepted_at = ${at}, group_id = null
    where organisation_id = ${organisationId} and email = ${email} and person_id is null
      and not exists (select from invitation o
        where o.organisation_id = ${organisationId} and o.person_id = ${personId})`.execute(tx)
}
