import type { Actor } from '../../access/actor.ts'
import { badInput, notFound } from '../../access/errors.ts'
import { reauthorise } from '../../access/reauthorise.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { rowLock, withLock } from '../../platform/database/withLock.ts'
import { requireRecentPassword } from '../accounts/index.ts'
import { administersConnection, type ConnectionRow, recordChange, type Sso } from '../sso/index.ts'
import { renewToken, revokeTokens } from './tokenStore.ts'

export interface Tokens {
  /**
   * Makes a token; the former works for 24 hours more (SCIM-01). @returns it, shown once
   * @throws NOT_FOUND for whoever doesn't administer the connection; BAD_USER_INPUT where it isn't provisioned, and where
   * the password was not entered again
   */
  renew(actor: Actor, connectionId: string): Promise<string>
  /** @throws NOT_FOUND as renew */
  revoke(actor: Actor, connectionId: string): Promise<void>
}

export interface TokensDeps {
  db: Database
  sso: Pick<Sso, 'connections'>
  now: () => Date
}

export function createTokens({ db, sso, now }: TokensDeps): Tokens {
  const change = async <T>(
    actor: Actor,
    connectionId: string,
    work: (tx: Tx, who: Actor, connection: ConnectionRow) => Promise<T>,
  ): Promise<T> => {
    const connection = await sso.connections.one(actor, connectionId)
    return withLock(db, rowLock('sso_connection', connectionId), async (tx) => {
      const who = await reauthorise(tx, actor, (holder) => {
        if (!administersConnection(holder, connection)) throw notFound('Connection')
        return holder
      })
      return work(tx, who, connection)
    })
  }
  return {
    renew: (actor, connectionId) =>
      change(actor, connectionId, async (tx, who, connection) => {
        if (!connection.isProvisioned) throw badInput('Switch provisioning on first.')
        await requireRecentPassword(tx, who, now())
        await recordChange(tx, who, 'RENEW_SCIM_TOKEN', connection, { name: connection.name })
        return renewToken(tx, { connectionId, madeBy: who.personId, at: now() })
      }),
    revoke: (actor, connectionId) =>
      change(actor, connectionId, async (tx, who, connection) => {
        await revokeTokens(tx, connectionId)
        await recordChange(tx, who, 'REVOKE_SCIM_TOKENS', connection, { name: connection.name })
      }),
  }
}
