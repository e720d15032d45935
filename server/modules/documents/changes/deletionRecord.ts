import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/database.ts'
import { namesAlong } from '../core/paths.ts'
import type { OpenTree } from '../core/trees.ts'

/**
 * Writes one entry for each deleted document, with the path that it had (HIST-06); before the rows are marked.
 * A folder's path is put together once, from the top down, and not for each of its hundred thousand files.
 */
export const recordDeletion = (
  tx: Tx,
  tree: OpenTree,
  topIds: readonly string[],
  at: Date,
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
      recorded_ids, recorded_path)
    select ${at}, 'DELETE', ${tree.actor.personId}, ${tree.actor.sessionId}, ${tree.organisationId}, ${tree.id},
      gone.id, gone.version_id, gone.path, gone.names
    from (
      select folder.id, document.current_version_id as version_id, folder.path, folder.names
      from folder join document on document.id = folder.id
      union all
      select file.id, file.current_version_id, file.path, folder.names || '/' || file.name
      from folder join document file on file.parent_id = folder.id
      where not file.is_folder and file.deleted_at is null) as gone`.execute(tx)
