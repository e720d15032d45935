import { type FieldError, fieldErrorsOf } from '../../access/errors.ts'
import { actorOf, type Context } from '../../contracts/context.ts'
import type { Resolvers } from '../../schema.generated.ts'
import type { Asking, Security } from './security.ts'

const askingOf = (context: Context): Asking => ({ actor: actorOf(context), exchange: context.http })

/** Whether it was done, and what was refused of its fields. */
async function done(work: Promise<unknown>): Promise<{ success: boolean; errors: FieldError[] }> {
  try {
    await work
    return { success: true, errors: [] }
  } catch (error) {
    return { success: false, errors: fieldErrorsOf(error) }
  }
}

export const createSecurityResolvers = (security: Security): Resolvers => ({
  Query: {
    countries: async () => [...(await import('./phoneNumbers.ts')).COUNTRIES],
  },
  Mutation: {
    checkUserPassword: (_root, { id, password }, context) =>
      done(security.checkPassword(askingOf(context), id, password)),
    updatePhoneNumberSendAuth: (_root, { id, ...number }, context) =>
      done(security.sendPhoneCode(askingOf(context), id, number)),
    updatePhoneNumber: async (_root, { id, ...number }, context) => {
      try {
        return { user: await security.updatePhoneNumber(askingOf(context), id, number), errors: [] }
      } catch (error) {
        return { user: null, errors: fieldErrorsOf(error) }
      }
    },
    updatePassword: (_root, { id, ...passwords }, context) =>
      done(security.updatePassword(askingOf(context), id, passwords)),
  },
})
