import DataLoader from 'dataloader'
import { actorOf, type Context, perRequest } from '../../contracts/context.ts'
import { pageOf, slicePage } from '../../contracts/pages.ts'
import type { Resolvers } from '../../schema.generated.ts'
import { type AccessField, type GivenLoader, withAccess } from './core/accessLoader.ts'
import { followed, type ListFields } from './core/listFields.ts'
import { apiId, type DocumentNode } from './core/nodes.ts'
import type { TallyLoader } from './core/tallyLoader.ts'
import type { Documents } from './index.ts'
import type { SearchInput } from './reading/search.ts'

/** What is read together for all documents that a request gives. */
interface Loaders {
  readonly tally: TallyLoader
  readonly access: AccessField
  readonly given: GivenLoader
  readonly fields: ListFields
}

export function createDocumentsResolvers(
  documents: Documents,
  { tally, access, given, fields }: Loaders,
): Resolvers {
  const permissions = perRequest(
    () => new DataLoader((nodes: readonly DocumentNode[]) => documents.permissions(nodes)),
  )
  const permitted = fields.field(
    ['permittedIds', 'permittedLevels'],
    documents.permitted,
    ({ tree }) => tree.rights.admin,
  )
  const searches = perRequest(() => new Map<string, ReturnType<typeof openSearched>>())
  const openSearched = async (context: Context, asked: SearchInput) => {
    const search = await documents.search(actorOf(context), asked)
    const hits = documents.hits(search)
    // Whoever waits for it gets its failure.
    hits.catch(() => {})
    return { search, hits }
  }
  /** A page of hits and their count are looked for once in a request. */
  const searched = (context: Context, asked: SearchInput): ReturnType<typeof openSearched> => {
    const { treeId, documentId = null, search, fileType = null } = asked
    const key = JSON.stringify([treeId, documentId, search, fileType])
    const found = searches(context).get(key) ?? openSearched(context, asked)
    searches(context).set(key, found)
    return found
  }
  /** No promise where there is nothing to wait for: a page has hundreds of files. */
  const countBelow = (
    node: DocumentNode,
    what: 'files' | 'folders',
    context: Context,
  ): number | Promise<number> => {
    if (!node.isFolder) return 0
    return node.tally
      ? node.tally[what]
      : tally(context)
          .load(node)
          .then((found) => found[what])
  }
  return {
    Query: {
      documentTree: (_root, { treeId }, context) => documents.tree(actorOf(context), treeId),
      documentPrincipals: async (_root, { treeId, ...part }, context) =>
        slicePage(await documents.principals(actorOf(context), treeId), part),
      document: (_root, { treeId, documentId }, context) =>
        documents.document(actorOf(context), treeId, documentId ?? null),
      search: async (_root, { limit, offset, ...asked }, context) => {
        const page = pageOf({ limit, offset })
        const { search, hits } = await searched(context, asked)
        return documents.matches(search, page, hits)
      },
      searchCount: async (_root, asked, context) => {
        const { search, hits } = await searched(context, asked)
        return documents.countMatches(search, hits)
      },
    },
    Mutation: {
      createFolder: (_root, { treeId, parentId, name, staged }, context) =>
        documents.createFolder(actorOf(context), { treeId, parentId: parentId ?? null, name, staged }),
      documentsCreateFolders: async (_root, { treeId, parentId, folderPaths, staged }, context) => ({
        folders: await documents.createFolders(actorOf(context), {
          treeId,
          parentId: parentId ?? null,
          folderPaths,
          staged,
        }),
      }),
      documentsPresignUploads: async (_root, { treeId, files }, context) => ({
        uploads: await documents.announce(actorOf(context), treeId, files),
      }),
      documentsPresignParts: async (_root, { treeId, version, parts }, context) => ({
        parts: await documents.presignParts(actorOf(context), { treeId, version, parts }),
      }),
      documentsConfirmUploads: (_root, { treeId, uploads, staged }, context) =>
        documents.confirm(actorOf(context), { treeId, uploads, staged }),
      renameDocument: (_root, input, context) => documents.rename(actorOf(context), input),
      move: (_root, input, context) => documents.move(actorOf(context), input),
      removeDocumentsDryRun: (_root, input, context) => documents.previewRemoval(actorOf(context), input),
      removeDocuments: async (_root, input, context) => ({
        deletedIds: await documents.remove(actorOf(context), input),
      }),
      restoreDocuments: async (_root, input, context) => ({
        documents: await documents.restore(actorOf(context), input),
      }),
      downloadFile: (_root, { treeId, documentId, versionId }, context) =>
        documents.download(actorOf(context), treeId, documentId, versionId),
      updateDocumentPermission: async (
        _root,
        { treeId, documentPermissionId, permissible, staged },
        context,
      ) => {
        const {
          row,
          documents: changed,
          changeId,
        } = await documents.updatePermission(actorOf(context), {
          treeId,
          permissionId: documentPermissionId,
          permissible,
          staged,
        })
        return { documentPermission: row, documents: changed, changeId }
      },
    },
    RemoveDocumentsDryRunPayload: {
      documents: (removal, args) => documents.removed(removal, pageOf(args)),
      count: (removal) => documents.countRemoved(removal),
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
      previewUrl: (node, _args, context) =>
        node.isFolder
          ? null
          : withAccess(node, access, context, (given) => documents.previewUrl(node, given)),
      // Nothing of the file itself is told to whoever is given its redacted rendition (REDACT-20).
      size: (node, _args, context) => {
        if (node.isFolder) return node.size
        const isRedacted = withAccess(node, access, context, ({ rendition }) => rendition === 'REDACTED')
        if (isRedacted === false) return node.size
        return Promise.resolve(isRedacted).then(async (is) =>
          is ? ((await given(context).load(node)).rendition?.size ?? null) : node.size,
        )
      },
      permissions: async (node, part, context) =>
        node.tree.rights.admin ? slicePage(await permissions(context).load(node), part) : [],
      permittedIds: (node, part, context) =>
        node.tree.rights.admin
          ? followed(permitted(context, node), ({ ids }) => ids && [...slicePage(ids, part)])
          : [],
      permittedLevels: (node, part, context) =>
        node.tree.rights.admin
          ? followed(permitted(context, node), ({ levels }) => levels && [...slicePage(levels, part)])
          : [],
      fileCount: (node, _args, context) => countBelow(node, 'files', context),
      folderCount: (node, _args, context) => countBelow(node, 'folders', context),
    },
  }
}
