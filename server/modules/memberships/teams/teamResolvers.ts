import { actorOf } from '../../../contracts/context.ts'
import { pageOf, searchOf } from '../../../contracts/pages.ts'
import type { Resolvers } from '../../../schema.generated.ts'
import type { Accounts } from '../../accounts/index.ts'
import { entityOf, type Teams } from './teams.ts'

export const createTeamResolvers = (teams: Teams, accounts: Accounts): Resolvers => ({
  Query: {
    userGroupMembers: (_root, { fundEntityId, fundEntityType, ordering, search, ...page }, context) =>
      teams.page(actorOf(context), {
        entity: entityOf(fundEntityId, fundEntityType),
        ordering: ordering ?? 'name',
        search: searchOf(search),
        ...pageOf(page),
      }),
  },
  Membership: {
    // A person is in a group once.
    id: ({ personId, groupId }) => `${groupId}:${personId}`,
    user: ({ personId }, _args, context) => accounts.knownPerson(context, personId),
    userGroup: ({ groupId, groupName }) => ({ id: groupId, name: groupName }),
  },
})
