import { sql } from 'kysely'
import type { Connection, Tx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'

/** By which a named person takes an archive along (ARCH-06). */
export interface ArchiveLink {
  id: string
  proofId: string
  personId: string
  expiresAt: Date
}

const COLUMNS = sql`id, proof_id as "proofId", person_id as "personId", expires_at as "expiresAt"`

/** Links of archives that lead anywhere, by archive. */
export async function linksOf(
  db: Connection,
  proofIds: readonly string[],
): Promise<Map<string, ArchiveLink[]>> {
  const { rows } = await sql<ArchiveLink>`
    select ${COLUMNS} from room_archive_link
    where proof_id = any(${[...proofIds]}::uuid[]) and expires_at > now() order by created_at, id`.execute(db)
  return Map.groupBy(rows, ({ proofId }) => proofId)
}

export async function linkById(db: Connection, id: string): Promise<ArchiveLink | null> {
  const { rows } = await sql<ArchiveLink>`select ${COLUMNS} from room_archive_link where id = ${id}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Whether the archive is linked for the person now. */
export async function isLinked(db: Connection, proofId: string, personId: string): Promise<boolean> {
  const { rows } = await sql`
    select from room_archive_link
    where proof_id = ${proofId} and person_id = ${personId} and expires_at > now()`.execute(db)
  return rows.length > 0
}

/** Links an archive for a person, or does so for longer. */
export async function putLink(
  tx: Tx,
  link: { proofId: string; organisationId: string; personId: string; by: string; expiresAt: Date },
): Promise<void> {
  await sql`
    insert into room_archive_link (id, proof_id, organisation_id, person_id, created_by, expires_at)
    values (${newId()}, ${link.proofId}, ${link.organisationId}, ${link.personId}, ${link.by}, ${link.expiresAt})
    on conflict (proof_id, person_id) do update set created_by = excluded.created_by, expires_at = excluded.expires_at`.execute(
    tx,
  )
}

export const deleteLink = async (tx: Tx, id: string): Promise<void> =>
  void (await sql`delete from room_archive_link where id = ${id}`.execute(tx))
