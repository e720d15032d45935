import { pageOf } from '../../../access/pages.ts'
import { actorOf } from '../../../context.ts'
import type { Resolvers } from '../../../schema.generated.ts'

export const columnsResolvers: Resolvers = {
  Query: {
    columns: async (_root, { treeId, documentId, ...page }, context) => {
      const { limit, offset } = pageOf(page)
      const columns = await context.services.documents.columns.to(
        actorOf(context),
        treeId,
        documentId ?? null,
      )
      return columns.slice(offset, offset + limit)
    },
    columnCount: async (_root, { treeId, documentId }, context) =>
      (await context.services.documents.columns.to(actorOf(context), treeId, documentId ?? null)).length,
  },
  Document: {
    descendants: (node, args, context) =>
      node.isFolder ? context.services.documents.columns.below(node, pageOf(args)) : [],
    descendantCount: async (node, _args, context) => {
      if (!node.isFolder) return 0
      const { files, folders } = await context.loaders.tally.load(node)
      return files + folders
    },
  },
}
