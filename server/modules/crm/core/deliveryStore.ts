import { sql } from 'kysely'
import type { Connection, Tx } from '../../../platform/database/database.ts'
import type { NewRecord } from '../import/rows.ts'

/** A record on its way to the CRM. */
export type WaitingRecord = Omit<NewRecord, 'nameKey' | 'companyKey' | 'keys'>

/** Records of one kind that are sent together. */
export interface Batch {
  records: readonly WaitingRecord[]
  sentAt: Date
  /** Milliseconds since then, by the clock of the database. */
  ageMs: number
}

/** What became of a record in the CRM. */
export interface Delivery {
  rowNumber: number
  delivery: 'WAITING' | 'SENT' | 'REFUSED'
  crmId: string | null
  problem: string | null
}

const COLUMNS = [
  'row_number as rowNumber',
  'kind',
  'name',
  'first_name as firstName',
  'last_name as lastName',
  'company',
  'title',
  'email',
  'phone',
] as const

/** Takes the next records of one kind for sending, companies before people; null where none wait. */
export async function takeWaiting(tx: Tx, importId: string, limit: number): Promise<Batch | null> {
  const of = (kind: WaitingRecord['kind']) =>
    tx
      .selectFrom('crm_record')
      .select(COLUMNS)
      .where('import_id', '=', importId)
      .where('kind', '=', kind)
      .where('delivery', '=', 'WAITING')
      .orderBy('row_number')
      .limit(limit)
      .execute()
  const companies = await of('COMPANY')
  const records = (companies.length > 0 ? companies : await of('PERSON')) as WaitingRecord[]
  if (records.length === 0) return null
  const [taken] = await tx
    .updateTable('crm_record')
    // One moment for all of them, by which they are known as one batch.
    .set({ delivery: 'SENDING', sent_at: sql`now()` })
    .where('import_id', '=', importId)
    .where('row_number', '=', (eb) => eb.fn.any(eb.val(records.map(({ rowNumber }) => rowNumber))))
    .returning('sent_at as sentAt')
    .execute()
  return { records, sentAt: taken?.sentAt ?? new Date(), ageMs: 0 }
}

/** Records of one kind that a former request was sending, to which no answer has come: the oldest first; null without any. */
export async function takeUnanswered(db: Connection, importId: string, limit: number): Promise<Batch | null> {
  const rows = await db
    .selectFrom('crm_record')
    .select(COLUMNS)
    .select([
      'sent_at as sentAt',
      sql<number>`(extract(epoch from clock_timestamp() - sent_at) * 1000)::float8`.as('ageMs'),
    ])
    .where('import_id', '=', importId)
    .where('delivery', '=', 'SENDING')
    .orderBy('sent_at')
    .orderBy('kind')
    .orderBy('row_number')
    .limit(limit)
    .execute()
  const [first] = rows
  if (!first?.sentAt) return null
  const together = rows.filter(
    ({ kind, sentAt }) => kind === first.kind && sentAt?.getTime() === first.sentAt?.getTime(),
  )
  return {
    records: together.map(({ sentAt: _sentAt, ageMs: _ageMs, ...record }) => record as WaitingRecord),
    sentAt: first.sentAt,
    ageMs: first.ageMs,
  }
}

/** Writes what became of a batch; a record that has been sent again since is left alone. */
export async function recordDeliveries(
  tx: Tx,
  importId: string,
  sentAt: Date,
  deliveries: readonly Delivery[],
): Promise<void> {
  await sql`
    update crm_record r set delivery = d.delivery, crm_id = d."crmId", problem = d.problem
    from json_to_recordset(${JSON.stringify(deliveries)}::json)
      as d("rowNumber" int, delivery text, "crmId" text, problem text)
    where r.import_id = ${importId} and r.row_number = d."rowNumber"
      and r.delivery = 'SENDING' and r.sent_at = ${sentAt}`.execute(tx)
}

/** Those of the CRM's ids that are known to be of some record already. */
export async function knownAmong(db: Connection, crmIds: readonly string[]): Promise<Set<string>> {
  if (crmIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('crm_record')
    .select('crm_id as crmId')
    .where('crm_id', '=', (eb) => eb.fn.any(eb.val(crmIds)))
    .execute()
  return new Set(rows.flatMap(({ crmId }) => crmId ?? []))
}

/** How far an import has come in the CRM. */
export interface Delivered {
  /** All of its records. */
  rows: number
  sent: number
  refused: number
  /** Sent, without an answer. */
  unanswered: number
  /** The first that were refused. */
  first: { rowNumber: number; problem: string | null }[]
}

export async function deliveredOf(db: Connection, importId: string): Promise<Delivered> {
  const counted = await db
    .selectFrom('crm_record')
    .select([
      sql<number>`count(*)`.as('rows'),
      sql<number>`count(*) filter (where delivery = 'SENT')`.as('sent'),
      sql<number>`count(*) filter (where delivery = 'REFUSED')`.as('refused'),
      sql<number>`count(*) filter (where delivery = 'SENDING')`.as('unanswered'),
    ])
    .where('import_id', '=', importId)
    .executeTakeFirstOrThrow()
  const first = await db
    .selectFrom('crm_record')
    .select(['row_number as rowNumber', 'problem'])
    .where('import_id', '=', importId)
    .where('delivery', '=', 'REFUSED')
    .orderBy('row_number')
    .limit(3)
    .execute()
  return { ...counted, first }
}
