import DataLoader from 'dataloader'
import { actorOf, type Context, perRequest } from '../../../contracts/context.ts'
import { pageOf } from '../../../contracts/pages.ts'
import type { Resolvers } from '../../../schema.generated.ts'
import type { DocumentNode } from '../core/nodes.ts'
import type { OpenTree } from '../core/trees.ts'
import type { DocumentNews, Newness } from './newness.ts'
import type { Visit } from './visits.ts'

export function createNewsResolvers(news: DocumentNews): Resolvers {
  const visits = perRequest(
    () =>
      new DataLoader((trees: readonly OpenTree[]) => news.visits(trees), {
        cacheKeyFn: ({ id }: OpenTree): unknown => id,
      }),
  )
  /** What is asked of many nodes, tree by tree. */
  const ofTrees = <Value>(
    context: Context,
    ask: (nodes: readonly DocumentNode[], visit: Visit) => Promise<Value[]>,
  ) =>
    new DataLoader(async (nodes: readonly DocumentNode[]) => {
      const found = new Map<DocumentNode, Value>()
      for (const mine of Map.groupBy(nodes, ({ tree }) => tree.id).values()) {
        const [first] = mine
        if (!first) continue
        const values = await ask(mine, await visits(context).load(first.tree))
        for (const [index, value] of values.entries()) found.set(mine[index] ?? first, value)
      }
      return nodes.map((node) => found.get(node) as Value)
    })
  const newness = perRequest((context) => ofTrees<Newness>(context, news.among))
  const below = perRequest((context) => ofTrees<number>(context, news.below))
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
      isNew: async (node, _args, context) => !node.isFolder && (await newness(context).load(node)) !== null,
      isNewVersion: async (node, _args, context) =>
        !node.isFolder && (await newness(context).load(node)) === 'NEW_VERSION',
      newBelow: (node, _args, context) => (node.isFolder ? below(context).load(node) : 0),
    },
    NewDocumentPage: { publishers: ({ items }) => news.publishers(items) },
  }
}
