import { actorOf } from '../../../context.ts'
import type { Resolvers } from '../../../schema.generated.ts'
import { mayEditType } from '../policy.ts'

export const treeSettingsResolvers: Resolvers = {
  Query: {
    documentPermissions: (_root, { treeId, documentIds }, context) =>
      context.services.documents.selectionPermissions(actorOf(context), { treeId, documentIds }),
  },
  Mutation: {
    permitDocuments: async (_root, input, context) => ({
      documents: await context.services.documents.permitExactly(actorOf(context), input),
    }),
    createDocumentTree: async (_root, input, context) => ({
      documentTree: await context.services.documents.createTree(actorOf(context), input),
    }),
    updateDocumentTree: async (_root, input, context) => ({
      documentTree: await context.services.documents.updateTree(actorOf(context), input),
    }),
  },
  DocumentTree: {
    canEditType: (tree) => mayEditType(tree.actor, tree.place),
    restricted: (tree, _args, context) =>
      mayEditType(tree.actor, tree.place) ? context.services.documents.restrictedIn(tree) : null,
  },
}
