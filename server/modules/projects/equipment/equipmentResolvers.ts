import { actorOf } from '../../../contracts/context.ts'
import type { Resolvers } from '../../../schema.generated.ts'
import type { EquipmentImports } from './importing.ts'

export const createEquipmentResolvers = (imports: EquipmentImports): Resolvers => ({
  Mutation: {
    backOfficeImportEquipment: (_root, { organisationId, file }, context) =>
      imports.take(actorOf(context), organisationId, file),
  },
})
