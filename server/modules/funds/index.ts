import type { DealStatus } from '../../../shared/enumerations.ts'
import type { Actor } from '../../access/actor.ts'
import { badInput, notFound } from '../../access/errors.ts'
import type { Database } from '../../platform/database/database.ts'
import { isId } from '../../platform/ids.ts'
import type { Organisations } from '../organisations/index.ts'
import { recordVisit } from './service.ts'
import {
  managersInView,
  type PortfolioRow,
  portfolioById,
  portfolioBySlug,
  portfolioPlaces,
  portfoliosVisible,
  portfoliosVisited,
} from './store.ts'

export { seesEntity } from './policy.ts'
export { fundsResolvers } from './resolvers.ts'
export {
  createHoldingCompany,
  createPortfolio,
  grantEntities,
  type NewHoldingCompany,
  type NewPortfolio,
} from './service.ts'
export type { PortfolioRow } from './store.ts'

export interface Funds {
  /** @throws NOT_FOUND for an organisation that the actor is not a member of */
  portfolios(
    actor: Actor,
    filter: { organisationSlug?: string; search?: string; status?: DealStatus },
  ): Promise<PortfolioRow[]>
  portfolio(actor: Actor, id: string): Promise<PortfolioRow | null>
  portfolioBySlug(actor: Actor, slug: string): Promise<PortfolioRow | null>
  /** The one visited last that may still be opened, else the first by name (SHELL-02). */
  primaryPortfolio(actor: Actor): Promise<PortfolioRow | null>
  /** Newest first. @throws BAD_USER_INPUT for a limit below 1 */
  recentlyVisited(actor: Actor, limit: number): Promise<PortfolioRow[]>
  recordVisit(actor: Actor, portfolioId: string): Promise<void>
  /** Whether each person is the deal manager of an entity that the actor may open; in the order of the ids. */
  managersInView(actor: Actor, personIds: readonly string[]): Promise<boolean[]>
  /** Ids of the portfolios that the actor may open. */
  places(actor: Actor): Promise<{ id: string; organisationId: string }[]>
}

export const createFunds = (db: Database, organisations: Organisations): Funds => ({
  portfolios: async (actor, { organisationSlug, ...filter }) => {
    if (organisationSlug === undefined) return portfoliosVisible(db, actor, filter)
    const organisation = await organisations.bySlug(actor, organisationSlug)
    if (!organisation) throw notFound('Organisation')
    return portfoliosVisible(db, actor, { ...filter, organisationId: organisation.id })
  },
  portfolio: (actor, id) => portfolioById(db, actor, id),
  portfolioBySlug: (actor, slug) => portfolioBySlug(db, actor, slug),
  primaryPortfolio: async (actor) =>
    (await portfoliosVisited(db, actor, 1))[0] ?? (await portfoliosVisible(db, actor, {}))[0] ?? null,
  recentlyVisited: async (actor, limit) => {
    if (limit < 1) throw badInput('limit must be at least 1.')
    return portfoliosVisited(db, actor, Math.min(limit, 200))
  },
  recordVisit: async (actor, portfolioId) => {
    if (!isId(portfolioId)) throw notFound('Portfolio')
    return recordVisit(db, actor, portfolioId)
  },
  managersInView: (actor, personIds) => managersInView(db, actor, personIds),
  places: (actor) => portfolioPlaces(db, actor),
})
