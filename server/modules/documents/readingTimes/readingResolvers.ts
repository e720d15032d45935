import { actorOf } from '../../../contracts/context.ts'
import { pageOf, slicePage } from '../../../contracts/pages.ts'
import type { Resolvers } from '../../../schema.generated.ts'
import type { Accounts } from '../../accounts/index.ts'
import { mayAnalyse } from '../policy.ts'
import type { ReadingTimes } from './readingTimes.ts'

/** Rows that are given without a limit: of pages, and of readers. */
const FIRST_PAGES = 200
const FIRST_READERS = 25

export function createReadingTimesResolvers(times: ReadingTimes, accounts: Accounts): Resolvers {
  return {
    Query: {
      documentReading: (_root, input, context) => times.file(actorOf(context), input),
      groupReading: (_root, { treeId, ordering, ...page }, context) =>
        times.groups(actorOf(context), { treeId, ...pageOf(page), ordering: ordering ?? '-time' }),
      personReading: (_root, { treeId, ordering, ...page }, context) =>
        times.persons(actorOf(context), { treeId, ...pageOf(page), ordering: ordering ?? '-time' }),
      pageAlerts: (_root, { treeId, ...page }, context) =>
        times.alerts(actorOf(context), treeId, pageOf(page)),
    },
    Mutation: {
      recordReading: async (_root, report, context) => ({
        countedMs: await times.record(actorOf(context), report),
      }),
    },
    DocumentTree: {
      readingMeasured: ({ measureReading }) => measureReading,
      canSeeReading: (tree) => mayAnalyse(tree.actor, tree.place),
      readingUrl: (tree) => (mayAnalyse(tree.actor, tree.place) ? `/documents/${tree.id}/reading` : null),
    },
    DocumentReading: {
      pages: ({ pages }, { limit, offset }) => slicePage(pages, { limit: limit ?? FIRST_PAGES, offset }),
      readers: ({ readers }, { limit, offset }) =>
        slicePage(readers, { limit: limit ?? FIRST_READERS, offset }),
      readerCount: ({ readers }) => readers.length,
      ms: ({ readers }) => readers.reduce((sum, { ms }) => sum + ms, 0),
    },
    DocumentReader: {
      user: ({ id }, _args, context) => accounts.knownPerson(context, id),
      groups: ({ groups }, part) => slicePage(groups, part),
    },
    GroupReadingRow: { group: ({ id, name }) => ({ id, name }) },
    PersonReadingRow: { user: ({ id }, _args, context) => accounts.knownPerson(context, id) },
    PageAlert: { user: ({ personId }, _args, context) => accounts.knownPerson(context, personId) },
  }
}
