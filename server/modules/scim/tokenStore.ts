import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { HOUR_MS } from '../../../shared/durations.ts'
import type { Connection, Tx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { hashToken } from '../accounts/index.ts'

/** Requests of a connection in a second (SCIM-17). */
export const REQUESTS_PER_SECOND = 20
/** Hours for which a token works once there is a newer one (SCIM-01). */
const FORMER_HOURS = 24
const PREFIX = 'scim_'

/** Who asks: a directory, by its token. */
export interface Caller {
  connectionId: string
  organisationId: string
  name: string
  /** Those that have taken effect. */
  domains: string[]
  /** Whoever made the token, whose doing it is. */
  madeBy: string
  /** Whether it asks too often. */
  isFull: boolean
}

/** Finds whose token it is, and counts the request: one statement, since each request makes it (SCIM-20). */
export async function callerOf(
  db: Connection,
  { connectionId, token, at }: { connectionId: string; token: string; at: Date },
): Promise<Caller | null> {
  const { rows } = await sql<Caller>`
    with caller as (
      select c.id, c.organisation_id, c.name, t.made_by,
        array(select d.name from sso_domain d where d.connection_id = c.id
          and (d.verified_at is not null or d.approved_at is not null)) as domains
      from scim_token t join sso_connection c on c.id = t.connection_id
        join organisation o on o.id = c.organisation_id and o.deleted_at is null
      where t.token_hash = ${hashToken(token)} and c.id = ${connectionId} and c.is_provisioned
        and (t.expires_at is null or t.expires_at > ${at})),
    counted as (
      insert into scim_use as u (connection_id, used, is_full, at) select id, 1, false, ${at} from caller
      on conflict (connection_id) do update set at = greatest(u.at, excluded.at),
        used = least(${REQUESTS_PER_SECOND}, greatest(0, u.used
          - greatest(0, extract(epoch from excluded.at - u.at)) * ${REQUESTS_PER_SECOND}) + 1),
        is_full = greatest(0, u.used
          - greatest(0, extract(epoch from excluded.at - u.at)) * ${REQUESTS_PER_SECOND}) + 1 > ${REQUESTS_PER_SECOND}
      returning is_full)
    select id as "connectionId", organisation_id as "organisationId", name, domains, made_by as "madeBy",
      is_full as "isFull" from caller, counted`.execute(db)
  return rows[0] ?? null
}

/** Makes a token; the former ones work for a day more (SCIM-01). @returns it, which is kept nowhere */
export async function renewToken(
  tx: Tx,
  { connectionId, madeBy, at }: { connectionId: string; madeBy: string; at: Date },
): Promise<string> {
  const token = PREFIX + randomBytes(32).toString('base64url')
  const former = new Date(at.getTime() + FORMER_HOURS * HOUR_MS)
  await tx
    .deleteFrom('scim_token')
    .where('connection_id', '=', connectionId)
    .where('expires_at', '<=', at)
    .execute()
  await tx
    .updateTable('scim_token')
    .set({ expires_at: former })
    .where('connection_id', '=', connectionId)
    .where('expires_at', 'is', null)
    .execute()
  await tx
    .insertInto('scim_token')
    .values({
      id: newId(),
      connection_id: connectionId,
      token_hash: hashToken(token),
      made_by: madeBy,
      created_at: at,
    })
    .execute()
  return token
}

export async function revokeTokens(tx: Tx, connectionId: string): Promise<void> {
  await tx.deleteFrom('scim_token').where('connection_id', '=', connectionId).execute()
}

/** When the newest tokens of connections were made, of those that have one. */
export async function tokensMadeAt(
  db: Connection,
  connectionIds: readonly string[],
): Promise<Map<string, Date>> {
  const rows = await db
    .selectFrom('scim_token')
    .select(['connection_id as id', 'created_at as at'])
    .where('connection_id', 'in', connectionIds)
    .where('expires_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, at }) => [id, at]))
}

/** A request of a directory, as the connection's page lists it (SCIM-18). */
export interface RequestRow {
  at: Date
  method: string
  path: string
  status: number
  reason: string | null
}

/** Requests that a connection's page lists. */
const MAX_LISTED = 200

export async function keepRequest(db: Connection, connectionId: string, row: RequestRow): Promise<void> {
  await db
    .insertInto('scim_request')
    .values({ id: newId(), connection_id: connectionId, ...row })
    .execute()
}

/** The last ones of connections, the newest first. */
export async function requestsOf(
  db: Connection,
  connectionIds: readonly string[],
): Promise<Map<string, RequestRow[]>> {
  const { rows } = await sql<RequestRow & { connectionId: string }>`
    select r.connection_id as "connectionId", r.at, r.method, r.path, r.status, r.reason
    from unnest(${connectionIds}::uuid[]) as c (id) cross join lateral (
      select * from scim_request where connection_id = c.id order by at desc, id desc limit ${MAX_LISTED}) r`.execute(
    db,
  )
  return Map.groupBy(rows, ({ connectionId }) => connectionId)
}

/** Deletes requests beyond those that are listed. */
export async function sweepRequests(db: Connection): Promise<void> {
  await sql`
    delete from scim_request r using (
      select c.id, (select q.at from scim_request q where q.connection_id = c.id
        order by q.at desc, q.id desc offset ${MAX_LISTED} limit 1) as until from sso_connection c) kept
    where r.connection_id = kept.id and r.at <= kept.until`.execute(db)
}
