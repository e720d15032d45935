import { formErrorsOf } from '../../access/errors.ts'
import { actorOf } from '../../contracts/context.ts'
import type { Resolvers } from '../../schema.generated.ts'
import type { Tokens } from './index.ts'
import { decidesOnTokens } from './policy.ts'

export const createTokensResolvers = (tokens: Tokens): Resolvers => ({
  Query: {
    apiTokens: (_root, _args, context) => tokens.of(actorOf(context)),
  },
  Mutation: {
    createApiToken: async (_root, { input }, context) => {
      try {
        const { text, token } = await tokens.create(actorOf(context), input)
        return { token: text, apiToken: token, errors: [] }
      } catch (error) {
        return { token: null, apiToken: null, errors: formErrorsOf(error) }
      }
    },
    revokeApiToken: async (_root, { id }, context) => {
      await tokens.revoke(actorOf(context), id)
      return { success: true, errors: [] }
    },
    setApiTokensAllowed: async (_root, { orgSlug, isAllowed }, context) => {
      await tokens.allow(actorOf(context), orgSlug, isAllowed)
      return { success: true, errors: [] }
    },
  },
  ApiToken: {
    scope: ({ canWrite }) => (canWrite ? 'READ_WRITE' : 'READ'),
    portfolioIds: ({ portfolioIds }) => portfolioIds ?? [],
  },
  Organization: {
    apiTokensAllowed: ({ id, apiTokensAllowed }, _args, context) =>
      decidesOnTokens(actorOf(context), id) ? apiTokensAllowed : null,
  },
})
