import { fieldErrorsOf, formErrorsOf } from '../../access/errors.ts'
import type { Resolvers } from '../../schema.generated.ts'
import type { PasswordResets } from './reset.ts'

export const createResetResolvers = (resets: PasswordResets): Resolvers => ({
  Query: {
    passwordResetWorks: (_root, { token }) => resets.works(token),
  },
  Mutation: {
    requestPasswordReset: async (_root, input, context) => {
      try {
        await resets.request(input, context.http.address)
        return { success: true, errors: [] }
      } catch (error) {
        return { success: false, errors: fieldErrorsOf(error) }
      }
    },
    resetPassword: async (_root, input) => {
      try {
        await resets.reset(input)
        return { success: true, errors: [] }
      } catch (error) {
        return { success: false, errors: formErrorsOf(error) }
      }
    },
  },
})
