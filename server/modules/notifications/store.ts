import { sql } from 'kysely'
import type { Connection, Tx } from '../../platform/database/database.ts'

/** What becomes one mail. */
export interface Digest {
  kind: string
  digest: string
  personId: string | null
  address: string | null
}

export interface NotificationRow {
  id: string
  subjectKind: string
  subjectId: string
  causedBy: string | null
  data: object
  at: Date
  attempts: number
}

const ofDigest = ({ kind, digest, personId, address }: Digest) => sql`
  kind = ${kind} and digest = ${digest} and person_id is not distinct from ${personId}::uuid
  and address is not distinct from ${address}::text`

/** When a digest is due. */
const NEXT = sql`least(max(due_at), min(latest_at))`

/** Digests that are to be sent by now, the longest due first. */
export async function dueDigests(db: Connection, limit: number): Promise<Digest[]> {
  const { rows } = await sql<Digest>`
    select kind, digest, person_id as "personId", address from notification
    group by kind, digest, person_id, address
    having ${NEXT} <= now() order by ${NEXT} limit ${limit}`.execute(db)
  return rows
}

/** Milliseconds until the next digest is to be sent; null where none waits. */
export async function untilNext(db: Connection): Promise<number | null> {
  const { rows } = await sql<{ ms: number | null }>`
    select (extract(epoch from min(next.at) - now()) * 1000)::float8 as ms
    from (select ${NEXT} as at from notification group by kind, digest, person_id, address) as next`.execute(
    db,
  )
  const ms = rows[0]?.ms ?? null
  return ms === null ? null : Math.max(0, ms)
}

/** The digest's entries that no other process holds, the oldest first; locked until the transaction ends. */
export async function claimDigest(tx: Tx, digest: Digest): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    select id, subject_kind as "subjectKind", subject_id as "subjectId", caused_by as "causedBy", data,
      created_at as at, attempts
    from notification where ${ofDigest(digest)} order by id for update skip locked`.execute(tx)
  return rows
}

export async function removeNotifications(db: Connection, ids: readonly string[]): Promise<void> {
  await sql`delete from notification where id = any(${ids}::uuid[])`.execute(db)
}

/** Postpones a digest that could not be sent, by a minute more each time; deletes it after that many attempts. */
export async function postpone(db: Connection, digest: Digest, maxAttempts: number): Promise<void> {
  await sql`
    update notification set attempts = attempts + 1, due_at = now() + make_interval(mins => attempts + 1),
      latest_at = now() + make_interval(mins => attempts + 1)
    where ${ofDigest(digest)}`.execute(db)
  await sql`delete from notification where ${ofDigest(digest)} and attempts >= ${maxAttempts}`.execute(db)
}
