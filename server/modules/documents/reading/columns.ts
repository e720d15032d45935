import type { Actor } from '../../../access/actor.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { ancestorsOf, type DocumentNode, openDocument } from '../core/nodes.ts'

/** The way down to a document, which the columns view walks. */
export interface DocumentColumns {
  /**
   * Folders from the root to the document, or to its folder for a file; the root alone without an id (DOC-14).
   * @throws NOT_FOUND, FORBIDDEN as a document
   */
  to(actor: Actor, treeId: string, documentId: string | null): Promise<DocumentNode[]>
}

export const createColumns = (db: Connection): DocumentColumns => ({
  to: async (actor, treeId, documentId) => {
    const node = await openDocument(db, actor, treeId, documentId)
    const above = await ancestorsOf(db, node)
    return node.isFolder ? [...above, node] : above
  },
})
