import { type RawBuilder, sql } from 'kysely'
import type { Permission } from '../../../shared/permissions.ts'
import type { Actor } from '../../access/actor.ts'
import { entityReach, isWithin } from '../../access/reach.ts'
import type { Connection, Tx } from '../../platform/database/database.ts'

export interface WebhookRow {
  id: string
  organisationId: string
  /** Who saved it last. */
  personId: string
  revision: number
  url: string
  events: string[]
  isOn: boolean
  offNote: string | null
  createdAt: Date
  lastSuccessAt: Date | null
}

export interface DeliveryRow {
  id: string
  event: string
  at: Date
  status: number | null
  tries: number
  deliveredAt: Date | null
  note: string | null
}

/** Days for which deliveries are listed (TOKEN-15). */
const LISTED_DAYS = 30

const select = (db: Connection) =>
  db
    .selectFrom('webhook')
    .select([
      'id',
      'organisation_id as organisationId',
      'person_id as personId',
      'revision',
      'url',
      'events',
      'is_on as isOn',
      'off_note as offNote',
      'created_at as createdAt',
      'last_success_at as lastSuccessAt',
    ])

/** Those of an organisation in the order in which they were added. */
export const webhooksOf = (db: Connection, organisationId: string): Promise<WebhookRow[]> =>
  select(db)
    .where('organisation_id', '=', organisationId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(100)
    .execute()

export const webhookById = (db: Connection, id: string): Promise<WebhookRow | undefined> =>
  select(db).where('id', '=', id).executeTakeFirst()

export interface WebhookValues {
  url: string
  events: string[]
  isOn: boolean
}

export async function insertWebhook(
  tx: Tx,
  {
    id,
    organisationId,
    personId,
    at,
    ...values
  }: WebhookValues & {
    id: string
    organisationId: string
    personId: string
    at: Date
  },
): Promise<void> {
  await tx
    .insertInto('webhook')
    .values({
      id,
      organisation_id: organisationId,
      person_id: personId,
      url: values.url,
      events: values.events,
      is_on: values.isOn,
      created_at: at,
    })
    .execute()
}

/** What failed before counts no more. */
export async function updateWebhook(
  tx: Tx,
  id: string,
  { personId, ...values }: WebhookValues & { personId: string },
): Promise<void> {
  await tx
    .updateTable('webhook')
    .set((eb) => ({
      person_id: personId,
      url: values.url,
      events: values.events,
      is_on: values.isOn,
      off_note: null,
      failing_since: null,
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

export async function deleteWebhook(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('webhook').where('id', '=', id).execute()
}

const RIGHTS: readonly Permission[] = ['DOCUMENTS_ADMIN', 'REPORTS_ADMIN', 'QUESTION_LOG_ADMIN']

/** SQL: whether an actor may know of delivery `d`: admins of an organisation see nothing of its holding companies by that alone. */
const isKnownTo = (actor: Actor): RawBuilder<boolean> => {
  const rights = RIGHTS.map(
    (right) =>
      sql<boolean>`(d.needs = ${right} and ${isWithin(entityReach(actor, 'holdingCompany', right), 'h')})`,
  )
  return sql<boolean>`(d.holding_company_id is null or exists (
    select from holding_company h where h.id = d.holding_company_id and (${sql.join(rights, sql` or `)})))`
}

const LISTED = sql.raw(`d.id, d.event, d.at, d.status, d.tries, d.delivered_at as "deliveredAt", d.note`)
const IS_RECENT = sql.raw(`d.at > now() - interval '${LISTED_DAYS} days'`)

/** A page of what a webhook was told, newest first, as far as the actor may know of it. */
export async function deliveriesOf(
  db: Connection,
  actor: Actor,
  webhookId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ count: number; items: DeliveryRow[] }> {
  const theirs = sql`from webhook_delivery d where d.webhook_id = ${webhookId} and ${IS_RECENT} and ${isKnownTo(actor)}`
  const counted = await sql<{ count: number }>`select count(*)::int as count ${theirs}`.execute(db)
  const { rows } = await sql<DeliveryRow>`
    select ${LISTED} ${theirs} order by d.position desc limit ${limit} offset ${offset}`.execute(db)
  return { count: counted.rows[0]?.count ?? 0, items: rows }
}

/** One of them with its webhook; undefined for an unknown one, and where the actor may not know of it. */
export async function deliveryById(
  db: Connection,
  actor: Actor,
  id: string,
): Promise<(DeliveryRow & { webhookId: string }) | undefined> {
  const { rows } = await sql<DeliveryRow & { webhookId: string }>`
    select ${LISTED}, d.webhook_id as "webhookId" from webhook_delivery d
    where d.id = ${id} and ${IS_RECENT} and ${isKnownTo(actor)}`.execute(db)
  return rows[0]
}

/** Has a delivery sent again, whatever became of it. */
export async function sendAgain(tx: Tx, id: string): Promise<void> {
  await sql`
    update webhook_delivery set due_at = now(), failures = 0, delivered_at = null, note = null
    where id = ${id}`.execute(tx)
}

/** Has what waited when a backup was taken wait for a person: a restore sends nothing (BACK-17). */
export async function keepWaiting(db: Connection): Promise<void> {
  await sql`
    update webhook_delivery set due_at = null, note = 'Kept by a restore.' where due_at is not null`.execute(
    db,
  )
}
