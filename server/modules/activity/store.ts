import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'

/** What was done, in capitals, such as `RENAME`; each module names its own. */
export type ActivityKind = Uppercase<string>

/** An object of the product that has a history of its own. */
export interface Subject {
  /** In lower case, such as `ticket`. */
  kind: string
  id: string
}

/** The outbox topic under which subscribers receive what happens to the subject. */
export const topicOf = ({ kind, id }: Subject): string => `${kind}:${id}`

/** Who did what, where and when; the database refuses to change or delete an entry once it is written. */
export interface ActivityEntry {
  kind: ActivityKind
  personId: string
  /** Null for what no session did, such as a job. */
  sessionId: string | null
  organisationId?: string
  treeId?: string
  documentId?: string
  versionId?: string
  /** The subject if it is not a document, such as a ticket. */
  subject?: Subject
  /** Path in names at the time, such as "02 Permits/Zoning.pdf" (HIST-06). */
  recordedPath?: string
  detail?: Readonly<Record<string, unknown>>
  /** Now unless given; the demo gives past moments. */
  at?: Date
}

/** Writes entries of what somebody does by a request, as recordActivity does. */
export const recordBy = (
  db: Connection,
  { personId, sessionId }: { personId: string; sessionId: string },
  entries: readonly Omit<ActivityEntry, 'personId' | 'sessionId'>[],
): Promise<number[]> =>
  recordActivity(
    db,
    entries.map((entry) => ({ ...entry, personId, sessionId })),
  )

/**
 * Writes entries in the caller's transaction, so that a change and its history are committed or rolled back together;
 * the database writes them into the outbox with the same statement.
 * @returns their ids, in their order
 */
export async function recordActivity(db: Connection, entries: readonly ActivityEntry[]): Promise<number[]> {
  if (entries.length === 0) return []
  const added = await recording(entries).execute(db)
  return added.rows.map(({ id }) => id)
}

/** SQL: the same, for a change that is one statement with its history. @param where of the statement: whether it has changed anything */
export function recording(
  entries: readonly ActivityEntry[],
  where: RawBuilder<boolean> = sql`true`,
): RawBuilder<{ id: number }> {
  const rows = entries.map((entry) => ({
    kind: entry.kind,
    person_id: entry.personId,
    session_id: entry.sessionId,
    organisation_id: entry.organisationId,
    tree_id: entry.treeId,
    document_id: entry.documentId,
    version_id: entry.versionId,
    subject_kind: entry.subject?.kind,
    subject_id: entry.subject?.id,
    recorded_path: entry.recordedPath,
    detail: entry.detail,
    at: entry.at,
  }))
  // The ids are read here, after the change, so that no caller can forget what hides a path's folders from others.
  return sql<{ id: number }>`
    insert into activity (kind, person_id, session_id, organisation_id, tree_id, document_id, version_id,
      subject_kind, subject_id, recorded_path, recorded_ids, detail, at)
    select kind, person_id, session_id, organisation_id, tree_id, document_id, version_id, subject_kind, subject_id,
      recorded_path, (select path from document where id = document_id), detail, coalesce(at, now())
    from json_to_recordset(${JSON.stringify(rows)}) as entry (kind text, person_id uuid, session_id uuid,
      organisation_id uuid, tree_id uuid, document_id uuid, version_id uuid, subject_kind text, subject_id uuid,
      recorded_path text, detail jsonb, at timestamptz)
    where ${where}
    returning id`
}

/** Who no person is, for what the operator does, and somebody without an account. */
export const NOBODY = '00000000-0000-0000-0000-000000000000'

/** Records that the installation was restored, from which backup (BACK-15). */
export async function recordRestore(
  db: Connection,
  { backup, at }: { backup: string; at: Date },
): Promise<void> {
  await recordActivity(db, [
    { kind: 'RESTORED', personId: NOBODY, sessionId: null, detail: { record: backup, at: at.toISOString() } },
  ])
}
