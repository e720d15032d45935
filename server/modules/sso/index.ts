import { isEmail, normaliseEmail } from '../../../shared/accountRules.ts'
import { DAY_MS } from '../../../shared/durations.ts'
import { domainOf } from '../../../shared/ssoRules.ts'
import type { Database } from '../../platform/database/database.ts'
import { endSessions } from '../accounts/index.ts'
import type { Connections } from './connections.ts'
import { hasSignedInBy, sessionsBy } from './peopleStore.ts'
import { type Provider, ProviderError } from './provider.ts'
import { takeLogout } from './requestStore.ts'
import type { Signing } from './signing.ts'
import { connectionById, connectionOfDomain } from './store.ts'

export { type Arriving, arrives } from './hooks.ts'
export { administersConnection } from './policy.ts'
export { recordChange } from './record.ts'
export type { ConnectionRow } from './store.ts'

/** How the people of a domain sign in (SSO-05). */
export interface SignInMethod {
  connectionId: string | null
  connectionName: string | null
  passwordAllowed: boolean
}

/** Sign-in by the directories of organisations, companies and the installation. */
export interface Sso {
  connections: Connections
  signing: Signing
  /** By the e-mail's domain alone: nothing is said of whether it has an account (SSO-06). */
  methodFor(email: string): Promise<SignInMethod>
  /** A provider ends sessions (SSO-24). @returns whether its token was good */
  endByProvider(connectionId: string, token: string): Promise<boolean>
  /** Whether a connection is required of the person by which they have not signed in for 30 days (TOKEN-06). */
  hasLapsed(personId: string): Promise<boolean>
}

export interface SsoDeps {
  db: Database
  connections: Connections
  signing: Signing
  provider: Pick<Provider, 'logout'>
  now?: () => Date
}

/** Milliseconds for which tokens go on after a sign-in by the connection that is required. */
const TOKENS_GO_ON_MS = 30 * DAY_MS

const BY_PASSWORD: SignInMethod = { connectionId: null, connectionName: null, passwordAllowed: true }

export const createSso = ({ db, connections, signing, provider, now = () => new Date() }: SsoDeps): Sso => ({
  connections,
  signing,
  methodFor: async (given) => {
    const email = normaliseEmail(given)
    const connection = isEmail(email) ? await connectionOfDomain(db, domainOf(email)) : null
    if (!connection) return BY_PASSWORD
    const { id, name, isRequired } = connection
    return { connectionId: id, connectionName: name, passwordAllowed: !isRequired }
  },
  hasLapsed: async (personId) =>
    !(await hasSignedInBy(db, personId, new Date(now().getTime() - TOKENS_GO_ON_MS))),
  endByProvider: async (connectionId, token) => {
    const connection = await connectionById(db, connectionId)
    if (connection?.kind !== 'OIDC') return false
    try {
      const { sub, sid, jti } = await provider.logout(connections.settingsOf(connection), token, now())
      return await db.transaction().execute(async (tx) => {
        if (!(await takeLogout(tx, { connectionId, jti, at: now() }))) return false
        await endSessions(tx, await sessionsBy(tx, connectionId, { subject: sub, sid }))
        return true
      })
    } catch (error) {
      if (error instanceof ProviderError) return false
      throw error
    }
  },
})
