import { DAY_MS } from '../../../shared/durations.ts'
import type { Connection, Tx } from '../../platform/database/database.ts'

/** A token as its owner sees it. */
export interface TokenRow {
  id: string
  name: string
  canWrite: boolean
  /** Null for one that is limited to no organisation. */
  organisationId: string | null
  orgSlug: string | null
  /** Null for one that is limited to no portfolios. */
  portfolioIds: string[] | null
  createdAt: Date
  expiresAt: Date
  lastUsedAt: Date | null
  /** Address of the network. */
  lastUsedFrom: string | null
}

/** Days for which an expired token is listed still, so that it shows why a script has stopped. */
const EXPIRED_DAYS = 30

const selectFor = (db: Connection, personId: string) =>
  db
    .selectFrom('api_token')
    .leftJoin('organisation', 'organisation.id', 'api_token.organisation_id')
    .select([
      'api_token.id',
      'api_token.name',
      'api_token.can_write as canWrite',
      'api_token.organisation_id as organisationId',
      'organisation.slug as orgSlug',
      'api_token.portfolio_ids as portfolioIds',
      'api_token.created_at as createdAt',
      'api_token.expires_at as expiresAt',
      'api_token.last_used_at as lastUsedAt',
      'api_token.last_used_from as lastUsedFrom',
    ])
    .where('api_token.person_id', '=', personId)
    .where('api_token.revoked_at', 'is', null)

/** A person's tokens that are not revoked, the newest first: those that are good, and the last that have expired. */
export const tokensOf = (db: Connection, personId: string, now: Date): Promise<TokenRow[]> =>
  selectFor(db, personId)
    .where('api_token.expires_at', '>', new Date(now.getTime() - EXPIRED_DAYS * DAY_MS))
    .orderBy('api_token.created_at', 'desc')
    .orderBy('api_token.id', 'desc')
    .limit(200)
    .execute()

/** One of them; undefined for an unknown one, and for another person's. */
export const tokenOf = (db: Connection, personId: string, id: string): Promise<TokenRow | undefined> =>
  selectFor(db, personId).where('api_token.id', '=', id).executeTakeFirst()

/** How many good tokens a person has. */
export async function countTokens(db: Connection, personId: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('api_token')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export interface NewToken {
  id: string
  personId: string
  name: string
  tokenHash: Buffer
  canWrite: boolean
  organisationId: string | null
  portfolioIds: string[] | null
  createdAt: Date
  expiresAt: Date
}

export async function insertToken(tx: Tx, token: NewToken): Promise<void> {
  await tx
    .insertInto('api_token')
    .values({
      id: token.id,
      person_id: token.personId,
      name: token.name,
      token_hash: token.tokenHash,
      can_write: token.canWrite,
      organisation_id: token.organisationId,
      portfolio_ids: token.portfolioIds,
      created_at: token.createdAt,
      expires_at: token.expiresAt,
    })
    .execute()
}

/** Revokes all that a person has. */
export async function revokeTokensOf(tx: Tx, personId: string, at: Date): Promise<void> {
  await tx
    .updateTable('api_token')
    .set({ revoked_at: at })
    .where('person_id', '=', personId)
    .where('revoked_at', 'is', null)
    .execute()
}

export async function revokeToken(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.updateTable('api_token').set({ revoked_at: at }).where('id', '=', id).execute()
}
