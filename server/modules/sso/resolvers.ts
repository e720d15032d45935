import DataLoader from 'dataloader'
import { fieldErrorsOf, formErrorsOf } from '../../access/errors.ts'
import { actorOf, perRequest } from '../../contracts/context.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Resolvers } from '../../schema.generated.ts'
import { verificationOf } from './connections.ts'
import type { Sso } from './index.ts'
import { otherSessionCounts } from './peopleStore.ts'
import { administersConnection } from './policy.ts'
import { failuresOf } from './requestStore.ts'
import type { ConnectionRow } from './store.ts'

async function savedBy(work: Promise<ConnectionRow>) {
  try {
    return { connection: await work, errors: [] }
  } catch (error) {
    return { connection: null, errors: formErrorsOf(error) }
  }
}

export function createSsoResolvers({ connections, methodFor }: Sso, db: Database): Resolvers {
  const failures = perRequest(
    () =>
      new DataLoader(async (ids: readonly string[]) => {
        const byId = await failuresOf(db, ids)
        return ids.map((id) => byId.get(id) ?? [])
      }),
  )
  const otherSessions = perRequest(
    (context) =>
      new DataLoader(async (ids: readonly string[]) => {
        const byId = await otherSessionCounts(db, ids, actorOf(context).sessionId)
        return ids.map((id) => byId.get(id) ?? 0)
      }),
  )
  return {
    Query: {
      signInMethod: (_root, { email }) => methodFor(email),
      ssoConnections: (_root, { orgSlug }, context) => connections.serving(actorOf(context), orgSlug),
      ssoConnection: (_root, { id }, context) => connections.one(actorOf(context), id),
    },
    Mutation: {
      createSsoConnection: (_root, { input }, context) =>
        savedBy(connections.create(actorOf(context), input)),
      updateSsoConnection: (_root, { id, revision, input }, context) =>
        // A conflict is an error with the newer values, as of every record.
        connections.update(actorOf(context), id, revision, input).then(
          (connection) => ({ connection, errors: [] }),
          (error: unknown) => ({ connection: null, errors: fieldErrorsOf(error) }),
        ),
      deleteSsoConnection: async (_root, { id, name }, context) => {
        try {
          await connections.remove(actorOf(context), id, name)
          return { success: true, errors: [] }
        } catch (error) {
          return { success: false, errors: formErrorsOf(error) }
        }
      },
      approveSsoDomain: (_root, { id, domain }, context) =>
        savedBy(connections.approve(actorOf(context), id, domain)),
      verifySsoDomains: (_root, { id }, context) => savedBy(connections.verify(actorOf(context), id)),
    },
    // Of the connections of others an organisation's admins see that they serve its people, and no more.
    SsoConnection: {
      domains: (row, _args, context) => {
        const isAdmin = administersConnection(actorOf(context), row)
        return row.domains.map(({ name, state, token }) => ({
          name,
          state,
          verification: isAdmin ? verificationOf(token) : '',
        }))
      },
      issuer: (row, _args, context) =>
        row.kind === 'OIDC' && administersConnection(actorOf(context), row) ? row.issuer : null,
      clientId: (row, _args, context) =>
        row.kind === 'OIDC' && administersConnection(actorOf(context), row) ? row.clientId : null,
      entityId: (row, _args, context) =>
        row.kind === 'SAML' && administersConnection(actorOf(context), row) ? row.issuer : null,
      signInUrl: (row, _args, context) =>
        administersConnection(actorOf(context), row) ? row.signInUrl : null,
      certificates: (row, _args, context) =>
        administersConnection(actorOf(context), row) ? row.certificates : [],
      hasClientSecret: (row, _args, context) =>
        administersConnection(actorOf(context), row) && row.clientSecret !== null,
      joinGroupIds: (row, _args, context) =>
        administersConnection(actorOf(context), row) ? row.joinGroupIds : [],
      failures: (row, _args, context) =>
        administersConnection(actorOf(context), row) ? failures(context).load(row.id) : [],
      otherSessions: (row, _args, context) =>
        administersConnection(actorOf(context), row) ? otherSessions(context).load(row.id) : 0,
    },
  }
}
