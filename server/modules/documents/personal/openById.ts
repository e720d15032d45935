import type { Actor } from '../../../access/actor.ts'
import { DomainError, notFound } from '../../../access/errors.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { isId } from '../../../platform/ids.ts'
import { type DocumentNode, openDocument } from '../core/nodes.ts'

/**
 * Opens a document of which the tree isn't named. The root is none.
 * @throws NOT_FOUND alike for what is unknown, hidden, or in a tree that the actor may not open
 */
export async function openById(db: Connection, actor: Actor, documentId: string): Promise<DocumentNode> {
  const row = isId(documentId)
    ? await db
        .selectFrom('document')
        .select(['tree_id', 'parent_id'])
        .where('id', '=', documentId)
        .executeTakeFirst()
    : undefined
  if (!row || row.parent_id === null) throw notFound('Document')
  try {
    return await openDocument(db, actor, row.tree_id, documentId)
  } catch (error) {
    if (error instanceof DomainError) throw notFound('Document')
    throw error
  }
}
