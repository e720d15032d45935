import { formatDate } from '../../../shared/format/time.ts'
import { fullName } from '../../../shared/personName.ts'
import { roomScope } from '../../access/scopes.ts'
import { actorOf } from '../../contracts/context.ts'
import type { Resolvers } from '../../schema.generated.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Funds } from './index.ts'
import { maySetUpRoom } from './policy.ts'
import { shownPhase } from './roomState.ts'

/** What may be done in deal rooms as a whole (STAGE). */
export const createRoomStateResolvers = ({
  funds: { roomStates, readiness },
  accounts,
}: {
  funds: Funds
  accounts: Accounts
}): Resolvers => ({
  Query: {
    roomReadiness: (_root, { portfolioId }, context) => readiness(actorOf(context), portfolioId),
  },
  Mutation: {
    setRoomPhase: (_root, { portfolioId, phase }, context) =>
      roomStates.setPhase(actorOf(context), portfolioId, phase),
    freezeRoom: (_root, { portfolioId, isFrozen, reason }, context) =>
      roomStates.freeze(actorOf(context), portfolioId, { isFrozen, reason: reason ?? null }),
    setLegalHold: (_root, { portfolioId, reason }, context) =>
      roomStates.setLegalHold(actorOf(context), portfolioId, reason ?? null),
  },
  Portfolio: {
    phase: (room, _args, context) => shownPhase(actorOf(context), room),
    legalHold: async (room, _args, context) => {
      if (!room.legalHold || !maySetUpRoom(actorOf(context), roomScope(room))) return null
      const { reason, personId, since } = room.legalHold
      const person = await accounts.person(context, personId)
      const by = person ? ` by ${fullName(person)}` : ''
      return `Set on ${formatDate(since)}${by}: ${reason}`
    },
  },
})
