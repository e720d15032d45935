import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'

export type ActivityKind =
  | 'UPLOAD'
  | 'RENAME'
  | 'MOVE'
  | 'CREATE_FOLDER'
  | 'DELETE'
  | 'PERMISSION'
  | 'VIEW'
  | 'DOWNLOAD'
  | 'SIGN_IN'
  | 'SIGN_OUT'

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
  /** Path in names at the time, such as "02 Permits/Zoning.pdf" (HIST-06). */
  recordedPath?: string
  detail?: Readonly<Record<string, unknown>>
  /** Now unless given; the demo gives past moments. */
  at?: Date
}

/** Writes entries in the caller's transaction, so that a change and its history stand or fall together. */
export async function recordActivity(db: Connection, entries: readonly ActivityEntry[]): Promise<void> {
  if (entries.length === 0) return
  await db
    .insertInto('activity')
    .values(
      entries.map((entry) => ({
        kind: entry.kind,
        person_id: entry.personId,
        session_id: entry.sessionId,
        organisation_id: entry.organisationId ?? null,
        tree_id: entry.treeId ?? null,
        document_id: entry.documentId ?? null,
        version_id: entry.versionId ?? null,
        recorded_path: entry.recordedPath ?? null,
        // Read here, after the change, so that no caller can forget what hides a path's folders from others.
        recorded_ids: entry.documentId
          ? sql`(select path from document where id = ${entry.documentId})`
          : null,
        detail: entry.detail ? JSON.stringify(entry.detail) : null,
        ...(entry.at ? { at: entry.at } : {}),
      })),
    )
    .execute()
}
