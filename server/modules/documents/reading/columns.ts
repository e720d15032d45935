import type { Actor } from '../../../access/actor.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { documentsBelow } from '../core/children.ts'
import { ancestorsOf, type DocumentNode, openDocument } from '../core/nodes.ts'

/** The way down to a document, and all that lies below one: what the columns view and exports walk. */
export interface DocumentColumns {
  /**
   * Folders from the root to the document, or to its folder for a file; the root alone without an id (DOC-14).
   * @throws NOT_FOUND, FORBIDDEN as a document
   */
  to(actor: Actor, treeId: string, documentId: string | null): Promise<DocumentNode[]>
  /** A page of what lies below a folder, each folder before what is in it. */
  below(folder: DocumentNode, page: { limit: number; offset: number }): Promise<DocumentNode[]>
}

export const createColumns = (db: Connection): DocumentColumns => ({
  to: async (actor, treeId, documentId) => {
    const node = await openDocument(db, actor, treeId, documentId)
    const above = await ancestorsOf(db, node)
    return node.isFolder ? [...above, node] : above
  },
  below: (folder, page) => documentsBelow(db, folder.tree, [folder], page),
})
