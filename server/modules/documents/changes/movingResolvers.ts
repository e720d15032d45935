import { actorOf } from '../../../contracts/context.ts'
import { slicePage } from '../../../contracts/pages.ts'
import type { Resolvers } from '../../../schema.generated.ts'
import type { MovePermissions } from '../permissions/narrowing.ts'

export const createMovingResolvers = (documents: MovePermissions): Resolvers => ({
  Query: {
    principalsLosingByMove: async (_root, { limit, offset, ...input }, context) =>
      slicePage(await documents.losingByMove(actorOf(context), input), { limit, offset }),
  },
})
