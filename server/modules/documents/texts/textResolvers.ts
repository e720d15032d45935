import DataLoader from 'dataloader'
import { actorOf, perRequest } from '../../../contracts/context.ts'
import { pageOf } from '../../../contracts/pages.ts'
import type { Resolvers } from '../../../schema.generated.ts'
import type { Accounts } from '../../accounts/index.ts'
import type { DocumentNode } from '../core/nodes.ts'
import type { DocumentTexts } from './documentTexts.ts'

export function createTextResolvers(texts: DocumentTexts, accounts: Accounts): Resolvers {
  const reading = perRequest(() => new DataLoader((nodes: readonly DocumentNode[]) => texts.readings(nodes)))
  return {
    Query: {
      contentSearch: (_root, { limit, offset, ...input }, context) =>
        texts.search(actorOf(context), input, pageOf({ limit, offset })),
      emptySearches: (_root, { treeId, ...page }, context) =>
        texts.emptySearches(actorOf(context), treeId, pageOf(page)),
    },
    Document: {
      readingState: async (node, _args, context) => (await reading(context).load(node)).state,
      readingProblem: async (node, _args, context) => (await reading(context).load(node)).problem,
    },
    ContentSearchPage: {
      uploaders: async (found, _args, context) => {
        const ids = await texts.uploaders(found)
        const people = await Promise.all(ids.map((id) => accounts.person(context, id)))
        return people
          .filter((person) => person !== null)
          .toSorted((one, other) => one.lastName.localeCompare(other.lastName, 'en'))
      },
    },
    Passage: {
      marks: ({ marks }) => marks.map((mark) => [...mark]),
    },
  }
}
