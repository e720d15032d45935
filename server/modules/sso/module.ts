import { promises as dns } from 'node:dns'
import { domainOf } from '../../../shared/ssoRules.ts'
import { unauthenticated } from '../../access/errors.ts'
import { joins } from '../../platform/hooks.ts'
import { isId } from '../../platform/ids.ts'
import { createOutbound, OutboundError } from '../../platform/outbound.ts'
import { createSharedUse } from '../../platform/sharedUse/index.ts'
import { trueDate } from '../../platform/trueTime.ts'
import {
  type Accounts,
  leadsOut,
  signedInElsewhere,
  signsInElsewhere,
  superUserLost,
} from '../accounts/index.ts'
import type { Module } from '../manifest.ts'
import type { Memberships } from '../memberships/index.ts'
import type { Organisations } from '../organisations/index.ts'
import { createAnswering } from './answering.ts'
import { requireSuperUserBeside } from './checks.ts'
import { createConnections } from './connections.ts'
import { createFinishing } from './finishing.ts'
import { createSso, type Sso } from './index.ts'
import { connectionKind } from './office.ts'
import type { Passing } from './passing.ts'
import { connectionOfSession, isRequiredOf, keepSession } from './peopleStore.ts'
import { createProvider } from './provider.ts'
import { remindOfCertificates } from './reminding.ts'
import { sweepRequests } from './requestStore.ts'
import { createSsoResolvers } from './resolvers.ts'
import { createSigning } from './signing.ts'
import { connectionById, connectionOfDomain } from './store.ts'

interface Needs {
  accounts: Accounts
  memberships: Memberships
  organisations: Organisations
}

/** Milliseconds: one sign-in asks for a token and for what it says no more than a moment later; providers wait longer. */
const KEEP_MS = 2000

/** Milliseconds for one answer of a name server, and how often it is asked. */
const NAME_SERVER = { timeout: 2000, tries: 2 }

/** The TXT records of a domain; none where there is no answer. */
async function txtOf(domain: string): Promise<string[]> {
  try {
    return (await new dns.Resolver(NAME_SERVER).resolveTxt(domain)).map((parts) => parts.join(''))
  } catch {
    return []
  }
}

export const ssoModule: Module<'sso', Sso, Needs> = {
  name: 'sso',
  folder: import.meta.dirname,
  readingFields: ['SsoConnection.failures', 'SsoConnection.otherSessions'],
  rows: {
    SsoConnection: 'store.ts#ConnectionRow',
    SignInMethod: 'index.ts#SignInMethod',
    SsoFailure: 'requestStore.ts#FailureRow',
  },
  publicRootFields: ['signInMethod'],
  tokens: { only: [] },
  create: ({ config, db, hooks, jobsDb, signer, origin }, { accounts, memberships, organisations }) => {
    const outbound = createOutbound({ allowPrivate: config.ssoPrivateNetworks, keepMs: KEEP_MS })
    const provider = createProvider(outbound)
    const metadataAt = async (address: string) => {
      const answer = await outbound(address)
      if (!answer.ok) throw new OutboundError(`The server answered ${answer.status}.`)
      return answer.text()
    }
    const connections = createConnections({ db, signer, organisations, provider, txtOf, metadataAt })
    const sharedUse = createSharedUse(db)
    const now = trueDate
    const finish = createFinishing({ db, accounts, memberships, hooks, origin, now })
    const signing = createSigning({ db, signer, connections, provider, sharedUse, finish, now })
    const answering = createAnswering({ db, connections, sharedUse, finish, now })
    const sso = createSso({ db, connections, signing, provider })
    const passage = (url: string, go: (passing: Passing) => Promise<string>) => ({
      kind: 'passage' as const,
      url,
      pass: (actor: Passing['actor'], request: Passing['request'], exchange: Passing['exchange']) =>
        go({ actor, request, exchange }),
    })
    return {
      door: sso,
      resolvers: [createSsoResolvers(sso, db)],
      office: [connectionKind()],
      links: [
        passage('/sso/:connection/start', signing.start),
        passage('/sso/:connection/test', signing.test),
        passage('/sso/:connection/callback', signing.finish),
        {
          kind: 'return',
          url: '/sso/:connection/acs',
          receive: (form, request, exchange) => answering.answer({ request, exchange }, form),
        },
        {
          kind: 'document',
          url: '/sso/:connection/metadata',
          type: 'application/samlmetadata+xml',
          read: (request) => answering.metadata(request),
        },
        {
          kind: 'json',
          url: '/sso/:connection/tests/:test',
          read: (actor, request) => signing.result(actor, request),
        },
        {
          kind: 'form',
          url: '/sso/:connection/backchannel-logout',
          receive: async (form, request) => {
            const [connection, token] = [request.part('connection'), form.get('logout_token')]
            return isId(connection) && token !== null && sso.endByProvider(connection, token)
          },
        },
      ],
      hooks: [
        joins(signsInElsewhere, async (tx, who) =>
          'personId' in who
            ? isRequiredOf(tx, who.personId)
            : ((await connectionOfDomain(tx, domainOf(who.email)))?.isRequired ?? false),
        ),
        joins(superUserLost, (tx) => requireSuperUserBeside(tx)),
        joins(signedInElsewhere, async (tx, { sessionId, elsewhere }) => {
          if (!(await keepSession(tx, sessionId, elsewhere, new Date()))) throw unauthenticated()
        }),
        joins(leadsOut, async (on, { tokenHash, origin }) => {
          const id = await connectionOfSession(on, tokenHash)
          const connection = id === null ? null : await connectionById(on, id)
          if (connection?.kind !== 'OIDC') return null
          return provider.endAddress(connections.settingsOf(connection), `${origin}/login`)
        }),
      ],
      scheduled: [
        { name: 'sweep_sso', pattern: '*/10 * * * *', run: () => sweepRequests(db, new Date()) },
        {
          name: 'remind_of_certificates',
          pattern: '37 * * * *',
          run: () => remindOfCertificates(jobsDb, { origin: origin(), at: new Date() }),
        },
      ],
    }
  },
}
