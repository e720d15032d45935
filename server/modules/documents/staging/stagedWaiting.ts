import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { isShown } from '../core/nodes.ts'
import { type OpenTree, ofTrees } from '../core/trees.ts'
import { isKnownChange } from './changeStore.ts'
import { isStagedGroup } from './stagedStore.ts'

/** What is staged in a tree. */
export interface StagedCount {
  count: number
  /** When the newest of it was staged; null for nothing. */
  at: Date | null
}

/** SQL: a row for each entry that the tree's page of what is staged lists, with the moment. */
const counted = (tree: OpenTree): RawBuilder<unknown> => sql`
  select count(*)::int as count, max(at) as at from (
    select document.modified_at as at
    from name_group g join document_name_search named on named.group_id = g.id
    join document on document.id = named.document_id
    where ${isStagedGroup(tree)}
    union all
    select max(c.created_at) from staged_change c join document on document.id = c.document_id
    where ${isKnownChange(tree)} and ${isShown(tree)} group by document.id) as staged`

/** What is staged in each of the trees for those of their actors who may publish it, in their order; null for nothing. */
export async function stagedIn(db: Connection, trees: readonly OpenTree[]): Promise<(StagedCount | null)[]> {
  const asked = trees.filter(
    ({ hasStaged, hasStagedChanges, rights }) => rights.edit && (hasStaged || hasStagedChanges),
  )
  const found = await ofTrees<StagedCount>(db, asked, counted)
  const byTree = new Map(asked.map((tree, at) => [tree, found[at]?.[0] ?? null]))
  return trees.map((tree) => byTree.get(tree) ?? null)
}
