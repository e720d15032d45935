import { pageOf } from '../../../access/pages.ts'
import { actorOf } from '../../../context.ts'
import type { Resolvers } from '../../../schema.generated.ts'

export const zipResolvers: Resolvers = {
  Query: {
    zipContent: (_root, input, context) => context.services.zips.content(actorOf(context), input),
    zipExport: (_root, { id }, context) => context.services.zips.find(actorOf(context), id),
    zipExports: (_root, { treeId, ...page }, context) =>
      context.services.zips.mine(actorOf(context), treeId, pageOf(page)),
    zipExportCount: (_root, { treeId }, context) => context.services.zips.countMine(actorOf(context), treeId),
  },
  Mutation: {
    submitZipDownload: (_root, input, context) => context.services.zips.submit(actorOf(context), input),
    cancelZipExport: (_root, { id }, context) => context.services.zips.cancel(actorOf(context), id),
  },
  ZipContent: {
    exportable: (content, args, context) =>
      context.services.zips.entries(content, 'exportable', pageOf(args)),
    unexportable: (content, args, context) =>
      context.services.zips.entries(content, 'unexportable', pageOf(args)),
  },
  SubmitZipDownloadPayload: {
    exportable: ({ content }, args, context) =>
      context.services.zips.entries(content, 'exportable', pageOf(args)),
    exportableCount: ({ content }) => content.exportableCount,
    unexportable: ({ content }, args, context) =>
      context.services.zips.entries(content, 'unexportable', pageOf(args)),
    unexportableCount: ({ content }) => content.unexportableCount,
    zipExport: ({ zip }) => zip,
  },
  ZipExport: {
    chosenCount: ({ documentIds }) => documentIds.length,
    firstChosen: (zip, _args, context) => context.loaders.firstZipped.load(zip),
    url: ({ id, state }) => (state === 'READY' ? `/zip-exports/${id}` : null),
    expiresAt: ({ state, expiresAt }) => (state === 'READY' ? expiresAt : null),
    failure: ({ state, failure }) => (state === 'FAILED' ? failure : null),
  },
}
