import {
  GraphQLScalarType,
  type GraphQLSchema,
  isAbstractType,
  isInterfaceType,
  isObjectType,
  isScalarType,
} from 'graphql'
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

/**
 * The schema with everything that answers it. The resolvers are put into the one schema that was built: a new schema
 * for each module would take most of the start, and memory that the process keeps.
 * @throws when a resolver has no place in the schema
 */
export function createSchema(resolvers: readonly Resolvers[]): GraphQLSchema {
  const schema = buildSchemaFromModules()
  for (const scalar of [DateTime, GraphQLUpload]) fillScalar(schema, scalar)
  for (const some of resolvers) {
    for (const [type, fields] of Object.entries(some)) addResolvers(schema, type, fields)
  }
  return schema
}

function fillScalar(schema: GraphQLSchema, { name, serialize, parseValue, parseLiteral }: GraphQLScalarType) {
  const type = schema.getType(name)
  if (!isScalarType(type)) throw new Error(`The schema has no scalar ${name}.`)
  Object.assign(type, { serialize, parseValue, parseLiteral })
}

function addResolvers(schema: GraphQLSchema, name: string, resolvers: object): void {
  const type = schema.getType(name)
  if (!isObjectType(type) && !isAbstractType(type)) throw new Error(`The schema has no type ${name}.`)
  const fields = isObjectType(type) || isInterfaceType(type) ? type.getFields() : {}
  for (const [key, resolve] of Object.entries(resolvers)) {
    if (key === '__resolveType' && isAbstractType(type)) {
      type.resolveType = resolve
      continue
    }
    const field = fields[key]
    if (!field || typeof resolve !== 'function') throw new Error(`The schema has no field ${name}.${key}.`)
    field.resolve = resolve
  }
}
