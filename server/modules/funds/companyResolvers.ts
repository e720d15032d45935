import { permissionsOn } from '../../access/actor.ts'
import { notFound } from '../../access/errors.ts'
import { pageOf } from '../../access/pages.ts'
import { actorOf } from '../../context.ts'
import type { Resolvers } from '../../schema.generated.ts'

export const companyResolvers: Resolvers = {
  Query: {
    holdingCompanyBySlug: async (_root, { slug }, context) => {
      const company = await context.services.funds.companyBySlug(actorOf(context), slug)
      if (!company) throw notFound('Holding company')
      return company
    },
    holdingCompanies: (_root, { orgSlug, ...page }, context) =>
      context.services.funds.companiesReporting(actorOf(context), orgSlug, pageOf(page)),
  },
  Mutation: {
    createRecentlyVisitedHoldingCompany: async (_root, { id }, context) => {
      await context.services.funds.recordCompanyVisit(actorOf(context), id)
      return { success: true }
    },
  },
  HoldingCompany: {
    org: (company, _args, context) => context.loaders.organisation.load(company.organisationId),
    dealManager: (company, _args, context) =>
      company.dealManagerId ? context.loaders.person.load(company.dealManagerId) : null,
    permissions: ({ id, organisationId }, _args, context) =>
      permissionsOn(actorOf(context), { kind: 'holdingCompany', holdingCompanyId: id, organisationId }),
  },
}
