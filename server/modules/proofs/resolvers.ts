import DataLoader from 'dataloader'
import { badInput } from '../../access/errors.ts'
import { actorOf, perRequest } from '../../contracts/context.ts'
import { momentOf, NO_MOMENT } from '../../contracts/moments.ts'
import { pageOf } from '../../contracts/pages.ts'
import type { Resolvers } from '../../schema.generated.ts'
import type { PortfolioRow } from '../funds/index.ts'
import type { Proofs } from './index.ts'

/** @throws BAD_USER_INPUT */
const required = (moment: string): Date => {
  const found = momentOf(moment)
  if (!found) throw badInput(NO_MOMENT)
  return found
}

export const createProofResolvers = (proofs: Proofs): Resolvers => {
  const offered = perRequest(
    (context) => new DataLoader((rooms: readonly PortfolioRow[]) => proofs.offered(actorOf(context), rooms)),
  )
  return {
    Query: {
      roomProofs: (_root, { portfolioId, kind, ...page }, context) =>
        proofs.list(actorOf(context), { portfolioId, kind: kind ?? null }, pageOf(page)),
    },
    Mutation: {
      makeCertificate: (_root, { portfolioId, groupId, from, to }, context) =>
        proofs.make(actorOf(context), {
          portfolioId,
          groupId: groupId ?? null,
          from: required(from),
          to: required(to),
        }),
      makeArchive: (_root, { portfolioId, groupId, withVersions, passphrase }, context) =>
        proofs.makeArchive(actorOf(context), {
          portfolioId,
          groupId: groupId ?? null,
          withVersions,
          passphrase: passphrase ?? null,
        }),
      linkArchive: (_root, input, context) => proofs.linkArchive(actorOf(context), input),
      unlinkArchive: (_root, { linkId }, context) => proofs.unlinkArchive(actorOf(context), linkId),
      closeRoom: (_root, { endsAt, ...input }, context) =>
        proofs.close(actorOf(context), { ...input, endsAt: momentOf(endsAt) }),
      cancelRoomProof: async (_root, { id }, context) => {
        await proofs.cancel(actorOf(context), id)
        return { success: true, errors: [] }
      },
    },
    Portfolio: { offeredPhases: (room, _args, context) => offered(context).load(room) },
    ArchivePart: { sha256: ({ sha256 }) => sha256.toString('hex') },
    RoomProof: {
      at: ({ createdAt }) => createdAt,
      sha256: ({ sha256 }) => sha256?.toString('hex') ?? null,
      problem: ({ state, failure }) => (state === 'FAILED' ? failure : null),
    },
  }
}
