import DataLoader from 'dataloader'
import { holds } from '../../../access/actor.ts'
import { actorOf, perRequest } from '../../../contracts/context.ts'
import { momentOf } from '../../../contracts/moments.ts'
import { optionalPage, pageOf, slicePage } from '../../../contracts/pages.ts'
import type { Resolvers } from '../../../schema.generated.ts'
import type { Accounts } from '../../accounts/index.ts'
import type { OpenTree } from '../core/trees.ts'
import type { DocumentHistories } from './history.ts'

export function createHistoryResolvers(histories: DocumentHistories, accounts: Accounts): Resolvers {
  const fileTypes = perRequest(
    () => new DataLoader((trees: readonly OpenTree[]) => histories.fileTypes(trees)),
  )
  return {
    Query: {
      history: async (_root, { treeId, limit, offset, since, ...filter }, context) => {
        const page = pageOf({ limit, offset })
        const asked = { ...filter, since: momentOf(since) }
        return { ...(await histories.open(actorOf(context), treeId, asked)), page }
      },
      userGroups: (_root, { treeId, ...part }, context) =>
        histories.userGroups(actorOf(context), treeId, optionalPage(part)),
      userGroupsCount: (_root, { treeId }, context) => histories.countUserGroups(actorOf(context), treeId),
    },
    DocumentHistory: {
      count: (history) => histories.count(history),
      activity: (history) => histories.page(history, history.page),
      ancestors: (history) => histories.ancestors(history),
    },
    DocumentActivity: {
      userGroups: ({ userGroups }, part) => slicePage(userGroups, part),
      user: ({ personId }, _args, context) => accounts.knownPerson(context, personId),
    },
    DocumentTree: {
      canViewAccessLog: (tree) => tree.rights.accessLog,
      canViewDocumentsHistory: (tree) => tree.rights.history,
      canFilterHistoryByGroup: (tree) => tree.rights.history && holds(tree.actor, 'USERS_ADMIN', tree.place),
      fileTypes: (tree, _args, context) => fileTypes(context).load(tree),
    },
  }
}
