import { sql } from 'kysely'
import type { BuildStage, DealStatus } from '../../../shared/enumerations.ts'
import type { Actor } from '../../access/actor.ts'
import type { Ordering } from '../../contracts/pages.ts'
import type { Connection, Tx } from '../../platform/database/database.ts'
import { escapeLike } from '../../platform/database/like.ts'
import { type PortfolioRow, rows, visible } from './store.ts'

export interface RoomFilter {
  organisationId: string
  /** Part of the name; case is ignored. */
  search?: string | null
  status?: DealStatus | null
  /** Statuses that are left out, besides DELETED. */
  without?: readonly DealStatus[]
}

const ORDERS = {
  name: sql`portfolio.name collate name_order`,
  // As a deal goes on, not by the alphabet.
  status: sql`array_position(array['DRAFT', 'MARKET', 'DILIGENCE', 'ACQUIRED', 'SOLD'], portfolio.status)`,
  createdDate: sql`portfolio.created_at`,
} as const

/** What the list of deal rooms may be sorted by. */
export const ROOM_ORDERINGS = Object.keys(ORDERS)

/** Deal rooms of an organisation that the actor may open, without removed ones (DRM-19). */
const matching = (db: Connection, actor: Actor, filter: RoomFilter) => {
  let query = visible(db, actor)
    .where('portfolio.organisation_id', '=', filter.organisationId)
    .where('portfolio.status', 'not in', ['DELETED', ...(filter.without ?? [])])
  if (filter.status) query = query.where('portfolio.status', '=', filter.status)
  if (filter.search) query = query.where('portfolio.name', 'ilike', `%${escapeLike(filter.search)}%`)
  return query
}

export const roomsPage = (
  db: Connection,
  actor: Actor,
  { ordering, limit, offset, ...filter }: RoomFilter & { ordering: Ordering; limit: number; offset: number },
): Promise<PortfolioRow[]> => {
  const direction = ordering.descending ? 'desc' : 'asc'
  return rows(matching(db, actor, filter))
    .orderBy(ORDERS[ordering.by as keyof typeof ORDERS], direction)
    .orderBy('portfolio.id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countRooms(db: Connection, actor: Actor, filter: RoomFilter): Promise<number> {
  const found = await matching(db, actor, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirst()
  return found?.count ?? 0
}

/** What is kept of a deal room; what is absent stays. */
export interface RoomRecord extends RoomSettings {
  slug?: string
  buildStatus?: BuildStage | null
  enableReports?: boolean
  /** Whether restricted pages of the overview name roles or groups. */
  subpagePermissions?: 'ROLE' | 'GROUP'
}

/** Settings of a deal room; what is absent stays. */
export interface RoomSettings {
  status?: DealStatus
  name?: string
  enableProjects?: boolean
  enableQAndA?: boolean
  headerEnabled?: boolean
  dealManagerId?: string | null
  /** kW DC; null makes it that of the projects. */
  systemSize?: number | null
}

export async function updateRoom(tx: Tx, id: string, settings: RoomRecord): Promise<void> {
  const { status, name, enableProjects, enableQAndA, headerEnabled, dealManagerId, systemSize } = settings
  const { slug, buildStatus, enableReports, subpagePermissions } = settings
  await tx
    .updateTable('portfolio')
    .set((eb) => ({
      status,
      name,
      enable_projects: enableProjects,
      enable_q_and_a: enableQAndA,
      header_enabled: headerEnabled,
      deal_manager_id: dealManagerId,
      system_size: systemSize,
      slug,
      build_status: buildStatus,
      enable_reports: enableReports,
      subpage_permissions: subpagePermissions,
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}
