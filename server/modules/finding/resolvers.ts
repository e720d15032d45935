import { actorOf } from '../../contracts/context.ts'
import { pageOf } from '../../contracts/pages.ts'
import type { Resolvers } from '../../schema.generated.ts'
import type { Finding } from './index.ts'

export const createFindingResolvers = (finding: Finding): Resolvers => ({
  Query: {
    organisationSearch: async (_root, { orgSlug, text, kinds, limit, offset }, context) => ({
      items: await finding.search(
        actorOf(context),
        { orgSlug, text, kinds: kinds ?? null },
        pageOf({ limit, offset }),
      ),
    }),
  },
  Found: { isFolder: ({ isFolder = false }) => isFolder },
})
