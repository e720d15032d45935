import { actorOf } from '../../contracts/context.ts'
import type { Resolvers } from '../../schema.generated.ts'
import type { SessionList } from './sessionList.ts'

export const createSessionResolvers = (sessions: SessionList): Resolvers => ({
  Query: {
    sessions: (_root, page, context) => sessions.of(actorOf(context), page),
  },
  Mutation: {
    endSession: async (_root, { id }, context) => {
      await sessions.end(actorOf(context), id)
      return { success: true }
    },
    endOtherSessions: async (_root, _args, context) => {
      await sessions.endOthers(actorOf(context))
      return { success: true }
    },
  },
})
