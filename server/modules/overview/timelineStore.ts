import { sql } from 'kysely'
import { requireNoHoldOf } from '../../access/legalHold.ts'
import type { Connection, Tx } from '../../platform/database/database.ts'
import { type Lock, rowLock } from '../../platform/database/withLock.ts'
import { newId } from '../../platform/ids.ts'
import { type OpenEntity, ownerOf } from './entities.ts'

export interface MilestoneRow {
  id: string
  timelineId: string
  /** Zero-based, without gaps (TIME-17). */
  order: number
  dueDate: string
  title: string
  body: string
  status: 'ACTIVE' | 'COMPLETE'
  revision: number
}

/** A timeline whoever asks. */
export interface TimelineRow {
  id: string
  name: string
  portfolioId: string | null
  companyId: string | null
}

/** Whoever changes a timeline or one of its milestones holds it. */
export const timelineLock = (timelineId: string): Lock => rowLock('timeline', timelineId)

export async function timelineById(db: Connection, id: string): Promise<TimelineRow | null> {
  const { rows } = await sql<TimelineRow>`
    select id, name, portfolio_id as "portfolioId", holding_company_id as "companyId"
    from timeline where id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** The timeline of a milestone. */
export async function timelineOf(db: Connection, milestoneId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select timeline_id as id from milestone where id = ${milestoneId}`.execute(db)
  return rows[0]?.id ?? null
}

/** In their order. */
export async function milestonesOf(db: Connection, timelineIds: readonly string[]): Promise<MilestoneRow[]> {
  const { rows } = await sql<MilestoneRow>`
    select id, timeline_id as "timelineId", position as order, due_date as "dueDate", title, body, status, revision
    from milestone where timeline_id = any(${timelineIds}::uuid[]) order by timeline_id, position, id`.execute(
    db,
  )
  return rows
}

/** Timelines of an entity, for the bound on their number. */
export async function countTimelines(db: Connection, entityId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from timeline
    where portfolio_id = ${entityId} or holding_company_id = ${entityId}`.execute(db)
  return rows[0]?.count ?? 0
}

/** @returns its id; without milestones yet */
export async function insertTimeline(tx: Tx, entity: OpenEntity, name?: string): Promise<string> {
  const id = newId()
  await tx
    .insertInto('timeline')
    .values({ id, ...ownerOf(entity.place), ...(name === undefined ? {} : { name }) })
    .execute()
  return id
}

export type MilestoneTexts = Partial<Pick<MilestoneRow, 'dueDate' | 'title' | 'body' | 'status'>>

export async function insertMilestone(
  tx: Tx,
  timelineId: string,
  position: number,
  texts: MilestoneTexts = {},
): Promise<string> {
  const id = newId()
  const { dueDate = '', title = '', body = '', status = 'ACTIVE' } = texts
  await tx
    .insertInto('milestone')
    .values({ id, timeline_id: timelineId, position, due_date: dueDate, title, body, status })
    .execute()
  return id
}

export async function updateMilestone(tx: Tx, id: string, texts: MilestoneTexts): Promise<void> {
  const { dueDate, title, body, status } = texts
  await tx
    .updateTable('milestone')
    .set((eb) => ({
      ...(dueDate === undefined ? {} : { due_date: dueDate }),
      ...(title === undefined ? {} : { title }),
      ...(body === undefined ? {} : { body }),
      ...(status === undefined ? {} : { status }),
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

/** @throws CONFLICT under a legal hold of its room (STAGE-12) */
export async function deleteMilestone(tx: Tx, id: string): Promise<void> {
  await requireNoHoldOf(
    tx,
    sql`(select timeline.portfolio_id from milestone join timeline on timeline.id = milestone.timeline_id
      where milestone.id = ${id})`,
  )
  await tx.deleteFrom('milestone').where('id', '=', id).execute()
}

/** Numbers the milestones in this order. */
export async function setMilestoneOrder(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`update milestone set position = given.position - 1
    from unnest(${ids}::uuid[]) with ordinality given (id, position)
    where milestone.id = given.id and milestone.position <> given.position - 1`.execute(tx)
}
