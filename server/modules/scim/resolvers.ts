import DataLoader from 'dataloader'
import { formErrorsOf } from '../../access/errors.ts'
import { actorOf, perRequest } from '../../contracts/context.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Resolvers } from '../../schema.generated.ts'
import { administersConnection } from '../sso/index.ts'
import { groupsOf } from './groupStore.ts'
import type { Scim } from './index.ts'
import { requestsOf, tokensMadeAt } from './tokenStore.ts'

export function createScimResolvers({ tokens, mapping }: Scim, db: Database): Resolvers {
  const listed = <Row>(read: (db: Database, ids: readonly string[]) => Promise<Map<string, Row[]>>) =>
    perRequest(
      () =>
        new DataLoader(async (ids: readonly string[]) => {
          const byId = await read(db, ids)
          return ids.map((id) => byId.get(id) ?? [])
        }),
    )
  const requests = listed(requestsOf)
  const groups = listed(groupsOf)
  const madeAt = perRequest(
    () =>
      new DataLoader(async (ids: readonly string[]) => {
        const byId = await tokensMadeAt(db, ids)
        return ids.map((id) => byId.get(id) ?? null)
      }),
  )
  return {
    Mutation: {
      renewScimToken: async (_root, { connectionId }, context) => {
        try {
          return { token: await tokens.renew(actorOf(context), connectionId), errors: [] }
        } catch (error) {
          return { token: null, errors: formErrorsOf(error) }
        }
      },
      revokeScimTokens: async (_root, { connectionId }, context) => {
        await tokens.revoke(actorOf(context), connectionId)
        return { success: true, errors: [] }
      },
      mapScimGroup: async (_root, args, context) => {
        try {
          return { connection: await mapping.map(actorOf(context), args), errors: [] }
        } catch (error) {
          return { connection: null, errors: formErrorsOf(error) }
        }
      },
    },
    SsoConnection: {
      scimUrl: (row, _args, context) =>
        row.isProvisioned && administersConnection(actorOf(context), row)
          ? `${context.http.origin}/scim/v2/${row.id}`
          : null,
      scimTokenMadeAt: (row, _args, context) =>
        administersConnection(actorOf(context), row) ? madeAt(context).load(row.id) : null,
      scimGroups: (row, _args, context) =>
        administersConnection(actorOf(context), row) ? groups(context).load(row.id) : [],
      scimRequests: (row, _args, context) =>
        administersConnection(actorOf(context), row) ? requests(context).load(row.id) : [],
    },
  }
}
