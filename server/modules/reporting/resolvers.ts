import { actorOf } from '../../contracts/context.ts'
import { pageOf } from '../../contracts/pages.ts'
import type { Resolvers } from '../../schema.generated.ts'
import type { Reporting } from './index.ts'

export const createReportingResolvers = (reporting: Reporting): Resolvers => ({
  Query: {
    oAndMPartners: (_root, { orgSlug, ...page }, context) =>
      reporting.partners(actorOf(context), orgSlug, pageOf(page)),
  },
})
