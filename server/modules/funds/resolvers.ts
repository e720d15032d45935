import { PERMISSIONS } from '../../../shared/permissions.ts'
import { type Actor, holds, permissionsOn } from '../../access/actor.ts'
import { notFound } from '../../access/errors.ts'
import { companyScope, roomScope } from '../../access/scopes.ts'
import { actorOf } from '../../contracts/context.ts'
import { pageOf, searchOf, slicePage } from '../../contracts/pages.ts'
import { isId } from '../../platform/ids.ts'
import type { Resolvers } from '../../schema.generated.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Files } from '../files/index.ts'
import type { Organisations } from '../organisations/index.ts'
import type { Funds } from './index.ts'
import type { PortfolioRow } from './store.ts'

/** What the resolvers of fund entities read from. */
export interface FundsSources {
  funds: Funds
  accounts: Accounts
  files: Files
  organisations: Organisations
}

const required = (portfolio: PortfolioRow | null): PortfolioRow => {
  if (!portfolio) throw notFound('Portfolio')
  return portfolio
}

interface EntityOfOrganisation {
  id: string
  organisationId: string
}

/** Each permission with the entities among these on which the actor holds it (ORG-05). */
const holdsOn = (
  actor: Actor,
  { portfolios, companies }: Readonly<Record<'portfolios' | 'companies', readonly EntityOfOrganisation[]>>,
) =>
  PERMISSIONS.map((name) => ({
    name,
    holdingCompanyIds: companies.filter((each) => holds(actor, name, companyScope(each))).map(({ id }) => id),
    portfolioIds: portfolios.filter((each) => holds(actor, name, roomScope(each))).map(({ id }) => id),
  })).filter((entry) => entry.portfolioIds.length > 0 || entry.holdingCompanyIds.length > 0)

export const createFundsResolvers = ({ funds, accounts, files, organisations }: FundsSources): Resolvers => ({
  Query: {
    portfolios: (_root, args, context) => {
      const search = searchOf(args.search)
      return funds.portfolios(actorOf(context), {
        ...(args.orgSlug ? { organisationSlug: args.orgSlug } : {}),
        ...(args.holdingCompanyId ? { holdingCompanyId: args.holdingCompanyId } : {}),
        ...(args.workflowStatus ? { status: args.workflowStatus } : {}),
        ...(search !== null ? { search } : {}),
        ...(args.limit == null && args.offset == null ? {} : { page: pageOf(args) }),
      })
    },
    portfolio: async (_root, { id }, context) =>
      required(isId(id) ? await funds.portfolio(actorOf(context), id) : null),
    portfolioBySlug: async (_root, { slug }, context) =>
      required(await funds.portfolioBySlug(actorOf(context), slug)),
    primaryPortfolio: (_root, _args, context) => funds.primaryPortfolio(actorOf(context)),
    recentlyVisited: (_root, { recentlyVisitedLimit }, context) =>
      funds.recentlyVisited(actorOf(context), recentlyVisitedLimit ?? 6),
  },
  Mutation: {
    createRecentlyVisitedPortfolio: async (_root, { portfolioId }, context) => {
      await funds.recordVisit(actorOf(context), portfolioId)
      return { success: true }
    },
  },
  User: {
    permissions: async (person, _args, context) => {
      const actor = actorOf(context)
      if (person.id !== actor.personId) return []
      const [portfolios, companies] = await Promise.all([funds.places(actor), funds.companyPlaces(actor)])
      return holdsOn(actor, { portfolios, companies })
    },
  },
  UserPermission: {
    holdingCompanyIds: ({ holdingCompanyIds }, part) => slicePage(holdingCompanyIds, part),
    portfolioIds: ({ portfolioIds }, part) => slicePage(portfolioIds, part),
  },
  FundEntity: {
    __resolveType: (entity) => ('enablePortfolios' in entity ? 'HoldingCompany' : 'Portfolio'),
  },
  Portfolio: {
    coverImage: ({ coverId }, _args, context) =>
      coverId === null ? null : files.address(actorOf(context).personId, coverId),
    org: (portfolio, _args, context) => organisations.byId(context, portfolio.organisationId),
    dealManager: (portfolio, _args, context) =>
      portfolio.dealManagerId ? accounts.person(context, portfolio.dealManagerId) : null,
    permissions: (portfolio, _args, context) => permissionsOn(actorOf(context), roomScope(portfolio)),
  },
})
