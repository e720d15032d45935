import type { Actor } from '../../access/actor.ts'
import { DomainError } from '../../access/errors.ts'
import type { Database } from '../../platform/database/database.ts'
import { type CreateFoldersInput, createFolder, createFolders } from './changes/folders.ts'
import { type Moved, type MoveInput, moveDocuments, moveNow } from './changes/move.ts'
import {
  type ChosenInput,
  previewRemoval,
  type Removal,
  type RemoveInput,
  removeDocuments,
} from './changes/remove.ts'
import { type Renamed, renameDocument } from './changes/rename.ts'
import { type Renamings, renameDocuments, undoRenameDocuments } from './changes/renameMany.ts'
import { restoreDocuments } from './changes/restore.ts'
import { countWithin, documentsBelow } from './core/children.ts'
import type { DocumentNode } from './core/nodes.ts'
import { losingByMove, type MovePermissions } from './permissions/narrowing.ts'
import { stageMove } from './staging/stageMove.ts'

/** Changes of where documents are and what they are called, deletions among them. */
export interface DocumentChanges extends MovePermissions, Renamings {
  createFolder(
    actor: Actor,
    input: { treeId: string; parentId: string | null; name: string; staged?: boolean },
  ): Promise<{ folder: DocumentNode | null; errors: { field: string | null; message: string }[] }>
  createFolders(actor: Actor, input: CreateFoldersInput): Promise<DocumentNode[]>
  rename(
    actor: Actor,
    input: { treeId: string; documentId: string; name: string; expectedName?: string | null | undefined },
  ): Promise<Renamed>
  move(
    actor: Actor,
    // Staged, until a publication they stay where they are (STAGE-03).
    input: MoveInput & { staged?: boolean },
  ): Promise<Moved>
  previewRemoval(actor: Actor, input: ChosenInput): Promise<Removal>
  removed(removal: Removal, page: { limit: number; offset: number }): Promise<DocumentNode[]>
  countRemoved(removal: Removal): Promise<number>
  /** @returns the ids in the API of what was named */
  remove(actor: Actor, input: RemoveInput): Promise<string[]>
  /** Takes back a deletion of the actor's own. @throws as restoreDocuments */
  restore(actor: Actor, input: { treeId: string; documentIds: readonly string[] }): Promise<DocumentNode[]>
}

export const createChanging = (db: Database): DocumentChanges => ({
  createFolder: async (actor, input) => {
    try {
      return { folder: await createFolder(db, actor, input), errors: [] }
    } catch (error) {
      // Problems of the name are reported on the name's field; everything else is an error of the call.
      const fields = error instanceof DomainError ? error.extensions.fields : undefined
      if (!fields || !(error instanceof DomainError)) throw error
      return { folder: null, errors: [{ field: 'name', message: error.message }] }
    }
  },
  createFolders: (actor, input) => createFolders(db, actor, input),
  rename: (actor, input) => renameDocument(db, actor, input),
  renameMany: (actor, input) => renameDocuments(db, actor, input),
  undoRenames: (actor, input) => undoRenameDocuments(db, actor, input),
  move: (actor, { staged = false, ...input }) =>
    moveDocuments(db, actor, input, staged ? stageMove : moveNow),
  losingByMove: (actor, input) => losingByMove(db, actor, input),
  previewRemoval: (actor, input) => previewRemoval(db, actor, input),
  removed: ({ tree, topmost }, page) => documentsBelow(db, tree, topmost, page, { first: topmost }),
  countRemoved: ({ tree, topmost }) => countWithin(db, tree, topmost),
  remove: (actor, input) => removeDocuments(db, actor, input),
  restore: (actor, input) => restoreDocuments(db, actor, input),
})
