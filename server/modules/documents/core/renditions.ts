import { type RawBuilder, sql } from 'kysely'
import type { DocumentAccess } from '../../../../shared/documentLevels.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { accessesOf, listsWithout } from './accesses.ts'
import { isUnlevelled, PASSING } from './levels.ts'
import type { DocumentNode } from './nodes.ts'
import type { OpenTree } from './trees.ts'

/** The redacted rendition of a version. */
export interface Rendition {
  redactionId: string
  /** Of its stored file. */
  fileId: string
  versionId: string
  /** Number of the version. */
  version: number
  /** Bytes. */
  size: number
}

/**
 * What an actor may have of a file at this moment, by which every path goes that gives something of its content: how much of
 * it, and whether of the file itself (`rendition` null and `access.rendition` FULL), of its redacted rendition, or of nothing
 * while there is none (REDACT-20, REDACT-21).
 */
export interface Given {
  access: DocumentAccess
  rendition: Rendition | null
}

/** Whether the rendition is one that can be given. */
const IS_APPLIED = sql`r.state = 'APPLIED' and r.file_id is not null and v.withdrawn_at is null`

const COLUMNS = sql`
  r.id as "redactionId", r.file_id as "fileId", r.version_id as "versionId", v.number as version, r.size`

/**
 * SQL: the rendition that is given of the document in the columns: that of its current version, else of the newest version that
 * has one. @param column of the rendition's row, as `r`, or of its version, as `v`
 */
export const givenRendition = (
  column: RawBuilder<unknown>,
  { id, current }: { id: RawBuilder<unknown>; current: RawBuilder<unknown> } = {
    id: sql`document.id`,
    current: sql`document.current_version_id`,
  },
): RawBuilder<unknown> => sql`(
  select ${column} from redaction r join document_version v on v.id = r.version_id
  where r.document_id = ${id} and ${IS_APPLIED}
  order by (v.id = ${current}) desc, v.number desc limit 1)`

/** Renditions that are given of documents, by the document's id. */
export async function renditionsOf(db: Connection, ids: readonly string[]): Promise<Map<string, Rendition>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Rendition & { documentId: string }>`
    select distinct on (r.document_id) r.document_id as "documentId", ${COLUMNS}
    from redaction r join document_version v on v.id = r.version_id join document on document.id = r.document_id
    where r.document_id = any(${ids}::uuid[]) and ${IS_APPLIED}
    order by r.document_id, (v.id = document.current_version_id) desc, v.number desc`.execute(db)
  return new Map(rows.map(({ documentId, ...rendition }) => [documentId, rendition]))
}

/** All renditions of a document that can be given, the newest version first. */
export async function allRenditionsOf(db: Connection, documentId: string): Promise<Rendition[]> {
  const { rows } = await sql<Rendition>`
    select ${COLUMNS} from redaction r join document_version v on v.id = r.version_id
    where r.document_id = ${documentId} and ${IS_APPLIED} order by v.number desc`.execute(db)
  return rows
}

/** How many renditions can be given of documents, by the document's id. */
export async function countRenditions(
  db: Connection,
  documentIds: readonly string[],
): Promise<Map<string, number>> {
  if (documentIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; count: number }>`
    select r.document_id as id, count(*)::int as count from redaction r join document_version v on v.id = r.version_id
    where r.document_id = any(${documentIds}::uuid[]) and ${IS_APPLIED} group by r.document_id`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** What actors are given of files that they see, in their order. Nothing more is read where nobody has a redacted rendition. */
export async function givenOf(db: Connection, nodes: readonly DocumentNode[]): Promise<Given[]> {
  const accesses = await accessesOf(db, nodes)
  const redacted = nodes.flatMap(({ id, isFolder }, at) =>
    !isFolder && accesses[at]?.rendition === 'REDACTED' ? [id] : [],
  )
  const renditions = await renditionsOf(db, [...new Set(redacted)])
  return nodes.map(({ id }, at) => {
    const access = accesses[at] ?? PASSING
    return { access, rendition: access.rendition === 'REDACTED' ? (renditions.get(id) ?? null) : null }
  })
}

/** Ids of the versions of which actors may be told anything beside the content, in the order of files; null for none (REDACT-20). */
export const versionsGiven = async (
  db: Connection,
  nodes: readonly DocumentNode[],
): Promise<(string | null)[]> =>
  (await givenOf(db, nodes)).map(({ access, rendition }, at) =>
    access.rendition === 'REDACTED' ? (rendition?.versionId ?? null) : (nodes[at]?.versionId ?? null),
  )

/** Ids of the lists by which the tree's actor is given redacted renditions; none in most trees. */
export const redactedLists = (db: Connection, tree: OpenTree): Promise<number[]> =>
  isUnlevelled(tree) ? Promise.resolve([]) : listsWithout(db, tree, ({ rendition }) => rendition === 'FULL')

/** Bytes of what a tree's actor is given of files that they see, by id; null where that is nothing. */
export async function givenSizes(
  db: Connection,
  tree: OpenTree,
  files: readonly Pick<DocumentNode, 'id' | 'isFolder' | 'aclId' | 'size'>[],
): Promise<Map<string, number | null>> {
  const redacted = new Set(await redactedLists(db, tree))
  const isRedacted = ({ isFolder, aclId }: { isFolder: boolean; aclId: number }) =>
    !isFolder && redacted.has(aclId)
  const renditions = await renditionsOf(
    db,
    files.filter(isRedacted).map(({ id }) => id),
  )
  return new Map(
    files.map((file) => [file.id, isRedacted(file) ? (renditions.get(file.id)?.size ?? null) : file.size]),
  )
}

/**
 * SQL: the bytes of what the actor is given of a file in a table's row; null where that is nothing.
 * @param redacted lists by which they are given redacted renditions
 */
export function givenSize(
  redacted: readonly number[],
  table: 'document' | 'entry' = 'document',
): RawBuilder<number | null> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const of = { id: column('id'), current: column('current_version_id') }
  return redacted.length === 0
    ? sql<number | null>`${column('size')}`
    : sql<
        number | null
      >`case when ${column('acl_id')} = any(${redacted}::bigint[]) and not ${column('is_folder')}
        then ${givenRendition(sql`r.size`, of)} else ${column('size')} end`
}
