import { type SelectQueryBuilder, sql } from 'kysely'
import type { BuildStage, DealStatus, RoomPhase } from '../../../shared/enumerations.ts'
import type { Actor } from '../../access/actor.ts'
import type { Connection } from '../../platform/database/database.ts'
import { escapeLike } from '../../platform/database/like.ts'
import type { DB } from '../../platform/database/tables.generated.ts'
import { isVisible } from './visible.ts'

export interface PortfolioRow {
  id: string
  organisationId: string
  name: string
  slug: string
  status: DealStatus
  buildStatus: BuildStage | null
  /** kW DC; null where it is that of the projects (DRM-09). */
  systemSize: number | null
  dealManagerId: string | null
  /** Id of the stored file; null without a cover. */
  coverId: string | null
  enableProjects: boolean
  enableQAndA: boolean
  enableReports: boolean
  headerEnabled: boolean
  /** Whether its checklists are shown (CHK-45), where the deployment has them on. */
  hasChecklist: boolean
  /** Whether restricted pages of the overview name roles or groups (SUBP-28). */
  subpagePermissions: 'ROLE' | 'GROUP'
  createdDate: Date
  /** Goes up with each change of the settings. */
  revision: number
  /** How far it is (STAGE-01). */
  phase: RoomPhase
  /** Since when it has that phase; null of one that is open. */
  phaseSince: Date | null
  /** Null where it is not frozen (STAGE-09). */
  frozenSince: Date | null
  /** Null for none (STAGE-12). */
  legalHold: LegalHold | null
}

/** Why nothing of a room is removed for good, and who said so. */
export interface LegalHold {
  reason: string
  personId: string
  /** In ISO 8601. */
  since: string
}

export type PortfolioQuery = SelectQueryBuilder<DB, 'portfolio', object>

/** Portfolios that the actor may open. */
export const visible = (db: Connection, actor: Actor): PortfolioQuery =>
  db.selectFrom('portfolio').where(isVisible(actor, 'portfolio'))

export const rows = (query: PortfolioQuery) =>
  query
    .select([
      'portfolio.id',
      'portfolio.organisation_id as organisationId',
      'portfolio.name',
      'portfolio.slug',
      'portfolio.status',
      'portfolio.build_status as buildStatus',
      'portfolio.system_size as systemSize',
      'portfolio.deal_manager_id as dealManagerId',
      'portfolio.cover_id as coverId',
      'portfolio.enable_projects as enableProjects',
      'portfolio.enable_q_and_a as enableQAndA',
      'portfolio.enable_reports as enableReports',
      'portfolio.header_enabled as headerEnabled',
      'portfolio.has_checklist as hasChecklist',
      'portfolio.subpage_permissions as subpagePermissions',
      'portfolio.created_at as createdDate',
      'portfolio.revision',
      sql<RoomPhase>`coalesce((select phase from room_phase where portfolio_id = portfolio.id), 'OPEN')`.as(
        'phase',
      ),
      sql<Date | null>`(select set_at from room_phase where portfolio_id = portfolio.id)`.as('phaseSince'),
      sql<Date | null>`(select frozen_at from room_freeze where portfolio_id = portfolio.id)`.as(
        'frozenSince',
      ),
      sql<LegalHold | null>`(
        select json_build_object('reason', reason, 'personId', set_by, 'since', set_at)
        from legal_hold where portfolio_id = portfolio.id)`.as('legalHold'),
    ])
    .$castTo<PortfolioRow>()

export interface PortfolioFilter {
  /** Among these alone. */
  ids?: readonly string[]
  organisationId?: string
  organisationIds?: readonly string[]
  statuses?: readonly DealStatus[]
  /** Part of the name, from 3 characters; case is ignored. */
  search?: string
  status?: DealStatus
  /** All of them without. */
  page?: { limit: number; offset: number }
}

/** Portfolios that the actor may open, by name. */
export const portfoliosVisible = (
  db: Connection,
  actor: Actor,
  filter: PortfolioFilter,
): Promise<PortfolioRow[]> => {
  let query = visible(db, actor)
  const { ids } = filter
  if (ids) query = query.where('portfolio.id', '=', (eb) => eb.fn.any(eb.val([...ids])))
  if (filter.organisationId) query = query.where('portfolio.organisation_id', '=', filter.organisationId)
  const { organisationIds, statuses } = filter
  if (organisationIds) {
    query = query.where('portfolio.organisation_id', '=', (eb) => eb.fn.any(eb.val([...organisationIds])))
  }
  if (statuses) query = query.where('portfolio.status', '=', (eb) => eb.fn.any(eb.val([...statuses])))
  if (filter.status) query = query.where('portfolio.status', '=', filter.status)
  else query = query.where('portfolio.status', '<>', 'DELETED')
  if (filter.search) query = query.where('portfolio.name', 'ilike', `%${escapeLike(filter.search)}%`)
  if (filter.page) query = query.limit(filter.page.limit).offset(filter.page.offset)
  return rows(query).orderBy(sql`portfolio.name collate name_order`).orderBy('portfolio.id').execute()
}

export const portfolioById = async (db: Connection, actor: Actor, id: string): Promise<PortfolioRow | null> =>
  (await rows(visible(db, actor).where('portfolio.id', '=', id)).executeTakeFirst()) ?? null

export const portfolioBySlug = async (
  db: Connection,
  actor: Actor,
  slug: string,
): Promise<PortfolioRow | null> =>
  (await rows(visible(db, actor).where('portfolio.slug', '=', slug)).executeTakeFirst()) ?? null

/** The portfolios visited last that the actor may still open, newest first (HOME-13, HOME-14). */
export const portfoliosVisited = (
  db: Connection,
  actor: Actor,
  limit: number,
): Promise<(PortfolioRow & { visitedAt: Date })[]> =>
  rows(
    visible(db, actor)
      .where('portfolio.status', '<>', 'DELETED')
      .innerJoin('portfolio_visit as visit', 'visit.portfolio_id', 'portfolio.id')
      .where('visit.person_id', '=', actor.personId)
      .select('visit.visited_at as visitedAt')
      .orderBy('visit.visited_at', 'desc') as unknown as PortfolioQuery,
  )
    .$castTo<PortfolioRow & { visitedAt: Date }>()
    .limit(limit)
    .execute()

/** Every portfolio of the actor's organisations, or of those named, to state where a permission holds. */
export const portfolioPlaces = (
  db: Connection,
  actor: Actor,
  organisationIds?: readonly string[],
): Promise<{ id: string; organisationId: string }[]> =>
  visible(db, actor)
    .where('portfolio.status', '<>', 'DELETED')
    .$if(organisationIds !== undefined, (query) =>
      query.where('portfolio.organisation_id', '=', (eb) => eb.fn.any(eb.val([...(organisationIds ?? [])]))),
    )
    .select(['portfolio.id', 'portfolio.organisation_id as organisationId'])
    .orderBy('portfolio.id')
    .execute()

/** Those among the persons who are the deal manager of a portfolio that the actor may open. */
export async function portfolioManagers(
  db: Connection,
  actor: Actor,
  personIds: readonly string[],
): Promise<(string | null)[]> {
  const rows = await visible(db, actor)
    .where('portfolio.deal_manager_id', '=', (eb) => eb.fn.any(eb.val([...personIds])))
    .select('portfolio.deal_manager_id as id')
    .distinct()
    .execute()
  return rows.map((row) => row.id)
}

/** Portfolios by their ids, whoever asks: for what checks afterwards who may see them. */
export const portfoliosNamed = (db: Connection, ids: readonly string[]): Promise<PortfolioRow[]> =>
  rows(db.selectFrom('portfolio').where('portfolio.id', '=', (eb) => eb.fn.any(eb.val([...ids])))).execute()
