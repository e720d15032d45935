import { pageOf } from '../../access/pages.ts'
import { actorOf } from '../../context.ts'
import type { Resolvers } from '../../schema.generated.ts'

export const reportingResolvers: Resolvers = {
  Query: {
    oAndMPartners: (_root, { orgSlug, ...page }, context) =>
      context.services.reporting.partners(actorOf(context), orgSlug, pageOf(page)),
  },
}
