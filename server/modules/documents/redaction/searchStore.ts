import { sql } from 'kysely'
import type { Connection, Database, Tx } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/ids.ts'
import type { TextPattern } from '../../../platform/pages/index.ts'

/** A search for areas to redact, as it is stored (REDACT-07). */
export interface SearchRow {
  id: string
  organisationId: string
  treeId: string
  personId: string
  /** In which session, or by which token. */
  sessionId: string | null
  /** What was chosen, by its ids in the database. */
  documentIds: string[]
  words: string[]
  patterns: TextPattern[]
  reason: string
  state: 'QUEUED' | 'RUNNING' | 'DONE' | 'ENDED' | 'CANCELLED'
  fileCount: number
  /** All once it is done, those among them that were closed to its person meanwhile. */
  filesDone: number
}

/** A run of a search; once another has claimed it, or it was cancelled, this one can't add anything. */
export interface SearchRun extends SearchRow {
  runId: string
}

/** What came of one file. */
export interface SearchedFile {
  documentId: string
  /** The draft that it has added to; null for none. */
  redactionId: string | null
  markCount: number
  /** Why it could not be searched, or not all of it; null where there is nothing to say. */
  problem: string | null
}

const COLUMNS = sql`
  s.id, s.organisation_id as "organisationId", s.tree_id as "treeId", s.person_id as "personId",
  s.session_id as "sessionId", s.document_ids as "documentIds", s.words, s.patterns, s.reason, s.state,
  s.file_count as "fileCount",
  case when s.state = 'DONE' then s.file_count else least(s.file_count,
    (select count(*)::int from redaction_search_file file where file.search_id = s.id)) end as "filesDone"`

const IS_RUNNING = sql`s.state in ('QUEUED', 'RUNNING')`

export async function insertSearch(
  tx: Tx,
  search: Omit<SearchRow, 'id' | 'state' | 'filesDone'>,
): Promise<string> {
  const id = newId()
  const { organisationId, treeId, personId, sessionId, documentIds, words, patterns, reason, fileCount } =
    search
  await sql`
    insert into redaction_search (id, organisation_id, tree_id, person_id, session_id, document_ids, words, patterns,
      reason, file_count)
    values (${id}, ${organisationId}, ${treeId}, ${personId}, nullif(${sessionId ?? ''}, '')::uuid,
      ${documentIds}::uuid[], ${words}::text[], ${patterns}::text[], ${reason}, ${fileCount})`.execute(tx)
  return id
}

/** Null for an unknown id. Whose it is, is for callers to say. */
export async function searchById(db: Connection, id: string): Promise<SearchRow | null> {
  const { rows } = await sql<SearchRow>`
    select ${COLUMNS} from redaction_search s where s.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Searches of a person that have not ended, in all rooms. */
export async function countRunning(db: Connection, personId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from redaction_search s where s.person_id = ${personId} and ${IS_RUNNING}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Takes a search that has not ended for a new run; null for any other. */
export async function claimSearch(db: Connection, id: string): Promise<SearchRun | null> {
  const runId = newId()
  const { rows } = await sql<SearchRow>`
    update redaction_search s set state = 'RUNNING', run_id = ${runId}
    where s.id = ${id} and ${IS_RUNNING} returning ${COLUMNS}`.execute(db)
  return rows[0] ? { ...rows[0], runId } : null
}

/** @returns whether the search is this run's still; it stays so until the end of a transaction */
export async function isCurrent(db: Connection, { id, runId }: SearchRun): Promise<boolean> {
  const { rows } = await sql`
    select 1 from redaction_search where id = ${id} and run_id = ${runId} and state = 'RUNNING' for share`.execute(
    db,
  )
  return rows.length > 0
}

/** Ids of the files that a search is done with. */
export async function searchedFiles(db: Connection, id: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select document_id as id from redaction_search_file where search_id = ${id}`.execute(db)
  return new Set(rows.map((row) => row.id))
}

export async function insertSearched(
  tx: Tx,
  { id, organisationId }: SearchRun,
  { documentId, redactionId, markCount, problem }: SearchedFile,
): Promise<void> {
  await sql`
    insert into redaction_search_file (search_id, position, organisation_id, document_id, redaction_id, mark_count, problem)
    select ${id}, coalesce(max(position), 0) + 1, ${organisationId}, ${documentId}, ${redactionId}::uuid, ${markCount},
      ${problem}::text
    from redaction_search_file where search_id = ${id}
    on conflict (search_id, document_id) do nothing`.execute(tx)
}

/** The files of which something is to be said, in the order in which they were searched. */
export async function foundBySearch(db: Connection, id: string): Promise<SearchedFile[]> {
  const { rows } = await sql<SearchedFile>`
    select document_id as "documentId", redaction_id as "redactionId", mark_count as "markCount", problem
    from redaction_search_file where search_id = ${id} and (mark_count > 0 or problem is not null)
    order by position`.execute(db)
  return rows
}

/** Ends a run, with all of its files or before. What it has added stays. */
export async function endRun(
  db: Connection,
  { id, runId }: SearchRun,
  state: 'DONE' | 'ENDED',
): Promise<void> {
  await sql`
    update redaction_search set state = ${state} where id = ${id} and run_id = ${runId} and state = 'RUNNING'`.execute(
    db,
  )
}

export async function cancelSearch(tx: Tx, id: string): Promise<void> {
  await sql`update redaction_search s set state = 'CANCELLED' where s.id = ${id} and ${IS_RUNNING}`.execute(
    tx,
  )
}

/** Ids of those that have not ended. */
export async function runningSearches(db: Connection): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select s.id from redaction_search s where ${IS_RUNNING}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Ends those among the ids that have no job any more, and deletes what is older than a week. */
export async function sweepSearches(db: Database, lost: readonly string[]): Promise<void> {
  await sql`
    update redaction_search s set state = 'ENDED' where s.id = any(${lost}::uuid[]) and ${IS_RUNNING}`.execute(
    db,
  )
  await sql`delete from redaction_search where created_at < now() - interval '7 days'`.execute(db)
}
