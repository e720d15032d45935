import { rowLabel } from '../../../shared/checklists.ts'
import type { Actor } from '../../access/actor.ts'
import type { Database } from '../../platform/database/database.ts'
import { namesByIds } from '../accounts/index.ts'
import type { ChecklistRow } from './opening.ts'
import { assigneesOf, type CategoryNode } from './store.ts'

/** A row of the matrix, by its number. */
export interface Line {
  category: CategoryNode
  number: string
}

export const linesOf = (parents: readonly CategoryNode[]): Line[] =>
  parents.flatMap((parent) => [
    { category: parent, number: rowLabel(parent.rowNumber, null) },
    ...parent.children.map((child) => ({
      category: child,
      number: rowLabel(parent.rowNumber, child.rowNumber),
    })),
  ])

/** Names of assignees whom the actor may know. */
export async function namesOf(
  db: Database,
  actor: Actor,
  checklist: ChecklistRow,
): Promise<ReadonlyMap<string, string>> {
  const [ids = []] = await assigneesOf(db, actor, [checklist], { ids: null, limit: null })
  return namesByIds(db, ids)
}
