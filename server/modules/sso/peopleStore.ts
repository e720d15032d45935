import { sql } from 'kysely'
import type { Connection, Tx } from '../../platform/database/database.ts'
import type { Elsewhere } from '../accounts/index.ts'

/** SQL: whether connection `c` serves person `p`: by the domain of the e-mail, or since they have come by it. */
const SERVES = sql`(exists (
    select from sso_domain d where d.connection_id = c.id and d.name = split_part(p.email, '@', 2)
      and (d.verified_at is not null or d.approved_at is not null))
  or exists (select from sso_binding b where b.connection_id = c.id and b.person_id = p.id))`

const REQUIRED = sql`c.is_on and c.is_required and not exists (
  select from organisation o where o.id = c.organisation_id and o.deleted_at is not null)`

/** Whether a connection is required of a person; of super users none is (SSO-19, SSO-20). */
export async function isRequiredOf(db: Connection, personId: string): Promise<boolean> {
  const { rows } = await sql`
    select from person p join sso_connection c on ${REQUIRED} and ${SERVES}
    where p.id = ${personId} and not p.is_super_user limit 1`.execute(db)
  return rows.length > 0
}

/** Whether a person has signed in since a moment by each connection that is required of them; true where none is. */
export async function hasSignedInBy(db: Connection, personId: string, since: Date): Promise<boolean> {
  const { rows } = await sql`
    select from person p join sso_connection c on ${REQUIRED} and ${SERVES}
    where p.id = ${personId} and not p.is_super_user and not exists (
      select from sso_binding b where b.connection_id = c.id and b.person_id = p.id
        and greatest(b.signed_in_at, b.created_at) > ${since})
    limit 1`.execute(db)
  return rows.length === 0
}

/** Whether any connection is required of its people. */
export async function requiresAny(db: Connection): Promise<boolean> {
  const { rows } = await sql`select from sso_connection c where ${REQUIRED} limit 1`.execute(db)
  return rows.length > 0
}

/** Whether one active super user can sign in by a password and two factors, for when a connection fails (SSO-20). */
export async function hasSuperUserBeside(db: Connection): Promise<boolean> {
  const { rows } = await sql`
    select from person p where p.is_super_user and p.is_active and p.password_hash is not null
      and (p.two_factor_enabled or p.has_authenticator) limit 1`.execute(db)
  return rows.length > 0
}

/** Sessions of the connection's people that began in another way, but for one (SSO-19). */
export async function otherSessions(
  db: Connection,
  connectionId: string,
  exceptSessionId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from session s join person p on p.id = s.person_id and not p.is_super_user
      join sso_connection c on c.id = ${connectionId} and ${SERVES}
    where s.id <> nullif(${exceptSessionId}, '')::uuid and not exists (
      select from sso_session e where e.session_id = s.id and e.connection_id = c.id)`.execute(db)
  return rows.map(({ id }) => id)
}

/** How many those are, of several connections. */
export async function otherSessionCounts(
  db: Connection,
  connectionIds: readonly string[],
  exceptSessionId: string,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select c.id, count(*)::int as count from sso_connection c
      join person p on not p.is_super_user and ${SERVES} join session s on s.person_id = p.id
    where c.id = any(${connectionIds}::uuid[]) and s.id <> nullif(${exceptSessionId}, '')::uuid and not exists (
      select from sso_session e where e.session_id = s.id and e.connection_id = c.id)
    group by c.id`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/**
 * The sessions that began by a connection; of one subject, or of one session there, where these are given. Some providers
 * name the session in the logout alone: then those of the subject that have no name end.
 */
export async function sessionsBy(
  db: Connection,
  connectionId: string,
  { subject, sid }: { subject?: string | null; sid?: string | null } = {},
): Promise<string[]> {
  let query = db
    .selectFrom('sso_session')
    .select('session_id as id')
    .where('connection_id', '=', connectionId)
  if (subject) query = query.where('subject', '=', subject)
  if (sid)
    query = query.where((eb) => eb.or([eb('sid', '=', sid), ...(subject ? [eb('sid', 'is', null)] : [])]))
  return (await query.execute()).map(({ id }) => id)
}

/**
 * Keeps by which sign-in a session began. @returns false where the connection has been deleted or switched off, or knows the
 * subject no more, while the product's own second factor was asked for
 */
export async function keepSession(tx: Tx, sessionId: string, by: Elsewhere, at: Date): Promise<boolean> {
  const { rows } = await sql`
    with used as (
      update sso_binding b set signed_in_at = ${at} from sso_connection c
      where b.connection_id = ${by.connectionId} and b.subject = ${by.subject} and c.id = b.connection_id and c.is_on
      returning b.connection_id)
    insert into sso_session (session_id, connection_id, subject, sid)
    select ${sessionId}, used.connection_id, ${by.subject}, ${by.sid} from used
    returning session_id`.execute(tx)
  return rows.length > 0
}

/** By which connection the session of a cookie began; null for another way. */
export async function connectionOfSession(db: Connection, tokenHash: Buffer): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select e.connection_id as id from session s join sso_session e on e.session_id = s.id
    where s.token_hash = ${tokenHash}`.execute(db)
  return rows[0]?.id ?? null
}

export async function boundPerson(
  db: Connection,
  connectionId: string,
  subject: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('sso_binding')
    .select('person_id as personId')
    .where('connection_id', '=', connectionId)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.personId ?? null
}

/** @returns false where the subject, or the person, is bound already */
export async function bind(
  tx: Tx,
  {
    connectionId,
    subject,
    personId,
    at,
  }: { connectionId: string; subject: string; personId: string; at: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto('sso_binding')
    .values({ connection_id: connectionId, subject, person_id: personId, created_at: at })
    .onConflict((conflicting) => conflicting.doNothing())
    .returning('subject')
    .executeTakeFirst()
  return row !== undefined
}

/** Of another issuer the same subject is somebody else. */
export async function dropBindings(tx: Tx, connectionId: string): Promise<void> {
  await tx.deleteFrom('sso_binding').where('connection_id', '=', connectionId).execute()
}
