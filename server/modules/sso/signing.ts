import { randomBytes } from 'node:crypto'
import type { Actor } from '../../access/actor.ts'
import { DomainError, notFound, rateLimited, unauthenticated } from '../../access/errors.ts'
import type { HttpExchange } from '../../contracts/context.ts'
import type { LinkRequest } from '../../contracts/links.ts'
import type { Database } from '../../platform/database/database.ts'
import { isId, newId } from '../../platform/ids.ts'
import type { SharedUse } from '../../platform/sharedUse/index.ts'
import type { Signer } from '../../platform/signing.ts'
import type { Connections } from './connections.ts'
import type { Failure } from './failing.ts'
import type { Finish } from './finishing.ts'
import { backFrom, connectionIn, failTo, LOGIN, nextOf, type Passing } from './passing.ts'
import { administersConnection } from './policy.ts'
import { type Journey, type Provider, ProviderError } from './provider.ts'
import {
  insertRequest,
  type Purpose,
  type RequestRow,
  type TestResult,
  type TypedAcceptance,
  takeRequest,
  testResult,
} from './requestStore.ts'
import { ownAddresses, requestAddress } from './saml/index.ts'
import type { ConnectionRow } from './store.ts'

export interface SigningDeps {
  db: Database
  signer: Pick<Signer, 'secret'>
  connections: Pick<Connections, 'settingsOf' | 'samlOf'>
  provider: Pick<Provider, 'address' | 'finish'>
  sharedUse: Pick<SharedUse, 'add'>
  finish: Finish
  now: () => Date
}

/** How browsers go to a provider and come back. Each gives where the browser is led. */
export interface Signing {
  /** @throws NOT_FOUND for a connection that is none, or is off; RATE_LIMITED for too many from one address */
  start(passing: Passing): Promise<string>
  /** Begins a test (SSO-26). @throws NOT_FOUND for whoever doesn't administer it */
  test(passing: Passing): Promise<string>
  /** Of OIDC. @throws NOT_FOUND for a connection that is none; RATE_LIMITED for too many from one address that began nothing */
  finish(passing: Passing): Promise<string>
  /** What a test of this session has shown. @throws NOT_FOUND */
  result(actor: Actor, request: LinkRequest): Promise<TestResult>
}

/** Browsers that one address sends to providers: so many at a time, and then by the second. */
const STARTS = { name: 'sso starts', units: 1, capacity: 300, perSecond: 5 }
const RETRY_S = 60

/** @throws RATE_LIMITED for too many from one address */
export async function chargeStart(
  sharedUse: Pick<SharedUse, 'add'>,
  { address }: HttpExchange,
): Promise<void> {
  const use = { key: `sso ${address}`, calls: 0, windowMs: RETRY_S * 1000, charges: [STARTS] }
  const { left } = await sharedUse.add(use)
  if ((left[0] ?? 0) < 0) throw rateLimited(RETRY_S)
}

/** By what SAML names a request: the state is what only that browser has brought. */
export const requestIdOf = (state: string): string => `_${state}`

/** What an invitee has typed on the page of the invitation; null for any other sign-in. */
function acceptanceIn(request: LinkRequest): TypedAcceptance | null {
  const given = (name: string) => (request.one(name) ?? '').slice(0, 500)
  const token = given('invitation')
  if (token === '') return null
  return {
    token,
    firstName: given('firstName'),
    lastName: given('lastName'),
    companyName: given('companyName'),
  }
}

/** The value of the cookie that binds requests to a browser, new where it has none. */
function browserOf({ exchange }: Passing, kind: ConnectionRow['kind']): string {
  const known = kind === 'SAML' ? exchange.samlToken : exchange.ssoToken
  const browser = known !== null && /^[\w-]{43}$/.test(known) ? known : randomBytes(32).toString('base64url')
  // That of SAML lasts as long as a request, and is renewed by each.
  if (kind === 'SAML') exchange.setSamlToken(browser)
  else if (browser !== known) exchange.setSsoToken(browser)
  return browser
}

export function createSigning(deps: SigningDeps): Signing {
  const { db, signer, connections, provider, sharedUse, now } = deps
  const secretFor = (what: string, id: string): string => signer.secret(what, id).toString('base64url')
  const journeyOf = (state: string, row: RequestRow): Journey => ({
    state,
    nonce: secretFor('sso nonce', row.id),
    verifier: secretFor('sso verifier', row.id),
    callback: row.callback,
    freshSince: row.purpose === 'CONFIRM' ? row.createdAt.getTime() / 1000 : null,
  })
  const fail = ({ exchange }: Passing, connection: ConnectionRow, failure: Failure, page: string) =>
    failTo(db, { exchange, connection, at: now() }, failure, page)

  /** @throws ProviderError */
  const addressOf = async (
    connection: ConnectionRow,
    { state, row, origin }: { state: string; row: RequestRow; origin: string },
  ): Promise<string> => {
    if (connection.kind === 'OIDC')
      return provider.address(connections.settingsOf(connection), journeyOf(state, row))
    const settings = connections.samlOf(connection)
    if (!settings) throw new ProviderError('The connection is not set up yet.')
    return requestAddress(settings, ownAddresses(origin, connection.id), {
      requestId: requestIdOf(state),
      asksAgain: row.purpose === 'CONFIRM',
    })
  }
  /** The connection that a browser begins at. Each is a wait of its own, so that both are asked together. */
  const chargedConnection = async ({ request, exchange }: Passing): Promise<ConnectionRow> => {
    const [connection] = await Promise.all([connectionIn(db, request), chargeStart(sharedUse, exchange)])
    return connection
  }
  const begin = async (
    passing: Passing,
    connection: ConnectionRow,
    { purpose, sessionId }: { purpose: Purpose; sessionId: string | null },
  ): Promise<string> => {
    const { request } = passing
    const state = randomBytes(32).toString('base64url')
    const { origin } = request
    const row: RequestRow = {
      id: newId(),
      connectionId: connection.id,
      purpose,
      revision: connection.revision,
      sessionId,
      callback: `${origin}/sso/${connection.id}/callback`,
      next: nextOf(request.one('next'), origin),
      acceptance: purpose === 'SIGN_IN' ? acceptanceIn(request) : null,
      createdAt: now(),
    }
    try {
      const address = await addressOf(connection, { state, row, origin })
      const browser = browserOf(passing, connection.kind)
      await insertRequest(db, { ...row, state, browser })
      return address
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      return fail(passing, connection, { reason: error.message }, backFrom(row))
    }
  }

  return {
    start: async (passing) => {
      const connection = await chargedConnection(passing)
      if (!connection.isOn) throw notFound('Connection')
      if (passing.request.one('confirm') === null) {
        return begin(passing, connection, { purpose: 'SIGN_IN', sessionId: null })
      }
      const actor = await passing.actor()
      if (!actor) throw unauthenticated()
      return begin(passing, connection, { purpose: 'CONFIRM', sessionId: actor.sessionId })
    },

    test: async (passing) => {
      const connection = await chargedConnection(passing)
      const actor = await passing.actor()
      if (!actor) throw unauthenticated()
      if (!administersConnection(actor, connection)) throw notFound('Connection')
      return begin(passing, connection, { purpose: 'TEST', sessionId: actor.sessionId })
    },

    finish: async (passing) => {
      const { request, exchange } = passing
      const connection = await connectionIn(db, request)
      if (connection.kind !== 'OIDC') throw notFound('Connection')
      const states = request.all('state')
      const [state = ''] = states
      const row =
        states.length === 1 && exchange.ssoToken !== null
          ? await takeRequest(db, {
              state,
              browser: exchange.ssoToken,
              connectionId: connection.id,
              at: now(),
            })
          : null
      if (!row) {
        await chargeStart(sharedUse, exchange)
        const reason = 'The answer belongs to no sign-in that this browser began here in the last 10 minutes.'
        return fail(passing, connection, { reason, isStrange: true }, LOGIN)
      }
      if (row.purpose !== 'TEST' && !connection.isOn) {
        return fail(passing, connection, { reason: 'The connection is switched off.' }, backFrom(row))
      }
      try {
        const settings = connections.settingsOf(connection)
        const claims = await provider.finish(settings, journeyOf(state, row), request.search)
        return await deps.finish(passing, connection, row, claims)
      } catch (error) {
        const isKnown = error instanceof ProviderError || error instanceof DomainError
        if (!isKnown) throw error
        return fail(passing, connection, { reason: error.message }, backFrom(row))
      }
    },

    result: async (actor, request) => {
      const connection = await connectionIn(db, request)
      if (!administersConnection(actor, connection)) throw notFound('Connection')
      const id = request.part('test')
      const of = { id, connectionId: connection.id, sessionId: actor.sessionId }
      const result = isId(id) ? await testResult(db, of) : null
      if (!result) throw notFound('Test')
      return result
    },
  }
}
