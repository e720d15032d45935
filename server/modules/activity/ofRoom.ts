import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import type { Subject } from './store.ts'

/** What is asked of a room's activity: its trees, and what in it has a history of its own. */
export interface RoomActivityAsked {
  organisationId: string
  treeIds: readonly string[]
  subjectIds: readonly string[]
  /** Kinds that are left out. */
  untold: readonly string[]
}

/** Something that was done in a room. */
export interface RoomActivity {
  id: number
  at: Date
  kind: string
  personId: string
  documentId: string | null
  versionId: string | null
  path: string | null
  detail: Record<string, unknown> | null
}

const PORTION = 2000

/** What was done in a room up to an entry, the first one first; for an archive of everything. */
export async function* activityOfRoom(
  db: Connection,
  { organisationId, treeIds, subjectIds, untold }: RoomActivityAsked,
  lastId: number,
): AsyncGenerator<RoomActivity[]> {
  for (let after = 0; ; ) {
    const { rows } = await sql<RoomActivity>`
      select id, at, kind, person_id as "personId", document_id as "documentId", version_id as "versionId",
        recorded_path as path, detail
      from activity where organisation_id = ${organisationId} and id > ${after} and id <= ${lastId}
        and (tree_id = any(${[...treeIds]}::uuid[]) or subject_id = any(${[...subjectIds]}::uuid[]))
        and kind <> all(${[...untold]}::text[])
      order by id limit ${PORTION}`.execute(db)
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)?.id ?? lastId
  }
}

/** Something that was done to what is no document. */
export type SubjectActivity = Pick<RoomActivity, 'id' | 'at' | 'kind' | 'detail'>

/** What was done to a subject, of some kinds, the first one first. */
export async function* activityOfSubject(
  db: Connection,
  { kind, id }: Subject,
  kinds: readonly string[],
): AsyncGenerator<SubjectActivity[]> {
  for (let after = 0; ; ) {
    const { rows } = await sql<SubjectActivity>`
      select id, at, kind, detail from activity
      where subject_kind = ${kind} and subject_id = ${id} and id > ${after} and kind = any(${[...kinds]}::text[])
      order by id limit ${PORTION}`.execute(db)
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)?.id ?? after
  }
}

/** The last entry that there is; 0 for none. */
export async function lastActivity(db: Connection): Promise<number> {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from activity`.execute(db)
  return rows[0]?.id ?? 0
}
