import { sql } from 'kysely'
import type { ChecklistItemStatus } from '../../../shared/checklists.ts'
import type { Connection } from '../../platform/database/database.ts'
import { activityOfSubject } from '../activity/index.ts'
import type { CommentRow } from './commentStore.ts'
import type { ItemChange, ItemRow } from './store.ts'

/** A checklist as it was right before a moment. */
export interface ChecklistBefore {
  wasThere: boolean
  item(now: ItemRow): ItemRow
  /** Whether it had been written, with the text that it has. */
  isComment(comment: CommentRow): boolean
}

/** What a cell begins with (CHK-37). */
const FIRST: { status: ChecklistItemStatus; userId: null; link: null } = {
  status: 'STATE_REQUESTED',
  userId: null,
  link: null,
}

/**
 * A checklist as it was right before a moment, from the record of what was done in it (ARCH-01): cells and comments that were
 * not changed since are as they are, of the others cells are as the last change before has left them. A comment that got another
 * text since is left out: its former one is not kept. Categories and projects are those of now.
 */
export async function checklistBefore(
  db: Connection,
  checklistId: string,
  moment: Date,
): Promise<ChecklistBefore> {
  const { rows } = await sql<{ createdAt: Date }>`
    select created_at as "createdAt" from checklist where id = ${checklistId}`.execute(db)
  const [made] = rows
  const former = new Map<string, ItemChange>()
  const changed = new Set<string>()
  const rewritten = new Set<string>()
  let isUnknown = false
  const subject = { kind: 'checklist', id: checklistId }
  for await (const portion of activityOfSubject(db, subject, [
    'CHANGE_CHECKLIST',
    'CHANGE_CHECKLIST_COMMENT',
  ])) {
    for (const { at, kind, detail } of portion) {
      const isSince = at >= moment
      const {
        itemIds = [],
        commentId,
        ...change
      } = (detail ?? {}) as ItemChange & {
        itemIds?: string[]
        commentId?: string
      }
      if (commentId !== undefined) {
        if (isSince) rewritten.add(commentId)
      } else if (isSince) {
        for (const id of itemIds) changed.add(id)
        // What was changed is no longer known where its content was removed (CHAIN-06).
        isUnknown ||= detail === null || kind !== 'CHANGE_CHECKLIST'
      } else {
        for (const id of itemIds) former.set(id, { ...former.get(id), ...change })
      }
    }
  }
  return {
    wasThere: made !== undefined && made.createdAt < moment,
    item: (now) => (isUnknown || changed.has(now.id) ? { ...now, ...FIRST, ...former.get(now.id) } : now),
    isComment: ({ id, createdAt }) => createdAt < moment && !rewritten.has(id) && !isUnknown,
  }
}
