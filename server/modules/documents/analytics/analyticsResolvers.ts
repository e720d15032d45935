import DataLoader from 'dataloader'
import { actorOf, perRequest } from '../../../contracts/context.ts'
import { pageOf } from '../../../contracts/pages.ts'
import type { QueryTreeCompanyAnalyticsArgs, Resolvers } from '../../../schema.generated.ts'
import type { Accounts } from '../../accounts/index.ts'
import type { AnalyticsInput, DocumentAnalytics } from './analytics.ts'

const inputOf = ({ treeId, ordering, ...page }: QueryTreeCompanyAnalyticsArgs): AnalyticsInput => ({
  treeId,
  ...pageOf(page),
  ordering: ordering ?? '-downloads',
})

export function createAnalyticsResolvers(analytics: DocumentAnalytics, accounts: Accounts): Resolvers {
  const versions = perRequest(() => new DataLoader((ids: readonly string[]) => analytics.versions(ids)))
  return {
    Query: {
      treeCompanyAnalytics: (_root, args, context) => analytics.companies(actorOf(context), inputOf(args)),
      treeUserAnalytics: (_root, args, context) => analytics.persons(actorOf(context), inputOf(args)),
      treeDocumentAnalytics: (_root, args, context) => analytics.documents(actorOf(context), inputOf(args)),
    },
    CompanyAnalyticsRow: {
      company: async ({ id }, _args, context) => {
        const company = await accounts.company(context, id)
        if (!company) throw new Error(`There is no company ${id}.`)
        return company
      },
    },
    UserAnalyticsRow: {
      user: async ({ id }, _args, context) => {
        const person = await accounts.person(context, id)
        if (!person) throw new Error(`There is no person ${id}.`)
        return person
      },
    },
    DocumentAnalyticsRow: {
      versions: ({ id, document }, _args, context) => (document ? versions(context).load(id) : []),
    },
  }
}
