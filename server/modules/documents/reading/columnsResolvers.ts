import { actorOf } from '../../../contracts/context.ts'
import { pageOf } from '../../../contracts/pages.ts'
import type { Resolvers } from '../../../schema.generated.ts'
import type { TallyLoader } from '../core/tallyLoader.ts'
import type { DocumentColumns } from './columns.ts'

export const createColumnsResolvers = (columns: DocumentColumns, tally: TallyLoader): Resolvers => ({
  Query: {
    columns: async (_root, { treeId, documentId, ...page }, context) => {
      const { limit, offset } = pageOf(page)
      const all = await columns.to(actorOf(context), treeId, documentId ?? null)
      return all.slice(offset, offset + limit)
    },
    columnCount: async (_root, { treeId, documentId }, context) =>
      (await columns.to(actorOf(context), treeId, documentId ?? null)).length,
  },
  Document: {
    descendantCount: async (node, _args, context) => {
      if (!node.isFolder) return 0
      const { files, folders } = await tally(context).load(node)
      return files + folders
    },
  },
})
