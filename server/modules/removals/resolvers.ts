import { DAY_MS } from '../../../shared/durations.ts'
import { fullName } from '../../../shared/personName.ts'
import { formErrorsOf, notFound } from '../../access/errors.ts'
import { actorOf } from '../../contracts/context.ts'
import { pageOf } from '../../contracts/pages.ts'
import type { Resolvers } from '../../schema.generated.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Organisations } from '../organisations/index.ts'
import type { Removals } from './index.ts'

export const createRemovalsResolvers = (
  removals: Removals,
  accounts: Accounts,
  organisations: Organisations,
): Resolvers => ({
  Query: {
    removedRecords: async (_root, { orgSlug, ...asked }, context) => {
      const { limit, offset } = pageOf(asked)
      const actor = actorOf(context)
      const organisation = await organisations.bySlug(actor, orgSlug)
      if (!organisation) throw notFound('Organisation')
      const records = await removals.list(actor, organisation.id)
      return {
        count: records.length,
        days: removals.days,
        items: records.slice(offset, offset + limit),
      }
    },
  },
  Mutation: {
    restoreRecord: (_root, { id }, context) =>
      removals.restore(actorOf(context), id).then(
        () => ({ success: true, errors: [] }),
        (error: unknown) => ({ success: false, errors: formErrorsOf(error) }),
      ),
  },
  RemovedRecord: {
    deletedAt: ({ at }) => at,
    deletedBy: async ({ personId }, _args, context) => {
      const person = await accounts.person(context, personId)
      return person && fullName(person)
    },
    daysLeft: ({ at }) => Math.max(1, Math.ceil((at.getTime() - Date.now()) / DAY_MS + removals.days)),
  },
})
