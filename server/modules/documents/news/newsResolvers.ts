import DataLoader from 'dataloader'
import { actorOf, type Context, perRequest } from '../../../contracts/context.ts'
import { pageOf } from '../../../contracts/pages.ts'
import type { Resolvers } from '../../../schema.generated.ts'
import { followed, type ListFields } from '../core/listFields.ts'
import type { DocumentNode } from '../core/nodes.ts'
import type { OpenTree } from '../core/trees.ts'
import type { DocumentNews, Newness } from './newness.ts'
import type { Visit } from './visits.ts'

export function createNewsResolvers(news: DocumentNews, fields: ListFields): Resolvers {
  const visits = perRequest(
    () =>
      new DataLoader((trees: readonly OpenTree[]) => news.visits(trees), {
        cacheKeyFn: ({ id }: OpenTree): unknown => id,
      }),
  )
  /** What is asked of many nodes, tree by tree. */
  const ofTrees =
    <Value>(ask: (nodes: readonly DocumentNode[], visit: Visit) => Promise<Value[]>) =>
    async (nodes: readonly DocumentNode[], context: Context): Promise<Value[]> => {
      const [one] = nodes
      if (one && nodes.every(({ tree }) => tree === one.tree)) {
        return ask(nodes, await visits(context).load(one.tree))
      }
      const found = new Map<DocumentNode, Value>()
      for (const mine of Map.groupBy(nodes, ({ tree }) => tree.id).values()) {
        const [first] = mine
        if (!first) continue
        const values = await ask(mine, await visits(context).load(first.tree))
        for (const [index, value] of values.entries()) found.set(mine[index] ?? first, value)
      }
      return nodes.map((node) => found.get(node) as Value)
    }
  const newness = fields.field<Newness>(
    ['isNew', 'isNewVersion'],
    ofTrees(news.among),
    ({ isFolder }) => !isFolder,
  )
  const below = fields.field<number>(['newBelow'], ofTrees(news.below), ({ isFolder }) => isFolder)
  return {
    Query: {
      newDocuments: (_root, { treeId, folderId, fileTypes, ...page }, context) =>
        news.list(
          actorOf(context),
          { treeId, folderId: folderId ?? null, fileTypes: fileTypes ?? null },
          pageOf(page),
        ),
    },
    Mutation: {
      markAllAsRead: async (_root, { treeId, folderId }, context) => {
        await news.markAllAsRead(actorOf(context), { treeId, folderId: folderId ?? null })
        return { success: true, errors: [] }
      },
    },
    Document: {
      isNew: (node, _args, context) =>
        !node.isFolder && followed(newness(context, node), (found) => found !== null),
      isNewVersion: (node, _args, context) =>
        !node.isFolder && followed(newness(context, node), (found) => found === 'NEW_VERSION'),
      newBelow: (node, _args, context) => (node.isFolder ? below(context, node) : 0),
    },
    NewDocumentPage: { publishers: ({ items }) => news.publishers(items) },
  }
}
