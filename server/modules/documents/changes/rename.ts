import { normaliseName } from '../../../../shared/documentNames.ts'
import type { Actor } from '../../../access/actor.ts'
import { notFound } from '../../../access/errors.ts'
import { assertRevision } from '../../../contracts/revisions.ts'
import type { Database } from '../../../platform/database/database.ts'
import { childByName, type DocumentNode, documentById, nameKey, storedId } from '../core/nodes.ts'
import { pathInNames } from '../core/paths.ts'
import { recordChanges } from '../core/record.ts'
import { requirePermitted } from '../core/selection.ts'
import { changeTree } from '../core/treeLock.ts'
import { awaitTexts } from '../texts/texts.ts'
import { awaitThumbnails } from '../thumbnails/thumbnails.ts'
import { extensionOf } from '../uploads/uploads.ts'

/** The document renamed, or the text for the dialog that says why not (DOP-05, DOP-07). */
export type Renamed = { document: DocumentNode; error: null } | { document: null; error: string }

const refused = (error: string): Renamed => ({ document: null, error })

/**
 * Renames a file or folder.
 * @param input.expectedName what it was called when the person opened the dialog: of two people who
 *   rename it at the same time, the second gets an error
 * @throws FORBIDDEN without the tree's edit right and as requirePermitted, NOT_FOUND for what is hidden, unknown or the root,
 * CONFLICT where it is no longer called as expected
 */
export const renameDocument = (
  db: Database,
  actor: Actor,
  input: { treeId: string; documentId: string; name: string; expectedName?: string | null | undefined },
): Promise<Renamed> =>
  changeTree(db, actor, input.treeId, 'edit', async (tx, tree): Promise<Renamed> => {
    const id = storedId(tree, input.documentId)
    const node = id === null ? null : await documentById(tx, tree, id)
    if (!node || node.parentId === null) throw notFound('Document')
    await requirePermitted(tx, tree, [node])
    if (input.name.trim() === '') return refused('This field may not be blank')
    const checked = normaliseName(input.name)
    if (!checked.ok) return refused(checked.reason)
    const { name } = checked
    if (name === node.name) return { document: node, error: null }
    assertRevision({
      of: 'documentName',
      known: input.expectedName,
      now: node.name,
      what: `the name to "${node.name}"`,
      newer: { name: node.name },
    })
    const taken = await childByName(tx, tree, node.parentId, nameKey(name))
    if (taken && taken.id !== node.id) return refused('An entry with this name already exists.')
    const formerPath = await pathInNames(tx, node.path)
    const extension = node.isFolder ? '' : extensionOf(name)
    await tx
      .updateTable('document')
      .set({ name, name_key: nameKey(name), extension })
      .where('id', '=', node.id)
      .execute()
    const document = { ...node, name, extension }
    const detail = { formerPath, formerIds: node.path }
    await recordChanges(tx, [{ kind: 'RENAME', node: document, versionId: node.versionId, detail }])
    if (extension !== node.extension) {
      await awaitThumbnails(tx, tree, [document])
      await awaitTexts(tx, tree, [document])
    }
    return { document, error: null }
  })
