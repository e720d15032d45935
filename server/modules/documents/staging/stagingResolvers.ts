import DataLoader from 'dataloader'
import { formErrorsOf } from '../../../access/errors.ts'
import { actorOf, perRequest } from '../../../contracts/context.ts'
import { pageOf } from '../../../contracts/pages.ts'
import type { Resolvers } from '../../../schema.generated.ts'
import { followed, type ListFields } from '../core/listFields.ts'
import { type DocumentNode, isStaged } from '../core/nodes.ts'
import type { Staging } from './createStaging.ts'
import { mayHaveChanges } from './stagedChanges.ts'

export function createStagingResolvers(staging: Staging, fields: ListFields): Resolvers {
  const audiences = perRequest(
    () => new DataLoader((nodes: readonly DocumentNode[]) => staging.audiences(nodes)),
  )
  const changes = fields.field(
    ['isStaged', 'stagedChanges'],
    (nodes) => staging.changes(nodes),
    mayHaveChanges,
  )
  return {
    Query: {
      stagedDocuments: (_root, { treeId, folderId, ...page }, context) =>
        staging.list(actorOf(context), { treeId, folderId: folderId ?? null }, pageOf(page)),
      publicationAudience: (_root, input, context) => staging.publicationAudience(actorOf(context), input),
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
      dropStagedChanges: async (_root, input, context) => {
        await staging.drop(actorOf(context), input)
        return { success: true, errors: [] }
      },
    },
    StagedChange: {
      fileUrl: (change, _args, context) => staging.fileUrl(change, actorOf(context).personId),
    },
    Document: {
      isStaged: (node, _args, context) =>
        isStaged(node) ||
        (mayHaveChanges(node) && followed(changes(context, node), ({ length }) => length > 0)),
      stagedChanges: (node, _args, context) => (mayHaveChanges(node) ? changes(context, node) : []),
      stagedFor: (node, _args, context) =>
        isStaged(node) || mayHaveChanges(node) ? audiences(context).load(node) : null,
    },
  }
}
