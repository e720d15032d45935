import { sql } from 'kysely'
import type { RedactionArea } from '../../../../shared/redactions.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Connection, Tx } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/ids.ts'
import { isOfHeldRoom } from '../contents/heldRooms.ts'
import type { DocumentNode } from '../core/nodes.ts'
import type { DocumentChange } from '../core/record.ts'

/** An area with who chose it. */
export interface KeptMark extends RedactionArea {
  id: string
  personId: string
  /** ISO 8601. */
  createdAt: string
}

export type RedactionState = 'DRAFT' | 'APPLYING' | 'APPLIED' | 'FAILED' | 'UNDONE'

/** A redaction as it is stored. */
export interface RedactionRow {
  id: string
  organisationId: string
  treeId: string
  documentId: string
  versionId: string
  /** Number of the version. */
  version: number
  state: RedactionState | 'REPLACED'
  revision: number
  marks: KeptMark[]
  markCount: number
  failure: string | null
  remarks: string[]
  changedBy: string
  changedAt: Date
  appliedBy: string | null
  /** In which session, or by which token. */
  sessionId: string | null
  appliedAt: Date | null
  /** Bytes. */
  size: number | null
}

const COLUMNS = sql`
  r.id, r.organisation_id as "organisationId", r.tree_id as "treeId", r.document_id as "documentId",
  r.version_id as "versionId", v.number as version, r.state, r.revision, r.marks, r.mark_count as "markCount",
  r.failure, r.remarks, r.changed_by as "changedBy", r.changed_at as "changedAt", r.applied_by as "appliedBy", r.session_id as "sessionId",
  r.applied_at as "appliedAt", r.size`
const ROWS = sql`redaction r join document_version v on v.id = r.version_id`

/** States of what is worked on, of which a version has one. */
const IS_OPEN = sql`r.state in ('DRAFT', 'APPLYING', 'FAILED')`

/** Those of a file, the newest version first, of one version what is worked on first. */
export async function redactionsOf(
  db: Connection,
  documentId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<RedactionRow[]> {
  const { rows } = await sql<RedactionRow>`
    select ${COLUMNS} from ${ROWS} where r.document_id = ${documentId} and r.state <> 'REPLACED'
    order by v.number desc, (${IS_OPEN}) desc, (r.state = 'APPLIED') desc, r.changed_at desc, r.id
    limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function redactionById(db: Connection, id: string): Promise<RedactionRow | null> {
  const { rows } = await sql<RedactionRow>`select ${COLUMNS} from ${ROWS} where r.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Those of the ids in a tree, locked until the end of the transaction. */
export async function lockRedactions(
  tx: Tx,
  treeId: string,
  ids: readonly string[],
): Promise<RedactionRow[]> {
  const { rows } = await sql<RedactionRow>`
    select ${COLUMNS} from ${ROWS} where r.id = any(${ids}::uuid[]) and r.tree_id = ${treeId} and r.state <> 'REPLACED'
    order by r.id for update of r`.execute(tx)
  return rows
}

/** What is worked on of a version, locked likewise. */
export async function lockOpen(tx: Tx, versionId: string): Promise<RedactionRow | null> {
  const { rows } = await sql<RedactionRow>`
    select ${COLUMNS} from ${ROWS} where r.version_id = ${versionId} and ${IS_OPEN} for update of r`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** Areas of what is applied of a version; none where nothing is. */
export async function appliedMarks(tx: Tx, versionId: string): Promise<KeptMark[]> {
  const { rows } = await sql<{ marks: KeptMark[] }>`
    select marks from redaction where version_id = ${versionId} and state = 'APPLIED'`.execute(tx)
  return rows[0]?.marks ?? []
}

/** Those of the ids, in no order. Who may see them is for callers to say. */
export async function redactionsByIds(db: Connection, ids: readonly string[]): Promise<RedactionRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<RedactionRow>`
    select ${COLUMNS} from ${ROWS} where r.id = any(${ids}::uuid[])`.execute(db)
  return rows
}

/** What a new draft is about. */
export interface NewDraft {
  organisationId: string
  treeId: string
  documentId: string
  versionId: string
  marks: readonly KeptMark[]
  personId: string
}

export async function insertDraft(tx: Tx, draft: NewDraft): Promise<string> {
  const id = newId()
  const { organisationId, treeId, documentId, versionId, marks, personId } = draft
  await sql`
    insert into redaction (id, organisation_id, tree_id, document_id, version_id, state, marks, mark_count, changed_by)
    values (${id}, ${organisationId}, ${treeId}, ${documentId}, ${versionId}, 'DRAFT', ${JSON.stringify(marks)}::jsonb,
      ${marks.length}, ${personId})`.execute(tx)
  return id
}

export async function updateDraft(
  tx: Tx,
  id: string,
  { marks, personId }: Pick<NewDraft, 'marks' | 'personId'>,
): Promise<void> {
  await sql`
    update redaction set state = 'DRAFT', failure = null, marks = ${JSON.stringify(marks)}::jsonb,
      mark_count = ${marks.length}, revision = revision + 1, changed_by = ${personId}, changed_at = now()
    where id = ${id}`.execute(tx)
}

export async function setApplying(
  tx: Tx,
  ids: readonly string[],
  { personId, sessionId }: Pick<Actor, 'personId' | 'sessionId'>,
): Promise<void> {
  await sql`
    update redaction set state = 'APPLYING', failure = null, remarks = '{}', revision = revision + 1,
      applied_by = ${personId}, session_id = nullif(${sessionId}, '')::uuid, applied_at = null
    where id = any(${ids}::uuid[])`.execute(tx)
}

/** Those that are being applied. */
export async function applyingNow(db: Connection): Promise<RedactionRow[]> {
  const { rows } = await sql<RedactionRow>`select ${COLUMNS} from ${ROWS} where r.state = 'APPLYING'`.execute(
    db,
  )
  return rows
}

/** What was made of a redaction. */
export interface Made {
  fileId: string
  /** Bytes. */
  size: number
  remarks: readonly string[]
}

/**
 * It takes the place of the one that was applied before (REDACT-24).
 * @returns whether it was being applied still
 */
export async function setApplied(tx: Tx, { id, versionId }: RedactionRow, made: Made): Promise<boolean> {
  const { rows } = await sql<{ id: string; state: string }>`
    select id, state from redaction where version_id = ${versionId} and (id = ${id} or state = 'APPLIED')
    order by id for update`.execute(tx)
  if (!rows.some((row) => row.id === id && row.state === 'APPLYING')) return false
  await sql`
    update redaction set state = 'REPLACED', ended_at = now()
    where version_id = ${versionId} and state = 'APPLIED'`.execute(tx)
  await sql`
    update redaction set state = 'APPLIED', file_id = ${made.fileId}, size = ${made.size},
      remarks = ${[...made.remarks]}::text[], revision = revision + 1, applied_at = now()
    where id = ${id}`.execute(tx)
  return true
}

/** @returns whether it was being applied still */
export async function setFailed(tx: Tx, id: string, failure: string): Promise<boolean> {
  const { rows } = await sql`
    update redaction set state = 'FAILED', failure = ${failure}, applied_by = null, revision = revision + 1
    where id = ${id} and state = 'APPLYING' returning 1`.execute(tx)
  return rows.length > 0
}

export async function setUndone(tx: Tx, id: string, personId: string): Promise<void> {
  await sql`
    update redaction set state = 'UNDONE', ended_at = now(), revision = revision + 1, changed_by = ${personId},
      changed_at = now()
    where id = ${id}`.execute(tx)
}

export async function deleteRedaction(tx: Tx, id: string): Promise<void> {
  await sql`delete from redaction where id = ${id}`.execute(tx)
}

/**
 * Of what nobody has been given for 30 days the bytes go (REDACT-24), unless its room is under a legal hold (STAGE-12): a stored
 * file that nothing names is swept. What they were stays, since certificates tell of it (PROOF-07).
 */
export async function dropOldRenditions(db: Connection): Promise<void> {
  await sql`
    update redaction set file_id = null, sha256 = file.sha256
    from stored_file file
    where file.id = redaction.file_id and state in ('REPLACED', 'UNDONE')
      and ended_at < now() - interval '30 days' and not ${isOfHeldRoom('redaction')}`.execute(db)
}

/** Those of the stored files that are renditions. */
export async function renditionsInUse(db: Connection, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select file_id as id from redaction where file_id = any(${ids}::uuid[])`.execute(db)
  return rows.map(({ id }) => id)
}

/** Ids of files of a tree that were ever redacted, after one, in order. */
export async function redactedFiles(
  db: Connection,
  treeId: string,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct document_id as id from redaction
    where tree_id = ${treeId} and applied_at is not null and (${after}::uuid is null or document_id > ${after}::uuid)
    order by document_id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** All redactions of files that were ever applied, the oldest first. */
export async function appliedOf(db: Connection, documentIds: readonly string[]): Promise<RedactionRow[]> {
  const { rows } = await sql<RedactionRow>`
    select ${COLUMNS} from ${ROWS}
    where r.document_id = any(${documentIds}::uuid[]) and r.applied_at is not null
    order by r.document_id, r.applied_at, r.id`.execute(db)
  return rows
}

/** What the history says of one that was applied or taken back: how many areas it has (REDACT-26). */
export function changeOf(
  document: DocumentNode,
  { versionId, markCount }: RedactionRow,
  undone: boolean,
): DocumentChange {
  const areas = markCount === 1 ? '1 area' : `${markCount} areas`
  const [before, after] = undone ? [`Redaction of ${areas}`, 'Taken back'] : [null, `Redaction of ${areas}`]
  return { kind: 'PERMISSION', node: document, versionId, detail: { redaction: true, before, after } }
}
