import { sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import { notFound } from '../../../access/errors.ts'
import type { StoredFile } from '../../../access/storedFiles.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { isId } from '../../../platform/ids.ts'
import { recordActivity } from '../../activity/index.ts'
import { type DocumentNode, openDocument } from '../ground/nodes.ts'
import { pathInNames } from '../ground/paths.ts'
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

/** SQL: whether document `d` is there still, in an organisation that is not deleted. */
const IS_LIVE = sql<boolean>`(d.deleted_at is null and exists (
  select from document_tree t join organisation o on o.id = t.organisation_id
  where t.id = d.tree_id and o.deleted_at is null))`

/** What the file address serves, under a version's id or what names a thumbnail, whose use is not logged. */
export async function storedFile(db: Connection, id: string): Promise<StoredFile | null> {
  const thumbnail = thumbnailNamed(id)
  if (!thumbnail && !isId(id)) return null
  const { rows } = await (thumbnail
    ? sql<StoredFile>`
      select t.key, t.size, t.sha256, d.name || '.webp' as name, ${IS_LIVE} as live, false as logged
      from document_version v join thumbnail t on t.version_id = v.id join document d on d.id = v.document_id
      where v.document_id = ${thumbnail.documentId} and v.number = ${thumbnail.number} and t.state = 'MADE'`
    : sql<StoredFile>`
      select v.id as key, v.size, v.sha256, d.name, ${IS_LIVE} as live, true as logged
      from document_version v join document d on d.id = v.document_id where v.id = ${id}`
  ).execute(db)
  return rows[0] ?? null
}

/** Writes a view or a download to the access log (DOC-38). */
export async function logAccess(
  db: Connection,
  who: Pick<Actor, 'personId' | 'sessionId'> & Partial<Pick<Actor, 'viewing'>>,
  versionId: string,
  kind: 'VIEW' | 'DOWNLOAD',
): Promise<void> {
  const row = await db
    .selectFrom('document_version as v')
    .innerJoin('document as d', 'd.id', 'v.document_id')
    .innerJoin('document_tree as t', 't.id', 'd.tree_id')
    .select(['d.id', 'd.tree_id as treeId', 'd.path', 't.organisation_id as organisationId'])
    .where('v.id', '=', versionId)
    .executeTakeFirst()
  if (!row) return
  await recordActivity(db, [
    {
      kind,
      personId: who.personId,
      sessionId: who.sessionId,
      organisationId: row.organisationId,
      treeId: row.treeId,
      documentId: row.id,
      versionId,
      recordedPath: await pathInNames(db, row.path),
      ...(who.viewing ? { detail: { viewedAs: who.viewing.name } } : {}),
    },
  ])
}
