import DataLoader from 'dataloader'
import { type PerRequest, perRequest } from '../../../contracts/context.ts'
import { orderingOf, pageOf } from '../../../contracts/pages.ts'
import type { Resolvers } from '../../../schema.generated.ts'
import type { DocumentNode } from '../core/nodes.ts'
import type { DocumentFamilies, Page } from './families.ts'
import { SORTED_BY } from './sortedChildren.ts'

/** A loader for each page that a request asks for. */
const byPage = (
  load: (nodes: readonly DocumentNode[], page: Page) => Promise<DocumentNode[][]>,
): PerRequest<(page: Page) => DataLoader<DocumentNode, DocumentNode[]>> =>
  perRequest(() => {
    const loaders = new Map<string, DataLoader<DocumentNode, DocumentNode[]>>()
    return (page) => {
      const key = JSON.stringify(page)
      const loader = loaders.get(key) ?? new DataLoader((nodes: readonly DocumentNode[]) => load(nodes, page))
      loaders.set(key, loader)
      return loader
    }
  })

const loaderOf = <Value>(load: (nodes: readonly DocumentNode[]) => Promise<Value[]>) =>
  perRequest(() => new DataLoader(load))

/** What a document's fields tell of those around it; read together for all documents that a request gives. */
export function createFamilyResolvers(families: DocumentFamilies): Resolvers {
  const ancestors = loaderOf((nodes) => families.ancestors(nodes))
  const positions = loaderOf((nodes) => families.positions(nodes))
  const previous = loaderOf((nodes) => families.neighbours(nodes, 'previous'))
  const next = loaderOf((nodes) => families.neighbours(nodes, 'next'))
  const childCounts = loaderOf((nodes) => families.childCounts(nodes))
  const children = byPage((nodes, page) => families.children(nodes, page))
  const below = byPage((nodes, page) => families.below(nodes, page))
  return {
    Document: {
      parent: async (node, _args, context) => (await ancestors(context).load(node)).at(-1) ?? null,
      ancestors: (node, _args, context) => ancestors(context).load(node),
      position: (node, _args, context) => positions(context).load(node),
      previousFile: (node, _args, context) => previous(context).load(node),
      nextFile: (node, _args, context) => next(context).load(node),
      children: (node, { ordering, ...part }, context) => {
        if (!node.isFolder) return []
        const order = ordering == null ? undefined : orderingOf(ordering, SORTED_BY)
        const page = { ...pageOf(part), ...(order && { ordering: order }) }
        return children(context)(page).load(node)
      },
      childCount: (node, _args, context) => (node.isFolder ? childCounts(context).load(node) : 0),
      descendants: (node, args, context) => (node.isFolder ? below(context)(pageOf(args)).load(node) : []),
    },
  }
}
