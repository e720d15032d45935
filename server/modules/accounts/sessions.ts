import DataLoader from 'dataloader'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Actor } from '../../access/actor.ts'
import {
  type ActorRow,
  AWAITS_LICENCE,
  DELETED_FOR_STAFF,
  GROUPS_OF_PERSON,
  toActor,
  VIEW_OF_SESSION,
} from '../../access/loadActor.ts'
import { earliest, type SessionLimits } from '../../access/session.ts'
import { askAgain } from '../../platform/database/away.ts'
import type { Connection, Tx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { recordActivity, recording } from '../activity/index.ts'
import { deviceOf } from './device.ts'
import { hashToken, isToken, newToken } from './tokens.ts'

/** A request updates the session's last use only if the recorded one is older than this. */
const LAST_SEEN_INTERVAL_MS = 60_000

export interface OpenSession {
  actor: Actor
  /** Whether the licence agreement must be accepted before anything else; the actor holds nothing until then. */
  awaitsLicence: boolean
}

interface SessionRow extends ActorRow {
  tokenHash: Buffer
  lastSeenAt: Date
}

/** Sessions by the hashes of their tokens. Each request needs one of them, so that it is prepared once for each connection. */
const FIND = {
  name: 'session_of_token',
  text: `
    select s.token_hash as "tokenHash", s.id as "sessionId", s.last_seen_at as "lastSeenAt", p.id as "personId",
      p.is_super_user as "isSuperUser", ${AWAITS_LICENCE} as "awaitsLicence",
      ${DELETED_FOR_STAFF} as "deletedOrganisationIds", ${GROUPS_OF_PERSON} as groups,
      (${VIEW_OF_SESSION} s.id) as view
    from session s join person p on p.id = s.person_id
    where s.token_hash = any($1) and s.last_seen_at > $2 and s.created_at > $3 and p.is_active
      and (s.ends_at is null or s.ends_at > $4)`,
}

const UPDATE_LAST_SEEN = {
  name: 'session_last_seen',
  text: 'update session set last_seen_at = $2 where id = $1 and last_seen_at <= $3',
}

export interface SessionLookup {
  pool: pg.Pool
  limits: SessionLimits
  now: () => Date
  /** Ends a view that the session may not have any more. */
  endView: (id: string, at: Date) => Promise<void>
  /** Called when the time of a request could not be recorded; the session then only ends sooner. */
  onError: (error: unknown) => void
}

/** Sessions that one statement reads. */
const READ_TOGETHER = 100

/**
 * The caller by the session cookie, with their current permissions (AUTH-35). Null for a token that was
 * never given out, a session that has ended (AUTH-17) and a person who was deactivated (AUTH-08).
 */
export function createSessionLookup(lookup: SessionLookup): (token: string) => Promise<OpenSession | null> {
  // Of requests that came together nobody waits for a statement of their own; none is answered by an earlier one.
  const rows = new DataLoader((tokens: readonly string[]) => readSessions(lookup, tokens), {
    cache: false,
    maxBatchSize: READ_TOGETHER,
    batchScheduleFn: setImmediate,
  })
  return async (token) => {
    const row = isToken(token) ? await rows.load(token) : null
    return row ? opened(lookup, row) : null
  }
}

/** The rows of tokens, each null where there is none. */
async function readSessions(
  { pool, limits, now }: SessionLookup,
  tokens: readonly string[],
): Promise<(SessionRow | null)[]> {
  const at = now()
  const { seen, created } = earliest(limits, at)
  const hashes = new Map(tokens.map((token) => [token, hashToken(token)]))
  const { rows } = await askAgain<SessionRow>(pool, {
    ...FIND,
    values: [[...hashes.values()], seen, created, at],
  })
  return tokens.map((token) => rows.find(({ tokenHash }) => hashes.get(token)?.equals(tokenHash)) ?? null)
}

async function opened({ pool, now, endView, onError }: SessionLookup, row: SessionRow): Promise<OpenSession> {
  const at = now()
  const due = new Date(at.getTime() - LAST_SEEN_INTERVAL_MS)
  // The answer doesn't wait for the update.
  if (row.lastSeenAt <= due) {
    pool.query({ ...UPDATE_LAST_SEEN, values: [row.sessionId, at, due] }).catch(onError)
  }
  const actor = toActor(row, true)
  // The right to the view is lost, or what it showed is gone: it doesn't come back either.
  if (row.view && !actor.viewing) await endView(row.view.id, at)
  return { actor, awaitsLicence: row.awaitsLicence }
}

/**
 * Opens a session under an identifier that was never known before (AUTH-16), ends the one that the browser
 * brought along, and records both; it is the person's last sign-in.
 * @param endsAt when it ends in any case, where that is sooner than of others
 */
export async function openSession(
  tx: Tx,
  personId: string,
  from: { sessionToken: string | null; userAgent: string | null },
  now: Date,
  endsAt: Date | null = null,
): Promise<{ id: string; token: string }> {
  if (from.sessionToken !== null) await closeSession(tx, from.sessionToken, now)
  const id = newId()
  const token = newToken()
  // One statement, since somebody waits for each.
  await sql`
    with opened as (
      insert into session (id, token_hash, person_id, device, created_at, last_seen_at, ends_at)
      values (${id}, ${hashToken(token)}, ${personId}, ${deviceOf(from.userAgent)}, ${now}, ${now}, ${endsAt})),
    seen as (update person set last_login_at = ${now} where id = ${personId})
    ${recording([{ kind: 'SIGN_IN', personId, sessionId: id, at: now }])}`.execute(tx)
  return { id, token }
}

/** Ends the session of a cookie on the server (AUTH-19); does nothing for an unknown or ended one. */
export async function closeSession(tx: Tx, token: string, now: Date): Promise<void> {
  const ended = await tx
    .deleteFrom('session')
    .where('token_hash', '=', hashToken(token))
    .returning(['id', 'person_id'])
    .executeTakeFirst()
  if (!ended) return
  await recordSignOuts(tx, ended.person_id, [ended], now)
}

/**
 * Ends the sessions of a person: all of them after a password reset (AUTH-32), all but the current one after a
 * password change (AUTH-33). As of each sign-out its open pages are told, and close.
 */
export async function endSessionsOf(tx: Tx, personId: string, exceptSessionId?: string): Promise<void> {
  let query = tx.deleteFrom('session').where('person_id', '=', personId)
  if (exceptSessionId !== undefined) query = query.where('id', '<>', exceptSessionId)
  await recordSignOuts(tx, personId, await query.returning('id').execute(), new Date())
}

/** Ends sessions of whomever, as endSessionsOf does. @returns how many there were */
export async function endSessions(tx: Tx, sessionIds: readonly string[]): Promise<number> {
  const ended = await tx
    .deleteFrom('session')
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(sessionIds))))
    .returning(['id', 'person_id as personId'])
    .execute()
  for (const { id, personId } of ended) await recordSignOuts(tx, personId, [{ id }], new Date())
  return ended.length
}

/** The entries by which every process learns that sessions have ended. */
export const recordSignOuts = async (
  tx: Tx,
  personId: string,
  ended: readonly { id: string }[],
  at: Date,
): Promise<void> => {
  await recordActivity(
    tx,
    ended.map(({ id }) => ({ kind: 'SIGN_OUT', personId, sessionId: id, at })),
  )
}

/** The password was entered again in a session (SEC-17). */
export async function recordPasswordCheck(tx: Tx, sessionId: string, at: Date): Promise<void> {
  await tx.updateTable('session').set({ password_checked_at: at }).where('id', '=', sessionId).execute()
}

/** Whether the password was entered again in a session since a moment. */
export async function hasCheckedPassword(db: Connection, sessionId: string, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('session')
    .select('id')
    .where('id', '=', sessionId)
    .where('password_checked_at', '>', since)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes sessions that have ended by time. */
export async function sweepSessions(db: Connection, limits: SessionLimits, now: Date): Promise<void> {
  const { seen, created } = earliest(limits, now)
  await db
    .deleteFrom('session')
    .where((eb) =>
      eb.or([eb('last_seen_at', '<=', seen), eb('created_at', '<=', created), eb('ends_at', '<=', now)]),
    )
    .execute()
}
