import { isStaged } from '../core/nodes.ts'
import { listChange, type Permitting, permitNow } from '../permissions/askedPermission.ts'
import { stageChanges } from './changeStore.ts'

/**
 * Keeps a change of permissions of what is published for a publication (STAGE-03); of what is staged nobody else sees anything, and
 * it is made now.
 */
export const stagePermissions: Permitting = async (tx, tree, chosen, asked) => {
  listChange(tree, asked.principals, asked.permission)
  const mine = chosen.filter(isStaged)
  const made = mine.length > 0 ? await permitNow(tx, tree, mine, asked) : { changeId: null, documents: [] }
  const published = chosen.filter((node) => !isStaged(node))
  await stageChanges(
    tx,
    tree,
    published.map((node) => ({ node, change: { kind: 'PERMISSION', asked: asked.permission } })),
  )
  const changed = new Map(made.documents.map((node) => [node.id, node]))
  return { changeId: made.changeId, documents: chosen.map((node) => changed.get(node.id) ?? node) }
}
