import { sql } from 'kysely'
import type { Permission } from '../../../shared/permissions.ts'
import type { Connection, Database } from '../../platform/database/database.ts'

/** A webhook that this process delivers to for now. */
export interface Claimed {
  id: string
  organisationId: string
  personId: string
  url: string
}

/** What a webhook is told next. */
export interface DueDelivery {
  id: string
  event: string
  at: Date
  holdingCompanyId: string | null
  /** The right on the holding company without which it is not told of. */
  needs: Permission | null
  data: Record<string, unknown>
  failures: number
}

/** Seconds for which a process that died keeps others from delivering. */
const LEASE_S = 40
/** Deliveries that wait for one webhook, at most (TOKEN-17). */
export const MAX_WAITING = 100_000
/** Pauses before each further try (TOKEN-14). */
const RETRY_S = [5, 300, 1800, 7200, 18_000, 36_000] as const
/** Days after which a webhook that never answers is switched off (TOKEN-14). */
const OFF_DAYS = 3

/** SQL: an earlier delivery about the same has not come to its end, so that `d` waits for it (TOKEN-15). */
const WAITS = sql`exists (
  select from webhook_delivery e where e.webhook_id = d.webhook_id and e.about_id = d.about_id
    and e.position < d.position and e.due_at is not null)`

/** Webhooks with something due that no process delivers to, leased to the caller. */
export async function claimDue(db: Database, most: number): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    update webhook w set leased_until = now() + make_interval(secs => ${LEASE_S})
    where w.id in (
      select w.id from webhook w join organisation o on o.id = w.organisation_id and o.deleted_at is null
      where w.is_on and (w.leased_until is null or w.leased_until < now()) and exists (
        select from webhook_delivery d where d.webhook_id = w.id and d.due_at <= now() and not ${WAITS})
      limit ${most} for update of w skip locked)
    returning w.id, w.organisation_id as "organisationId", w.person_id as "personId", w.url`.execute(db)
  return rows
}

/** The webhook as it is now, leased for longer; null for one that is off or gone. */
export async function keepClaim(db: Connection, id: string): Promise<Claimed | null> {
  const { rows } = await sql<Claimed>`
    update webhook w set leased_until = now() + make_interval(secs => ${LEASE_S})
    where w.id = ${id} and w.is_on
    returning w.id, w.organisation_id as "organisationId", w.person_id as "personId", w.url`.execute(db)
  return rows[0] ?? null
}

export async function release(db: Connection, id: string): Promise<void> {
  await sql`update webhook set leased_until = null where id = ${id}`.execute(db)
}

/** The next that is due; those about one thing in their order, so that a later one waits for an earlier one (TOKEN-15). */
export async function nextDue(db: Connection, webhookId: string): Promise<DueDelivery | null> {
  const { rows } = await sql<DueDelivery>`
    select d.id, d.event, d.at, d.holding_company_id as "holdingCompanyId", d.needs, d.data, d.failures
    from webhook_delivery d
    where d.webhook_id = ${webhookId} and d.due_at <= now() and not ${WAITS}
    order by d.position limit 1`.execute(db)
  return rows[0] ?? null
}

/** Of the oldest of too many that wait only a note is left (TOKEN-17). */
export async function dropOldest(db: Connection, webhookId: string, most = MAX_WAITING): Promise<void> {
  await sql`
    update webhook_delivery d set due_at = null, note = ${`Dropped: more than ${most.toLocaleString('en')} were waiting.`}
    where d.webhook_id = ${webhookId} and d.due_at is not null and d.position <= (
      select position from webhook_delivery
      where webhook_id = ${webhookId} and due_at is not null order by position desc offset ${most} limit 1)`.execute(
    db,
  )
}

/** What the webhook's person may know nothing of is not told, and leaves no trace. */
export async function forget(db: Connection, deliveryId: string): Promise<void> {
  await sql`delete from webhook_delivery where id = ${deliveryId}`.execute(db)
}

/** An answer with 2xx. */
export async function recordSuccess(
  db: Database,
  webhookId: string,
  deliveryId: string,
  status: number,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`
      update webhook_delivery
      set due_at = null, tries = tries + 1, failures = 0, status = ${status}, note = null, delivered_at = now()
      where id = ${deliveryId}`.execute(tx)
    await sql`
      update webhook set last_success_at = now(), failing_since = null where id = ${webhookId}`.execute(tx)
  })
}

/** Any other answer, or none. @returns whether the webhook has failed for so long that it is to be switched off */
export async function recordFailure(
  db: Connection,
  webhookId: string,
  { id, failures }: Pick<DueDelivery, 'id' | 'failures'>,
  { status, note }: { status: number | null; note: string },
): Promise<boolean> {
  const pause = RETRY_S[failures]
  await sql`
    update webhook_delivery set tries = tries + 1, failures = failures + 1, status = ${status}::integer, note = ${note},
      due_at = now() + make_interval(secs => ${pause ?? null}::float8)
    where id = ${id}`.execute(db)
  const { rows } = await sql<{ isOver: boolean }>`
    update webhook set failing_since = coalesce(failing_since, now()) where id = ${webhookId}
    returning failing_since <= now() - make_interval(days => ${OFF_DAYS}) as "isOver"`.execute(db)
  return rows[0]?.isOver ?? false
}

/** @returns false where it is off already */
export async function switchOff(db: Connection, webhookId: string, note: string): Promise<boolean> {
  const { rows } = await sql`
    update webhook set is_on = false, off_note = ${note}, revision = revision + 1 where id = ${webhookId} and is_on
    returning id`.execute(db)
  return rows.length > 0
}

/** Deletes what is listed no more (TOKEN-15), in parts so that nobody waits for it. */
export async function sweepDeliveries(db: Connection, part = 5000): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      delete from webhook_delivery where id in (
        select id from webhook_delivery where at < now() - interval '30 days' limit ${part}) returning 1`.execute(
      db,
    )
    if (rows.length < part) return
  }
}
