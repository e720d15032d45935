import { randomBytes } from 'node:crypto'
import DataLoader from 'dataloader'
import { z } from 'zod'
import type { Actor } from '../../access/actor.ts'
import { badInput, forbidden, unavailable } from '../../access/errors.ts'
import { actorOf, type Context, perRequest } from '../../contracts/context.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { defineJob, queueJob } from '../../platform/jobs/index.ts'
import { seal, unseal } from '../../platform/sealing.ts'
import type { Signer } from '../../platform/signing.ts'
import { hashToken } from '../accounts/index.ts'
import {
  connectedAmong,
  insertConsent,
  keepConnection,
  removeConnection,
  replaceSealed,
  sealedOf,
  takeConsent,
} from './connectionStore.ts'
import { type Destination, destinationOf, requireSame } from './destination.ts'
import { connectsApplications } from './policy.ts'
import {
  ConnectionEnded,
  CrmUnavailable,
  type SalesforceEndpoint,
  type Tokens,
} from './salesforce/endpoint.ts'
import type { LiveTokens } from './salesforce/request.ts'

/** Ends a connection in the CRM, whose tokens are kept here sealed until it has. */
export const revokeJob = defineJob<{ personId: string; sealed: string }>('revoke_crm_connection', {
  attempts: 10,
})

const CALLBACK = '/salesforce/oauth/callback/'
/** Milliseconds in which a person comes back from the CRM (transport.md 7). */
const CONSENT_MS = 600_000
const APPLICATIONS = '/applications'

const keptTokens = z.object({
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
  instanceUrl: z.string(),
  organisationId: z.string().nullable().default(null),
})

export interface ConnectingDeps {
  db: Database
  signer: Pick<Signer, 'secret'>
  /** Null where no client is configured. */
  endpoint: SalesforceEndpoint | null
}

/** What comes back from the CRM's page of consent. */
export interface ConsentAnswer {
  state: string | null
  code: string | null
  /** Such as access_denied. */
  error: string | null
}

/** People's connections to the CRM. */
export interface Connecting {
  /**
   * Where the actor gives consent to a connection (CRM-14).
   * @param origin of the product, as the browser knows it
   * @throws FORBIDDEN for whoever is no admin; a 503 where no client is configured (transport.md 7)
   */
  consentAddress(actor: Actor, origin: string): Promise<string>
  /**
   * Keeps the connection that the actor consented to (CRM-15). @returns the page to go on to, which says what went wrong
   * (CRM-16)
   * @throws FORBIDDEN, BAD_USER_INPUT for a state that is missing, wrong, used, expired or of another session
   */
  finish(actor: Actor, answer: ConsentAnswer): Promise<string>
  /** For resolvers: whether the caller has a connection, read once for a request. */
  isConnected(context: Context): Promise<boolean>
  /** Where a person's connection leads at this moment; null without one that can be used. */
  destinationOf(on: Connection, personId: string): Promise<Destination | null>
  /** Removes the actor's connection, and has it revoked in the CRM (CRM-17). @throws FORBIDDEN */
  disconnect(actor: Actor): Promise<void>
  /** Runs `revokeJob`. @throws CrmUnavailable, to be tried again */
  revoke(job: { personId: string; sealed: string }): Promise<void>
  /**
   * A person's tokens at this moment, and how they are renewed; null without a connection.
   * @throws what `renew` throws
   */
  tokensOf(on: Connection, personId: string): Promise<LiveTokens | null>
}

export function createConnecting({ db, signer, endpoint }: ConnectingDeps): Connecting {
  const keyOf = (personId: string) => signer.secret('crm tokens', personId)
  const verifierOf = (consentId: string) => signer.secret('crm consent', consentId).toString('base64url')
  const sealed = (personId: string, tokens: Tokens) => seal(keyOf(personId), JSON.stringify(tokens))
  const opened = (personId: string, bytes: Buffer): Tokens | null => {
    const text = unseal(keyOf(personId), bytes)
    return text === null ? null : keptTokens.parse(JSON.parse(text))
  }
  const connected = perRequest(
    () =>
      new DataLoader(async (ids: readonly string[]) => {
        const among = await connectedAmong(db, ids)
        return ids.map((id) => among.has(id))
      }),
  )
  const requireAdmin = (actor: Actor): void => {
    if (!connectsApplications(actor)) throw forbidden()
  }
  const configured = (): SalesforceEndpoint => {
    if (endpoint) return endpoint
    // CRM-18
    throw unavailable('Salesforce is not configured for this installation. Please ask whoever operates it.')
  }

  /** The sealed tokens of a connection; without a client nobody has one, even if tokens are stored from before. */
  const usable = async (on: Connection, personId: string): Promise<Buffer | null> =>
    endpoint ? sealedOf(on, personId) : null

  const live = (on: Connection, personId: string, bytes: Buffer): LiveTokens => {
    const tokens = opened(personId, bytes)
    // Sealed with another secret of the installation.
    if (!tokens) throw new ConnectionEnded('The connection can no longer be opened.')
    const renew = async (): Promise<LiveTokens> => {
      try {
        const newer = sealed(personId, await configured().refresh(tokens))
        if (await replaceSealed(on, personId, { from: bytes, to: newer })) return live(on, personId, newer)
      } catch (error) {
        if (!(error instanceof ConnectionEnded)) throw error
        // Of two that renew concurrently one may get what has become invalid by the other.
        if (await removeConnection(on, personId, bytes)) throw error
      }
      const present = await sealedOf(on, personId)
      if (present && !present.equals(bytes)) {
        const other = live(on, personId, present)
        requireSame(destinationOf(tokens), destinationOf(other.tokens))
        return other
      }
      throw new ConnectionEnded('The connection was removed.')
    }
    return { tokens, renew }
  }

  return {
    consentAddress: async (actor, origin) => {
      requireAdmin(actor)
      const to = configured()
      const state = randomBytes(32).toString('base64url')
      const callback = `${origin}${CALLBACK}`
      const id = await db.transaction().execute((tx) =>
        insertConsent(tx, {
          stateHash: hashToken(state),
          personId: actor.personId,
          sessionId: actor.sessionId,
          callback,
          expiresAt: new Date(Date.now() + CONSENT_MS),
        }),
      )
      return to.consentAddress({ state, verifier: verifierOf(id), callback })
    },

    finish: async (actor, { state, code, error }) => {
      requireAdmin(actor)
      const to = configured()
      const { personId, sessionId } = actor
      const consent =
        state === null ? null : await takeConsent(db, { stateHash: hashToken(state), personId, sessionId })
      if (!consent)
        throw badInput(
          'This connection was not started here, or its time has run out. Please start it again under Applications.',
        )
      if (code === null)
        return `${APPLICATIONS}?error=${error === 'access_denied' ? 'denied' : 'unavailable'}`
      try {
        const tokens = await to.exchange(code, {
          verifier: verifierOf(consent.id),
          callback: consent.callback,
        })
        await keepConnection(db, personId, sealed(personId, tokens))
        return APPLICATIONS
      } catch (failure) {
        if (!(failure instanceof CrmUnavailable || failure instanceof ConnectionEnded)) throw failure
        return `${APPLICATIONS}?error=unavailable`
      }
    },

    isConnected: (context) => connected(context).load(actorOf(context).personId),

    destinationOf: async (on, personId) => {
      const bytes = await usable(on, personId)
      const tokens = bytes && opened(personId, bytes)
      return tokens && destinationOf(tokens)
    },

    disconnect: async (actor) => {
      requireAdmin(actor)
      const { personId } = actor
      await db.transaction().execute(async (tx) => {
        const removed = await removeConnection(tx, personId)
        if (removed) await queueJob(tx, revokeJob, { personId, sealed: removed.toString('base64') })
      })
    },

    revoke: async ({ personId, sealed: bytes }) => {
      const tokens = opened(personId, Buffer.from(bytes, 'base64'))
      if (tokens && endpoint) await endpoint.revoke(tokens)
    },

    tokensOf: async (on, personId) => {
      const bytes = await usable(on, personId)
      return bytes && live(on, personId, bytes)
    },
  }
}
