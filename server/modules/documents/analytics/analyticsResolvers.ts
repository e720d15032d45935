import { pageOf } from '../../../access/pages.ts'
import { actorOf } from '../../../context.ts'
import type { QueryTreeCompanyAnalyticsArgs, Resolvers } from '../../../schema.generated.ts'
import type { AnalyticsInput } from './analytics.ts'

const inputOf = ({ treeId, ordering, ...page }: QueryTreeCompanyAnalyticsArgs): AnalyticsInput => ({
  treeId,
  ...pageOf(page),
  ordering: ordering ?? '-downloads',
})

export const analyticsResolvers: Resolvers = {
  Query: {
    treeCompanyAnalytics: (_root, args, context) =>
      context.services.documents.analytics.companies(actorOf(context), inputOf(args)),
    treeUserAnalytics: (_root, args, context) =>
      context.services.documents.analytics.persons(actorOf(context), inputOf(args)),
    treeDocumentAnalytics: (_root, args, context) =>
      context.services.documents.analytics.documents(actorOf(context), inputOf(args)),
  },
  CompanyAnalyticsRow: {
    company: async ({ id }, _args, context) => {
      const company = await context.loaders.company.load(id)
      if (!company) throw new Error(`There is no company ${id}.`)
      return company
    },
  },
  UserAnalyticsRow: {
    user: async ({ id }, _args, context) => {
      const person = await context.loaders.person.load(id)
      if (!person) throw new Error(`There is no person ${id}.`)
      return person
    },
  },
}
