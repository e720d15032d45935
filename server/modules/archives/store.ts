import { type RawBuilder, sql } from 'kysely'
import type { Connection, Tx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { ContentSource } from '../documents/index.ts'

/** A part of an archive. */
export interface ArchivePart {
  id: string
  number: number
  name: string
  /** Bytes. */
  size: number
  sha256: Buffer
}

/** Key of a part in the storage. */
export const keyOfPart = (id: string): string => `archive-${id}`

/** The parts of archives that are whole, in their order, by archive. */
export async function partsOf(
  db: Connection,
  proofIds: readonly string[],
): Promise<Map<string, ArchivePart[]>> {
  const { rows } = await sql<ArchivePart & { proofId: string }>`
    select id, proof_id as "proofId", number, name, size, sha256 from room_archive_part
    where proof_id = any(${[...proofIds]}::uuid[]) and size is not null order by number`.execute(db)
  return Map.groupBy(rows, ({ proofId }) => proofId)
}

/** A part by its id, with the archive that it is of. */
export async function partById(
  db: Connection,
  id: string,
): Promise<(ArchivePart & { proofId: string }) | null> {
  const { rows } = await sql<ArchivePart & { proofId: string }>`
    select id, proof_id as "proofId", number, name, size, sha256 from room_archive_part
    where id = ${id} and size is not null`.execute(db)
  return rows[0] ?? null
}

/** Ids of all parts, whole or not; of one number alone where that is given. */
export async function partIds(db: Connection, proofId: string, from = 1): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from room_archive_part where proof_id = ${proofId} and number >= ${from}`.execute(db)
  return rows.map(({ id }) => id)
}

export const deleteParts = async (db: Connection, ids: readonly string[]): Promise<void> =>
  void (await sql`delete from room_archive_part where id = any(${[...ids]}::uuid[])`.execute(db))

export async function archivesWithParts(db: Connection): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct proof_id as id from room_archive_part`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export async function beginPart(
  db: Connection,
  part: { proofId: string; organisationId: string; number: number; name: string },
): Promise<string> {
  const id = newId()
  await sql`insert into room_archive_part (id, proof_id, organisation_id, number, name)
    values (${id}, ${part.proofId}, ${part.organisationId}, ${part.number}, ${part.name})`.execute(db)
  return id
}

export const endPart = async (
  tx: Tx,
  id: string,
  { size, sha256 }: { size: number; sha256: Buffer },
): Promise<void> =>
  void (await sql`update room_archive_part set size = ${size}, sha256 = ${sha256} where id = ${id}`.execute(
    tx,
  ))

export type FileKind =
  | 'PROGRAM'
  | 'ORIGINAL'
  | 'MARKED'
  | 'REDACTED'
  | 'TABLE'
  | 'PAGE'
  | 'CERTIFICATE'
  | 'RECORD'

/** What the bytes of a file of an archive come from. */
export type FileSource =
  | ContentSource
  | { kind: 'PROGRAM'; name: string }
  | { kind: 'STORED'; fileId: string }
  | { kind: 'TABLE'; of: 'questions' | 'checklist'; log: string | null }
  | { kind: 'PAGE'; title: string; text: string }
  | { kind: 'LEAVES' }

/** A file that goes into an archive. */
export interface PlannedFile {
  path: string
  kind: FileKind
  source: FileSource
  modifiedAt: Date
  /** As far as it is known beforehand. */
  size: number | null
  sha256: string | null
  documentId: string | null
  versionId: string | null
}

export interface ArchiveFile extends PlannedFile {
  position: number
  part: number | null
  leftOut: string | null
}

/** Adds files to the plan, from a position on. */
export async function insertFiles(
  db: Connection,
  { proofId, organisationId }: { proofId: string; organisationId: string },
  from: number,
  files: readonly PlannedFile[],
): Promise<void> {
  if (files.length === 0) return
  const of = <Value>(value: (file: PlannedFile) => Value): Value[] => files.map(value)
  await sql`
    insert into room_archive_file (proof_id, organisation_id, position, path, kind, source, modified_at, size, sha256,
      document_id, version_id)
    select ${proofId}, ${organisationId}, ${from - 1} + file.place, file.path, file.kind, file.source::jsonb, file.at,
      file.size, decode(file.sha256, 'hex'), file.document_id, file.version_id
    from unnest(${of(({ path }) => path)}::text[], ${of(({ kind }) => kind)}::text[],
      ${of(({ source }) => JSON.stringify(source))}::text[], ${of(({ modifiedAt }) => modifiedAt)}::timestamptz[],
      ${of(({ size }) => size)}::bigint[], ${of(({ sha256 }) => sha256)}::text[],
      ${of(({ documentId }) => documentId)}::uuid[], ${of(({ versionId }) => versionId)}::uuid[])
      with ordinality as file (path, kind, source, at, size, sha256, document_id, version_id, place)`.execute(
    db,
  )
}

const FILE = sql`position, path, kind, source, modified_at as "modifiedAt", size, encode(sha256, 'hex') as sha256, part,
  left_out as "leftOut", document_id as "documentId", version_id as "versionId"`

/** A page of the files of an archive in their order. @param narrowing SQL, such as of those in no part yet */
const filesWhere = async (
  db: Connection,
  proofId: string,
  narrowing: RawBuilder<boolean>,
  { after, limit }: { after: number; limit: number },
): Promise<ArchiveFile[]> =>
  (
    await sql<ArchiveFile>`
      select ${FILE} from room_archive_file where proof_id = ${proofId} and position > ${after} and ${narrowing}
      order by position limit ${limit}`.execute(db)
  ).rows

type Page = { after: number; limit: number }
export const filesAfter = (db: Connection, proofId: string, page: Page) =>
  filesWhere(db, proofId, sql`true`, page)
export const filesToAdd = (db: Connection, proofId: string, page: Page) =>
  filesWhere(db, proofId, sql`part is null`, page)

/** Of versions, the files in the archive that they came to. */
export async function filesOfVersions(
  db: Connection,
  proofId: string,
  versionIds: readonly string[],
): Promise<Map<string, ArchiveFile>> {
  const { rows } = await sql<ArchiveFile>`
    select ${FILE} from room_archive_file where proof_id = ${proofId} and version_id = any(${[...versionIds]}::uuid[])
    order by position`.execute(db)
  return new Map(rows.map((file) => [file.versionId ?? '', file]))
}

/** Bytes of an archive as far as they are known, those in whole parts among them, and how many files it has. */
export async function bytesOf(
  db: Connection,
  proofId: string,
): Promise<{ bytes: number; done: number; files: number }> {
  const { rows } = await sql<{ bytes: number; done: number; files: number }>`
    select coalesce(sum(size), 0)::float8 as bytes,
      coalesce(sum(size) filter (where part is not null), 0)::float8 as done, count(*)::int as files
    from room_archive_file where proof_id = ${proofId}`.execute(db)
  return rows[0] ?? { bytes: 0, done: 0, files: 0 }
}

/** What became of a file that was put into a part. */
export interface AddedFile {
  position: number
  size: number | null
  sha256: string | null
  leftOut: string | null
}

/** Says of the files up to a position that they are in the part, and what became of those that were made for it. */
export async function placeFiles(
  tx: Tx,
  proofId: string,
  { part, last, added }: { part: number; last: number; added: readonly AddedFile[] },
): Promise<void> {
  await sql`update room_archive_file set part = ${part}
    where proof_id = ${proofId} and part is null and position <= ${last}`.execute(tx)
  if (added.length === 0) return
  await sql`
    update room_archive_file file set size = made.size, sha256 = decode(made.sha256, 'hex'), left_out = made.left_out
    from unnest(${added.map(({ position }) => position)}::bigint[], ${added.map(({ size }) => size)}::bigint[],
      ${added.map(({ sha256 }) => sha256)}::text[], ${added.map(({ leftOut }) => leftOut)}::text[])
      as made (position, size, sha256, left_out)
    where file.proof_id = ${proofId} and file.position = made.position`.execute(tx)
}

/** Adds rows of a kind to the plan, from a position on. */
export async function insertRows(
  db: Connection,
  { proofId, organisationId }: { proofId: string; organisationId: string },
  kind: string,
  from: number,
  rows: readonly object[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into room_archive_row (proof_id, organisation_id, kind, position, content)
    select ${proofId}, ${organisationId}, ${kind}, ${from - 1} + row.place, row.content::jsonb
    from unnest(${rows.map((row) => JSON.stringify(row))}::text[]) with ordinality as row (content, place)`.execute(
    db,
  )
}

/** Puts down when each version of the plan's documents came, the first one first: all that a group is told of history. */
export const planUploads = async (db: Connection, proofId: string): Promise<void> =>
  void (await sql`
    insert into room_archive_row (proof_id, organisation_id, kind, position, content)
    select proof_id, organisation_id, 'history',
      row_number() over (order by version ->> 'at', content ->> 'id', version ->> 'number'),
      jsonb_build_object('at', version -> 'at', 'kind', 'UPLOAD', 'document', content -> 'id',
        'path', content -> 'name', 'version', version -> 'number')
    from room_archive_row cross join jsonb_array_elements(content -> 'versions') as version
    where proof_id = ${proofId} and kind = 'documents'`.execute(db))

export async function rowsAfter<Row>(
  db: Connection,
  proofId: string,
  kind: string,
  { after, limit }: { after: number; limit: number },
): Promise<{ last: number | null; rows: Row[] }> {
  const { rows } = await sql<{ position: number; content: Row }>`
    select position, content from room_archive_row
    where proof_id = ${proofId} and kind = ${kind} and position > ${after}
    order by position limit ${limit}`.execute(db)
  return { last: rows.at(-1)?.position ?? null, rows: rows.map(({ content }) => content) }
}

/** Forgets what was put down for an archive; its parts stay. */
export async function deletePlan(db: Connection, proofId: string): Promise<void> {
  await sql`delete from room_archive_row where proof_id = ${proofId}`.execute(db)
  await sql`delete from room_archive_file where proof_id = ${proofId}`.execute(db)
}
