import { z } from 'zod'
import { commentProblem, MAX_ITEMS } from '../../../shared/checklists.ts'
import type { Actor } from '../../access/actor.ts'
import { badInput, notFound, rateLimited } from '../../access/errors.ts'
import { reauthorise } from '../../access/reauthorise.ts'
import type { Database } from '../../platform/database/database.ts'
import { advisoryLock, withLock } from '../../platform/database/withLock.ts'
import { recordActivity } from '../activity/index.ts'
import { notify } from '../notifications/index.ts'
import { type CommentRow, insertComments, waitOf } from './commentStore.ts'
import { itemsCommented } from './mail.ts'
import { openChecklist, placeOf } from './opening.ts'
import { lockItems } from './store.ts'

/** A comment for items of a checklist; one of another moment, `at`, is entered as it was: nobody is mailed, no rate holds it back. */
export interface NewComment {
  checklistId: string
  text: string
  itemIds: readonly string[]
  at?: Date
}

/** Messages of one person (transport.md 6). */
const RATE = { messages: 20, withinMs: 10_000 }

const MESSAGE = z.object({ comment: z.string(), checklistItemIds: z.array(z.union([z.string(), z.int()])) })

/** What a client sent over the socket. @throws BAD_USER_INPUT where it is no comment */
export function commentIn(text: string): { text: string; itemIds: string[] } {
  const parsed = MESSAGE.safeParse(jsonOf(text))
  if (!parsed.success) {
    throw badInput('Please send {"comment": "text", "checklistItemIds": ["12"]}.')
  }
  return { text: parsed.data.comment, itemIds: parsed.data.checklistItemIds.map(String) }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Stores one comment for each of the items: all, or none.
 * @throws BAD_USER_INPUT for the text and the number of items, NOT_FOUND for a checklist that the actor may not open and
 * for what is none of its items, RATE_LIMITED
 */
export async function addComments(
  db: Database,
  actor: Actor,
  { checklistId, itemIds, at, ...given }: NewComment,
): Promise<CommentRow[]> {
  const text = given.text.trim()
  const problem = commentProblem(text)
  if (problem) throw badInput(problem)
  const ids = [...new Set(itemIds)]
  if (ids.length === 0 || ids.length > MAX_ITEMS) {
    throw badInput(`Please choose 1 to ${MAX_ITEMS} items for a comment.`)
  }
  // One after the other for each person, so that no two concurrent messages take the last place.
  return withLock(db, advisoryLock(`comments:${actor.personId}`), async (tx) => {
    const checklist = await reauthorise(tx, actor, (now) => openChecklist(tx, now, checklistId))
    const wait = at ? 0 : await waitOf(tx, actor.personId, RATE)
    if (wait > 0) throw rateLimited(Math.ceil(wait / 1000))
    const items = await lockItems(tx, checklistId, ids)
    if (items.length !== ids.length) throw notFound('Item')
    const [activityId = 0] = await recordActivity(tx, [
      {
        kind: 'COMMENT_CHECKLIST',
        personId: actor.personId,
        sessionId: actor.sessionId,
        organisationId: checklist.organisationId,
        subject: { kind: 'checklist', id: checklistId },
        detail: { itemIds: ids },
        ...(at ? { at } : {}),
      },
    ])
    const comments = await insertComments(tx, {
      checklistId,
      itemIds: ids,
      personId: actor.personId,
      text,
      activityId,
      at: at ?? null,
    })
    const assigned = Map.groupBy(
      items.filter(({ userId }) => userId !== null),
      ({ userId }) => userId,
    )
    for (const [assignee, theirs] of at ? [] : assigned) {
      if (assignee === null) continue
      await notify(tx, itemsCommented, {
        subject: { kind: 'checklist', id: checklistId },
        by: actor.personId,
        place: placeOf(checklist),
        candidates: [assignee],
        digest: `${checklistId} ${actor.personId}`,
        data: { itemIds: theirs.map(({ id }) => id), activityId },
      })
    }
    return comments
  })
}
