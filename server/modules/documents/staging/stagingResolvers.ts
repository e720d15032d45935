import DataLoader from 'dataloader'
import { formErrorsOf } from '../../../access/errors.ts'
import { actorOf, perRequest } from '../../../contracts/context.ts'
import { pageOf } from '../../../contracts/pages.ts'
import type { Resolvers } from '../../../schema.generated.ts'
import { type DocumentNode, isStaged } from '../core/nodes.ts'
import type { Staging } from './createStaging.ts'

export function createStagingResolvers(staging: Staging): Resolvers {
  const audiences = perRequest(
    () => new DataLoader((nodes: readonly DocumentNode[]) => staging.audiences(nodes)),
  )
  return {
    Query: {
      stagedDocuments: (_root, { treeId, folderId, ...page }, context) =>
        staging.list(actorOf(context), { treeId, folderId: folderId ?? null }, pageOf(page)),
      publications: (_root, { treeId, ...page }, context) =>
        staging.publications(actorOf(context), treeId, pageOf(page)),
    },
    Mutation: {
      publish: async (_root, { note, at, ...input }, context) => {
        try {
          const asked = { ...input, note: note ?? null, at: at == null ? null : new Date(at) }
          return { publication: await staging.publish(actorOf(context), asked), errors: [] }
        } catch (error) {
          return { publication: null, errors: formErrorsOf(error) }
        }
      },
      cancelPublication: async (_root, { id }, context) => {
        await staging.cancel(actorOf(context), id)
        return { success: true, errors: [] }
      },
    },
    Document: {
      isStaged,
      stagedFor: (node, _args, context) => (isStaged(node) ? audiences(context).load(node) : null),
    },
  }
}
