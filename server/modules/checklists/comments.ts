import { z } from 'zod'
import { commentProblem, MAX_ITEMS } from '../../../shared/checklists.ts'
import type { Actor } from '../../access/actor.ts'
import { badInput, notFound, rateLimited } from '../../access/errors.ts'
import { type Addressees, isDealTeam, isPartyIn } from '../../access/parties.ts'
import { reauthorise } from '../../access/reauthorise.ts'
import { scopeOf } from '../../access/scopes.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { advisoryLock, withLock } from '../../platform/database/withLock.ts'
import { recordBy } from '../activity/index.ts'
import { notify } from '../notifications/index.ts'
import { type CommentRow, commentsByRef, insertComments, waitOf } from './commentStore.ts'
import { itemsCommented } from './mail.ts'
import { openChecklist, type Room } from './opening.ts'
import { addresseesOf } from './policy.ts'
import { lockItems } from './store.ts'

/** A comment for items of a checklist; one of another moment, `at`, is entered as it was: nobody is mailed, no rate holds it back. */
export interface NewComment {
  checklistId: string
  text: string
  itemIds: readonly string[]
  at?: Date
  /** What its sender knows it by: it is stored once, however often it is sent. */
  ref?: string | undefined
  /** 'EVERYBODY', 'DEAL_TEAM', or the id of a party (CHK-47); that of its sender where it names none. */
  audience?: string | undefined
}

/** What became of a comment that was sent. */
export interface Stored {
  comments: readonly CommentRow[]
  /** It was stored already. */
  isRepeated: boolean
}

/** Characters of what a sender knows a message by. */
const MAX_REF = 100
/** Messages of one person (transport.md 6). */
const RATE = { messages: 20, withinMs: 10_000 }

const MESSAGE = z.object({
  comment: z.string(),
  checklistItemIds: z.array(z.union([z.string(), z.int()])),
  ref: z.string().max(MAX_REF).nullish(),
  audience: z.string().nullish(),
})

/** What a client sent over the socket. @throws BAD_USER_INPUT where it is no comment */
export function commentIn(text: string): Omit<NewComment, 'checklistId'> {
  const parsed = MESSAGE.safeParse(jsonOf(text))
  if (!parsed.success) {
    throw badInput('Please send {"comment": "text", "checklistItemIds": ["12"]}.')
  }
  const { comment, checklistItemIds, ref, audience } = parsed.data
  return {
    text: comment,
    itemIds: checklistItemIds.map(String),
    ref: ref ?? undefined,
    audience: audience ?? undefined,
  }
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
 * @throws BAD_USER_INPUT for the text, the number of items and an audience that the actor may not name, NOT_FOUND for a checklist that the actor may not open and
 * for what is none of its items, RATE_LIMITED
 */
export async function addComments(
  db: Database,
  actor: Actor,
  { checklistId, itemIds, at, ref, audience, ...given }: NewComment,
): Promise<Stored> {
  const text = given.text.trim()
  const problem = commentProblem(text)
  if (problem) throw badInput(problem)
  const ids = [...new Set(itemIds)]
  if (ids.length === 0 || ids.length > MAX_ITEMS) {
    throw badInput(`Please choose 1 to ${MAX_ITEMS} items for a comment.`)
  }
  // One after the other for each person, so that no two concurrent messages take the last place.
  return withLock(db, advisoryLock(`comments:${actor.personId}`), async (tx) => {
    const { now, checklist } = await reauthorise(tx, actor, async (now) => ({
      now,
      checklist: await openChecklist(tx, now, checklistId),
    }))
    const place = scopeOf(checklist)
    const before =
      ref === undefined ? [] : await commentsByRef(tx, { personId: actor.personId, checklistId, ref })
    if (before.length > 0) return { comments: before, isRepeated: true }
    const addressees = await addresseesNamed(tx, { actor: now, place, audience: audience ?? null })
    const wait = at ? 0 : await waitOf(tx, actor.personId, RATE)
    if (wait > 0) throw rateLimited(Math.ceil(wait / 1000))
    const items = await lockItems(tx, checklistId, ids)
    if (items.length !== ids.length) throw notFound('Item')
    const [activityId = 0] = await recordBy(tx, actor, [
      {
        kind: 'COMMENT_CHECKLIST',
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
      ref: ref ?? null,
      addressees,
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
        place,
        candidates: [assignee],
        digest: `${checklistId} ${actor.personId}`,
        data: { itemIds: theirs.map(({ id }) => id), activityId },
      })
    }
    return { comments, isRepeated: false }
  })
}

/** @throws BAD_USER_INPUT for an audience that the actor may not name: nothing is sent */
async function addresseesNamed(
  tx: Tx,
  { actor, place, audience }: { actor: Actor; place: Room; audience: string | null },
): Promise<Addressees> {
  const isParty = audience !== null && (await isPartyIn(tx, place, audience))
  const addressees = addresseesOf(actor, place, audience, isParty)
  if (addressees !== null) return addressees
  throw badInput(
    isDealTeam(actor, place)
      ? 'Please choose everybody, the deal team, or a party of this room.'
      : 'Your comments are for your own party and the deal team. Please send it without another audience.',
  )
}
