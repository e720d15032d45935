import type { DocumentLevel, GivenLevel } from '../../../../shared/documentLevels.ts'
import { type Mark, markProblems } from '../../../../shared/markRules.ts'
import type { Actor } from '../../../access/actor.ts'
import { notFound, requireFields } from '../../../access/errors.ts'
import { assertRevision } from '../../../contracts/revisions.ts'
import type { Database, Tx } from '../../../platform/database/database.ts'
import { aclsByIds } from '../core/acls.ts'
import { documentById } from '../core/nodes.ts'
import { principalsOf } from '../core/principals.ts'
import { recordChanges } from '../core/record.ts'
import { changeTree } from '../core/treeLock.ts'
import { type OpenTree, openFor } from '../core/trees.ts'
import { audienceText } from '../permissions/audienceText.ts'
import { usualOf } from '../permissions/levelDifference.ts'

export interface TreeViewingInput {
  treeId: string
  /** As it is where left out, like the others. */
  usualLevel?: DocumentLevel | null | undefined
  mark?: Mark | null | undefined
  measureReading?: boolean | null | undefined
  textPrincipalIds?: readonly string[] | null | undefined
  /** That in view. */
  revision?: number | null | undefined
}

/**
 * Changes what holds for the levels of a whole tree, in effect with the next request (VIEW-03).
 * @throws FORBIDDEN without the tree's permissions right, BAD_USER_INPUT for NONE, NOT_FOUND for an unknown principal,
 * CONFLICT where somebody has changed it since the revision in view
 */
export const updateTreeViewing = (db: Database, actor: Actor, input: TreeViewingInput): Promise<OpenTree> =>
  changeTree(db, actor, input.treeId, 'admin', async (tx, tree) => {
    const { usualLevel, textPrincipals, viewingRevision } = tree
    const formerMark = tree.mark
    assertRevision({
      of: 'treeViewing',
      known: input.revision,
      now: viewingRevision,
      what: 'how documents are viewed here',
      newer: {
        usualLevel,
        mark: formerMark,
        measureReading: tree.measureReading,
        textPrincipalIds: textPrincipals,
      },
    })
    if (input.mark) requireFields(markProblems(input.mark))
    const mark = input.mark ?? formerMark
    const usual = usualOf(input.usualLevel ?? usualLevel)
    const texts = [...new Set(input.textPrincipalIds ?? textPrincipals)].sort()
    const known = new Set((await principalsOf(tx, tree)).map(({ id }) => id))
    if (input.textPrincipalIds && texts.some((id) => !known.has(id))) throw notFound('Document')
    await tx
      .updateTable('document_tree')
      .set({
        mark: JSON.stringify(mark),
        usual_level: usual,
        text_principals: texts,
        measure_reading: input.measureReading ?? tree.measureReading,
        viewing_revision: viewingRevision + 1,
      })
      .where('id', '=', tree.id)
      .execute()
    if (usual !== usualLevel) await recordUsual(tx, tree, usual)
    if (markText(mark) !== markText(formerMark)) await recordMark(tx, tree, formerMark, mark)
    return openFor(tx, tree.actor, tree.id, 'admin')
  })

/** A mark as the history says it. */
const markText = ({ pattern, position, opacity, size, zone, originals, restrictPdf }: Mark): string =>
  [
    `Mark “${pattern.replaceAll('\n', ' / ')}”`,
    position.toLowerCase(),
    `${opacity} %`,
    `${size} pt`,
    zone,
    ...(originals ? ['originals, too'] : []),
    ...(restrictPdf ? ['restricted PDFs'] : []),
  ].join(', ')

/** Writes into the history of the root how pages were marked, and are now (MARK-22). */
async function recordMark(tx: Tx, tree: OpenTree, before: Mark, after: Mark): Promise<void> {
  const root = await documentById(tx, tree, tree.id)
  if (!root) return
  await recordChanges(tx, [
    { kind: 'PERMISSION', node: root, detail: { before: markText(before), after: markText(after) } },
  ])
}

/** Writes into the history of the root who had which level there before, and who has now (MARK-22). */
async function recordUsual(tx: Tx, tree: OpenTree, usual: GivenLevel): Promise<void> {
  const root = await documentById(tx, tree, tree.id)
  const acl = root && (await aclsByIds(tx, [root.aclId])).get(root.aclId)
  if (!root || !acl) return
  const principals = await principalsOf(tx, tree)
  const text = (usualLevel: GivenLevel) => audienceText(acl, principals, { ...tree, usualLevel })
  await recordChanges(tx, [
    {
      kind: 'PERMISSION',
      node: root,
      detail: { usualLevel: usual, before: text(tree.usualLevel), after: text(usual) },
    },
  ])
}
