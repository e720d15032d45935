import type pg from 'pg'
import { DAY_MS } from '../../../shared/durations.ts'
import { tidyText } from '../../../shared/texts.ts'
import {
  MAX_TOKEN_PORTFOLIOS,
  MAX_TOKENS,
  TOKEN_DAYS,
  TOO_MANY_TOKENS,
  tokenDaysProblem,
  tokenNameProblem,
} from '../../../shared/tokenRules.ts'
import type { Actor } from '../../access/actor.ts'
import { badInput, notFound, requireFields } from '../../access/errors.ts'
import { reauthorise } from '../../access/reauthorise.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { rowLock, withLock } from '../../platform/database/withLock.ts'
import { isId, newId } from '../../platform/ids.ts'
import type { Turns } from '../../platform/sharedUse/index.ts'
import { trueDate } from '../../platform/trueTime.ts'
import {
  hashToken,
  lockActivePerson,
  type OpenSession,
  requireRecentPassword,
  sendNotice,
} from '../accounts/index.ts'
import { recordBy } from '../activity/index.ts'
import type { Funds } from '../funds/index.ts'
import { type Organisations, setTokensAllowed } from '../organisations/index.ts'
import type { Sso } from '../sso/index.ts'
import { findToken } from './finding.ts'
import { decidesOnTokens } from './policy.ts'
import {
  countTokens,
  insertToken,
  type NewToken,
  revokeToken,
  type TokenRow,
  tokenOf,
  tokensOf,
} from './store.ts'
import { newTokenText } from './text.ts'

export type { TokenRow } from './store.ts'

export interface TokenInput {
  name: string
  scope: 'READ' | 'READ_WRITE'
  days: number
  orgSlug?: string | null | undefined
  portfolioIds?: readonly string[] | null | undefined
}

/** Tokens by which scripts ask for what their owners may. */
export interface Tokens {
  /** The caller by a token; null for one that is not good, or whose owner may not go on by tokens (TOKEN-06). */
  sessionOf(text: string, address: string): Promise<OpenSession | null>
  /** @returns what ends a request by the token; null where it makes too many at this moment (TOKEN-09) */
  begin(tokenId: string): Promise<(() => Promise<void>) | null>
  /** The actor's own, the newest first. */
  of(actor: Actor): Promise<TokenRow[]>
  /**
   * The token's text is given this once (TOKEN-03); it is mailed and recorded.
   * @throws BAD_USER_INPUT at its fields; as requireRecentPassword; NOT_FOUND for an organisation they are not in
   */
  create(actor: Actor, input: TokenInput): Promise<{ text: string; token: TokenRow }>
  /** Ends one at all servers (TOKEN-07). @throws NOT_FOUND for another person's */
  revoke(actor: Actor, id: string): Promise<void>
  /** @throws NOT_FOUND without ORG_ADMIN there (TOKEN-01) */
  allow(actor: Actor, orgSlug: string, isAllowed: boolean): Promise<void>
}

export interface TokensDeps {
  db: Database
  pool: pg.Pool
  turns: Turns
  funds: Pick<Funds, 'portfoliosByIds'>
  organisations: Pick<Organisations, 'bySlug'>
  sso: Pick<Sso, 'hasLapsed'>
  /** The public address of the product, for links in mails. */
  origin: () => string
  onError: (error: unknown) => void
  now?: () => Date
}

/** A token to read an organisation by for a year that nobody has: for the demo, which shows what one is. */
export const prepareToken = (
  tx: Tx,
  { createdAt, ...token }: Pick<NewToken, 'name' | 'personId' | 'organisationId' | 'createdAt'>,
): Promise<void> =>
  insertToken(tx, {
    ...token,
    id: newId(),
    tokenHash: hashToken(newTokenText()),
    canWrite: false,
    portfolioIds: null,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + TOKEN_DAYS.max * DAY_MS),
  })

export function createTokens(deps: TokensDeps): Tokens {
  const { db, organisations, now = trueDate } = deps

  const organisationOf = async (actor: Actor, slug: string) => {
    const organisation = await organisations.bySlug(actor, slug)
    if (!organisation) throw notFound('Organisation')
    return organisation
  }
  /** What a token is limited to. @throws BAD_USER_INPUT for portfolios that the actor can't open there */
  const limitsOf = async (actor: Actor, { orgSlug, portfolioIds }: TokenInput) => {
    if (!orgSlug) {
      if (portfolioIds?.length) {
        const text = 'Please choose the organisation of the portfolios.'
        throw badInput(text, { orgSlug: text })
      }
      return { organisationId: null, portfolioIds: null }
    }
    const { id: organisationId } = await organisationOf(actor, orgSlug)
    const wanted = [...new Set(portfolioIds ?? [])]
    if (wanted.length === 0) return { organisationId, portfolioIds: null }
    const refuse = (text: string) => badInput(text, { portfolioIds: text })
    if (wanted.length > MAX_TOKEN_PORTFOLIOS) throw refuse(`Maximum ${MAX_TOKEN_PORTFOLIOS} portfolios.`)
    const found = wanted.every(isId) ? await deps.funds.portfoliosByIds(actor, wanted) : []
    if (found.length < wanted.length || found.some((each) => each.organisationId !== organisationId)) {
      throw refuse('Please choose portfolios of the organisation.')
    }
    return { organisationId, portfolioIds: wanted }
  }

  return {
    sessionOf: (text, address) =>
      findToken(
        { pool: deps.pool, now: now(), hasLapsed: deps.sso.hasLapsed, onError: deps.onError },
        text,
        address,
      ),

    begin: (tokenId) => deps.turns.take(`token ${tokenId}`),

    of: ({ personId }) => tokensOf(db, personId, now()),

    create: async (actor, input) => {
      requireFields({ name: tokenNameProblem(input.name), days: tokenDaysProblem(input.days) })
      const limits = await limitsOf(actor, input)
      const text = newTokenText()
      const id = newId()
      const name = tidyText(input.name)
      return db.transaction().execute(async (tx) => {
        const { email } = await requireRecentPassword(tx, actor, now())
        const createdAt = now()
        if ((await countTokens(tx, actor.personId, createdAt)) >= MAX_TOKENS) throw badInput(TOO_MANY_TOKENS)
        await insertToken(tx, {
          ...limits,
          id,
          personId: actor.personId,
          name,
          tokenHash: hashToken(text),
          canWrite: input.scope === 'READ_WRITE',
          createdAt,
          expiresAt: new Date(createdAt.getTime() + input.days * DAY_MS),
        })
        const subject = { kind: 'person', id: actor.personId }
        const detail = { name, scope: input.scope, days: input.days, ...limits }
        await recordBy(tx, actor, [{ kind: 'CREATE_API_TOKEN', subject, detail }])
        await sendNotice(
          tx,
          { email },
          {
            subject: 'An API token was created for your Helioroom account',
            title: 'An API token was created',
            paragraphs: [
              `The API token ${name} has just been created for your Helioroom account. Whoever has it can ${input.scope === 'READ' ? 'read' : 'read and change'} by scripts what you may.`,
            ],
            remark:
              'If this was not you, revoke the token in the security settings, choose a new password and tell the support.',
          },
          deps.origin(),
        )
        const token = await tokenOf(tx, actor.personId, id)
        if (!token) throw notFound('Token')
        return { text, token }
      })
    },

    revoke: (actor, id) =>
      db.transaction().execute(async (tx) => {
        const person = await lockActivePerson(tx, actor.personId)
        const token = person && isId(id) ? await tokenOf(tx, person.id, id) : undefined
        if (!token) throw notFound('Token')
        await revokeToken(tx, id, now())
        const subject = { kind: 'person', id: actor.personId }
        await recordBy(tx, actor, [{ kind: 'REVOKE_API_TOKEN', subject, detail: { name: token.name } }])
      }),

    allow: async (actor, orgSlug, isAllowed) => {
      const { id } = await organisationOf(actor, orgSlug)
      const requireAdmin = (who: Actor) => {
        if (!decidesOnTokens(who, id)) throw notFound('Organisation')
      }
      requireAdmin(actor)
      await withLock(db, rowLock('organisation', id), async (tx) => {
        await reauthorise(tx, actor, requireAdmin)
        if (!(await setTokensAllowed(tx, id, isAllowed))) return
        await recordBy(tx, actor, [
          { kind: 'SET_API_TOKENS_ALLOWED', organisationId: id, detail: { isAllowed } },
        ])
      })
    },
  }
}
