import DataLoader from 'dataloader'
import { perRequest } from '../../../contracts/context.ts'
import type { Resolvers } from '../../../schema.generated.ts'
import type { DocumentNode } from '../core/nodes.ts'
import { thumbnailKindOf } from './thumbnails.ts'

/** @param thumbnailUrls in the order of the nodes: addresses, null where there is none (yet) */
export function createThumbnailResolvers(
  thumbnailUrls: (nodes: readonly DocumentNode[]) => Promise<(string | null)[]>,
): Resolvers {
  const address = perRequest(() => new DataLoader(thumbnailUrls))
  return {
    Document: {
      // No promise where there is nothing to wait for: a page has hundreds of files.
      thumbnailUrl: (node, _args, context) =>
        node.versionId && thumbnailKindOf(node.extension) ? address(context).load(node) : null,
    },
  }
}
