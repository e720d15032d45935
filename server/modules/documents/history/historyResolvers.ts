import { holds } from '../../../access/actor.ts'
import { pageOf } from '../../../access/pages.ts'
import { actorOf } from '../../../context.ts'
import type { Resolvers } from '../../../schema.generated.ts'

export const historyResolvers: Resolvers = {
  Query: {
    history: async (_root, { treeId, limit, offset, ...filter }, context) => {
      const page = pageOf({ limit, offset })
      return { ...(await context.services.documents.histories.open(actorOf(context), treeId, filter)), page }
    },
    userGroups: (_root, { treeId }, context) =>
      context.services.documents.histories.userGroups(actorOf(context), treeId),
  },
  DocumentHistory: {
    count: (history, _args, context) => context.services.documents.histories.count(history),
    activity: (history, _args, context) => context.services.documents.histories.page(history, history.page),
    ancestors: (history, _args, context) => context.services.documents.histories.ancestors(history),
  },
  DocumentActivity: {
    user: async (entry, _args, context) => {
      const person = await context.loaders.person.load(entry.personId)
      // Persons are never deleted, and what they did names them.
      if (!person) throw new Error(`There is no person ${entry.personId}.`)
      return person
    },
  },
  DocumentTree: {
    canViewAccessLog: (tree) => tree.rights.accessLog,
    canViewDocumentsHistory: (tree) => tree.rights.history,
    canFilterHistoryByGroup: (tree) => tree.rights.history && holds(tree.actor, 'USERS_ADMIN', tree.place),
    fileTypes: (tree, _args, context) => context.services.documents.histories.fileTypes(tree),
  },
}
