import { addResolversToSchema } from '@graphql-tools/schema'
import { GraphQLScalarType, type GraphQLSchema } from 'graphql'
import { accountsResolvers } from './modules/accounts/index.ts'
import {
  analyticsResolvers,
  columnsResolvers,
  documentsResolvers,
  exportsResolvers,
  historyResolvers,
  labelResolvers,
  movingResolvers,
  placesResolvers,
  thumbnailResolvers,
  treeSettingsResolvers,
  zipResolvers,
} from './modules/documents/index.ts'
import { companyResolvers, fundsResolvers } from './modules/funds/index.ts'
import { organisationsResolvers } from './modules/organisations/index.ts'
import { reportingResolvers } from './modules/reporting/index.ts'
import { toIso } from './platform/moments.ts'
import { buildSchemaFromModules } from './schema.ts'

/** Moments leave as ISO 8601 in UTC with milliseconds. */
const DateTime = new GraphQLScalarType({
  name: 'DateTime',
  description: 'A moment in ISO 8601, UTC, with milliseconds, such as 2024-05-01T12:00:00.000Z.',
  serialize: (value) => {
    if (!(value instanceof Date)) throw new TypeError('DateTime holds a Date')
    return toIso(value)
  },
})

/** Root fields that run without a session (transport.md 2). */
export const PUBLIC_ROOT_FIELDS: ReadonlySet<string> = new Set([
  'signIn',
  'signInVerify',
  'signInResendCode',
  'createFirstUser',
])

/** The schema with everything that answers it. */
export const createSchema = (): GraphQLSchema =>
  [
    accountsResolvers,
    organisationsResolvers,
    fundsResolvers,
    companyResolvers,
    documentsResolvers,
    exportsResolvers,
    historyResolvers,
    analyticsResolvers,
    thumbnailResolvers,
    zipResolvers,
    placesResolvers,
    reportingResolvers,
    movingResolvers,
    columnsResolvers,
    labelResolvers,
    treeSettingsResolvers,
  ].reduce<GraphQLSchema>(
    (schema, resolvers) =>
      addResolversToSchema({
        schema,
        // The generated types allow resolvers as objects; the tools' own types don't know that form.
        resolvers: resolvers as Parameters<typeof addResolversToSchema>[0]['resolvers'],
      }),
    addResolversToSchema({ schema: buildSchemaFromModules(), resolvers: { DateTime } }),
  )
