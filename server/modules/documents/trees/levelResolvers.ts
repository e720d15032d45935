import { fieldErrorsOf } from '../../../access/errors.ts'
import { actorOf } from '../../../contracts/context.ts'
import { slicePage } from '../../../contracts/pages.ts'
import type { Resolvers } from '../../../schema.generated.ts'
import { type AccessField, withAccess } from '../core/accessLoader.ts'
import { markGiven } from '../core/marks.ts'
import type { DocumentLevels } from './documentLevels.ts'

export function createLevelResolvers(levels: DocumentLevels, access: AccessField): Resolvers {
  return {
    Query: {
      levelDifference: (_root, input, context) => levels.difference(actorOf(context), input),
      usualLevelDifference: (_root, input, context) => levels.usualDifference(actorOf(context), input),
    },
    Mutation: {
      setDocumentLevels: (_root, input, context) => levels.set(actorOf(context), input),
      updateTreeViewing: async (_root, { mark, ...input }, context) => {
        try {
          return {
            documentTree: await levels.updateViewing(actorOf(context), {
              ...input,
              mark: mark && markGiven(mark),
            }),
            errors: [],
          }
        } catch (error) {
          return { documentTree: null, errors: fieldErrorsOf(error) }
        }
      },
    },
    LevelDifference: {
      lowered: ({ lowered }, part) => slicePage(lowered, part),
      raised: ({ raised }, part) => slicePage(raised, part),
    },
    LevelDifferenceRow: {
      from: ({ before }) => before?.level ?? 'NONE',
      to: ({ after }) => after?.level ?? 'NONE',
      fromRendition: ({ before }) => before?.rendition ?? 'FULL',
      toRendition: ({ after }) => after?.rendition ?? 'FULL',
    },
    DocumentTree: {
      viewing: (tree) => (tree.rights.admin ? tree : null),
    },
    TreeViewing: {
      textPrincipalIds: ({ textPrincipals }, part) => slicePage(textPrincipals, part),
      revision: ({ viewingRevision }) => viewingRevision,
    },
    Document: {
      level: (node, _args, context) => withAccess(node, access, context, ({ level }) => level),
      redacted: (node, _args, context) =>
        !node.isFolder && withAccess(node, access, context, ({ rendition }) => rendition === 'REDACTED'),
    },
  }
}
