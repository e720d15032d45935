import { joins } from '../../platform/hooks.ts'
import { createTurns } from '../../platform/sharedUse/index.ts'
import { trueDate } from '../../platform/trueTime.ts'
import { mailboxProven } from '../accounts/index.ts'
import type { Funds } from '../funds/index.ts'
import type { Module } from '../manifest.ts'
import type { Organisations } from '../organisations/index.ts'
import type { Sso } from '../sso/index.ts'
import { createTokens, type Tokens } from './index.ts'
import { createTokensResolvers } from './resolvers.ts'
import { revokeTokensOf } from './store.ts'

/** Requests by one token, at all servers together (TOKEN-09). */
const TURNS = { perSecond: 10, concurrent: 4 }

interface Needs {
  funds: Funds
  organisations: Organisations
  sso: Sso
}

export const tokensModule: Module<'tokens', Tokens, Needs> = {
  name: 'tokens',
  folder: import.meta.dirname,
  rows: { ApiToken: 'store.ts#TokenRow' },
  tokens: { only: [] },
  pages: { known: [/^\/api\/?$/] },
  create: ({ db, pool, log, origin }, { funds, organisations, sso }) => {
    const turns = createTurns(db, TURNS)
    const tokens = createTokens({
      db,
      pool,
      turns,
      funds,
      organisations,
      sso,
      origin,
      onError: (err) => log.warn({ err }, "a token's last use could not be recorded"),
    })
    return {
      door: tokens,
      resolvers: [createTokensResolvers(tokens)],
      hooks: [joins(mailboxProven, (tx, { personId }) => revokeTokensOf(tx, personId, trueDate()))],
      scheduled: [{ name: 'sweep_turns', pattern: '*/10 * * * *', run: turns.sweep }],
      close: async () => turns.close(),
    }
  },
}
