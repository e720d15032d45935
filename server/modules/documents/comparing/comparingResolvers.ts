import { actorOf } from '../../../contracts/context.ts'
import { pageOf, slicePage } from '../../../contracts/pages.ts'
import type { Resolvers } from '../../../schema.generated.ts'
import type { VersionComparing } from './comparing.ts'
import { remarkOf } from './refusals.ts'

export const createComparingResolvers = ({ difference }: VersionComparing): Resolvers => ({
  Query: {
    versionDifference: async (_root, { limit, offset, ...input }, context) => {
      const page = pageOf({ limit, offset })
      const found = await difference(actorOf(context), input)
      return { count: found.rows.length, rows: slicePage(found.rows, page), remark: remarkOf(found) }
    },
  },
})
