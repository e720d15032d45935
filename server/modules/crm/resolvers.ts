import { actorOf } from '../../access/context.ts'
import { notFound } from '../../access/errors.ts'
import type { Resolvers } from '../../schema.generated.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Connecting } from './index.ts'

export const createCrmResolvers = (connecting: Connecting, accounts: Accounts): Resolvers => ({
  Mutation: {
    disconnectSalesforce: async (_root, _args, context) => {
      const actor = actorOf(context)
      await connecting.disconnect(actor)
      const user = await accounts.person(context, actor.personId)
      if (!user) throw notFound('User')
      return { user }
    },
  },
  User: {
    hasSalesforceToken: ({ id }, _args, context) =>
      id === actorOf(context).personId && connecting.isConnected(context),
  },
})
