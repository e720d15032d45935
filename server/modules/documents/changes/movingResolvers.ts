import { actorOf } from '../../../context.ts'
import type { Resolvers } from '../../../schema.generated.ts'

export const movingResolvers: Resolvers = {
  Query: {
    principalsLosingByMove: (_root, input, context) =>
      context.services.documents.losingByMove(actorOf(context), input),
  },
}
