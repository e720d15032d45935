import type { DocumentAccess } from '../../../../shared/documentLevels.ts'
import type { Resolvers } from '../../../schema.generated.ts'
import { type AccessField, readAccess } from '../core/accessLoader.ts'
import type { ListFields } from '../core/listFields.ts'
import type { DocumentNode } from '../core/nodes.ts'
import { thumbnailKindOf } from './thumbnails.ts'

const mayHaveOne = ({ versionId, extension }: DocumentNode): boolean =>
  versionId !== null && thumbnailKindOf(extension) !== null

/** @param thumbnailUrls of nodes and what is given of each, in their order: addresses, null where there is none (yet) */
export function createThumbnailResolvers(
  thumbnailUrls: (
    nodes: readonly DocumentNode[],
    accesses: readonly DocumentAccess[],
  ) => Promise<(string | null)[]>,
  { access, fields }: { access: AccessField; fields: ListFields },
): Resolvers {
  const address = fields.field(
    ['thumbnailUrl'],
    async (nodes, context) =>
      thumbnailUrls(nodes, await Promise.all(nodes.map((node) => readAccess(node, access, context)))),
    mayHaveOne,
    access,
  )
  return {
    Document: {
      thumbnailUrl: (node, _args, context) => (mayHaveOne(node) ? address(context, node) : null),
    },
  }
}
