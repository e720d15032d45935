import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Connection, Tx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { seenBy, type WorkState } from './core/importStore.ts'

export interface DuplicateReportRow {
  id: string
  personId: string
  /** Null until it is made, and where the caller may not see all that it was made from. */
  fileId: string | null
  fileName: string | null
  state: WorkState
  failure: string | null
  createdAt: Date
}

/** A run of a report; once another has claimed it, this one can't change anything. */
export interface ReportRun {
  id: string
  personId: string
  runId: string
  createdAt: Date
}

const COLUMNS = [
  'duplicate_report.id',
  'duplicate_report.person_id as personId',
  'duplicate_report.file_id as fileId',
  'duplicate_report.file_name as fileName',
  'duplicate_report.state',
  'duplicate_report.failure',
  'duplicate_report.created_at as createdAt',
] as const

const rowOf = <Row extends { state: string }>(row: Row) => row as Row & { state: WorkState }

export async function insertReport(
  tx: Tx,
  row: { personId: string; organisationIds: readonly string[]; createdAt: Date },
): Promise<DuplicateReportRow> {
  const made = await tx
    .insertInto('duplicate_report')
    .values({
      id: newId(),
      person_id: row.personId,
      organisation_ids: [...row.organisationIds],
      created_at: row.createdAt,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  return rowOf(made)
}

/** SQL: whether the report was made from an import that the actor doesn't see. */
const isClosed = (actor: Actor) =>
  sql<boolean>`exists (select from duplicate_report_import made join data_import on data_import.id = made.import_id
    where made.report_id = duplicate_report.id and not ${seenBy(actor, 'data_import')})`

/** Those that the actor sees, the newest first; the file of one only where they see every import that it is made from. */
export async function reportsSeenBy(
  db: Connection,
  actor: Actor,
  { limit, offset }: { limit: number; offset: number },
): Promise<DuplicateReportRow[]> {
  const rows = await db
    .selectFrom('duplicate_report')
    .select(COLUMNS)
    .select(isClosed(actor).as('isClosed'))
    .where(seenBy(actor, 'duplicate_report'))
    .orderBy('duplicate_report.created_at', 'desc')
    .orderBy('duplicate_report.id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ isClosed, ...row }) => rowOf(isClosed ? { ...row, fileId: null, fileName: null } : row))
}

/** The stored file of an import or a report that the actor sees now; null for every other. */
export async function fileSeenBy(db: Connection, actor: Actor, id: string): Promise<string | null> {
  const { rows } = await sql<{ fileId: string | null }>`
    select file_id as "fileId" from data_import where id = ${id} and ${seenBy(actor, 'data_import')}
    union all
    select file_id from duplicate_report
    where id = ${id} and ${seenBy(actor, 'duplicate_report')} and not ${isClosed(actor)}`.execute(db)
  return rows[0]?.fileId ?? null
}

/** Takes a report that has not ended for a new run; null for one that has. */
export async function claimReport(db: Connection, id: string): Promise<ReportRun | null> {
  const runId = newId()
  const row = await db
    .updateTable('duplicate_report')
    .set({ state: 'PROCESSING', run_id: runId })
    .where('id', '=', id)
    .where('state', 'in', ['SUBMITTED', 'PROCESSING'])
    .returning(['person_id as personId', 'created_at as createdAt'])
    .executeTakeFirst()
  return row ? { id, runId, ...row } : null
}

/** Ends a run. @returns false where another run has the report */
export async function endReport(
  tx: Connection,
  { id, runId }: ReportRun,
  result: { fileId: string; fileName: string; importIds: readonly string[] } | { failure: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('duplicate_report')
    .set(
      'failure' in result
        ? { state: 'FAILED', failure: result.failure }
        : { state: 'DONE', file_id: result.fileId, file_name: result.fileName },
    )
    .where('id', '=', id)
    .where('run_id', '=', runId)
    .where('state', '=', 'PROCESSING')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  if ('importIds' in result && result.importIds.length > 0) {
    await tx
      .insertInto('duplicate_report_import')
      .values(result.importIds.map((importId) => ({ report_id: id, import_id: importId })))
      .execute()
  }
  return true
}
