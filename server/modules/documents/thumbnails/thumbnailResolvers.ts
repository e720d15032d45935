import type { Resolvers } from '../../../schema.generated.ts'
import type { ListFields } from '../core/listFields.ts'
import type { DocumentNode } from '../core/nodes.ts'
import { thumbnailKindOf } from './thumbnails.ts'

const mayHaveOne = ({ versionId, extension }: DocumentNode): boolean =>
  versionId !== null && thumbnailKindOf(extension) !== null

/** @param thumbnailUrls in the order of the nodes: addresses, null where there is none (yet) */
export function createThumbnailResolvers(
  thumbnailUrls: (nodes: readonly DocumentNode[]) => Promise<(string | null)[]>,
  fields: ListFields,
): Resolvers {
  const address = fields.field(['thumbnailUrl'], thumbnailUrls, mayHaveOne)
  return {
    Document: {
      thumbnailUrl: (node, _args, context) => (mayHaveOne(node) ? address(context, node) : null),
    },
  }
}
