import DataLoader from 'dataloader'
import { fieldErrorsOf } from '../../../access/errors.ts'
import { actorOf, perRequest } from '../../../contracts/context.ts'
import { pageOf, slicePage } from '../../../contracts/pages.ts'
import type { Resolvers } from '../../../schema.generated.ts'
import type { Accounts } from '../../accounts/index.ts'
import type { OpenTree } from '../core/trees.ts'
import type { RedactionsDoor } from './createRedactions.ts'

/** Areas that are given without a limit. */
const FIRST_MARKS = 200

export function createRedactionResolvers(redactions: RedactionsDoor, accounts: Accounts): Resolvers {
  const { searches } = redactions
  const rights = perRequest(() => new DataLoader((trees: readonly OpenTree[]) => redactions.canRedact(trees)))
  return {
    Query: {
      redactions: (_root, { limit, offset, ...input }, context) =>
        redactions.list(actorOf(context), input, pageOf({ limit, offset })),
      redactionSearch: (_root, { id }, context) => searches.one(actorOf(context), id),
    },
    Mutation: {
      saveRedactionDraft: async (_root, input, context) => {
        try {
          return { redaction: await redactions.save(actorOf(context), input), errors: [] }
        } catch (error) {
          return { redaction: null, errors: fieldErrorsOf(error) }
        }
      },
      applyRedactions: async (_root, input, context) => ({
        redactions: await redactions.apply(actorOf(context), input),
      }),
      undoRedaction: async (_root, input, context) => ({
        redaction: await redactions.undo(actorOf(context), input),
        errors: [],
      }),
      discardRedaction: async (_root, input, context) => {
        await redactions.discard(actorOf(context), input)
        return { success: true }
      },
      findRedactionMarks: async (_root, input, context) => ({
        search: await searches.start(actorOf(context), input),
      }),
      cancelRedactionSearch: (_root, { id }, context) => searches.cancel(actorOf(context), id),
      readRedactionWords: async (_root, input, context) => ({
        words: await searches.words(actorOf(context), input),
      }),
    },
    RedactionSearch: {
      redactions: (search, args) => search.redactions(pageOf(args)),
      unread: ({ unread }, args) => slicePage(unread, pageOf(args)),
    },
    DocumentTree: {
      canRedact: (tree, _args, context) => tree.rights.edit && rights(context).load(tree),
      redactionLogUrl: async (tree, _args, context) =>
        tree.rights.edit && (await rights(context).load(tree)) ? `/documents/${tree.id}/redaction-log` : null,
    },
    Redaction: {
      marks: ({ marks, state }, args) =>
        slicePage(
          // Once it is applied nothing says the words any more (REDACT-25).
          state === 'APPLIED' || state === 'UNDONE' ? marks.map((mark) => ({ ...mark, words: null })) : marks,
          { limit: args.limit ?? FIRST_MARKS, offset: args.offset },
        ),
      changedBy: ({ changedBy }, _args, context) => accounts.knownPerson(context, changedBy),
      appliedBy: ({ appliedBy }, _args, context) =>
        appliedBy === null ? null : accounts.knownPerson(context, appliedBy),
    },
    RedactionMark: {
      user: ({ personId }, _args, context) => accounts.knownPerson(context, personId),
      createdAt: ({ createdAt }) => new Date(createdAt),
    },
  }
}
