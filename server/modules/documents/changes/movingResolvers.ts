import { actorOf } from '../../../access/context.ts'
import type { Resolvers } from '../../../schema.generated.ts'
import type { MovePermissions } from '../permissions/narrowing.ts'

export const createMovingResolvers = (documents: MovePermissions): Resolvers => ({
  Query: {
    principalsLosingByMove: (_root, input, context) => documents.losingByMove(actorOf(context), input),
  },
})
