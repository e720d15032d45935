import { actorOf } from '../../../contracts/context.ts'
import { momentOf } from '../../../contracts/moments.ts'
import { pageOf } from '../../../contracts/pages.ts'
import type { Resolvers } from '../../../schema.generated.ts'
import type { AccessProof } from './proof.ts'

export const createProofResolvers = (proof: AccessProof): Resolvers => ({
  Query: {
    accessOfDocument: (_root, { documentId, at, search, groupId, ...page }, context) =>
      proof.ofDocument(
        actorOf(context),
        { documentId, at: momentOf(at) },
        { ...pageOf(page), search: search?.trim() || null, groupId: groupId ?? null },
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
  },
})
