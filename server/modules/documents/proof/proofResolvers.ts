import { actorOf } from '../../../contracts/context.ts'
import { momentOf } from '../../../contracts/moments.ts'
import { pageOf, searchOf } from '../../../contracts/pages.ts'
import type { Resolvers } from '../../../schema.generated.ts'
import type { AccessProof } from './proof.ts'

export const createProofResolvers = (proof: AccessProof): Resolvers => ({
  Query: {
    accessOfDocument: (_root, { documentId, at, search, groupId, ...page }, context) =>
      proof.ofDocument(
        actorOf(context),
        { documentId, at: momentOf(at) },
        { ...pageOf(page), search: searchOf(search, 1), groupId: groupId ?? null },
      ),
    accessOfPrincipal: (_root, { treeId, personId, groupId, at, folderId, ...page }, context) =>
      proof.ofPrincipal(
        actorOf(context),
        {
          treeId,
          personId: personId ?? null,
          groupId: groupId ?? null,
          folderId: folderId ?? null,
          at: momentOf(at),
        },
        pageOf(page),
      ),
    accessMatrix: (_root, { treeId, folderId, groupIds, at, ...page }, context) =>
      proof.matrix(
        actorOf(context),
        { treeId, folderId: folderId ?? null, groupIds: groupIds ?? null, at: momentOf(at) },
        pageOf(page),
      ),
    accessDiffering: (_root, { treeId, folderId, groupId, at, ...page }, context) =>
      proof.differing(
        actorOf(context),
        { treeId, folderId: folderId ?? null, groupId, at: momentOf(at) },
        pageOf(page),
      ),
    accessDifference: (_root, { treeId, from, to, ...page }, context) =>
      proof.difference(actorOf(context), { treeId, from: momentOf(from), to: momentOf(to) }, pageOf(page)),
  },
})
