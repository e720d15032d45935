import type { DocumentAccess } from '../../../../shared/documentLevels.ts'
import { actorOf } from '../../../contracts/context.ts'
import { pageOf } from '../../../contracts/pages.ts'
import { isCompared } from '../../../platform/comparing/index.ts'
import type { Resolvers } from '../../../schema.generated.ts'
import type { Accounts } from '../../accounts/index.ts'
import { type AccessField, withAccess } from '../core/accessLoader.ts'
import { followed, type ListFields } from '../core/listFields.ts'
import { isGivenWords } from '../policy.ts'
import type { DocumentVersions, Version } from './versions.ts'

interface Versions {
  readonly versions: DocumentVersions
  readonly versionUrl: (version: Version, access: DocumentAccess) => string | null
}

export function createVersionResolvers(
  { versions, versionUrl }: Versions,
  accounts: Accounts,
  access: AccessField,
  fields: ListFields,
): Resolvers {
  const counts = fields.field(['versionCount', 'versionNumber'], versions.counts, ({ isFolder }) => !isFolder)
  return {
    Query: {
      documentVersions: (_root, { limit, offset, ...input }, context) =>
        versions.list(actorOf(context), input, pageOf({ limit, offset })),
      takenPaths: (_root, input, context) => versions.taken(actorOf(context), input),
    },
    Mutation: {
      setReadersSeeEarlierVersions: (_root, input, context) => versions.setReaders(actorOf(context), input),
      withdrawVersion: async (_root, { versionId }, context) => {
        await versions.withdraw(actorOf(context), versionId)
        return { success: true, errors: [] }
      },
      restoreVersion: async (_root, input, context) => ({
        document: await versions.restore(actorOf(context), input),
      }),
    },
    Document: {
      versionCount: (node, _args, context) =>
        node.isFolder ? 0 : followed(counts(context, node), ({ count }) => count),
      versionNumber: (node, _args, context) =>
        node.isFolder ? null : followed(counts(context, node), ({ number }) => number),
    },
    DocumentVersion: {
      // Who did what is for readers of the history.
      user: (version, _args, context) =>
        version.document.tree.rights.history ? accounts.person(context, version.personId) : null,
      previewUrl: (version, _args, context) =>
        version.withdrawnAt === null
          ? withAccess(version.document, access, context, (given) => versionUrl(version, given))
          : null,
      isComparable: ({ document, withdrawnAt }, _args, context) =>
        withdrawnAt === null &&
        isCompared(document.extension) &&
        withAccess(document, access, context, (given) => isGivenWords(given, document.tree)),
      isWithdrawn: ({ withdrawnAt }) => withdrawnAt !== null,
      withdrawnBy: ({ withdrawnBy, document }, _args, context) =>
        withdrawnBy !== null && document.tree.rights.history ? accounts.person(context, withdrawnBy) : null,
    },
  }
}
