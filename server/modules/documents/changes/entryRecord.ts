import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '../../../platform/database/database.ts'
import { rowLock, withLock } from '../../../platform/database/withLock.ts'
import { defineJob, queueJob } from '../../../platform/jobs/index.ts'
import { namesAlong } from '../core/paths.ts'
import type { OpenTree } from '../core/trees.ts'

/** What happened to each of the entries. */
export interface EachChange {
  /**
   * As it is stored: a restoring is a move out of the bin, so that the indexes over changes serve (decision 75). `ADD` is an
   * upload of a file, and the creation of a folder.
   */
  kind: 'DELETE' | 'MOVE' | 'ADD'
  at: Date
  detail?: Readonly<Record<string, unknown>>
}

/** Entries whose history is written with the change; of more a job writes it right after (decision 98). */
export const WRITTEN_WITH_CHANGE = 2000
/** Entries of one row of entry_record, and of one transaction of the job. */
const PORTION = 1000

/** Writes into activity what large changes have left for it. */
export const entryRecordsJob = defineJob<Record<never, never>>('write_entry_records', { lane: 'long' })

/** SQL: rows of the folders `folder_ids`, `folder_path` with their entries `id`, `version_id`, `name`, `is_folder`. */
type Entries = RawBuilder<unknown>

/** SQL: the documents themselves, in their folders. */
const entriesOf = (ids: readonly string[]): Entries => sql`
  with parent as materialized (
    select folder.id, folder.path, ${namesAlong(sql`folder.path`)} as names from document folder
    where folder.id in (select parent_id from document where id = any(${ids}::uuid[])))
  select parent.path as folder_ids, parent.names as folder_path, document.id,
    document.current_version_id as version_id, document.name, document.is_folder
  from document join parent on parent.id = document.parent_id where document.id = any(${ids}::uuid[])`

/**
 * SQL: what lies below the documents. A folder's path is put together once, from the top down, and not for each of its
 * hundred thousand files.
 */
const entriesBelow = (topIds: readonly string[]): Entries => sql`
  with recursive folder as (
    select top.id, top.path, ${namesAlong(sql`top.path`)} as names
    from document top where top.id = any(${topIds}::uuid[]) and top.is_folder
    union all
    select inner_folder.id, inner_folder.path, folder.names || '/' || inner_folder.name
    from folder join document inner_folder on inner_folder.parent_id = folder.id
    where inner_folder.is_folder and inner_folder.deleted_at is null)
  select folder.path as folder_ids, folder.names as folder_path, document.id,
    document.current_version_id as version_id, document.name, document.is_folder
  from folder join document on document.parent_id = folder.id
  where document.deleted_at is null`

const kindOf = (kind: EachChange['kind']): RawBuilder<string> =>
  kind === 'ADD' ? sql`case when entry.is_folder then 'CREATE_FOLDER' else 'UPLOAD' end` : sql`${kind}::text`

/**
 * Writes one entry for each of the documents and of all that lies below them, with the path that it has (HIST-06,
 * BIN-07): before they are marked as deleted, or once they are restored.
 * @param below how many entries lie below them
 */
export async function recordEach(
  tx: Tx,
  tree: OpenTree,
  { topIds, below }: { topIds: readonly string[]; below: number },
  change: EachChange,
): Promise<void> {
  // Those by which a deletion is undone are there with it.
  await writeNow(tx, tree, entriesOf(topIds), change)
  if (below > 0) await write(tx, tree, entriesBelow(topIds), below, change)
}

/** Writes one entry for each of the documents, with the path that it has. */
export const recordOf = (tx: Tx, tree: OpenTree, ids: readonly string[], change: EachChange): Promise<void> =>
  write(tx, tree, entriesOf(ids), ids.length, change)

const write = (tx: Tx, tree: OpenTree, entries: Entries, count: number, change: EachChange): Promise<void> =>
  count > WRITTEN_WITH_CHANGE ? leave(tx, tree, entries, change) : writeNow(tx, tree, entries, change)

const detailOf = ({ detail }: EachChange): string | null => (detail ? JSON.stringify(detail) : null)
/** Null for what a job does. */
const sessionOf = ({ actor }: OpenTree): string | null => actor.sessionId || null

async function writeNow(tx: Tx, tree: OpenTree, entries: Entries, change: EachChange): Promise<void> {
  await sql`
    insert into activity (at, kind, person_id, session_id, organisation_id, tree_id, document_id, version_id,
      recorded_ids, recorded_path, detail)
    select ${change.at}, ${kindOf(change.kind)}, ${tree.actor.personId}, ${sessionOf(tree)}, ${tree.organisationId},
      ${tree.id}, entry.id, entry.version_id, entry.folder_ids || entry.id,
      concat_ws('/', entry.folder_path, entry.name), ${detailOf(change)}::jsonb
    from (${entries}) as entry
    order by entry.folder_ids, entry.id`.execute(tx)
}

async function leave(tx: Tx, tree: OpenTree, entries: Entries, change: EachChange): Promise<void> {
  await sql`
    insert into entry_record (organisation_id, tree_id, at, kind, person_id, session_id, detail, folder_ids, folder_path,
      document_ids, version_ids, names)
    select ${tree.organisationId}, ${tree.id}, ${change.at}, kind, ${tree.actor.personId}, ${sessionOf(tree)},
      ${detailOf(change)}::jsonb, folder_ids, folder_path, array_agg(id), array_agg(version_id), array_agg(name)
    from (
      select entry.*, ${kindOf(change.kind)} as kind,
        row_number() over (partition by entry.folder_ids, entry.is_folder) as place
      from (${entries}) as entry) as placed
    group by folder_ids, folder_path, kind, (place - 1) / ${PORTION}
    order by folder_ids`.execute(tx)
  await queueJob(tx, entryRecordsJob, {}, { key: 'entry_records' })
}

/** Writes what large changes have left, portion by portion, each under the lock of its tree. */
export async function writeEntryRecords(db: Database, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted()
    const next = await db
      .selectFrom('entry_record')
      .select(['id', 'tree_id'])
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (!next) return
    await withLock(db, rowLock('document_tree', next.tree_id), (tx) => writePortion(tx, next.id))
  }
}

async function writePortion(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql<{ documentIds: string[] }>`
    with portion as (
      delete from entry_record where id = ${id} returning *
    ), written as (
      insert into activity (at, kind, person_id, session_id, organisation_id, tree_id, document_id, version_id,
        recorded_ids, recorded_path, detail)
      select at, kind, person_id, session_id, organisation_id, tree_id, entry.id, entry.version_id,
        folder_ids || entry.id, concat_ws('/', folder_path, entry.name), detail
      from portion cross join lateral unnest(document_ids, version_ids, names) as entry (id, version_id, name)
      order by entry.id)
    select document_ids as "documentIds" from portion`.execute(tx)
  const [portion] = rows
  // What was changed meanwhile counted the changes of its group of names without these.
  if (!portion) return
  await sql`
    select count_group_changes(array(
      select distinct group_id from document_name_search where document_id = any(${portion.documentIds}::uuid[])))`.execute(
    tx,
  )
}
