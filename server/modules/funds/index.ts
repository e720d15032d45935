import type { DealStatus } from '../../../shared/enumerations.ts'
import { type Actor, permissionsAnywhere } from '../../access/actor.ts'
import { forbidden, notFound } from '../../access/errors.ts'
import { limitOf } from '../../contracts/pages.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Hooks } from '../../platform/hooks.ts'
import { isId } from '../../platform/ids.ts'
import type { Organisations } from '../organisations/index.ts'
import {
  companiesOfOrganisation,
  companiesOfStatus,
  companiesReporting,
  companiesVisited,
  companyById,
  companyBySlug,
  companyManagers,
  companyPlaces,
  type HoldingCompanyRow,
  openCompanies,
  portfolioIdsOf,
  portfolioIdsOfCompanies,
} from './companies.ts'
import { projectSizes } from './hooks.ts'
import { createReadiness } from './readiness.ts'
import { createRoomStates, type RoomStates } from './roomState.ts'
import { createRooms, type Rooms } from './rooms.ts'
import {
  type PortfolioRow,
  portfolioById,
  portfolioBySlug,
  portfolioManagers,
  portfolioPlaces,
  portfoliosVisible,
  portfoliosVisited,
} from './store.ts'
import { recordCompanyVisit, recordVisit } from './visits.ts'

export { personSees, type VisibilityTarget, whoMaySee } from './audience.ts'
export type { HoldingCompanyRow } from './companies.ts'
export {
  entitiesOfOrganisation,
  type GivenPortfolios,
  portfoliosOfGroups,
  setAccessEnds,
  setGroupEntities,
  setGroupPortfolios,
} from './groupPortfolios.ts'
export { archivableRooms, projectSizes, roomClosed, roomUnfrozen } from './hooks.ts'
export { entityAddress, placeOfEntity } from './places.ts'
export { maySetUpRoom, opensRoom, seesEntity } from './policy.ts'
export {
  LINES_OF_A_KIND,
  type ReadinessFinding,
  type ReadinessKind,
  type RoomAsked,
  roomLacks,
  withRest,
} from './readiness.ts'
export {
  createHoldingCompany,
  createPortfolio,
  grantEntities,
  type NewHoldingCompany,
  type NewPortfolio,
  type YearToDate,
} from './service.ts'
export { type PortfolioRow, portfoliosNamed } from './store.ts'
export { isOpenRoom, isVisible } from './visible.ts'

/** As lists in SQL are ordered (`name_order`). */
const BY_NAME = new Intl.Collator('en', { numeric: true })

interface Page {
  limit: number
  offset: number
}

/** The first by name alone. */
const FIRST = { page: { limit: 1, offset: 0 } }

export interface Funds {
  rooms: Rooms
  roomStates: RoomStates
  /** See createReadiness. */
  readiness: ReturnType<typeof createReadiness>
  /** kW DC of the projects of each portfolio together, for a loader; in the order of the ids. */
  projectSizes(portfolioIds: readonly string[]): Promise<number[]>
  /** @throws NOT_FOUND for an organisation that the actor is not a member of */
  portfolios(
    actor: Actor,
    filter: {
      organisationSlug?: string
      /** Of one organisation, whether the actor is in it or not: of another one they may open none. */
      organisationId?: string
      /** Of a holding company that the actor may open. @throws NOT_FOUND otherwise */
      holdingCompanyId?: string
      search?: string
      status?: DealStatus
      /** All of them without. */
      page?: Page
    },
  ): Promise<PortfolioRow[]>
  portfolio(actor: Actor, id: string): Promise<PortfolioRow | null>
  portfolioBySlug(actor: Actor, slug: string): Promise<PortfolioRow | null>
  /** Those of them that the actor may open, by name; removed ones are left out. */
  portfoliosByIds(actor: Actor, ids: readonly string[]): Promise<PortfolioRow[]>
  /** Those of a holding company that the actor may open, by name; removed ones are left out. */
  portfoliosOfCompany(actor: Actor, companyId: string): Promise<PortfolioRow[]>
  /** The one visited last that may still be opened, else the first by name (SHELL-02). */
  primaryPortfolio(actor: Actor): Promise<PortfolioRow | null>
  companyBySlug(actor: Actor, slug: string): Promise<HoldingCompanyRow | null>
  company(actor: Actor, id: string): Promise<HoldingCompanyRow | null>
  /** Holding companies that the actor may open, by name; removed ones are left out. */
  openCompanies(actor: Actor, page: Page): Promise<HoldingCompanyRow[]>
  /** Those of an organisation that the actor may open, by name; removed ones are left out. */
  companiesOf(actor: Actor, organisationId: string): Promise<HoldingCompanyRow[]>
  /** Entities of the organisations with one of the statuses that the actor may open, by name (LAND-08, LAND-12). */
  ofStatus(
    actor: Actor,
    organisationIds: readonly string[],
    statuses: readonly DealStatus[],
  ): Promise<(PortfolioRow | HoldingCompanyRow)[]>
  /** Ids of the portfolios of holding companies, removed ones left out, whoever may open them; by company. */
  portfolioIdsOfCompanies(companyIds: readonly string[]): Promise<Map<string, string[]>>
  /**
   * Holding companies whose reports the actor may see, by name.
   * @throws NOT_FOUND for an organisation that the actor is not a member of, FORBIDDEN with REPORTS_VIEW nowhere
   * in it (ORG-54)
   */
  companiesReporting(actor: Actor, organisationSlug: string, page: Page): Promise<HoldingCompanyRow[]>
  /** Newest first. @throws BAD_USER_INPUT for a limit below 1 */
  recentlyVisited(actor: Actor, limit: number): Promise<(PortfolioRow | HoldingCompanyRow)[]>
  recordVisit(actor: Actor, portfolioId: string): Promise<void>
  recordCompanyVisit(actor: Actor, companyId: string): Promise<void>
  /** Whether each person is the deal manager of an entity that the actor may open; in the order of the ids. */
  managersInView(actor: Actor, personIds: readonly string[]): Promise<boolean[]>
  /** Ids of the portfolios that the actor may open; with organisations of these alone. */
  places(actor: Actor, organisationIds?: readonly string[]): Promise<{ id: string; organisationId: string }[]>
  /** Ids of the holding companies that the actor may open. */
  companyPlaces(actor: Actor): Promise<{ id: string; organisationId: string }[]>
}

/** @throws NOT_FOUND for a holding company that the actor may not open */
async function ofCompany(db: Database, actor: Actor, companyId: string): Promise<string[]> {
  if (!isId(companyId) || !(await companyById(db, actor, companyId))) throw notFound('Holding company')
  return portfolioIdsOf(db, companyId)
}

/** @param checklists whether the deployment has them on */
export const createFunds = (
  db: Database,
  organisations: Organisations,
  hooks: Hooks,
  checklists = true,
): Funds => ({
  rooms: createRooms(db, organisations, hooks, checklists),
  roomStates: createRoomStates(db, hooks),
  readiness: createReadiness(db, hooks),
  projectSizes: async (portfolioIds) => {
    const answers = await hooks.ask(projectSizes, db, { portfolioIds })
    return portfolioIds.map((_id, at) => answers.reduce((sum, sizes) => sum + (sizes[at] ?? 0), 0))
  },
  portfolios: async (actor, { organisationSlug, holdingCompanyId, ...asked }) => {
    const filter = {
      ...asked,
      ...(holdingCompanyId === undefined ? {} : { ids: await ofCompany(db, actor, holdingCompanyId) }),
    }
    if (organisationSlug === undefined) return portfoliosVisible(db, actor, filter)
    const organisation = await organisations.bySlug(actor, organisationSlug)
    if (!organisation) throw notFound('Organisation')
    return portfoliosVisible(db, actor, { ...filter, organisationId: organisation.id })
  },
  portfolio: (actor, id) => portfolioById(db, actor, id),
  portfolioBySlug: (actor, slug) => portfolioBySlug(db, actor, slug),
  portfoliosByIds: (actor, ids) => portfoliosVisible(db, actor, { ids }),
  portfoliosOfCompany: async (actor, companyId) =>
    portfoliosVisible(db, actor, { ids: await portfolioIdsOf(db, companyId) }),
  primaryPortfolio: async (actor) =>
    (await portfoliosVisited(db, actor, 1))[0] ?? (await portfoliosVisible(db, actor, FIRST))[0] ?? null,
  recentlyVisited: async (actor, limit) => {
    const most = limitOf(limit)
    const visited = await Promise.all([portfoliosVisited(db, actor, most), companiesVisited(db, actor, most)])
    return visited
      .flat()
      .sort((one, other) => other.visitedAt.getTime() - one.visitedAt.getTime())
      .slice(0, most)
  },
  recordVisit: async (actor, portfolioId) => {
    if (!isId(portfolioId)) throw notFound('Portfolio')
    return recordVisit(db, actor, portfolioId)
  },
  companyBySlug: (actor, slug) => companyBySlug(db, actor, slug),
  company: (actor, id) => companyById(db, actor, id),
  openCompanies: (actor, page) => openCompanies(db, actor, page),
  companiesOf: (actor, organisationId) => companiesOfOrganisation(db, actor, organisationId),
  ofStatus: async (actor, organisationIds, statuses) => {
    const found = await Promise.all([
      portfoliosVisible(db, actor, { organisationIds, statuses }),
      companiesOfStatus(db, actor, organisationIds, statuses),
    ])
    return found.flat().sort((one, other) => BY_NAME.compare(one.name, other.name))
  },
  portfolioIdsOfCompanies: (companyIds) => portfolioIdsOfCompanies(db, companyIds),
  companiesReporting: async (actor, slug, page) => {
    const organisation = await organisations.bySlug(actor, slug)
    if (!organisation) throw notFound('Organisation')
    if (!permissionsAnywhere(actor, organisation.id).includes('REPORTS_VIEW')) throw forbidden()
    return companiesReporting(db, actor, organisation.id, page)
  },
  recordCompanyVisit: async (actor, companyId) => {
    if (!isId(companyId)) throw notFound('Holding company')
    return recordCompanyVisit(db, actor, companyId)
  },
  managersInView: async (actor, personIds) => {
    const found = await Promise.all([
      portfolioManagers(db, actor, personIds),
      companyManagers(db, actor, personIds),
    ])
    const managers = new Set(found.flat())
    return personIds.map((id) => managers.has(id))
  },
  places: (actor, organisationIds) => portfolioPlaces(db, actor, organisationIds),
  companyPlaces: (actor) => companyPlaces(db, actor),
})
