import { sql } from 'kysely'
import type { Connection, Tx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Fact, SummaryKind } from './extract/facts.ts'

/** A summary that a person asked for. */
export interface SummaryJobRow {
  id: string
  treeId: string
  personId: string
  sessionId: string | null
  jobType: SummaryKind
  name: string
  state: 'QUEUED' | 'RUNNING' | 'COMPLETE'
  documentIds: string[]
  fileId: string | null
  failure: string | null
  createdAt: Date
}

/** A run of a summary; once another has claimed it, this one can't change anything. */
export interface SummaryRun {
  job: SummaryJobRow
  runId: string
}

/** A file that a summary read, or could not. */
export interface SourceRow {
  position: number
  documentId: string
  versionId: string
  /** Whose redacted rendition was read in place of the file; null for the file itself. */
  redactionId: string | null
  name: string
  pageCount: number
  /** Pages without text, such as "2, 4 to 6"; null where each has some. */
  emptyPages: string | null
  /** One sentence where it could not be read. */
  problem: string | null
  /** Sentences on what was left out. */
  remarks: string[]
}

/** A fact with where it stands. */
export interface FactRow extends Omit<Fact, 'page'> {
  /** Position of its source. */
  source: number
  pageLabel: string
  /** Whether its quotation was found on that page. */
  verified: boolean
}

const COLUMNS = [
  'id',
  'tree_id as treeId',
  'person_id as personId',
  'session_id as sessionId',
  'job_type as jobType',
  'name',
  'state',
  'document_ids as documentIds',
  'file_id as fileId',
  'failure',
  'created_at as createdAt',
] as const

/** The database checks what these columns may hold. */
const rowOf = <Row extends { jobType: string; state: string }>(row: Row) =>
  row as Row & Pick<SummaryJobRow, 'jobType' | 'state'>

export async function insertSummary(
  tx: Tx,
  {
    personId,
    sessionId,
    treeId,
    jobType,
    name,
    documentIds,
  }: Pick<SummaryJobRow, 'personId' | 'treeId' | 'jobType' | 'name' | 'documentIds'> & { sessionId: string },
): Promise<SummaryJobRow> {
  const row = await tx
    .insertInto('summary_job')
    .values({
      id: newId(),
      person_id: personId,
      session_id: sessionId === '' ? null : sessionId,
      tree_id: treeId,
      job_type: jobType,
      name,
      document_ids: documentIds,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  return rowOf(row)
}

/** Summaries of the person that are not complete yet, in all rooms. */
export async function countRunning(db: Connection, personId: string): Promise<number> {
  const { count } = await db
    .selectFrom('summary_job')
    .select(sql<number>`count(*)`.as('count'))
    .where('person_id', '=', personId)
    .where('state', '<>', 'COMPLETE')
    .executeTakeFirstOrThrow()
  return count
}

/** A person's summaries in a tree, the newest first. */
export async function summariesOf(
  db: Connection,
  { personId, treeId }: { personId: string; treeId: string },
  { limit, offset }: { limit: number; offset: number },
): Promise<SummaryJobRow[]> {
  const rows = await db
    .selectFrom('summary_job')
    .select(COLUMNS)
    .where('person_id', '=', personId)
    .where('tree_id', '=', treeId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(rowOf)
}

/** Null for an unknown id. Who may read it is for callers to say. */
export async function summaryById(db: Connection, id: string): Promise<SummaryJobRow | null> {
  const row = await db.selectFrom('summary_job').select(COLUMNS).where('id', '=', id).executeTakeFirst()
  return row ? rowOf(row) : null
}

/** Which of these report files a summary still refers to. */
export async function reportsInUse(db: Connection, fileIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('summary_job')
    .select('file_id as fileId')
    .where('file_id', '=', (eb) => eb.fn.any(eb.val(fileIds)))
    .execute()
  return rows.flatMap(({ fileId }) => fileId ?? [])
}

/** What a summary read of a document. */
export type ReadDocument = Pick<SourceRow, 'documentId' | 'redactionId'>

/** The documents that each summary read, for those that have any. */
export async function documentsRead(
  db: Connection,
  jobIds: readonly string[],
): Promise<Map<string, ReadDocument[]>> {
  const rows = await db
    .selectFrom('summary_source')
    .select(['job_id as jobId', 'document_id as documentId', 'redaction_id as redactionId'])
    .where('job_id', '=', (eb) => eb.fn.any(eb.val(jobIds)))
    .where('problem', 'is', null)
    .orderBy('position')
    .execute()
  return Map.groupBy(rows, ({ jobId }) => jobId)
}

/** What a summary read, and what was found, each in its order. Who may read it is for callers to say. */
export async function foundBy(
  db: Connection,
  jobId: string,
): Promise<{ sources: SourceRow[]; facts: FactRow[] }> {
  const sources = await db
    .selectFrom('summary_source')
    .select([
      'position',
      'document_id as documentId',
      'version_id as versionId',
      'redaction_id as redactionId',
      'name',
      'page_count as pageCount',
      'empty_pages as emptyPages',
      'problem',
      'remarks',
    ])
    .where('job_id', '=', jobId)
    .orderBy('position')
    .execute()
  const facts = await db
    .selectFrom('summary_fact')
    .select([
      'source',
      'field',
      'detail',
      'value',
      'quotation',
      'page_label as pageLabel',
      'verified',
      'certain',
    ])
    .where('job_id', '=', jobId)
    .orderBy('position')
    .execute()
  return { sources, facts }
}

/** Takes a summary that is not complete for a new run, without what a former one had read; null where it is complete. */
export async function claimSummary(db: Connection, id: string): Promise<SummaryRun | null> {
  const runId = newId()
  const row = await db
    .updateTable('summary_job')
    .set({ state: 'RUNNING', run_id: runId })
    .where('id', '=', id)
    .where('state', '<>', 'COMPLETE')
    .returning(COLUMNS)
    .executeTakeFirst()
  if (!row) return null
  await db.deleteFrom('summary_source').where('job_id', '=', id).execute()
  return { job: rowOf(row), runId }
}

/** @returns whether the summary is this run's still */
export async function isCurrent(db: Connection, { job, runId }: SummaryRun): Promise<boolean> {
  const row = await db
    .selectFrom('summary_job')
    .select('id')
    .where('id', '=', job.id)
    .where('run_id', '=', runId)
    .where('state', '=', 'RUNNING')
    .executeTakeFirst()
  return row !== undefined
}

/** Writes a file that was read, and what it states. */
export async function insertSource(
  tx: Tx,
  jobId: string,
  source: SourceRow,
  facts: readonly FactRow[],
  from: number,
): Promise<void> {
  const { documentId, versionId, redactionId, pageCount, emptyPages, ...rest } = source
  await tx
    .insertInto('summary_source')
    .values({
      job_id: jobId,
      document_id: documentId,
      version_id: versionId,
      redaction_id: redactionId,
      page_count: pageCount,
      empty_pages: emptyPages,
      ...rest,
    })
    .execute()
  if (facts.length === 0) return
  await tx
    .insertInto('summary_fact')
    .values(
      facts.map(({ pageLabel, ...fact }, index) => ({
        job_id: jobId,
        position: from + index,
        page_label: pageLabel,
        ...fact,
      })),
    )
    .execute()
}

/** Ends a run. @returns false where another run has the summary, or it is complete */
export async function completeSummary(
  db: Connection,
  { job, runId }: SummaryRun,
  result: { fileId: string } | { failure: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('summary_job')
    .set({
      state: 'COMPLETE',
      completed_at: new Date(),
      ...('fileId' in result ? { file_id: result.fileId } : { failure: result.failure }),
    })
    .where('id', '=', job.id)
    .where('run_id', '=', runId)
    .where('state', '=', 'RUNNING')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
