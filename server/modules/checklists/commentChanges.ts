import { commentProblem } from '../../../shared/checklists.ts'
import type { Actor } from '../../access/actor.ts'
import { badInput, conflict, forbidden, notFound } from '../../access/errors.ts'
import { reauthorise } from '../../access/reauthorise.ts'
import { scopeOf } from '../../access/scopes.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { recordBy } from '../activity/index.ts'
import { lockComment, type PlacedComment, updateComment } from './commentStore.ts'
import { type ChecklistRow, openChecklistOf } from './opening.ts'
import { isOwnComment, mayChangeComment, mayRemoveComment, seesComment } from './policy.ts'

/** A comment under the caller's lock, for whoever it is for, as they are at this moment. @throws NOT_FOUND, CONFLICT where it was removed */
async function locked(
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<{ now: Actor; checklist: ChecklistRow; comment: PlacedComment }> {
  const row = await lockComment(tx, id)
  if (!row) throw notFound('Comment')
  return reauthorise(tx, actor, async (now) => {
    const checklist = await openChecklistOf(tx, now, row.itemId, 'Comment')
    const comment = { ...row, place: scopeOf(checklist) }
    if (!seesComment(now, comment)) throw notFound('Comment')
    if (comment.removedAt !== null) throw conflict('This comment has been removed.')
    return { now, checklist, comment }
  })
}

const recorded = async (
  tx: Tx,
  actor: Actor,
  kind: 'CHANGE_CHECKLIST_COMMENT' | 'REMOVE_CHECKLIST_COMMENT',
  { checklist, comment }: { checklist: ChecklistRow; comment: PlacedComment },
): Promise<number> => {
  const [activityId = 0] = await recordBy(tx, actor, [
    {
      kind,
      organisationId: checklist.organisationId,
      subject: { kind: 'checklist', id: checklist.id },
      detail: { commentId: comment.id, itemIds: [comment.itemId] },
    },
  ])
  return activityId
}

/**
 * Gives the actor's own comment another text (CHK-48); whom it is for stays.
 * @throws NOT_FOUND for one that is not for the actor, FORBIDDEN for that of somebody else, BAD_USER_INPUT for the text,
 * CONFLICT 15 minutes later and for one that was removed
 */
export async function changeComment(
  db: Database,
  actor: Actor,
  { id, text: given }: { id: string; text: string },
): Promise<PlacedComment> {
  const text = given.trim()
  return db.transaction().execute(async (tx) => {
    const { now, checklist, comment } = await locked(tx, actor, id)
    if (!isOwnComment(now, comment)) throw forbidden()
    if (!mayChangeComment(now, comment, Date.now())) {
      throw conflict('A comment can be changed for 15 minutes. Please write another one instead.')
    }
    const problem = commentProblem(text)
    if (problem) throw badInput(problem)
    if (text === comment.comment) return comment
    const activityId = await recorded(tx, actor, 'CHANGE_CHECKLIST_COMMENT', { checklist, comment })
    return { ...(await updateComment(tx, { id, activityId, change: { text } })), place: comment.place }
  })
}

/**
 * Removes a comment: it stays in its place without its text, which the record keeps (CHK-48).
 * @throws NOT_FOUND for one that is not for the actor, FORBIDDEN for that of somebody else without CHECKLISTS_ADMIN,
 * CONFLICT for one that was removed already
 */
export async function removeComment(db: Database, actor: Actor, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { now, checklist, comment } = await locked(tx, actor, id)
    if (!mayRemoveComment(now, comment)) throw forbidden()
    const activityId = await recorded(tx, actor, 'REMOVE_CHECKLIST_COMMENT', { checklist, comment })
    await updateComment(tx, { id, activityId, change: 'removed' })
  })
}
