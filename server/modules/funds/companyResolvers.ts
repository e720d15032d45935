import { permissionsOn } from '../../access/actor.ts'
import { notFound } from '../../access/errors.ts'
import { actorOf } from '../../contracts/context.ts'
import { pageOf } from '../../contracts/pages.ts'
import type { Resolvers } from '../../schema.generated.ts'
import type { FundsSources } from './resolvers.ts'

export const createCompanyResolvers = ({
  funds,
  accounts,
  files,
  organisations,
}: FundsSources): Resolvers => ({
  Query: {
    holdingCompanyBySlug: async (_root, { slug }, context) => {
      const company = await funds.companyBySlug(actorOf(context), slug)
      if (!company) throw notFound('Holding company')
      return company
    },
    openHoldingCompanies: (_root, page, context) => funds.openCompanies(actorOf(context), pageOf(page)),
    holdingCompanies: (_root, { orgSlug, ...page }, context) =>
      funds.companiesReporting(actorOf(context), orgSlug, pageOf(page)),
  },
  Mutation: {
    createRecentlyVisitedHoldingCompany: async (_root, { id }, context) => {
      await funds.recordCompanyVisit(actorOf(context), id)
      return { success: true }
    },
  },
  HoldingCompany: {
    coverImage: ({ coverId }, _args, context) =>
      coverId === null ? null : files.address(actorOf(context).personId, coverId),
    org: (company, _args, context) => organisations.byId(context, company.organisationId),
    dealManager: (company, _args, context) =>
      company.dealManagerId ? accounts.person(context, company.dealManagerId) : null,
    permissions: ({ id, organisationId }, _args, context) =>
      permissionsOn(actorOf(context), { kind: 'holdingCompany', holdingCompanyId: id, organisationId }),
  },
})
