import { DomainError, notFound } from '../../access/errors.ts'
import { presentActors } from '../../access/presentActors.ts'
import type { LinkRequest } from '../../contracts/links.ts'
import type { Database } from '../../platform/database/database.ts'
import type { SharedUse } from '../../platform/sharedUse/index.ts'
import type { Connections } from './connections.ts'
import type { Finish } from './finishing.ts'
import { backFrom, connectionIn, failTo, LOGIN, type Passing } from './passing.ts'
import type { Claims } from './provider.ts'
import { type RequestRow, takeAssertion, takeRequest } from './requestStore.ts'
import {
  answeredRequest,
  ownAddresses,
  ownMetadata,
  readResponse,
  responseText,
  type SamlClaims,
  SamlError,
} from './saml/index.ts'
import { chargeStart, requestIdOf } from './signing.ts'
import type { ConnectionRow } from './store.ts'

export interface AnsweringDeps {
  db: Database
  connections: Pick<Connections, 'samlOf'>
  sharedUse: Pick<SharedUse, 'add'>
  finish: Finish
  now: () => Date
}

/** How browsers come back from a provider of SAML. */
export interface Answering {
  /** @returns where the browser is led @throws NOT_FOUND for a connection that is none; RATE_LIMITED as at the start */
  answer(passing: Omit<Passing, 'actor'>, form: URLSearchParams): Promise<string>
  /** The service provider's metadata (SSO-14). @throws NOT_FOUND for a connection that is none */
  metadata(request: LinkRequest): Promise<string>
}

type Answered = Pick<RequestRow, 'purpose' | 'revision' | 'sessionId' | 'next' | 'acceptance' | 'createdAt'>

const claimsFrom = ({ id: _, expiresAt: __, subject, ...claims }: SamlClaims): Claims => ({
  ...claims,
  sub: subject,
  // The provider's signature stands for it (SSO-15).
  emailVerified: true,
  amr: [],
  sid: null,
})

export function createAnswering({ db, connections, sharedUse, finish, now }: AnsweringDeps): Answering {
  const samlConnection = async (request: LinkRequest): Promise<ConnectionRow> => {
    const connection = await connectionIn(db, request)
    if (connection.kind !== 'SAML') throw notFound('Connection')
    return connection
  }
  /** What the browser had begun. @throws SamlError where it had begun nothing, and that isn't allowed (SSO-13) */
  const began = async (
    { exchange }: Pick<Passing, 'exchange'>,
    connection: ConnectionRow,
    requestId: string | null,
  ): Promise<Answered> => {
    if (requestId === null) {
      if (!connection.allowIdpInitiated) throw new SamlError('Nobody asked for the response (InResponseTo).')
      const { revision } = connection
      return { purpose: 'SIGN_IN', revision, sessionId: null, next: '/', acceptance: null, createdAt: now() }
    }
    const [state, browser] = [requestId.slice(1), exchange.samlToken]
    const row =
      requestIdOf(state) === requestId && browser !== null
        ? await takeRequest(db, { state, browser, connectionId: connection.id, at: now() })
        : null
    if (row) return row
    throw new SamlError(
      'The response belongs to no sign-in that this browser began here in the last 10 minutes.',
    )
  }
  /** A post from another site brings no session: the request knows which one began it. */
  const actorOf = async ({ sessionId }: Answered) =>
    sessionId === null
      ? null
      : ((await presentActors(db, [{ personId: '', sessionId }])).get(sessionId) ?? null)

  const read = async (
    { request }: Pick<Passing, 'request'>,
    connection: ConnectionRow,
    { xml, requestId, row }: { xml: string; requestId: string | null; row: Answered },
  ): Promise<Claims> => {
    if (row.purpose !== 'TEST' && !connection.isOn) throw new SamlError('The connection is switched off.')
    const settings = connections.samlOf(connection)
    if (!settings) throw new SamlError('The connection is not set up yet.')
    const claims = await readResponse(xml, settings, ownAddresses(request.origin, connection.id), {
      requestId,
      freshSince: row.purpose === 'CONFIRM' ? row.createdAt : null,
      now: now(),
    })
    const { id, expiresAt } = claims
    if (!(await takeAssertion(db, { connectionId: connection.id, id, expiresAt })))
      throw new SamlError('The assertion was used before.')
    return claimsFrom(claims)
  }

  return {
    answer: async (passing, form) => {
      const connection = await samlConnection(passing.request)
      await chargeStart(sharedUse, passing.exchange)
      let row: Answered | undefined
      let requestId: string | null = null
      try {
        const xml = responseText(
          form.getAll('SAMLResponse').length === 1 ? (form.get('SAMLResponse') ?? '') : '',
        )
        requestId = answeredRequest(xml)
        const found = await began(passing, connection, requestId)
        row = found
        const claims = await read(passing, connection, { xml, requestId, row: found })
        return await finish({ ...passing, actor: () => actorOf(found) }, connection, found, claims)
      } catch (error) {
        if (!(error instanceof SamlError || error instanceof DomainError)) throw error
        const { exchange } = passing
        // Who asked for nothing may be anybody, whatever the connection allows.
        const failure = { reason: error.message, isStrange: !row || requestId === null }
        return failTo(db, { exchange, connection, at: now() }, failure, row ? backFrom(row) : LOGIN)
      }
    },

    metadata: async (request) => {
      const { id } = await samlConnection(request)
      return ownMetadata(ownAddresses(request.origin, id))
    },
  }
}
