import { actorOf } from '../../contracts/context.ts'
import { limitOf } from '../../contracts/pages.ts'
import type { Resolvers } from '../../schema.generated.ts'
import type { WaitingItems } from './index.ts'

export const createWaitingResolvers = (waiting: WaitingItems): Resolvers => ({
  Query: {
    waitingForMe: (_root, { orgSlug, limit }, context) =>
      waiting.of(actorOf(context), orgSlug ?? null, limitOf(limit)),
  },
})
