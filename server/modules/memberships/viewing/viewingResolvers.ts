import { mayViewAs } from '../../../access/viewing.ts'
import { actorOf } from '../../../contracts/context.ts'
import type { Resolvers } from '../../../schema.generated.ts'
import type { Views } from './views.ts'

export const createViewingResolvers = (views: Views): Resolvers => ({
  DocumentTree: {
    canViewAs: ({ actor, place }) => mayViewAs(actor, place),
  },
  Mutation: {
    startView: async (_root, input, context) => ({ view: await views.start(actorOf(context), input) }),
    leaveView: async (_root, _args, context) => {
      await views.leave(actorOf(context))
      return { success: true }
    },
  },
})
