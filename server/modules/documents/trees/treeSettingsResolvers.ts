import DataLoader from 'dataloader'
import { actorOf, perRequest } from '../../../contracts/context.ts'
import { slicePage } from '../../../contracts/pages.ts'
import type { Resolvers } from '../../../schema.generated.ts'
import type { OpenTree } from '../core/trees.ts'
import { mayEditType } from '../policy.ts'
import type { TreeSettings } from './treeSettings.ts'

export function createTreeSettingsResolvers(documents: TreeSettings): Resolvers {
  const restricted = perRequest(
    () => new DataLoader((trees: readonly OpenTree[]) => documents.restrictedIn(trees)),
  )
  return {
    Query: {
      documentPermissions: (_root, { treeId, documentIds }, context) =>
        documents.selectionPermissions(actorOf(context), { treeId, documentIds }),
      permissionDifference: async (_root, input, context) => {
        const { reached, ...difference } = await documents.permissionDifference(actorOf(context), input)
        return { ...difference, ...reached }
      },
    },
    Mutation: {
      permitDocuments: (_root, input, context) => documents.permitExactly(actorOf(context), input),
      undoPermissionChange: async (_root, input, context) => ({
        documents: await documents.undoPermissionChange(actorOf(context), input),
      }),
      createDocumentTree: async (_root, input, context) => ({
        documentTree: await documents.createTree(actorOf(context), input),
      }),
      updateDocumentTree: async (_root, input, context) => ({
        documentTree: await documents.updateTree(actorOf(context), input),
      }),
    },
    PermissionDifference: {
      gaining: ({ gaining }, part) => slicePage(gaining, part),
      losing: ({ losing }, part) => slicePage(losing, part),
    },
    SelectionPermissions: {
      permissions: ({ permissions }, part) => slicePage(permissions, part),
      withoutPages: (selection) => selection.countWithoutPages(),
    },
    DocumentTree: {
      canEditType: (tree) => mayEditType(tree.actor, tree.place),
      restricted: (tree, _args, context) =>
        mayEditType(tree.actor, tree.place) ? restricted(context).load(tree) : null,
    },
  }
}
