import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { HOUR_MS } from '../../../shared/durations.ts'
import { asyncCommit } from '../../platform/database/asyncCommit.ts'
import type { Connection, Tx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { hashToken } from '../accounts/index.ts'

export type Purpose = 'SIGN_IN' | 'TEST' | 'CONFIRM'

/** What an invitee has typed on the invitation's page. */
export interface TypedAcceptance {
  token: string
  firstName: string
  lastName: string
  companyName: string
}

/** A browser that is at a provider (SSO-07). */
export interface RequestRow {
  id: string
  connectionId: string
  purpose: Purpose
  revision: number
  sessionId: string | null
  callback: string
  next: string
  acceptance: TypedAcceptance | null
  createdAt: Date
}

/** Milliseconds in which a person comes back. */
const REQUEST_MS = 600_000
/** That one browser may have under way; of more the oldest is dropped. */
const MAX_REQUESTS = 10
/** Failures that a connection's page lists (SSO-25). */
const MAX_FAILURES = 50

/**
 * Keeps that a browser is led to a provider: one statement, since people wait for it. After a power cut they begin again.
 */
export async function insertRequest(
  db: Connection,
  { state, browser, ...row }: RequestRow & { state: string; browser: string },
): Promise<void> {
  const browserHash = hashToken(browser)
  const expiresAt = new Date(row.createdAt.getTime() + REQUEST_MS)
  await sql`
    with dropped as (
      delete from sso_request where id in (
        select id from sso_request where browser_hash = ${browserHash}
        order by created_at desc, id offset ${MAX_REQUESTS - 1}))
    insert into sso_request (id, state_hash, browser_hash, connection_id, purpose, revision, session_id, callback, next,
      acceptance, created_at, expires_at)
    select ${row.id}, ${hashToken(state)}, ${browserHash}, ${row.connectionId}, ${row.purpose}, ${row.revision},
      ${row.sessionId}, ${row.callback}, ${row.next}, ${row.acceptance && JSON.stringify(row.acceptance)}::jsonb,
      ${row.createdAt}, ${expiresAt}
    where ${asyncCommit}`.execute(db)
}

/**
 * Takes a request away, so that its state works once; null for an unknown, a used or an expired one, and for one of another
 * browser or connection, which stays. It is on the disk with the session that it opens; without one it opens nothing.
 */
export async function takeRequest(
  db: Connection,
  { state, browser, connectionId, at }: { state: string; browser: string; connectionId: string; at: Date },
): Promise<RequestRow | null> {
  const row = await db
    .deleteFrom('sso_request')
    .where('state_hash', '=', hashToken(state))
    .where('browser_hash', '=', hashToken(browser))
    .where('connection_id', '=', connectionId)
    .where('expires_at', '>', at)
    .where(asyncCommit)
    .returning([
      'id',
      'connection_id as connectionId',
      'purpose',
      'revision',
      'session_id as sessionId',
      'callback',
      'next',
      'acceptance',
      'created_at as createdAt',
    ])
    .executeTakeFirst()
  if (!row) return null
  return {
    ...row,
    purpose: row.purpose as Purpose,
    acceptance: row.acceptance as TypedAcceptance | null,
  }
}

export interface FailureRow {
  at: Date
  code: string
  email: string | null
  reason: string
}

/** Without what is easily mistaken. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const CODE_LENGTH = 8

export const newCode = (): string =>
  Array.from(randomBytes(CODE_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')

/** Adds failures to a connection's list, of which the oldest end. */
export async function keepFailures(
  tx: Tx,
  connectionId: string,
  failures: readonly FailureRow[],
): Promise<void> {
  await tx
    .insertInto('sso_failure')
    .values(
      failures.map(({ at, code, email, reason }) => ({
        id: newId(),
        connection_id: connectionId,
        code,
        email,
        reason,
        at,
      })),
    )
    .execute()
  await tx
    .deleteFrom('sso_failure')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('sso_failure')
        .select('id')
        .where('connection_id', '=', connectionId)
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .offset(MAX_FAILURES),
    )
    .execute()
}

/** A sign-in that was refused, for the count of its day. */
export interface Refusal {
  connectionId: string
  /** Whether nobody here had asked for it. */
  isStrange: boolean
  at: Date
}

const dayOf = ({ at }: Refusal): string => at.toISOString().slice(0, 10)

/** How many of its kind were recorded of its connection on its day. */
export async function refusalsOf(db: Connection, refusal: Refusal): Promise<number> {
  const { rows } = await sql<{ begun: number; strange: number }>`
    select begun, strange from sso_refused
    where connection_id = ${refusal.connectionId} and day = ${dayOf(refusal)}::date`.execute(db)
  return rows[0]?.[refusal.isStrange ? 'strange' : 'begun'] ?? 0
}

/** Counts so many more. @returns how many they are with them */
export async function countRefusals(tx: Tx, refusal: Refusal, more: number): Promise<number> {
  const { connectionId, isStrange } = refusal
  const { rows } = await sql<{ begun: number; strange: number }>`
    insert into sso_refused as r (connection_id, day, begun, strange)
    values (${connectionId}, ${dayOf(refusal)}::date, ${isStrange ? 0 : more}, ${isStrange ? more : 0})
    on conflict (connection_id) do update set day = excluded.day,
      begun = excluded.begun + case when r.day = excluded.day then r.begun else 0 end,
      strange = excluded.strange + case when r.day = excluded.day then r.strange else 0 end
    returning begun, strange`.execute(tx)
  return rows[0]?.[isStrange ? 'strange' : 'begun'] ?? 0
}

/** The last ones of connections, the newest first. */
export async function failuresOf(
  db: Connection,
  connectionIds: readonly string[],
): Promise<Map<string, FailureRow[]>> {
  const rows = await db
    .selectFrom('sso_failure')
    .select(['connection_id as connectionId', 'at', 'code', 'email', 'reason'])
    .where((eb) => eb('connection_id', '=', eb.fn.any(eb.val(connectionIds))))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return Map.groupBy(rows, ({ connectionId }) => connectionId)
}

/** What a test showed (SSO-26). */
export interface TestResult {
  claims: { name: string; value: string }[]
  outcome: string
}

export async function keepTest(
  tx: Tx,
  {
    connectionId,
    sessionId,
    result,
    at,
  }: { connectionId: string; sessionId: string; result: TestResult; at: Date },
): Promise<string> {
  const id = newId()
  await tx
    .insertInto('sso_test')
    .values({ id, connection_id: connectionId, session_id: sessionId, result: JSON.stringify(result), at })
    .execute()
  return id
}

/** For the session that made it, and none else. */
export async function testResult(
  db: Connection,
  { id, connectionId, sessionId }: { id: string; connectionId: string; sessionId: string },
): Promise<TestResult | null> {
  const row = await db
    .selectFrom('sso_test')
    .select('result')
    .where('id', '=', id)
    .where('connection_id', '=', connectionId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return (row?.result as TestResult | undefined) ?? null
}

/** @returns false where the token was taken before */
export async function takeLogout(
  tx: Tx,
  { connectionId, jti, at }: { connectionId: string; jti: string; at: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto('sso_logout')
    .values({ connection_id: connectionId, jti, at })
    .onConflict((conflicting) => conflicting.doNothing())
    .returning('jti')
    .executeTakeFirst()
  return row !== undefined
}

/** @returns false where the assertion was taken before (SSO-11) */
export async function takeAssertion(
  db: Connection,
  { connectionId, id, expiresAt }: { connectionId: string; id: string; expiresAt: Date },
): Promise<boolean> {
  const row = await db
    .insertInto('sso_assertion')
    .values({ connection_id: connectionId, id_hash: hashToken(id), expires_at: expiresAt })
    .onConflict((conflicting) => conflicting.doNothing())
    .returning('connection_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Milliseconds for which results of tests, and tokens of logouts, are kept. */
const KEPT_MS = HOUR_MS

/** Deletes what nobody comes back for. */
export async function sweepRequests(db: Connection, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS)
  await db.deleteFrom('sso_request').where('expires_at', '<=', now).execute()
  await db.deleteFrom('sso_test').where('at', '<=', before).execute()
  await db.deleteFrom('sso_assertion').where('expires_at', '<=', now).execute()
  await db.deleteFrom('sso_logout').where('at', '<=', before).execute()
}
