import { actorOf } from '../../../contracts/context.ts'
import type { Resolvers } from '../../../schema.generated.ts'
import type { Renamings } from './renameMany.ts'

export const createRenamingResolvers = (documents: Renamings): Resolvers => ({
  Mutation: {
    renameDocuments: (_root, input, context) => documents.renameMany(actorOf(context), input),
    undoRenameDocuments: (_root, input, context) => documents.undoRenames(actorOf(context), input),
  },
})
