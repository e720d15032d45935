import DataLoader from 'dataloader'
import { actorOf, perRequest } from '../../../contracts/context.ts'
import { momentOf } from '../../../contracts/moments.ts'
import { pageOf } from '../../../contracts/pages.ts'
import type { QueryTreeDocumentAnalyticsArgs, Resolvers } from '../../../schema.generated.ts'
import type { Accounts } from '../../accounts/index.ts'
import type { AnalyticsInput, DocumentAnalytics, DocumentUseRow } from './analytics.ts'
import type { VersionUse } from './analyticsStore.ts'

const inputOf = ({
  treeId,
  ordering,
  since,
  companyId,
  userId,
  ...page
}: QueryTreeDocumentAnalyticsArgs): AnalyticsInput => ({
  treeId,
  since: momentOf(since),
  companyId: companyId ?? null,
  personId: userId ?? null,
  ...pageOf(page),
  ordering: ordering ?? '-downloads',
})

export function createAnalyticsResolvers(analytics: DocumentAnalytics, accounts: Accounts): Resolvers {
  // All rows of a page have one filter; a request of several pages reads them by each.
  const versions = perRequest(
    () =>
      new DataLoader(async (rows: readonly DocumentUseRow[]) => {
        const found = new Map<DocumentUseRow, VersionUse[]>()
        for (const [filter, some] of Map.groupBy(rows, (row) => row.filter)) {
          const used = await analytics.versions(
            some.map(({ id }) => id),
            filter,
          )
          for (const [at, row] of some.entries()) found.set(row, used[at] ?? [])
        }
        return rows.map((row) => found.get(row) ?? [])
      }),
  )
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
      user: ({ id }, _args, context) => accounts.knownPerson(context, id),
    },
    DocumentAnalyticsRow: {
      versions: (row, _args, context) => (row.document ? versions(context).load(row) : []),
    },
  }
}
