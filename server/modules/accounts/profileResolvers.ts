import { fieldErrorsOf } from '../../access/errors.ts'
import { actorOf } from '../../contracts/context.ts'
import type { Resolvers } from '../../schema.generated.ts'
import type { Profiles } from './profile.ts'

export const createProfileResolvers = (profiles: Profiles): Resolvers => ({
  Query: {
    user: (_root, { id }, context) => profiles.user(actorOf(context), id),
  },
  Mutation: {
    updateProfile: async (_root, { id, ...input }, context) => {
      try {
        return { user: await profiles.update(actorOf(context), id, input), errors: [] }
      } catch (error) {
        return { user: null, errors: fieldErrorsOf(error) }
      }
    },
  },
})
