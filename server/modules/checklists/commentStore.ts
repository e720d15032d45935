import { sql } from 'kysely'
import type { Connection, Tx } from '../../platform/database/database.ts'

export interface CommentRow {
  id: string
  itemId: string
  personId: string
  comment: string
  createdAt: Date
}

const COMMENT = sql`comment.id::text, comment.item_id::text as "itemId", comment.person_id as "personId",
  comment.comment, comment.created_at as "createdAt"`

/** Comments of an item, oldest first. The caller has opened its checklist. */
export async function commentsOf(
  db: Connection,
  itemId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    select ${COMMENT} from checklist_comment comment where comment.item_id = ${itemId}
    order by comment.id limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** Comments of a checklist after one of them, oldest first; the caller has opened it. */
export async function commentsAfter(
  db: Connection,
  checklistId: string,
  after: string,
  limit: number,
): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    select ${COMMENT} from checklist_comment comment
    where comment.checklist_id = ${checklistId} and comment.id > ${after}
    order by comment.id limit ${limit}`.execute(db)
  return rows
}

/** Comments of the messages with these entries of activity, in the checklist, oldest first. */
export async function commentsOfMessages(
  db: Connection,
  checklistId: string,
  activityIds: readonly number[],
): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    select ${COMMENT} from checklist_comment comment
    where comment.activity_id = any(${activityIds}::bigint[]) and comment.checklist_id = ${checklistId}
    order by comment.id`.execute(db)
  return rows
}

/** Comments that the mail of those messages quotes, oldest first. */
export async function commentTexts(
  db: Connection,
  activityIds: readonly number[],
): Promise<{ itemId: string; comment: string }[]> {
  const { rows } = await sql<{ itemId: string; comment: string }>`
    select item_id::text as "itemId", comment from checklist_comment
    where activity_id = any(${activityIds}::bigint[]) order by id`.execute(db)
  return rows
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
  },
): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    with counted as (
      update checklist_item set comment_count = comment_count + 1, changed_in = ${comment.activityId}
      where id = any(${comment.itemIds}::bigint[]) returning id)
    insert into checklist_comment as comment (checklist_id, item_id, person_id, comment, activity_id, created_at)
    select ${comment.checklistId}, counted.id, ${comment.personId}, ${comment.text}, ${comment.activityId},
      coalesce(${comment.at}::timestamptz, clock_timestamp())
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
