import { PERMISSIONS } from '../../../shared/permissions.ts'
import { type Actor, holds, permissionsOn } from '../../access/actor.ts'
import { notFound } from '../../access/errors.ts'
import { actorOf } from '../../context.ts'
import { isId } from '../../platform/ids.ts'
import type { Resolvers } from '../../schema.generated.ts'
import type { PortfolioRow } from './store.ts'

const required = (portfolio: PortfolioRow | null): PortfolioRow => {
  if (!portfolio) throw notFound('Portfolio')
  return portfolio
}

const placeOf = (portfolio: { id: string; organisationId: string }) =>
  ({ kind: 'portfolio', portfolioId: portfolio.id, organisationId: portfolio.organisationId }) as const

const holdsOnPortfolios = (actor: Actor, portfolios: readonly { id: string; organisationId: string }[]) =>
  PERMISSIONS.map((name) => ({
    name,
    holdingCompanyIds: [
      ...new Set(
        actor.groups
          .filter((group) => group.permissions.has(name))
          .flatMap((group) => [...group.holdingCompanyIds]),
      ),
    ].filter(() => name !== 'ORG_ADMIN' || actor.isSuperUser),
    portfolioIds: portfolios
      .filter((portfolio) => holds(actor, name, placeOf(portfolio)))
      .map((portfolio) => portfolio.id),
  })).filter((entry) => entry.portfolioIds.length > 0 || entry.holdingCompanyIds.length > 0)

export const fundsResolvers: Resolvers = {
  Query: {
    portfolios: (_root, args, context) => {
      const search = args.search?.trim() ?? ''
      return context.services.funds.portfolios(actorOf(context), {
        ...(args.orgSlug ? { organisationSlug: args.orgSlug } : {}),
        ...(args.workflowStatus ? { status: args.workflowStatus } : {}),
        ...(search.length >= 3 ? { search } : {}),
      })
    },
    portfolio: async (_root, { id }, context) =>
      required(isId(id) ? await context.services.funds.portfolio(actorOf(context), id) : null),
    portfolioBySlug: async (_root, { slug }, context) =>
      required(await context.services.funds.portfolioBySlug(actorOf(context), slug)),
    primaryPortfolio: (_root, _args, context) => context.services.funds.primaryPortfolio(actorOf(context)),
    recentlyVisited: (_root, { recentlyVisitedLimit }, context) =>
      context.services.funds.recentlyVisited(actorOf(context), recentlyVisitedLimit ?? 6),
  },
  Mutation: {
    createRecentlyVisitedPortfolio: async (_root, { portfolioId }, context) => {
      await context.services.funds.recordVisit(actorOf(context), portfolioId)
      return { success: true }
    },
  },
  User: {
    permissions: async (person, _args, context) => {
      const actor = actorOf(context)
      if (person.id !== actor.personId) return []
      return holdsOnPortfolios(actor, await context.services.funds.places(actor))
    },
  },
  FundEntity: {
    __resolveType: (entity) => ('enablePortfolios' in entity ? 'HoldingCompany' : 'Portfolio'),
  },
  Portfolio: {
    org: (portfolio, _args, context) => context.loaders.organisation.load(portfolio.organisationId),
    dealManager: (portfolio, _args, context) =>
      portfolio.dealManagerId ? context.loaders.person.load(portfolio.dealManagerId) : null,
    permissions: (portfolio, _args, context) => permissionsOn(actorOf(context), placeOf(portfolio)),
  },
}
