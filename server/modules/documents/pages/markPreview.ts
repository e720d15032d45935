import { type Mark, markProblems } from '../../../../shared/markRules.ts'
import { type Actor, groupsHolding } from '../../../access/actor.ts'
import { requireFields } from '../../../access/errors.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { PageDrawer } from '../../../platform/pages/index.ts'
import { openFor } from '../core/trees.ts'
import { viewRight } from '../policy.ts'
import { markLines } from './mark.ts'
import { readerOf } from './openings.ts'

/** Stands for a code that leads nowhere. */
const SAMPLE_CODE = '7K2M4QXN9TRB'

/** A sample page with a mark. */
export interface MarkPreview {
  /** A PNG in base64. */
  image: string
  lines: readonly string[]
}

/**
 * A sample page with the actor's own mark as it would be (MARK-20).
 * @throws FORBIDDEN without the tree's permissions right, BAD_USER_INPUT for what is no mark
 */
export async function markPreview(
  db: Database,
  drawer: Pick<PageDrawer, 'sample'>,
  actor: Actor,
  { treeId, mark, address }: { treeId: string; mark: Mark; address: string },
): Promise<MarkPreview> {
  const tree = await openFor(db, actor, treeId, 'admin')
  requireFields(markProblems(mark))
  const groups = groupsHolding(actor, viewRight(tree.type), tree.place).map(({ id }) => id)
  const reader = await readerOf(db, actor.personId, groups)
  const values = {
    ...reader,
    room: tree.name,
    at: new Date(),
    address,
    document: 'Lease.pdf',
    page: 3,
    pages: 12,
  }
  const lines = markLines(mark, values, SAMPLE_CODE)
  const image = await drawer.sample({ ...mark, lines, email: reader.email })
  return { image: image.toString('base64'), lines }
}
