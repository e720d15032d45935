import { fieldErrorsOf } from '../../access/errors.ts'
import { actorOf } from '../../contracts/context.ts'
import { pageOf, searchOf } from '../../contracts/pages.ts'
import type { Resolvers } from '../../schema.generated.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Support } from './index.ts'

export const createSupportResolvers = (support: Support, accounts: Accounts): Resolvers => ({
  Query: {
    supportTickets: (_root, { search, state, ordering, ...page }, context) =>
      support.tickets(actorOf(context), {
        search: searchOf(search),
        state: state ?? null,
        ordering: ordering ?? null,
        ...pageOf(page),
      }),
  },
  Mutation: {
    createSupportTicket: async (_root, ticket, context) => {
      try {
        const supportTicket = await support.send(actorOf(context), ticket)
        return { success: true, supportTicket, errors: [] }
      } catch (error) {
        return { success: false, supportTicket: null, errors: fieldErrorsOf(error) }
      }
    },
    setSupportTicketState: (_root, change, context) => support.setState(actorOf(context), change),
  },
  SupportTicket: {
    user: ({ personId }, _args, context) => accounts.knownPerson(context, personId),
  },
})
