import { type GraphQLOutputType, isInterfaceType, isListType, isNonNullType, isObjectType } from 'graphql'
import { expect, test } from 'vitest'
import { buildSchemaFromModules } from '../server/schema.ts'
import { BOUNDED } from './unpagedLists.ts'

/** Fields whose answer is a list and that take no limit, as Type.field. */
function unpagedLists(): string[] {
  const isList = (type: GraphQLOutputType): boolean =>
    isNonNullType(type) ? isList(type.ofType) : isListType(type)
  return Object.values(buildSchemaFromModules().getTypeMap())
    .filter((type) => isObjectType(type) || isInterfaceType(type))
    .filter((type) => !type.name.startsWith('__'))
    .flatMap((type) =>
      Object.values(type.getFields())
        .filter((field) => isList(field.type) && field.args.every(({ name }) => name !== 'limit'))
        .map((field) => `${type.name}.${field.name}`),
    )
}

const fields = unpagedLists()
/** The faults of a form are one for each of its fields: they need no word of their own. */
const isFaults = (field: string): boolean => /Payload\.errors$/.test(field)

test('API-008 each list that takes no limit is bounded by something that is named here', () => {
  expect(fields.filter((field) => !isFaults(field) && BOUNDED[field] === undefined)).toEqual([])
})

test('API-008 no list is named here that has gone or takes a limit by now', () => {
  expect(Object.keys(BOUNDED).filter((field) => isFaults(field) || !fields.includes(field))).toEqual([])
})

test('API-008 what bounds a list is a number of rows and a reason', () => {
  const vague = Object.entries(BOUNDED).filter(([, [most, why]]) => !(most > 0) || why.length < 12)
  expect(vague).toEqual([])
})
