import { sql } from 'kysely'
import type { DealStatus } from '../../../shared/enumerations.ts'
import type { Actor, PermissionScope } from '../../access/actor.ts'
import { notFound } from '../../access/errors.ts'
import type { Connection } from '../../platform/database/database.ts'
import { isId } from '../../platform/ids.ts'
import { isOpenRoom } from '../funds/index.ts'

/** A checklist that may be shown, with its portfolio. */
export interface ChecklistRow {
  id: string
  name: string
  portfolioId: string
  organisationId: string
  portfolioName: string
  portfolioSlug: string
  portfolioStatus: DealStatus
}

/** Where a checklist is. */
export type Room = PermissionScope & { kind: 'portfolio' }

/** SQL: active checklists of portfolios that show theirs (CHK-45, CHK-46), with the portfolio. */
const SHOWN = sql`
  checklist.id, checklist.name, checklist.portfolio_id as "portfolioId",
    portfolio.organisation_id as "organisationId", portfolio.name as "portfolioName",
    portfolio.slug as "portfolioSlug", portfolio.status as "portfolioStatus"
  from checklist join portfolio on portfolio.id = checklist.portfolio_id
  where checklist.is_active and portfolio.has_checklist`

/** Whoever asks: for what checks afterwards who may see it. */
export async function shownChecklist(db: Connection, id: string): Promise<ChecklistRow | null> {
  const { rows } = await sql<ChecklistRow>`select ${SHOWN} and checklist.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** The checklist, for whoever may open it. @throws NOT_FOUND for everybody else */
export async function openChecklist(db: Connection, actor: Actor, id: string): Promise<ChecklistRow> {
  const { rows } = isId(id)
    ? await sql<ChecklistRow>`
        select ${SHOWN} and checklist.id = ${id} and ${isOpenRoom(actor)}`.execute(db)
    : { rows: [] }
  if (!rows[0]) throw notFound('Checklist')
  return rows[0]
}

/** The checklist of an item, for whoever may open it. @throws NOT_FOUND of what is asked for, for everybody else */
export async function openChecklistOf(
  db: Connection,
  actor: Actor,
  itemId: string,
  what = 'Item',
): Promise<ChecklistRow> {
  const { rows } = isItemId(itemId)
    ? await sql<ChecklistRow>`
        select ${SHOWN} and checklist.id = (select checklist_id from checklist_item where id = ${itemId})
          and ${isOpenRoom(actor)}`.execute(db)
    : { rows: [] }
  if (!rows[0]) throw notFound(what)
  return rows[0]
}

/** The first one made is the one that is shown first (CHK-04). */
export async function openChecklists(
  db: Connection,
  actor: Actor,
  portfolioId: string,
): Promise<ChecklistRow[]> {
  const { rows } = await sql<ChecklistRow>`
    select ${SHOWN} and portfolio.id = ${portfolioId} and ${isOpenRoom(actor)}
    order by checklist.created_at, checklist.id`.execute(db)
  return rows
}

/** All of an organisation that the actor may open. */
export async function openChecklistsOf(
  db: Connection,
  actor: Actor,
  organisationId: string,
): Promise<ChecklistRow[]> {
  const { rows } = await sql<ChecklistRow>`
    select ${SHOWN} and portfolio.organisation_id = ${organisationId} and ${isOpenRoom(actor)}
    order by checklist.created_at, checklist.id`.execute(db)
  return rows
}

/** Ids of items come from outside; PostgreSQL would refuse others with an error. */
export const isItemId = (id: string): boolean => /^[1-9]\d{0,17}$/.test(id)
