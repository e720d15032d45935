import { pageOf } from '../../access/pages.ts'
import { actorOf, type Context } from '../../context.ts'
import type { Resolvers } from '../../schema.generated.ts'
import { apiId, type DocumentNode } from './ground/nodes.ts'

/** No promise where there is nothing to wait for: a page has hundreds of files. */
function countBelow(
  node: DocumentNode,
  what: 'files' | 'folders',
  { loaders }: Context,
): number | Promise<number> {
  if (!node.isFolder) return 0
  return node.tally ? node.tally[what] : loaders.tally.load(node).then((tally) => tally[what])
}

export const documentsResolvers: Resolvers = {
  Query: {
    documentTree: (_root, { treeId }, context) => context.services.documents.tree(actorOf(context), treeId),
    document: (_root, { treeId, documentId }, context) =>
      context.services.documents.document(actorOf(context), treeId, documentId ?? null),
    search: async (_root, { limit, offset, ...asked }, context) => {
      const { documents } = context.services
      return documents.matches(await documents.search(actorOf(context), asked), pageOf({ limit, offset }))
    },
    searchCount: async (_root, asked, context) => {
      const { documents } = context.services
      return documents.countMatches(await documents.search(actorOf(context), asked))
    },
  },
  Mutation: {
    createFolder: async (_root, { treeId, parentId, name }, context) => {
      const { documents } = context.services
      return documents.createFolder(actorOf(context), { treeId, parentId: parentId ?? null, name })
    },
    documentsCreateFolders: async (_root, { treeId, parentId, folderPaths }, context) => ({
      folders: await context.services.documents.createFolders(actorOf(context), {
        treeId,
        parentId: parentId ?? null,
        folderPaths,
      }),
    }),
    documentsPresignUploads: async (_root, { treeId, files }, context) => ({
      uploads: await context.services.documents.announce(actorOf(context), treeId, files),
    }),
    documentsConfirmUploads: (_root, { treeId, uploads }, context) =>
      context.services.documents.confirm(actorOf(context), { treeId, uploads }),
    renameDocument: (_root, input, context) => context.services.documents.rename(actorOf(context), input),
    move: (_root, input, context) => context.services.documents.move(actorOf(context), input),
    removeDocumentsDryRun: (_root, input, context) =>
      context.services.documents.previewRemoval(actorOf(context), input),
    removeDocuments: async (_root, input, context) => ({
      deletedIds: await context.services.documents.remove(actorOf(context), input),
    }),
    downloadFile: (_root, { treeId, documentId }, context) =>
      context.services.documents.download(actorOf(context), treeId, documentId),
    updateDocumentPermission: async (_root, { treeId, documentPermissionId, permissible }, context) => {
      const { row, documents } = await context.services.documents.updatePermission(actorOf(context), {
        treeId,
        permissionId: documentPermissionId,
        permissible,
      })
      return { documentPermission: row, documents }
    },
  },
  Portfolio: {
    documentsTree: (portfolio, _args, context) =>
      context.services.documents.treeOfPortfolio(actorOf(context), portfolio.id, 'DOCUMENTS'),
    reportsTree: (portfolio, _args, context) =>
      context.services.documents.treeOfPortfolio(actorOf(context), portfolio.id, 'REPORTS'),
  },
  RemoveDocumentsDryRunPayload: {
    documents: (removal, args, context) => context.services.documents.removed(removal, pageOf(args)),
    count: (removal, _args, context) => context.services.documents.countRemoved(removal),
  },
  DocumentTree: {
    canEdit: (tree) => tree.rights.edit,
    canRename: (tree) => tree.rights.edit,
    canDelete: (tree) => tree.rights.delete,
    canEditPermissions: (tree) => tree.rights.admin,
  },
  Document: {
    id: apiId,
    treeId: (node) => node.tree.id,
    fileType: (node) => (node.isFolder ? 'FOLDER' : 'FILE'),
    modifiedTimestamp: (node) => node.modifiedAt,
    parentId: (node) => {
      if (node.parentId === null) return null
      return node.parentId === node.tree.id ? `tree:${node.tree.id}` : node.parentId
    },
    parent: async (node, _args, context) => (await context.services.documents.ancestors(node)).at(-1) ?? null,
    position: (node, _args, context) => context.services.documents.position(node),
    ancestors: (node, _args, context) => context.services.documents.ancestors(node),
    children: (node, args, context) =>
      node.isFolder ? context.services.documents.children(node, pageOf(args)) : [],
    childCount: (node, _args, context) => (node.isFolder ? context.services.documents.childCount(node) : 0),
    previewUrl: (node, _args, context) => context.services.documents.previewUrl(node),
    permissions: (node, _args, context) =>
      node.tree.rights.admin ? context.loaders.permissions.load(node) : [],
    fileCount: (node, _args, context) => countBelow(node, 'files', context),
    folderCount: (node, _args, context) => countBelow(node, 'folders', context),
    previousFile: (node, _args, context) => context.services.documents.neighbour(node, 'previous'),
    nextFile: (node, _args, context) => context.services.documents.neighbour(node, 'next'),
  },
}
