import { sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import type { Connection, Tx } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/ids.ts'
import type { NewRecord } from '../import/rows.ts'
import { administered } from '../policy.ts'

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
  /** Salesforce's id of the organisation that its rows go to; null before the first has gone, and where none was named. */
  crmOrganisation: string | null
  /** The host of that Salesforce; null before the first has gone. */
  crmHost: string | null
  note: string | null
  failure: string | null
  /** Rows with a fault, none of which is imported; 0 until the file was read. */
  faultyCount: number
  /** Rows without a fault in a file that has faulty ones; otherwise 0. */
  goodCount: number
  /** Whether the good rows are imported without the faulty ones. */
  leavesFaulty: boolean
  createdAt: Date
  /** Whether some of its rows wait to be sent to the CRM, or for its answer. */
  isUnsent: boolean
}

/** A run of an import; once another has claimed it, this one can't change anything. */
export interface ImportRun {
  row: DataImportRow
  runId: string
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
  'crm_organisation as crmOrganisation',
  'crm_host as crmHost',
  'note',
  'failure',
  'faulty_count as faultyCount',
  'good_count as goodCount',
  'leaves_faulty as leavesFaulty',
  'created_at as createdAt',
  sql<boolean>`exists (select from crm_record where crm_record.import_id = data_import.id
    and crm_record.delivery in ('WAITING', 'SENDING'))`.as('isUnsent'),
] as const

/** The database checks what the column may hold. */
const rowOf = <Row extends { state: string }>(row: Row) => row as Row & { state: WorkState }

/** Whether the actor sees an import or a report, as SQL over its table (CRM-21). */
export const seenBy = (actor: Actor, table: 'data_import' | 'duplicate_report') =>
  actor.isSuperUser
    ? sql<boolean>`(${sql.ref(`${table}.organisation_ids`)} = '{}'
        or not ${sql.ref(`${table}.organisation_ids`)} <@ ${[...actor.deletedOrganisationIds]}::uuid[])`
    : sql<boolean>`(${sql.ref(`${table}.person_id`)} = ${actor.personId}
        or ${sql.ref(`${table}.organisation_ids`)} && ${administered(actor)}::uuid[])`

export async function insertImport(
  tx: Tx,
  row: Pick<DataImportRow, 'id' | 'personId' | 'fileName' | 'createdAt'> & {
    organisationIds: readonly string[]
    fileId: string
  },
): Promise<DataImportRow> {
  const made = await tx
    .insertInto('data_import')
    .values({
      id: row.id,
      person_id: row.personId,
      organisation_ids: [...row.organisationIds],
      file_id: row.fileId,
      file_name: row.fileName,
      created_at: row.createdAt,
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

/** One that the actor sees; null for every other. */
export async function importSeenBy(db: Connection, actor: Actor, id: string): Promise<DataImportRow | null> {
  const row = await db
    .selectFrom('data_import')
    .select(COLUMNS)
    .where('id', '=', id)
    .where(seenBy(actor, 'data_import'))
    .executeTakeFirst()
  return row ? rowOf(row) : null
}

/** Has an import that has ended go on with what is unsent; null for one that has not ended, and one that has nothing. */
export async function resumeImport(tx: Tx, id: string): Promise<DataImportRow | null> {
  const row = await tx
    .updateTable('data_import')
    .set({ state: 'SUBMITTED', run_id: null, note: null, failure: null })
    .where('id', '=', id)
    .where('state', 'in', ['DONE', 'FAILED'])
    .where(
      sql<boolean>`exists (select from crm_record where import_id = ${id} and delivery in ('WAITING', 'SENDING'))`,
    )
    .returning(COLUMNS)
    .executeTakeFirst()
  return row ? rowOf(row) : null
}

/** Has an import that ended over faulty rows go on with the others; null for every other import. */
export async function leaveFaulty(tx: Tx, id: string): Promise<DataImportRow | null> {
  const row = await tx
    .updateTable('data_import')
    .set({ state: 'SUBMITTED', run_id: null, failure: null, leaves_faulty: true })
    .where('id', '=', id)
    .where('state', '=', 'FAILED')
    .where('imported_at', 'is', null)
    .where('good_count', '>', 0)
    .returning(COLUMNS)
    .executeTakeFirst()
  return row ? rowOf(row) : null
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
    crm_organisation: string | null
    crm_host: string
    note: string | null
    failure: string
    faulty_count: number
    good_count: number
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

/** Has imports that were under way when a backup was taken wait for their person: nothing is sent by itself (BACK-17). */
export async function stopImports(db: Connection): Promise<void> {
  await sql`
    update data_import set state = 'FAILED', run_id = null,
      failure = 'Stopped by a restore. Please '
        || case when imported_at is null then 'upload the file again.' else 'send the rest again.' end
    where state in ('SUBMITTED', 'PROCESSING')`.execute(db)
}
