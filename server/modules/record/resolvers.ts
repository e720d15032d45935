import { actorOf } from '../../contracts/context.ts'
import { pageOf } from '../../contracts/pages.ts'
import type { Resolvers } from '../../schema.generated.ts'
import type { RecordDoor } from './index.ts'

export const createRecordResolvers = (record: RecordDoor): Resolvers => ({
  Query: {
    recordCheckpoints: (_root, { orgSlug, ...page }, context) =>
      record.checkpoints(actorOf(context), orgSlug, pageOf(page)),
    inclusionProof: (_root, { orgSlug, activityId, treeSize }, context) =>
      record.inclusionProof(actorOf(context), orgSlug, { entryId: activityId, treeSize }),
    consistencyProof: (_root, { orgSlug, from, to }, context) =>
      record.consistencyProof(actorOf(context), orgSlug, { from, to }),
  },
  Checkpoint: {
    root: ({ root }) => root.toString('hex'),
    signature: ({ signature }) => signature.toString('base64'),
    timestamp: ({ timeStamp }) => timeStamp?.toString('base64') ?? null,
  },
})
