import { sql } from 'kysely'
import type { OfficeDependents } from '../../../admin/index.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { Storage } from '../../../platform/storage/index.ts'
import { keyOfPage } from './keptPage.ts'

type Row = Readonly<Record<string, unknown>>

/** By table, the key under which the bytes of a row lie in the storage. */
const KEYS: Readonly<Record<string, (row: Row) => unknown>> = {
  document_version: ({ id }) => id,
  thumbnail: ({ key }) => key,
  kept_page: ({ id }) => typeof id === 'string' && keyOfPage(id),
  staged_change: ({ version_id }) => version_id,
  upload: ({ version_id }) => version_id,
  zip_export: ({ id }) => id,
}

/**
 * Removes the bytes of rows that go with their organisation. To be called before their transaction is committed: a crash
 * leaves rows whose bytes are removed once more (decision 8).
 */
export async function removeBytesOf(
  storage: Pick<Storage, 'remove'>,
  { table, rows }: { table: string; rows: readonly Row[] },
): Promise<void> {
  const keyOf = KEYS[table]
  if (!keyOf) return
  await storage.remove(
    rows.flatMap((row) => {
      const key = keyOf(row)
      return typeof key === 'string' ? [key] : []
    }),
  )
}

/** The files in all rooms of an organisation, as its deletion says beforehand, with the bytes that are stored for them. */
export async function filesOf(db: Connection, organisationId: string): Promise<OfficeDependents[]> {
  const { rows } = await sql<{ files: number; bytes: number }>`
    select (count(distinct document.id) filter (where document.deleted_at is null))::integer as files,
      coalesce(sum(version.size), 0)::float8 as bytes
    from document_tree tree
      join document on document.tree_id = tree.id and not document.is_folder and document.bytes_removed_at is null
      join document_version version on version.document_id = document.id
    where tree.organisation_id = ${organisationId}`.execute(db)
  return rows.flatMap(({ files, bytes }) =>
    files > 0 ? [{ words: 'Files', count: files, bytes, names: [] }] : [],
  )
}
