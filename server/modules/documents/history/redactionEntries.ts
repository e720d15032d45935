import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { accessesOf } from '../core/accesses.ts'
import { PASSING } from '../core/levels.ts'
import { documentsByIds } from '../core/nodes.ts'
import { canRedactIn } from '../core/redacting.ts'
import type { OpenTree } from '../core/trees.ts'
import { isGivenOriginal } from '../policy.ts'
import { conditionsOf, type HistorySelection, inTree } from './historySelection.ts'

/**
 * The numbers of entries of redactions, for whoever may redact and does not see changes of permissions, by which these are stored:
 * of the documents that they may redact now (REDACT-26). For everybody else none is looked for.
 */
export async function redactionsKnown(
  db: Connection,
  tree: OpenTree,
  selection: HistorySelection,
): Promise<number[]> {
  if (tree.rights.admin || !tree.rights.edit) return []
  const [isAllowed] = await canRedactIn(db, [tree])
  if (!isAllowed) return []
  const conditions = conditionsOf({ ...tree, rights: { ...tree.rights, admin: true } }, selection)
  const kind = sql<boolean>`(a.kind = 'PERMISSION' and a.detail ->> 'redaction' = 'true' and a.document_id in (
    select document_id from redaction where tree_id = ${tree.id} and applied_at is not null))`
  const { rows } = await sql<{ id: number; documentId: string }>`
    select a.id, a.document_id as "documentId" from ${inTree(tree, { ...conditions, kind })}`.execute(db)
  const nodes = await documentsByIds(db, tree, [...new Set(rows.map(({ documentId }) => documentId))])
  const accesses = await accessesOf(db, nodes)
  const redactable = new Set(
    nodes.flatMap(({ id }, at) => (isGivenOriginal(accesses[at] ?? PASSING) ? [id] : [])),
  )
  return rows.flatMap(({ id, documentId }) => (redactable.has(documentId) ? [id] : []))
}
