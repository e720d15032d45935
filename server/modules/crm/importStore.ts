import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Connection, Tx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { NewRecord } from './import/rows.ts'
import { administered } from './policy.ts'

/** What a person started: an import or a report. */
export type WorkState = 'SUBMITTED' | 'PROCESSING' | 'DONE' | 'FAILED'

export interface DataImportRow {
  id: string
  personId: string
  fileId: string | null
  fileName: string
  vendor: string | null
  state: WorkState
  rowCount: number
  sentCount: number
  importedAt: Date | null
  note: string | null
  failure: string | null
  createdAt: Date
}

/** A run of an import; once another has claimed it, this one can't change anything. */
export interface ImportRun {
  row: DataImportRow
  runId: string
}

/** A record on its way to the CRM. */
export type WaitingRecord = Omit<NewRecord, 'nameKey' | 'companyKey' | 'keys'>

/** What became of a record in the CRM. */
export interface Delivery {
  rowNumber: number
  delivery: 'WAITING' | 'SENT' | 'REFUSED' | 'LOST'
  crmId: string | null
  problem: string | null
}

const COLUMNS = [
  'id',
  'person_id as personId',
  'file_id as fileId',
  'file_name as fileName',
  'vendor',
  'state',
  'row_count as rowCount',
  'sent_count as sentCount',
  'imported_at as importedAt',
  'note',
  'failure',
  'created_at as createdAt',
] as const

/** The database checks what the column may hold. */
const rowOf = <Row extends { state: string }>(row: Row) => row as Row & { state: WorkState }

/** Whether the actor sees an import or a report, as SQL over its table (CRM-21). */
export const seenBy = (actor: Actor, table: 'data_import' | 'duplicate_report') =>
  actor.isSuperUser
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.ref(`${table}.person_id`)} = ${actor.personId}
        or ${sql.ref(`${table}.organisation_ids`)} && ${administered(actor)}::uuid[])`

export async function insertImport(
  tx: Tx,
  row: { id: string; personId: string; organisationIds: readonly string[]; fileId: string; fileName: string },
): Promise<DataImportRow> {
  const made = await tx
    .insertInto('data_import')
    .values({
      id: row.id,
      person_id: row.personId,
      organisation_ids: [...row.organisationIds],
      file_id: row.fileId,
      file_name: row.fileName,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  return rowOf(made)
}

/** Those that the actor sees, the newest first. */
export async function importsSeenBy(
  db: Connection,
  actor: Actor,
  { limit, offset }: { limit: number; offset: number },
): Promise<DataImportRow[]> {
  const rows = await db
    .selectFrom('data_import')
    .select(COLUMNS)
    .where(seenBy(actor, 'data_import'))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(rowOf)
}

/** Imports and reports of the person that have not ended. */
export async function countUnfinished(
  db: Connection,
  table: 'data_import' | 'duplicate_report',
  personId: string,
): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select(sql<number>`count(*)`.as('count'))
    .where('person_id', '=', personId)
    .where('state', 'in', ['SUBMITTED', 'PROCESSING'])
    .executeTakeFirstOrThrow()
  return count
}

/** The stored file of an import; null for an unknown id. Who may have it is for callers to say. */
export async function importFile(db: Connection, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('data_import')
    .select('file_id as fileId')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.fileId ?? null
}

/** Which of these files an import or a report still refers to. */
export async function filesInUse(
  db: Connection,
  table: 'data_import' | 'duplicate_report',
  fileIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom(table)
    .select('file_id as fileId')
    .where('file_id', '=', (eb) => eb.fn.any(eb.val(fileIds)))
    .execute()
  return rows.flatMap(({ fileId }) => fileId ?? [])
}

/** Takes an import that has not ended for a new run; null for one that has. */
export async function claimImport(db: Connection, id: string): Promise<ImportRun | null> {
  const runId = newId()
  const row = await db
    .updateTable('data_import')
    .set({ state: 'PROCESSING', run_id: runId })
    .where('id', '=', id)
    .where('state', 'in', ['SUBMITTED', 'PROCESSING'])
    .returning(COLUMNS)
    .executeTakeFirst()
  return row ? { row: rowOf(row), runId } : null
}

/** Changes an import, if it is this run's still. @returns whether it was */
export async function changeImport(
  db: Connection,
  { row, runId }: ImportRun,
  change: Partial<{
    state: WorkState
    vendor: string | null
    row_count: number
    sent_count: number
    imported_at: Date
    note: string | null
    failure: string
  }>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('data_import')
    .set(change)
    .where('id', '=', row.id)
    .where('run_id', '=', runId)
    .where('state', '=', 'PROCESSING')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Rows that go into one statement. */
const PORTION = 1000

/** Writes the records of an import. */
export async function insertRecords(tx: Tx, importId: string, records: readonly NewRecord[]): Promise<void> {
  for (let start = 0; start < records.length; start += PORTION) {
    await tx
      .insertInto('crm_record')
      .values(
        records.slice(start, start + PORTION).map((record) => ({
          import_id: importId,
          row_number: record.rowNumber,
          kind: record.kind,
          name: record.name,
          first_name: record.firstName,
          last_name: record.lastName,
          company: record.company,
          title: record.title,
          email: record.email,
          phone: record.phone,
          name_key: record.nameKey,
          company_key: record.companyKey,
          keys: record.keys,
        })),
      )
      .execute()
  }
}

/**
 * Gives up on records that a former run was sending when it was cut off: whether the CRM took them is unknown, and to
 * send them again might double them.
 */
export async function giveUpUnanswered(db: Connection, importId: string, problem: string): Promise<void> {
  await db
    .updateTable('crm_record')
    .set({ delivery: 'LOST', problem })
    .where('import_id', '=', importId)
    .where('delivery', '=', 'SENDING')
    .execute()
}

/** Takes the next records of one kind for sending, companies before people; none where all were taken. */
export async function takeWaiting(tx: Tx, importId: string, limit: number): Promise<WaitingRecord[]> {
  const of = (kind: WaitingRecord['kind']) =>
    tx
      .selectFrom('crm_record')
      .select([
        'row_number as rowNumber',
        'kind',
        'name',
        'first_name as firstName',
        'last_name as lastName',
        'company',
        'title',
        'email',
        'phone',
      ])
      .where('import_id', '=', importId)
      .where('kind', '=', kind)
      .where('delivery', '=', 'WAITING')
      .orderBy('row_number')
      .limit(limit)
      .execute()
  const companies = await of('COMPANY')
  const rows = companies.length > 0 ? companies : await of('PERSON')
  if (rows.length > 0) {
    await tx
      .updateTable('crm_record')
      .set({ delivery: 'SENDING' })
      .where('import_id', '=', importId)
      .where('row_number', '=', (eb) => eb.fn.any(eb.val(rows.map(({ rowNumber }) => rowNumber))))
      .execute()
  }
  return rows as WaitingRecord[]
}

/** Writes what became of records that were sent. */
export async function recordDeliveries(
  tx: Tx,
  importId: string,
  deliveries: readonly Delivery[],
): Promise<void> {
  await sql`
    update crm_record r set delivery = d.delivery, crm_id = d."crmId", problem = d.problem
    from json_to_recordset(${JSON.stringify(deliveries)}::json)
      as d("rowNumber" int, delivery text, "crmId" text, problem text)
    where r.import_id = ${importId} and r.row_number = d."rowNumber"`.execute(tx)
}

/** How many records the CRM has, how many it has not, and the first of these. */
export async function deliveredOf(
  db: Connection,
  importId: string,
): Promise<{ sent: number; failed: number; first: { rowNumber: number; problem: string | null }[] }> {
  const counted = await db
    .selectFrom('crm_record')
    .select([
      sql<number>`count(*) filter (where delivery = 'SENT')`.as('sent'),
      sql<number>`count(*) filter (where delivery in ('REFUSED', 'LOST'))`.as('failed'),
    ])
    .where('import_id', '=', importId)
    .executeTakeFirstOrThrow()
  const first = await db
    .selectFrom('crm_record')
    .select(['row_number as rowNumber', 'problem'])
    .where('import_id', '=', importId)
    .where('delivery', 'in', ['REFUSED', 'LOST'])
    .orderBy('row_number')
    .limit(3)
    .execute()
  return { ...counted, first }
}
