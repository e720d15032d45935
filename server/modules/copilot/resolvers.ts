import { actorOf } from '../../contracts/context.ts'
import { pageOf } from '../../contracts/pages.ts'
import type { Resolvers } from '../../schema.generated.ts'
import type { Copilot } from './index.ts'

const USUAL = 100

export const createCopilotResolvers = (copilot: Copilot): Resolvers => ({
  Query: {
    summaryJobs: (_root, { treeId, limit, offset }, context) =>
      copilot.mine(actorOf(context), treeId, pageOf({ limit: limit ?? USUAL, offset })),
    summaryReport: (_root, { jobId }, context) => copilot.report(actorOf(context), jobId),
    summaryExtractItems: (_root, _args, context) => copilot.kinds(actorOf(context)),
  },
  Mutation: {
    createSummaryJob: async (_root, input, context) => ({
      summaryJob: await copilot.start(actorOf(context), input),
    }),
  },
  SummaryJob: {
    complete: ({ state }) => state === 'COMPLETE',
    state: ({ state }) => (state === 'COMPLETE' ? 'COMPLETE' : 'ACTIVE'),
  },
})
