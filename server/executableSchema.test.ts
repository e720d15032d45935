import { GraphQLObjectType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { createSchema } from './executableSchema.ts'
import type { Resolvers } from './schema.generated.ts'
import { buildSchemaFromModules } from './schema.ts'

/** Also what the types would refuse. */
const resolvers = (some: object): Resolvers => some

describe('the executable schema', () => {
  it('has the resolvers of several modules, of fields and of abstract types', () => {
    const viewer = () => null
    const countries = () => []
    const schema = createSchema([
      resolvers({ Query: { viewer }, FundEntity: { __resolveType: () => 'Portfolio' } }),
      resolvers({ Query: { countries } }),
    ])
    const fields = schema.getQueryType()?.getFields()
    expect(fields?.viewer?.resolve).toBe(viewer)
    expect(fields?.countries?.resolve).toBe(countries)
    expect(schema.getType('FundEntity')).toHaveProperty('resolveType', expect.any(Function))
    expect(schema.getType('Portfolio')).toBeInstanceOf(GraphQLObjectType)
  })

  it('keeps to all rules of the language, which a start no longer asks', () => {
    expect(() => buildSchemaFromModules({ isChecked: true })).not.toThrow()
  })

  it('writes moments in UTC with milliseconds', () => {
    const type = createSchema([]).getType('DateTime')
    expect(type).toHaveProperty('serialize')
    if (!type || !('serialize' in type)) throw new Error('DateTime is no scalar.')
    expect(type.serialize(new Date(0))).toBe('1970-01-01T00:00:00.000Z')
    expect(() => type.serialize('1970-01-01')).toThrow('DateTime holds a Date')
  })

  it('refuses a resolver that the schema has no place for', () => {
    const unknownField = resolvers({ Query: { viewr: () => null } })
    expect(() => createSchema([unknownField])).toThrow('The schema has no field Query.viewr.')
    const unknownType = resolvers({ Viewr: { id: () => '' } })
    expect(() => createSchema([unknownType])).toThrow('The schema has no type Viewr.')
  })
})
