import { MAX_LABELS_OF_DOCUMENT } from '../../../../shared/labels.ts'
import type { Actor } from '../../../access/actor.ts'
import { badInput, forbidden, notFound } from '../../../access/errors.ts'
import type { Database, Tx } from '../../../platform/database/database.ts'
import type { DocumentNode } from '../core/nodes.ts'
import { recordChanges } from '../core/record.ts'
import { chosenDocuments } from '../core/selection.ts'
import { changeOpened } from '../core/treeLock.ts'
import { type OpenTree, openFor } from '../core/trees.ts'
import { type DocumentLabel, labelsByDocument, labelsOfOrganisation, replaceLabels } from './labelStore.ts'

/** What is to be changed about the labels of many documents. */
export interface LabelChange {
  treeId: string
  documentIds: readonly string[]
  addLabelIds: readonly string[]
  /** Of a label that is in both, this counts. */
  removeLabelIds: readonly string[]
}

/** A document with its labels before and after a change. */
interface Relabelled {
  node: DocumentNode
  before: readonly DocumentLabel[]
  after: readonly DocumentLabel[]
}

/** Makes a change of labels under the tree's lock. @throws FORBIDDEN without its permissions right or the feature flag */
export const changeLabelled = <T>(
  db: Database,
  actor: Actor,
  treeId: string,
  change: (tx: Tx, tree: OpenTree) => Promise<T>,
): Promise<T> =>
  changeOpened(
    db,
    actor,
    async (on, now) => {
      const tree = await openFor(on, now, treeId, 'admin')
      if (!tree.documentLabels) throw forbidden()
      return tree
    },
    change,
  )

/** Labels of the tree's organisation, by text. @throws NOT_FOUND where one of the ids is none of them */
export async function labelsById(
  tx: Tx,
  tree: OpenTree,
  labelIds: readonly string[],
): Promise<DocumentLabel[]> {
  const wanted = new Set(labelIds)
  const labels = (await labelsOfOrganisation(tx, tree.organisationId)).filter(({ id }) => wanted.has(id))
  if (labels.length < wanted.size) throw notFound('Label')
  return labels
}

/** Whether labels are those of the ids, in whatever order. */
const sameIds = (ids: readonly string[], labels: readonly DocumentLabel[]): boolean =>
  ids.length === labels.length && labels.every(({ id }) => ids.includes(id))

/** Writes what labels documents have now, with their history; what stays as it was is passed over. */
export async function writeLabels(tx: Tx, relabelled: readonly Relabelled[]): Promise<void> {
  const idsOf = (labels: readonly DocumentLabel[]) => labels.map(({ id }) => id)
  const textsOf = (labels: readonly DocumentLabel[]) => labels.map(({ label }) => label)
  const changed = relabelled.filter(({ before, after }) => !sameIds(idsOf(before), after))
  if (changed.length === 0) return
  await replaceLabels(
    tx,
    changed.map(({ node, after }) => ({ documentId: node.id, labelIds: idsOf(after) })),
  )
  await recordChanges(
    tx,
    changed.map(({ node, before, after }) => ({
      kind: 'LABEL',
      node,
      detail: { labels: textsOf(after), formerLabels: textsOf(before) },
    })),
  )
}

/**
 * Adds labels to documents and takes others from them; what else they have stays, so that two people who label at the
 * same time lose nothing. Deleted documents are skipped.
 * @returns how many of the documents are still there
 * @throws FORBIDDEN without the tree's permissions right or the feature flag; NOT_FOUND where none of the documents
 * is there, for the root, and for a label of another organisation; BAD_USER_INPUT for more than 1000 documents, and
 * where one would have too many labels: then none is changed
 */
export const changeLabels = (db: Database, actor: Actor, input: LabelChange): Promise<number> =>
  changeLabelled(db, actor, input.treeId, async (tx, tree) => {
    const nodes = await chosenDocuments(tx, tree, input.documentIds, 'label')
    if (nodes.length === 0) throw notFound('Document')
    const added = await labelsById(tx, tree, input.addLabelIds)
    const removed = new Set((await labelsById(tx, tree, input.removeLabelIds)).map(({ id }) => id))
    const known = await labelsByDocument(
      tx,
      nodes.map(({ id }) => id),
    )
    const relabelled = nodes.map((node) => {
      const before = known.get(node.id) ?? []
      const both = new Map([...before, ...added].map((label) => [label.id, label]))
      return { node, before, after: [...both.values()].filter(({ id }) => !removed.has(id)) }
    })
    const full = relabelled.find(({ after }) => after.length > MAX_LABELS_OF_DOCUMENT)
    if (full) {
      throw badInput(
        `"${full.node.name}" would have ${full.after.length} labels; a document can have at most ${MAX_LABELS_OF_DOCUMENT}. Please remove some.`,
      )
    }
    await writeLabels(tx, relabelled)
    return nodes.length
  })
