import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { type Addressees, type Party, partyOf, rowIsFor } from '../../access/parties.ts'
import { scopeOf } from '../../access/scopes.ts'
import type { Connection, Tx } from '../../platform/database/database.ts'
import { type ChecklistRow, isItemId, type Room } from './opening.ts'

export interface CommentRow {
  id: string
  itemId: string
  personId: string
  comment: string
  createdAt: Date
  /** What its sender knows it by. */
  ref: string | null
  /** Groups whose members see it beside the deal team; null for everybody (CHK-47). */
  addressees: string[] | null
  removedAt: Date | null
}

/** A comment with the room that decides who sees it. */
export interface PlacedComment extends CommentRow {
  place: Room
}

const COMMENT = sql`comment.id::text, comment.item_id::text as "itemId", comment.person_id as "personId",
  comment.comment, comment.created_at as "createdAt", comment.ref, comment.addressees,
  comment.removed_at as "removedAt"`

/** SQL: whether a row of `checklist_comment comment` is for the party (CHK-47). */
const isForParty = (party: Party): RawBuilder<boolean> => rowIsFor(party, 'comment.addressees')

/** Comments of an item that are for the actor, oldest first. The caller has opened its checklist. */
export async function commentsOf(
  db: Connection,
  actor: Actor,
  { itemId, place }: { itemId: string; place: Room },
  { limit, offset }: { limit: number; offset: number },
): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    select ${COMMENT} from checklist_comment comment
    where comment.item_id = ${itemId} and ${isForParty(partyOf(actor, place))}
    order by comment.id limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** Comments of a checklist that are for the actor, after one of them, oldest first; the caller has opened it. */
export async function commentsAfter(
  db: Connection,
  actor: Actor,
  { checklistId, place }: { checklistId: string; place: Room },
  { after, limit }: { after: string; limit: number },
): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    select ${COMMENT} from checklist_comment comment
    where comment.checklist_id = ${checklistId} and comment.id > ${after} and ${isForParty(partyOf(actor, place))}
    order by comment.id limit ${limit}`.execute(db)
  return rows
}

/** Comments of some items that are for the actor and were not removed, oldest first; the caller has opened the checklist. */
export async function commentsOfItems(
  db: Connection,
  actor: Actor,
  { itemIds, place }: { itemIds: readonly string[]; place: Room },
): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    select ${COMMENT} from checklist_comment comment
    where comment.item_id = any(${itemIds}::bigint[]) and comment.removed_at is null
      and ${isForParty(partyOf(actor, place))}
    order by comment.id`.execute(db)
  return rows
}

/**
 * Comments that these entries of activity stored, changed or removed, in the checklist, oldest first, of all parties: for
 * what asks of each reader which of them are theirs.
 */
export async function commentsOfMessages(
  db: Connection,
  checklistId: string,
  activityIds: readonly number[],
): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    select ${COMMENT} from checklist_comment comment
    where (comment.activity_id = any(${activityIds}::bigint[]) or comment.changed_in = any(${activityIds}::bigint[]))
      and comment.checklist_id = ${checklistId}
    order by comment.id`.execute(db)
  return rows
}

/** Comments that the mail of those messages may quote, oldest first, of all parties likewise. */
export async function commentTexts(
  db: Connection,
  activityIds: readonly number[],
): Promise<Pick<CommentRow, 'itemId' | 'comment' | 'addressees'>[]> {
  const { rows } = await sql<Pick<CommentRow, 'itemId' | 'comment' | 'addressees'>>`
    select item_id::text as "itemId", comment, addressees from checklist_comment
    where activity_id = any(${activityIds}::bigint[]) and removed_at is null order by id`.execute(db)
  return rows
}

/** How many comments of an item these addressees have. */
export interface CommentCount {
  itemId: string
  addressees: string[] | null
  count: number
}

/** The comments of items, counted by whom they are for. */
export async function commentCounts(db: Connection, itemIds: readonly string[]): Promise<CommentCount[]> {
  const { rows } = await sql<CommentCount>`
    select item_id::text as "itemId", addressees, count(*)::int as count from checklist_comment
    where item_id = any(${itemIds}::bigint[]) and removed_at is null
    group by item_id, addressees`.execute(db)
  return rows
}

/** SQL: whether `comment` is for the actor, in whichever of the checklists it is (CHK-47). */
export function isForActor(actor: Actor, checklists: readonly ChecklistRow[]): RawBuilder<boolean> {
  const isTheirs = checklists.map(
    (each) => sql`(comment.checklist_id = ${each.id} and ${isForParty(partyOf(actor, scopeOf(each)))})`,
  )
  return sql<boolean>`(${sql.join(isTheirs, sql` or `)})`
}

/** SQL: how many comments of `item` are for the actor, in whichever of the checklists it is. */
export function countForActor(actor: Actor, checklists: readonly ChecklistRow[]): RawBuilder<number> {
  if (checklists.every((each) => partyOf(actor, scopeOf(each)).isDealTeam)) {
    return sql<number>`item.comment_count`
  }
  return sql<number>`case item.comment_count when 0 then 0 else (
    select count(*)::int from checklist_comment comment
    where comment.item_id = item.id and comment.removed_at is null and ${isForActor(actor, checklists)}) end`
}

/** Comments that the person sent under the reference to the checklist. */
export async function commentsByRef(
  tx: Tx,
  { personId, checklistId, ref }: { personId: string; checklistId: string; ref: string },
): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    select ${COMMENT} from checklist_comment comment
    where comment.person_id = ${personId} and comment.ref = ${ref} and comment.checklist_id = ${checklistId}
    order by comment.id`.execute(tx)
  return rows
}

/** A comment by its id, whoever asks, under the caller's lock; null where there is none. */
export async function lockComment(tx: Tx, id: string): Promise<CommentRow | null> {
  if (!isItemId(id)) return null
  const { rows } = await sql<CommentRow>`
    select ${COMMENT} from checklist_comment comment where comment.id = ${id} for no key update`.execute(tx)
  return rows[0] ?? null
}

/** Gives a comment another text, or removes it: then its item counts one less. It stays in its place. */
export async function updateComment(
  tx: Tx,
  { id, activityId, change }: { id: string; activityId: number; change: { text: string } | 'removed' },
): Promise<CommentRow> {
  const { rows } =
    change === 'removed'
      ? await sql<CommentRow>`
          with counted as (
            update checklist_item set comment_count = comment_count - 1
            where id = (select item_id from checklist_comment where id = ${id}))
          update checklist_comment comment set removed_at = clock_timestamp(), changed_in = ${activityId}
          where comment.id = ${id} returning ${COMMENT}`.execute(tx)
      : await sql<CommentRow>`
          update checklist_comment comment set comment = ${change.text}, changed_in = ${activityId}
          where comment.id = ${id} returning ${COMMENT}`.execute(tx)
  const [changed] = rows
  if (!changed) throw new Error('A comment that is locked is gone.')
  return changed
}

/** Stores one comment for each item and counts it there; the items are under the caller's lock. */
export async function insertComments(
  tx: Tx,
  comment: {
    checklistId: string
    itemIds: readonly string[]
    personId: string
    text: string
    activityId: number
    at: Date | null
    ref: string | null
    addressees: Addressees
  },
): Promise<CommentRow[]> {
  const addressees = comment.addressees === 'EVERYBODY' ? null : comment.addressees
  const { rows } = await sql<CommentRow>`
    with counted as (
      update checklist_item set comment_count = comment_count + 1
      where id = any(${comment.itemIds}::bigint[]) returning id)
    insert into checklist_comment as comment (checklist_id, item_id, person_id, comment, activity_id, created_at, ref,
      addressees)
    select ${comment.checklistId}, counted.id, ${comment.personId}, ${comment.text}, ${comment.activityId},
      coalesce(${comment.at}::timestamptz, clock_timestamp()), ${comment.ref}, ${addressees}::uuid[]
    from counted order by counted.id
    returning ${COMMENT}`.execute(tx)
  return rows
}

/** Milliseconds until the person may send another message: at most so many within the last so many milliseconds. */
export async function waitOf(
  tx: Tx,
  personId: string,
  { messages, withinMs }: { messages: number; withinMs: number },
): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    select (extract(epoch from min(created_at) - clock_timestamp()) * 1000)::float8 + ${withinMs}::float8 as wait
    from checklist_comment
    where person_id = ${personId} and created_at > clock_timestamp() - make_interval(secs => ${withinMs / 1000})
    group by activity_id order by min(created_at) desc limit 1 offset ${messages - 1}`.execute(tx)
  return Math.max(0, rows[0]?.wait ?? 0)
}
