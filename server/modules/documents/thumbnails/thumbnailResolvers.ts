import type { Resolvers } from '../../../schema.generated.ts'
import { thumbnailKindOf } from './thumbnails.ts'

export const thumbnailResolvers: Resolvers = {
  Document: {
    // No promise where there is nothing to wait for: a page has hundreds of files.
    thumbnailUrl: (node, _args, context) =>
      node.versionId && thumbnailKindOf(node.extension) ? context.loaders.thumbnailUrl.load(node) : null,
  },
}
