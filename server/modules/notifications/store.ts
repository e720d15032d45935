import { sql } from 'kysely'
import type { PermissionScope } from '../../access/actor.ts'
import { scopeOf } from '../../access/scopes.ts'
import type { Connection, Tx } from '../../platform/database/database.ts'

/** What becomes one mail, or one for each of an audience. */
export interface Digest {
  kind: string
  digest: string
  personId: string | null
  address: string | null
  /** Of an audience, by whom it has come to already; null for nobody yet. */
  reached: string | null
}

export interface NotificationRow {
  id: string
  subjectKind: string
  subjectId: string
  causedBy: string | null
  data: object
  at: Date
  organisationId: string | null
  portfolioId: string | null
  holdingCompanyId: string | null
}

const ofDigest = ({ kind, digest, personId, address, reached }: Digest) => sql`
  kind = ${kind} and digest = ${digest} and person_id is not distinct from ${personId}::uuid
  and address is not distinct from ${address}::text and reached is not distinct from ${reached}::uuid`

/** Rows from which the digests of one batch are found: those of a large digest are many. */
const ROWS = 1000

const KEY = sql`kind, digest, person_id as "personId", address, reached`

const nobody = '00000000-0000-0000-0000-000000000000'
/** As the index of digests has it, in which nobody equals nobody. */
const personOf = (row: string) => sql`coalesce(${sql.ref(`${row}.person_id`)}, ${sql.lit(nobody)}::uuid)`

/** Where no further entry of the digest has postponed it. Asked row by row, each in one step of an index. */
const IS_LAST = sql`not (select exists (
  select from notification later
  where later.kind = row.kind and later.digest = row.digest and later.due_at > now()
    and ${personOf('later')} = ${personOf('row')} and later.address is not distinct from row.address
    and later.reached is not distinct from row.reached))`

/**
 * Digests that are to be sent by now, the longest due first, without those that another process is sending. Reads what is
 * due and nothing that waits.
 */
export async function dueDigests(db: Connection, limit: number): Promise<Digest[]> {
  const { rows } = await sql<Digest>`
    with quiet as (
      select ${KEY}, due_at as since from notification row
      where due_at <= now() and ${IS_LAST} order by due_at limit ${ROWS} for key share of row skip locked
    ), late as (
      select ${KEY}, latest_at as since from notification row
      where latest_at <= now() order by latest_at limit ${ROWS} for key share of row skip locked)
    select kind, digest, "personId", address, reached from (select * from quiet union all select * from late) as due
    group by kind, digest, "personId", address, reached order by min(since) limit ${limit}`.execute(db)
  return rows
}

/** Milliseconds until there may be a digest to be sent; null where none waits. */
export async function untilNext(db: Connection): Promise<number | null> {
  const { rows } = await sql<{ ms: number | null }>`
    select (extract(epoch from least(
      (select min(latest_at) from notification),
      (select min(due_at) from notification where due_at > now()),
      (select now() from notification row where due_at <= now() and ${IS_LAST} limit 1)) - now()) * 1000)::float8 as ms`.execute(
    db,
  )
  const ms = rows[0]?.ms ?? null
  return ms === null ? null : Math.max(0, ms)
}

/** The digest's entries that no other process holds, the oldest first; locked until the transaction ends. */
export async function claimDigest(tx: Tx, digest: Digest): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    select id, subject_kind as "subjectKind", subject_id as "subjectId", caused_by as "causedBy", data,
      created_at as at, organisation_id as "organisationId", portfolio_id as "portfolioId",
      holding_company_id as "holdingCompanyId"
    from notification where ${ofDigest(digest)} order by created_at, id for update skip locked`.execute(tx)
  return rows
}

export async function removeNotifications(db: Connection, ids: readonly string[]): Promise<void> {
  await sql`delete from notification where id = any(${ids}::uuid[])`.execute(db)
}

/** Records by whom an audience was written to, so that the next page begins there, whichever process sends it. */
export async function recordReached(tx: Tx, ids: readonly string[], reached: string): Promise<void> {
  await sql`update notification set reached = ${reached}, due_at = now(), latest_at = now()
    where id = any(${ids}::uuid[])`.execute(tx)
}

/** Postpones a digest that could not be sent, by a minute more each time; deletes it after that many attempts. */
export async function postpone(db: Connection, digest: Digest, maxAttempts: number): Promise<void> {
  await sql`
    update notification set attempts = attempts + 1, due_at = now() + make_interval(mins => attempts + 1),
      latest_at = now() + make_interval(mins => attempts + 1)
    where ${ofDigest(digest)}`.execute(db)
  await sql`delete from notification where ${ofDigest(digest)} and attempts >= ${maxAttempts}`.execute(db)
}

/** The place of an entry whose kind obeys toggles; null for one that is always sent. */
export function placeOfRow({
  organisationId,
  portfolioId,
  holdingCompanyId,
}: NotificationRow): PermissionScope | null {
  return organisationId === null ? null : scopeOf({ organisationId, portfolioId, holdingCompanyId })
}

/** What a place is called, for the foot of a mail. */
export interface PlaceNames {
  organisation: string
  orgSlug: string
  /** The name of the entity, or the organisation's own. */
  entity: string
}

/** @returns null where the place is gone */
export async function placeNames(db: Connection, place: PermissionScope): Promise<PlaceNames | null> {
  const portfolioId = place.kind === 'portfolio' ? place.portfolioId : null
  const companyId = place.kind === 'holdingCompany' ? place.holdingCompanyId : null
  const { rows } = await sql<PlaceNames>`
    select o.name as organisation, o.slug as "orgSlug", coalesce(p.name, h.name, o.name) as entity
    from organisation o
    left join portfolio p on p.id = ${portfolioId}::uuid
    left join holding_company h on h.id = ${companyId}::uuid
    where o.id = ${place.organisationId} and (p.id is not null) = ${portfolioId !== null}
      and (h.id is not null) = ${companyId !== null}`.execute(db)
  return rows[0] ?? null
}
