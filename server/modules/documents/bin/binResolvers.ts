import { fullName } from '../../../../shared/personName.ts'
import { formErrorsOf } from '../../../access/errors.ts'
import { actorOf } from '../../../contracts/context.ts'
import { pageOf } from '../../../contracts/pages.ts'
import type { Resolvers } from '../../../schema.generated.ts'
import type { Accounts } from '../../accounts/index.ts'
import type { DocumentBins } from './bin.ts'

export function createBinResolvers(bins: DocumentBins, accounts: Accounts): Resolvers {
  return {
    Query: {
      recycleBin: (_root, { limit, offset, ...input }, context) =>
        bins.open(actorOf(context), input, pageOf({ limit, offset })),
    },
    Mutation: {
      restoreFromBin: async (_root, input, context) => ({
        results: await bins.restore(actorOf(context), input),
      }),
      deleteForGood: (_root, input, context) =>
        bins.deleteForGood(actorOf(context), input).then(
          () => ({ success: true, errors: [] }),
          (error: unknown) => ({ success: false, errors: formErrorsOf(error) }),
        ),
    },
    DeletedDocumentPage: {
      canDeleteForGood: ({ tree }) => tree.rights.admin,
      count: (bin) => bins.count(bin),
      items: (bin) => bins.entries(bin),
    },
    DeletedDocument: {
      fileType: ({ isFolder }) => (isFolder ? 'FOLDER' : 'FILE'),
      deletedBy: async ({ personId }, _args, context) => {
        const person = personId === null ? null : await accounts.person(context, personId)
        return person && fullName(person)
      },
    },
  }
}
