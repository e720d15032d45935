import { sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import { DomainError, forbidden, notFound } from '../../../access/errors.ts'
import type { StoredFile } from '../../../contracts/storedFiles.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { isId } from '../../../platform/ids.ts'
import { recordBy } from '../../activity/index.ts'
import { accessesOf } from '../core/accesses.ts'
import { permits } from '../core/acls.ts'
import { type Acl, accessBy } from '../core/levels.ts'
import { type DocumentNode, openDocument } from '../core/nodes.ts'
import { pathInNames } from '../core/paths.ts'
import { openOrNull, TREE_COLUMNS, TREES, type TreeRow } from '../core/trees.ts'
import { isGivenOriginal, seesEarlierVersions, whyNoDownload } from '../policy.ts'
import { thumbnailNamed } from '../thumbnails/thumbnails.ts'

/**
 * The file behind an id, for its download.
 * @throws NOT_FOUND for what is unknown, hidden or a folder; as openDocument besides
 */
export async function fileToRead(
  db: Connection,
  actor: Actor,
  treeId: string,
  documentId: string,
): Promise<DocumentNode & { versionId: string }> {
  const node = await openDocument(db, actor, treeId, documentId)
  if (!node.versionId) throw notFound('Document')
  return { ...node, versionId: node.versionId }
}

/** @throws NOT_FOUND in a sentence where the current version arrived damaged (STORE-26) */
export async function requireUndamaged(db: Connection, versionId: string): Promise<void> {
  const version = await db
    .selectFrom('document_version')
    .select('damaged_at')
    .where('id', '=', versionId)
    .executeTakeFirst()
  if (version?.damaged_at) throw damaged()
}

/** @throws FORBIDDEN, in a sentence, where the actor may see the document and not take it along (VIEW-15) */
export async function requireOriginal(db: Connection, node: DocumentNode): Promise<void> {
  const [access] = await accessesOf(db, [node])
  const reason = access ? whyNoDownload(access) : null
  if (reason !== null) throw new DomainError('FORBIDDEN', reason)
}

/**
 * What the file address serves to the actor at this moment (VIEW-17), under a version's id or what names a thumbnail,
 * whose use is not logged; null for what they may not read now. One statement: it is asked at each request.
 * @throws FORBIDDEN where they see the document and are not given the original
 */
export async function storedFile(db: Connection, actor: Actor, id: string): Promise<StoredFile | null> {
  const thumbnail = thumbnailNamed(id)
  if (!thumbnail && !isId(id)) return null
  const [content, is] = thumbnail
    ? [
        sql`thumbnail.key, thumbnail.size, thumbnail.sha256, d.name || '.webp' as name, false as logged`,
        sql`v.document_id = ${thumbnail.documentId} and v.number = ${thumbnail.number}`,
      ]
    : [sql`v.id as key, v.size, v.sha256, d.name, true as logged`, sql`v.id = ${id}`]
  const { rows } = await sql<StoredFile & TreeRow & Acl & { isCurrent: boolean; isDamaged: boolean }>`
    select ${content}, v.id = d.current_version_id as "isCurrent", v.damaged_at is not null as "isDamaged",
      acl.principals, acl.traversal, acl.levels, acl.is_staged as "isStaged", ${TREE_COLUMNS}
    from document_version v
    ${thumbnail ? sql`join thumbnail on thumbnail.version_id = v.id and thumbnail.state = 'MADE'` : sql``}
    join document d on d.id = v.document_id and d.deleted_at is null
    join acl on acl.id = d.acl_id
    join (${TREES}) on t.id = d.tree_id
    where ${is} and (v.withdrawn_at is null or v.damaged_at is not null)`.execute(db)
  const [row] = rows
  const tree = row && openOrNull(actor, row)
  if (!tree || !permits(row, tree)) return null
  // An address that was kept from before opens what its person may still see (DOC-44).
  if (!row.isCurrent && !seesEarlierVersions(tree)) return null
  if (!isGivenOriginal(accessBy(row, tree))) throw forbidden()
  if (row.isDamaged) throw damaged()
  const { key, size, sha256, name, logged } = row
  return { key, size, sha256, name, logged }
}

/** Of a version whose bytes are not those that were sent (STORE-26). */
const damaged = () => new DomainError('NOT_FOUND', 'This file arrived damaged. Please upload it again.')

/** A use as the access log tells it. */
export type LoggedUse = 'VIEW' | 'PRINT' | 'DOWNLOAD' | 'MARKED'

/**
 * Writes a use to the access log (DOC-38, VIEW-28). A print is a view, a marked PDF a download, and each says so.
 * @returns id of the entry
 */
export async function logAccess(
  db: Connection,
  who: Pick<Actor, 'personId' | 'sessionId'> & Partial<Pick<Actor, 'viewing'>>,
  versionId: string,
  kind: LoggedUse,
): Promise<string | null> {
  const row = await db
    .selectFrom('document_version as v')
    .innerJoin('document as d', 'd.id', 'v.document_id')
    .innerJoin('document_tree as t', 't.id', 'd.tree_id')
    .select(['d.id', 'd.tree_id as treeId', 'd.path', 't.organisation_id as organisationId'])
    .where('v.id', '=', versionId)
    .executeTakeFirst()
  if (!row) return null
  const detail = {
    ...(who.viewing && { viewedAs: who.viewing.name }),
    ...(kind === 'PRINT' && { isPrint: true }),
    ...(kind === 'MARKED' && { isMarked: true }),
  }
  const [entry] = await recordBy(db, who, [
    {
      kind: kind === 'PRINT' ? 'VIEW' : kind === 'MARKED' ? 'DOWNLOAD' : kind,
      organisationId: row.organisationId,
      treeId: row.treeId,
      documentId: row.id,
      versionId,
      recordedPath: await pathInNames(db, row.path),
      ...(Object.keys(detail).length > 0 && { detail }),
    },
  ])
  return entry === undefined ? null : String(entry)
}
