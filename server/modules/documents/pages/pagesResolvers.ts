import { actorOf } from '../../../contracts/context.ts'
import { pageOf, slicePage } from '../../../contracts/pages.ts'
import type { Resolvers } from '../../../schema.generated.ts'
import type { Accounts } from '../../accounts/index.ts'
import { markGiven } from '../core/marks.ts'
import { writtenCode } from './markCode.ts'
import type { MarkedPdfs } from './markedPdf.ts'
import { type DocumentPages, PRINT_PX } from './pages.ts'

/** Pages that are given without a limit. */
const FIRST_PAGES = 20
/** Places of a text that are given without a limit. */
const FIRST_HITS = 200

export function createPagesResolvers(
  { open, find, address, preview, trace, traced, markedPdfs }: DocumentPages & { markedPdfs: MarkedPdfs },
  accounts: Accounts,
): Resolvers {
  return {
    Query: {
      documentPages: (_root, input, context) => open(actorOf(context), input),
      findInPages: async (_root, { limit, offset, ...input }, context) => {
        const { places, more } = await find(actorOf(context), input)
        return { count: places.length, more, hits: slicePage(places, { limit: limit ?? FIRST_HITS, offset }) }
      },
      markPreview: (_root, { treeId, mark }, context) =>
        preview(actorOf(context), { treeId, mark: markGiven(mark), address: context.http.address }),
      markTrace: (_root, input, context) => trace(actorOf(context), input),
    },
    Mutation: {
      downloadMarkedPdf: async (_root, input, context) => {
        const { code, ...file } = await markedPdfs.address(actorOf(context), input)
        return { ...file, code: writtenCode(code) }
      },
    },
    DocumentPages: {
      count: ({ state, sizes }) => (state === 'READY' ? sizes.length : null),
      code: ({ code }) => code && writtenCode(code),
      printCode: ({ code, print }) =>
        code === null || print === null ? null : print().then((printed) => writtenCode(printed.code)),
      pages: (opened, args) => {
        const { limit, offset } = pageOf({ ...args, limit: args.limit ?? FIRST_PAGES })
        return opened.sizes
          .slice(offset, offset + limit)
          .map((size, at) => ({ opened, number: offset + at + 1, ...size }))
      },
    },
    MarkPreview: {
      lines: ({ lines }, part) => slicePage(lines, part),
    },
    MarkTrace: {
      code: ({ code }) => writtenCode(code),
      groups: ({ groups }, part) => slicePage(groups, part),
      user: ({ personId }, _args, context) => accounts.knownPerson(context, personId),
      document: (found, _args, context) => traced(actorOf(context), found),
    },
    DocumentPage: {
      url: ({ opened, number }, { width }) => address(opened, number, width),
      printUrl: async ({ opened, number }) => {
        const print = await opened.print?.()
        return print ? address({ ...opened, openingId: print.id }, number, PRINT_PX, { print: true }) : null
      },
      text: ({ opened, number }) => opened.words?.(number) ?? null,
    },
  }
}
