import { addResolversToSchema } from '@graphql-tools/schema'
import { GraphQLScalarType, type GraphQLSchema } from 'graphql'
import { GraphQLUpload } from './http/graphql/index.ts'
import { toIso } from './platform/moments.ts'
import type { Resolvers } from './schema.generated.ts'
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

/** The schema with everything that answers it. */
export const createSchema = (resolvers: readonly Resolvers[]): GraphQLSchema =>
  resolvers.reduce<GraphQLSchema>(
    (schema, some) =>
      addResolversToSchema({
        schema,
        // The generated types allow resolvers as objects; the tools' own types don't know that form.
        resolvers: some as Parameters<typeof addResolversToSchema>[0]['resolvers'],
      }),
    addResolversToSchema({
      schema: buildSchemaFromModules(),
      resolvers: { DateTime, Upload: GraphQLUpload },
    }),
  )
