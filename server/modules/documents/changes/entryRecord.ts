import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import { namesAlong } from '../core/paths.ts'
import type { OpenTree } from '../core/trees.ts'

/** What happened to each of the entries. */
export interface EachChange {
  /** As it is stored: a restoring is a move out of the bin, so that the indexes over changes serve (decision 75). */
  kind: 'DELETE' | 'MOVE'
  at: Date
  detail?: Readonly<Record<string, unknown>>
}

/**
 * Writes one entry for each of the documents and of all that lies below them, with the path that it has (HIST-06,
 * BIN-07): before they are marked as deleted, or once they are restored. A folder's path is put together once, from the
 * top down, and not for each of its hundred thousand files.
 */
export const recordEach = (
  tx: Tx,
  tree: OpenTree,
  topIds: readonly string[],
  { kind, at, detail }: EachChange,
): Promise<unknown> =>
  sql`
    with recursive folder as (
      select top.id, top.path, ${namesAlong(sql`top.path`)} as names
      from document top where top.id = any(${topIds}::uuid[])
      union all
      select inner_folder.id, inner_folder.path, folder.names || '/' || inner_folder.name
      from folder join document inner_folder on inner_folder.parent_id = folder.id
      where inner_folder.is_folder and inner_folder.deleted_at is null)
    insert into activity (at, kind, person_id, session_id, organisation_id, tree_id, document_id, version_id,
      recorded_ids, recorded_path, detail)
    select ${at}, ${kind}, ${tree.actor.personId}, ${tree.actor.sessionId}, ${tree.organisationId}, ${tree.id},
      each.id, each.version_id, each.path, each.names, ${detail ? JSON.stringify(detail) : null}::jsonb
    from (
      select folder.id, document.current_version_id as version_id, folder.path, folder.names
      from folder join document on document.id = folder.id
      union all
      select file.id, file.current_version_id, file.path, folder.names || '/' || file.name
      from folder join document file on file.parent_id = folder.id
      where not file.is_folder and file.deleted_at is null) as each`.execute(tx)
