import { sql } from 'kysely'
import { redactedName } from '../../../../shared/markedPdfs.ts'
import type { Actor } from '../../../access/actor.ts'
import { DomainError, forbidden, notFound } from '../../../access/errors.ts'
import type { StoredFile } from '../../../contracts/storedFiles.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { isId } from '../../../platform/ids.ts'
import { recordBy } from '../../activity/index.ts'
import { permits } from '../core/acls.ts'
import { type Acl, accessBy, PASSING } from '../core/levels.ts'
import { type DocumentNode, openDocument } from '../core/nodes.ts'
import { pathInNames } from '../core/paths.ts'
import { givenOf, givenRendition, type Rendition } from '../core/renditions.ts'
import { openOrNull, TREE_COLUMNS, TREES, type TreeRow } from '../core/trees.ts'
import { isGivenFile, isGivenOriginal, seesEarlierVersions, whyNoDownload } from '../policy.ts'
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

/**
 * What the actor may take along of a document: its redacted rendition, or the file itself where that is null.
 * @throws FORBIDDEN, in a sentence, where they may see the document and not take it along (VIEW-15, REDACT-21)
 */
export async function givenFile(db: Connection, node: DocumentNode): Promise<Rendition | null> {
  const [given = { access: PASSING, rendition: null }] = await givenOf(db, [node])
  const reason = whyNoDownload(given)
  if (reason !== null) throw new DomainError('FORBIDDEN', reason)
  return given.rendition
}

/** What an address serves: a stored content, or a redacted rendition, which is another module's stored file. */
export type FoundContent = { versionId: string } & (StoredFile | { renditionFileId: string; name: string })

/**
 * What the file address serves to the actor at this moment (VIEW-17), under the id of a version, or of the redaction whose
 * rendition takes its place (REDACT-20), or what names a thumbnail, whose use is not logged; null for what they may not read
 * now. One statement: it is asked at each request.
 * @throws FORBIDDEN where they see the document and are not given that
 */
export async function storedFile(db: Connection, actor: Actor, id: string): Promise<FoundContent | null> {
  const thumbnail = thumbnailNamed(id)
  if (!thumbnail && !isId(id)) return null
  const [content, is] = thumbnail
    ? [
        sql`thumbnail.key, thumbnail.size, thumbnail.sha256, d.name || '.webp' as name, false as logged`,
        sql`v.document_id = ${thumbnail.documentId} and v.number = ${thumbnail.number}`,
      ]
    : [sql`v.id as key, v.size, v.sha256, d.name, true as logged`, isNamedBy(id)]
  const { rows } = await sql<
    StoredFile &
      TreeRow &
      Acl & { versionId: string; isCurrent: boolean; isDamaged: boolean; renditionFileId: string | null }
  >`
    select ${content}, v.id as "versionId", coalesce(applied.id = ${givenRendition(sql`r.id`, OF_D)}, v.id = d.current_version_id) as "isCurrent",
      v.damaged_at is not null as "isDamaged", applied.file_id as "renditionFileId",
      acl.principals, acl.traversal, acl.levels, acl.is_staged as "isStaged", ${TREE_COLUMNS}
    from document_version v
    ${thumbnail ? sql`join thumbnail on thumbnail.version_id = v.id and thumbnail.state = 'MADE'` : sql``}
    left join redaction applied on applied.id = ${isId(id) ? id : null}::uuid and applied.version_id = v.id and applied.state = 'APPLIED'
      and applied.file_id is not null
    join document d on d.id = v.document_id and d.deleted_at is null
    join acl on acl.id = d.acl_id
    join (${TREES}) on t.id = d.tree_id
    where ${is} and (v.withdrawn_at is null or v.damaged_at is not null)`.execute(db)
  const [row] = rows
  const tree = row && openOrNull(actor, row)
  if (!tree || !permits(row, tree)) return null
  // An address that was kept from before opens what its person may still see (DOC-44).
  if (!row.isCurrent && !seesEarlierVersions(tree)) return null
  const access = accessBy(row, tree)
  const { key, size, sha256, name, logged, versionId, renditionFileId } = row
  if (renditionFileId === null) {
    if (!isGivenOriginal(access)) throw forbidden()
    if (row.isDamaged) throw damaged()
    return { versionId, key, size, sha256, name, logged, isOriginal: logged }
  }
  if (access.rendition !== 'REDACTED' || !isGivenFile(access)) throw forbidden()
  if (row.isDamaged) throw damaged()
  return { versionId, renditionFileId, name: redactedName(name) }
}

/** SQL: the version with that id, or the one that the redaction with that id is of. */
const isNamedBy = (id: string) => sql`v.id = any(array(
  select ${id}::uuid union all select version_id from redaction where id = ${id} and state = 'APPLIED' and file_id is not null))`

const OF_D = { id: sql`d.id`, current: sql`d.current_version_id` }

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
