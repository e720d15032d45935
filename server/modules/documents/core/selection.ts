import { MAX_SELECTED } from '../../../../shared/selections.ts'
import { badInput, forbidden, notFound } from '../../../access/errors.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { aclsByIds } from './acls.ts'
import { includes } from './levels.ts'
import { apiId, type DocumentNode, documentsInOrder, storedId } from './nodes.ts'
import type { OpenTree } from './trees.ts'

/**
 * @param what is done to them, for the sentence
 * @param hint a further sentence
 * @throws BAD_USER_INPUT for more documents than one operation takes
 */
export function checkCount(documentIds: readonly string[], what: string, hint = ''): void {
  if (documentIds.length <= MAX_SELECTED) return
  throw badInput(
    `Please ${what} at most ${MAX_SELECTED} documents at a time, not ${documentIds.length}.${hint}`,
  )
}

/**
 * Whoever only passes through a folder on the way to what they may see can't change it: what it holds for others would
 * go with it.
 * @throws FORBIDDEN where one of the documents shows to the actor, but is not permitted to them (DOP-34)
 */
export async function requirePermitted(
  db: Connection,
  tree: OpenTree,
  nodes: readonly DocumentNode[],
): Promise<void> {
  if (tree.rights.admin) return
  const acls = await aclsByIds(
    db,
    nodes.map(({ aclId }) => aclId),
  )
  for (const acl of acls.values()) if (!tree.principals.some((id) => includes(acl, id))) throw forbidden()
}

/**
 * The documents of a selection that are there and that the actor may see, in the order given. What disappeared
 * since it was selected, or was hidden, is passed over, so that it does not hold up the rest.
 * @param what the operation, for the sentence that refuses too many
 * @throws BAD_USER_INPUT for more than 1000, NOT_FOUND for the root; as requirePermitted
 */
export async function chosenDocuments(
  db: Connection,
  tree: OpenTree,
  documentIds: readonly string[],
  what: 'move' | 'delete' | 'label',
): Promise<DocumentNode[]> {
  const ids = [...new Set(documentIds)]
  checkCount(ids, what, ' A folder counts as one.')
  const stored = ids.flatMap((id) => storedId(tree, id) ?? [])
  if (stored.includes(tree.id)) throw notFound('Document')
  const chosen = await documentsInOrder(db, tree, stored)
  await requirePermitted(db, tree, chosen)
  return chosen
}

/**
 * The documents that are still where they were when they were selected, if it is known where: somebody else
 * has just moved the others.
 */
export function stillInPlace(
  chosen: readonly DocumentNode[],
  documentIds: readonly string[],
  parentIds: readonly string[] | null | undefined,
): DocumentNode[] {
  const expected = new Map(documentIds.map((id, at) => [id, parentIds?.[at]]))
  return chosen.filter(({ id, parentId, tree }) => {
    const parent = parentId === tree.id ? apiId({ id: tree.id, parentId: null, tree }) : parentId
    return expected.get(id) === undefined || expected.get(id) === parent
  })
}

/** The selection without what lies below another selected folder: that goes with it. */
export function topmostOf(chosen: readonly DocumentNode[]): DocumentNode[] {
  const ids = new Set(chosen.map((node) => node.id))
  return chosen.filter((node) => !node.path.slice(0, -1).some((id) => ids.has(id)))
}

/** The ids of the folders above documents, from the root down, each chain once. */
export function ancestorChains(nodes: readonly DocumentNode[]): string[][] {
  const chains = nodes.map((node) => node.path.slice(0, -1))
  return [...new Map(chains.map((chain) => [chain.at(-1) ?? '', chain])).values()]
}
