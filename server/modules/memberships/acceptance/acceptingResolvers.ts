import { formErrorsOf } from '../../../access/errors.ts'
import type { Resolvers } from '../../../schema.generated.ts'
import type { Accepting } from './accepting.ts'

export const createAcceptingResolvers = (accepting: Accepting): Resolvers => ({
  Query: {
    invitationByToken: (_root, { token }) => accepting.preview(token),
  },
  Mutation: {
    acceptInvitation: async (_root, acceptance, context) => {
      try {
        const { viewer, actor } = await accepting.accept(acceptance, context.actor, context.http)
        if (actor) context.actor = actor
        return { viewer, errors: [] }
      } catch (error) {
        return { viewer: null, errors: formErrorsOf(error) }
      }
    },
  },
})
