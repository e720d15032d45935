import type { Resolvers } from '../../schema.generated.ts'

export const createCrmResolvers = (): Resolvers => ({
  User: { hasSalesforceToken: () => false },
})
