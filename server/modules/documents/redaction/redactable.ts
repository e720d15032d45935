import type { Actor } from '../../../access/actor.ts'
import { badInput, conflict, forbidden, notFound } from '../../../access/errors.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { isId } from '../../../platform/ids.ts'
import { type DocumentNode, openDocument } from '../core/nodes.ts'
import { mayRedactOf } from '../core/redacting.ts'

/**
 * A document that the actor may redact (REDACT-01).
 * @throws as openDocument; FORBIDDEN for everybody else, whether there is a redaction or not
 */
export async function openRedactable(
  db: Connection,
  actor: Actor,
  treeId: string,
  documentId: string,
): Promise<DocumentNode> {
  const node = await openDocument(db, actor, treeId, documentId)
  if (!(await mayRedactOf(db, node.tree, node.access))) throw forbidden()
  return node
}

/** A version of such a file. */
export interface RedactableVersion {
  node: DocumentNode
  versionId: string
  /** Its number. */
  version: number
  /** Bytes. */
  size: number
}

/**
 * The same with one of its versions, the current one unless another one is named.
 * @throws as openRedactable; BAD_USER_INPUT for a folder, NOT_FOUND for an unknown version, CONFLICT for one that was withdrawn
 */
export async function openRedactableVersion(
  db: Connection,
  actor: Actor,
  {
    treeId,
    documentId,
    versionId,
  }: { treeId: string; documentId: string; versionId?: string | null | undefined },
): Promise<RedactableVersion> {
  const node = await openRedactable(db, actor, treeId, documentId)
  if (node.isFolder) throw badInput('A folder has no pages.')
  const id = versionId ?? node.versionId ?? ''
  const row = isId(id)
    ? await db
        .selectFrom('document_version')
        .select(['id', 'number', 'size', 'withdrawn_at as withdrawnAt'])
        .where('id', '=', id)
        .where('document_id', '=', node.id)
        .executeTakeFirst()
    : undefined
  if (!row) throw notFound('Version')
  if (row.withdrawnAt !== null) throw conflict(`Version ${row.number} has been withdrawn.`)
  return { node, versionId: row.id, version: row.number, size: row.size }
}
