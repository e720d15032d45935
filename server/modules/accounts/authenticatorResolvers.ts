import { formErrorsOf } from '../../access/errors.ts'
import { actorOf } from '../../contracts/context.ts'
import type { Resolvers } from '../../schema.generated.ts'
import type { Authenticators } from './authenticator.ts'
import type { Accounts } from './index.ts'

export const createAuthenticatorResolvers = (
  authenticators: Authenticators,
  accounts: Accounts,
): Resolvers => ({
  Mutation: {
    startAuthenticator: async (_root, _args, context) => {
      try {
        return { ...(await authenticators.start(actorOf(context))), errors: [] }
      } catch (error) {
        return { secret: null, uri: null, errors: formErrorsOf(error) }
      }
    },
    confirmAuthenticator: async (_root, { code }, context) => {
      try {
        return { recoveryCodes: await authenticators.confirm(actorOf(context), code), errors: [] }
      } catch (error) {
        return { recoveryCodes: [], errors: formErrorsOf(error) }
      }
    },
    removeAuthenticator: async (_root, _args, context) => {
      try {
        await authenticators.remove(actorOf(context))
        return { success: true, errors: [] }
      } catch (error) {
        return { success: false, errors: formErrorsOf(error) }
      }
    },
    renewRecoveryCodes: async (_root, _args, context) => {
      try {
        return { recoveryCodes: await authenticators.renewRecoveryCodes(actorOf(context)), errors: [] }
      } catch (error) {
        return { recoveryCodes: [], errors: formErrorsOf(error) }
      }
    },
    signInRecover: async (_root, input, context) => {
      const result = await accounts.signInRecover(input, context.http)
      if (result.actor) context.actor = result.actor
      return result
    },
  },
  User: {
    authenticator: async (person, _args, context) =>
      person.id === actorOf(context).personId && person.hasAuthenticator
        ? authenticators.of(person.id)
        : null,
  },
})
