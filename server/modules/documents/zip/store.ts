import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import { forbidden } from '../../../access/errors.ts'
import type { Holder } from '../../../access/reauthorise.ts'
import type { StoredFile } from '../../../contracts/storedFiles.ts'
import type { Connection, Tx } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/ids.ts'
import { listsWithout } from '../core/accesses.ts'
import { isReadable, permits } from '../core/acls.ts'
import { type Acl, accessBy } from '../core/levels.ts'
import { visible } from '../core/nodes.ts'
import { namesAlong } from '../core/paths.ts'
import { givenRendition, type Rendition, redactedLists, renditionsOf } from '../core/renditions.ts'
import { type OpenTree, openOrNull, TREE_COLUMNS, TREES, type TreeRow } from '../core/trees.ts'
import { isGivenFile, isGivenMarkedPdf, seesEarlierVersions } from '../policy.ts'
import type { ManifestLine } from './manifest.ts'

export type ZipState = 'QUEUED' | 'RUNNING' | 'READY' | 'FAILED' | 'CANCELLED' | 'EXPIRED'

/** A zip that a person asked for. */
export interface ZipRow {
  id: string
  personId: string
  sessionId: string | null
  treeId: string
  documentIds: string[]
  /** Network address from which it was asked for; null for one of a former program. */
  address: string | null
  fileName: string
  /** Whether names in it follow their numbers (INDEX-06). */
  numbersFirst: boolean
  state: ZipState
  fileCount: number
  filesDone: number
  bytes: number
  bytesDone: number
  failure: string | null
  /** Of the finished zip. */
  size: number | null
  sha256: Buffer | null
  fetchedAt: Date | null
  createdAt: Date
  expiresAt: Date | null
}

/**
 * The person on whose behalf a zip is made. The session in which it was requested may have ended: the person need not
 * wait, and its link opens in their sessions only (DOP-25, DOP-28).
 */
export const holderOf = ({ personId, sessionId }: Pick<ZipRow, 'personId' | 'sessionId'>): Holder => ({
  personId,
  sessionId: sessionId ?? '',
  sessionBound: false,
})

/** The source of a `ZipRow`. */
export const COLUMNS = [
  'id',
  'person_id as personId',
  'session_id as sessionId',
  'tree_id as treeId',
  'document_ids as documentIds',
  'address',
  'file_name as fileName',
  'numbers_first as numbersFirst',
  'state',
  'file_count as fileCount',
  'files_done as filesDone',
  'bytes',
  'bytes_done as bytesDone',
  'failure',
  'size',
  'sha256',
  'fetched_at as fetchedAt',
  'created_at as createdAt',
  'expires_at as expiresAt',
] as const

/** A zip past its expiry counts as expired, whether or not the hourly job has run. */
const current = (row: ZipRow): ZipRow =>
  row.state === 'READY' && row.expiresAt && row.expiresAt <= new Date() ? { ...row, state: 'EXPIRED' } : row

export async function zipById(db: Connection, id: string): Promise<ZipRow | null> {
  const row = await db
    .selectFrom('zip_export')
    .select(COLUMNS)
    .where('id', '=', id)
    .$castTo<ZipRow>()
    .executeTakeFirst()
  return row ? current(row) : null
}

/** Zips of a person that are still to be made. The caller holds the person's lock where it adds to them. */
export async function countRunning(db: Connection, personId: string): Promise<number> {
  const { count } = await db
    .selectFrom('zip_export')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .where('state', 'in', ['QUEUED', 'RUNNING'])
    .executeTakeFirstOrThrow()
  return count
}

export type NewZip = Pick<
  ZipRow,
  | 'personId'
  | 'sessionId'
  | 'treeId'
  | 'documentIds'
  | 'address'
  | 'fileName'
  | 'numbersFirst'
  | 'fileCount'
  | 'bytes'
>

export async function insertZip(tx: Tx, zip: NewZip): Promise<ZipRow> {
  return tx
    .insertInto('zip_export')
    .values({
      id: newId(),
      person_id: zip.personId,
      session_id: zip.sessionId,
      tree_id: zip.treeId,
      document_ids: zip.documentIds,
      address: zip.address,
      file_name: zip.fileName,
      numbers_first: zip.numbersFirst,
      file_count: zip.fileCount,
      bytes: zip.bytes,
    })
    .returning(COLUMNS)
    .$castTo<ZipRow>()
    .executeTakeFirstOrThrow()
}

/** A run that builds a zip. */
export interface ZipRun {
  zip: ZipRow
  runId: string
}

/** Starts a run from the beginning; an earlier run can change nothing any more. Null for a zip that is not to be made. */
export async function claimZip(db: Connection, id: string): Promise<ZipRun | null> {
  const runId = newId()
  const zip = await db
    .updateTable('zip_export')
    .set({ state: 'RUNNING', run_id: runId, stored: true, files_done: 0, bytes_done: 0 })
    .where('id', '=', id)
    .where('state', 'in', ['QUEUED', 'RUNNING'])
    .returning(COLUMNS)
    .$castTo<ZipRow>()
    .executeTakeFirst()
  return zip ? { zip, runId } : null
}

/** Writes a change of a run; false where the run no longer counts, because it was cancelled or taken over. */
export async function updateRun(
  db: Connection,
  { zip, runId }: ZipRun,
  change: {
    state?: ZipState
    files_done?: number
    bytes_done?: number
    size?: number
    sha256?: Buffer
    expires_at?: Date
    failure?: string
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('zip_export')
    .set({ ...change, run_id: runId })
    .where('id', '=', zip.id)
    .where('run_id', '=', runId)
    .where('state', '=', 'RUNNING')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A document as it may be read at this moment. */
export interface Permitted {
  id: string
  /** The current version of a file; null for a folder. */
  versionId: string | null
  version: number | null
  /** Bytes. */
  size: number | null
  modifiedAt: Date
  /** Whether its person is given it as a marked PDF alone. */
  isMarked: boolean
  /** What they are given in place of the file (REDACT-20); version and size are its own then. */
  rendition: Rendition | null
}

/** Those among the documents that the tree's actor may see now, and the files that they may take along (VIEW-19), by id. */
export async function permittedNow(
  db: Connection,
  tree: OpenTree,
  ids: readonly string[],
): Promise<Map<string, Permitted>> {
  const viewOnly = await listsWithout(db, tree, isGivenMarkedPdf)
  const unoriginal = await listsWithout(db, tree, isGivenFile)
  const redacted = new Set(await redactedLists(db, tree))
  const rows = await visible(db, tree)
    .where(sql<boolean>`(document.is_folder or document.acl_id <> all(${viewOnly}::bigint[]))`)
    .leftJoin('document_version as v', 'v.id', 'document.current_version_id')
    .where('document.id', '=', (eb) => eb.fn.any(eb.val(ids)))
    .select(['document.id', 'v.id as versionId', 'v.number as version', 'v.size'])
    .select(['document.modified_at as modifiedAt', 'document.acl_id as aclId'])
    .select(
      sql<boolean>`not document.is_folder and document.acl_id = any(${unoriginal}::bigint[])`.as('isMarked'),
    )
    .execute()
  const isRedacted = ({ versionId, aclId }: { versionId: string | null; aclId: number }) =>
    versionId !== null && redacted.has(aclId)
  const renditions = await renditionsOf(
    db,
    rows.filter(isRedacted).map(({ id }) => id),
  )
  return new Map(
    rows.flatMap(({ aclId, ...row }): [string, Permitted][] => {
      if (!isRedacted({ ...row, aclId })) return [[row.id, { ...row, rendition: null }]]
      const rendition = renditions.get(row.id)
      // While there is none nothing is given (REDACT-21).
      if (!rendition) return []
      const { versionId, version, size } = rendition
      return [[row.id, { ...row, versionId, version, size, rendition }]]
    }),
  )
}

/** An entry that a run has dealt with. */
export interface ZipFile {
  position: number
  documentId: string
  /** Null for a folder. */
  versionId: string | null
  path: string
  modifiedAt: Date
  leftOut: string | null
  isMarked: boolean
  /** Whose rendition it is; null for the file itself. */
  redactionId: string | null
  /** Of a marked PDF or a redacted rendition; null for what is in the zip as it was uploaded. */
  made: { size: number; sha256: Buffer | null } | null
}

export async function insertFiles(
  db: Connection,
  exportId: string,
  files: readonly ZipFile[],
): Promise<void> {
  if (files.length === 0) return
  const of = <Value>(value: (file: ZipFile) => Value): Value[] => files.map(value)
  await sql`
    insert into zip_export_file (export_id, position, document_id, version_id, path, modified_at, left_out, is_marked, redaction_id, marked_size, marked_sha256, organisation_id)
    select ${exportId}, file.*, (select organisation_id from zip_export where id = ${exportId}) from unnest(${of((file) => file.position)}::int[],
      ${of((file) => file.documentId)}::uuid[], ${of((file) => file.versionId)}::uuid[],
      ${of((file) => file.path)}::text[], ${of((file) => file.modifiedAt)}::timestamptz[],
      ${of((file) => file.leftOut)}::text[], ${of((file) => file.isMarked)}::boolean[],
      ${of((file) => file.redactionId)}::uuid[],
      ${of((file) => file.made?.size ?? null)}::bigint[], ${of((file) => file.made?.sha256 ?? null)}::bytea[]) as file`.execute(
    db,
  )
}

export const deleteFiles = async (db: Connection, exportId: string): Promise<void> => {
  await db.deleteFrom('zip_export_file').where('export_id', '=', exportId).execute()
}

/**
 * SQL: whether the version of entry `f`, of `document`, is open no longer: withdrawn, or an earlier one of which not all are told
 * (DOC-44). A redacted rendition is looked at by itself.
 */
const isShut = (seesEarlier: boolean) => sql<boolean>`
  exists (select from document_version v where v.id = f.version_id and f.left_out is null
    and (v.withdrawn_at is not null or ${seesEarlier ? sql`false` : sql`(f.redaction_id is null and v.id <> document.current_version_id)`}))`

/** SQL: whether entry `f`, of `document`, holds a rendition that is not the one that is given by now (VIEW-20, REDACT-23). */
const isOtherRendition = sql<boolean>`
  (f.redaction_id is not null and f.left_out is null and f.redaction_id is distinct from ${givenRendition(sql`r.id`)})`

/**
 * SQL: entries of the export whose documents, or versions, the tree's actor may no longer read, or no longer take along
 * (VIEW-20). Deleted ones are not meant.
 */
async function lost(db: Connection, tree: OpenTree, exportId: string): Promise<RawBuilder<unknown>> {
  const [viewOnly, unoriginal, redacted] = [
    await listsWithout(db, tree, isGivenMarkedPdf),
    await listsWithout(db, tree, isGivenFile),
    await redactedLists(db, tree),
  ]
  return sql`
    from zip_export_file f join document on document.id = f.document_id
    where f.export_id = ${exportId}
      and (not ${isReadable(tree, 'document.acl_id')} or ${isShut(seesEarlierVersions(tree))}
        or (f.version_id is not null and document.acl_id = any(
          case when f.is_marked then ${viewOnly}::bigint[] else ${unoriginal}::bigint[] end))
        or (f.version_id is not null and (f.redaction_id is not null) <> (document.acl_id = any(${redacted}::bigint[])))
        or ${isOtherRendition})`
}

/** Whether the zip holds an entry that its person may no longer read; what is only listed as left out is unlisted. */
export async function removeRevoked(db: Connection, tree: OpenTree, exportId: string): Promise<boolean> {
  await sql`
    delete from zip_export_file where export_id = ${exportId} and left_out is not null
      and position in (select f.position ${await lost(db, tree, exportId)})`.execute(db)
  return holdsRevoked(db, tree, exportId)
}

/** SQL: the access lists of the documents in zip `z`, as JSON: a handful, however many documents. */
const LISTS_IN_ZIP = sql`(
  select coalesce(json_agg(json_build_object('principals', acl.principals, 'traversal', acl.traversal,
    'levels', acl.levels, 'isStaged', acl.is_staged, 'hasOriginals', held.has_originals, 'hasMarked', held.has_marked,
    'hasFull', held.has_full, 'hasRedacted', held.has_redacted)), '[]')
  from acl join (
    select d.acl_id, bool_or(f.version_id is not null and f.left_out is null and not f.is_marked) as has_originals,
      bool_or(f.version_id is not null and f.left_out is null and f.is_marked) as has_marked,
      bool_or(f.version_id is not null and f.redaction_id is null) as has_full,
      bool_or(f.redaction_id is not null) as has_redacted
    from zip_export_file f join document d on d.id = f.document_id where f.export_id = z.id
    group by d.acl_id) as held on held.acl_id = acl.id)`

/** SQL: whether zip `z` has an entry of which the condition is true. */
const holds = (condition: RawBuilder<boolean>) => sql<boolean>`exists (
  select from zip_export_file f join document on document.id = f.document_id where f.export_id = z.id and ${condition})`

/**
 * The bytes of a finished zip of the actor, as long as they may read all that it names; one statement.
 * @throws FORBIDDEN where they still see all of it, and are not given the original of a file any more (VIEW-17)
 */
export async function readableZip(
  db: Connection,
  actor: Actor,
  id: string,
): Promise<Omit<StoredFile, 'logged'> | null> {
  const { rows } = await sql<
    Omit<StoredFile, 'logged'> &
      TreeRow & {
        lists: (Acl & Record<'hasOriginals' | 'hasMarked' | 'hasFull' | 'hasRedacted', boolean>)[]
        holdsOther: boolean
        holdsShut: boolean
        holdsEarlier: boolean
      }
  >`
    select ${holds(isShut(true))} as "holdsShut", ${holds(isShut(false))} as "holdsEarlier", ${holds(isOtherRendition)} as "holdsOther", z.id as key, z.size, z.sha256, z.file_name as name, ${LISTS_IN_ZIP} as lists, ${TREE_COLUMNS}
    from zip_export z join (${TREES}) on t.id = z.tree_id
    where z.id = ${id} and z.person_id = ${actor.personId} and z.state = 'READY' and z.expires_at > now()
      and z.sha256 is not null`.execute(db)
  const [row] = rows
  const tree = row && openOrNull(actor, row)
  if (!tree || !row.lists.every((list) => permits(list, tree))) return null
  if (row.holdsOther || (seesEarlierVersions(tree) ? row.holdsShut : row.holdsEarlier)) return null
  const isTooMuch = row.lists.some((list) => {
    const access = accessBy(list, tree)
    const isOther = access.rendition === 'REDACTED' ? list.hasFull : list.hasRedacted
    return (
      isOther || (list.hasOriginals && !isGivenFile(access)) || (list.hasMarked && !isGivenMarkedPdf(access))
    )
  })
  if (isTooMuch) throw forbidden()
  const { key, size, sha256, name, lists } = row
  const isOriginal = !lists.some(({ hasMarked, hasRedacted }) => hasMarked || hasRedacted)
  return { key, size, sha256, name, isOriginal }
}

/** Whether the zip names something that its person may no longer read. */
export async function holdsRevoked(db: Connection, tree: OpenTree, exportId: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select exists (select ${await lost(db, tree, exportId)}) as held`.execute(db)
  return rows[0]?.held ?? false
}

/** Ends a finished zip before its time; the sweep removes its bytes. */
export const expireZip = async (db: Connection, id: string): Promise<void> => {
  await db
    .updateTable('zip_export')
    .set({ state: 'EXPIRED' })
    .where('id', '=', id)
    .where('state', '=', 'READY')
    .execute()
}

/** Lines of the manifest, which lists files alone, from a position on. */
export async function manifestLines(
  db: Connection,
  exportId: string,
  from: number,
  limit: number,
): Promise<(ManifestLine & { position: number })[]> {
  return (
    db
      .selectFrom('zip_export_file as f')
      .innerJoin('document_version as v', 'v.id', 'f.version_id')
      .select(['f.position', 'f.path', 'f.modified_at as modifiedAt', 'f.left_out as leftOut'])
      .select('v.number as version')
      .select(({ fn, ref }) => fn.coalesce(ref('f.marked_size'), ref('v.size')).as('size'))
      // Nothing tells the original to whom it is not given.
      .select(
        sql<Buffer | null>`case when f.is_marked or f.redaction_id is not null then f.marked_sha256 else v.sha256 end`.as(
          'sha256',
        ),
      )
      .where('f.export_id', '=', exportId)
      .where('f.position', '>=', from)
      .orderBy('f.position')
      .limit(limit)
      .execute()
  )
}

/**
 * One download for each file that the zip holds (DOC-38, DOP-32), by who fetched it: a zip that nobody fetched has
 * given nobody anything.
 * @returns id of the first entry
 */
export async function logFiles(
  tx: Tx,
  zip: Pick<ZipRow, 'id' | 'treeId'>,
  who: { personId: string; sessionId: string },
): Promise<string | null> {
  const { rows } = await sql<{ first: string | null }>`
    with added as (insert into activity (kind, person_id, session_id, organisation_id, tree_id, document_id, version_id,
      recorded_ids, recorded_path, detail)
    select 'DOWNLOAD', ${who.personId}, ${who.sessionId}, t.organisation_id, t.id, document.id, f.version_id,
      document.path, ${namesAlong(sql`document.path`)},
      case when f.is_marked then jsonb_build_object('isMarked', true) end
    from zip_export_file f
    join document on document.id = f.document_id
    join document_tree t on t.id = ${zip.treeId}
    where f.export_id = ${zip.id} and f.version_id is not null and f.left_out is null
    order by f.position
    returning id)
    select min(id)::text as first from added`.execute(tx)
  return rows[0]?.first ?? null
}
