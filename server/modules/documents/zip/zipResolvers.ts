import DataLoader from 'dataloader'
import { actorOf, perRequest } from '../../../contracts/context.ts'
import { pageOf } from '../../../contracts/pages.ts'
import type { Resolvers } from '../../../schema.generated.ts'
import type { ZipRow, Zips } from './index.ts'

export function createZipResolvers(zips: Zips): Resolvers {
  const firstChosen = perRequest(
    (context) => new DataLoader((some: readonly ZipRow[]) => zips.firstChosen(actorOf(context), some)),
  )
  return {
    Query: {
      zipContent: (_root, input, context) => zips.content(actorOf(context), input),
      zipExport: (_root, { id }, context) => zips.find(actorOf(context), id),
      zipExports: (_root, { treeId, ...page }, context) => zips.mine(actorOf(context), treeId, pageOf(page)),
      zipExportCount: (_root, { treeId }, context) => zips.countMine(actorOf(context), treeId),
    },
    Mutation: {
      submitZipDownload: (_root, input, context) =>
        zips.submit(actorOf(context), { ...input, address: context.http.address }),
      cancelZipExport: (_root, { id }, context) => zips.cancel(actorOf(context), id),
    },
    ZipContent: {
      exportable: (content, args) => zips.entries(content, 'exportable', pageOf(args)),
      unexportable: (content, args) => zips.entries(content, 'unexportable', pageOf(args)),
      viewOnly: (content, args) => zips.entries(content, 'viewOnly', pageOf(args)),
    },
    SubmitZipDownloadPayload: {
      exportable: ({ content }, args) => zips.entries(content, 'exportable', pageOf(args)),
      exportableCount: ({ content }) => content.exportableCount,
      unexportable: ({ content }, args) => zips.entries(content, 'unexportable', pageOf(args)),
      unexportableCount: ({ content }) => content.unexportableCount,
      viewOnly: ({ content }, args) => zips.entries(content, 'viewOnly', pageOf(args)),
      viewOnlyCount: ({ content }) => content.viewOnlyCount,
      markedCount: ({ content }) => content.markedCount,
      zipExport: ({ zip }) => zip,
    },
    ZipExport: {
      chosenCount: ({ documentIds }) => documentIds.length,
      firstChosen: (zip, _args, context) => firstChosen(context).load(zip),
      url: ({ id, state }) => (state === 'READY' ? `/zip-exports/${id}` : null),
      expiresAt: ({ state, expiresAt }) => (state === 'READY' ? expiresAt : null),
      failure: ({ state, failure }) => (state === 'FAILED' ? failure : null),
    },
  }
}
