import { readFileSync } from 'node:fs'
import path from 'node:path'
import {
  buildSchema,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  parse,
  type SelectionSetNode,
} from 'graphql'

const schema = buildSchema(
  readFileSync(path.join(import.meta.dirname, '../../server/schema.generated.graphql'), 'utf8'),
)

const SCALARS: Readonly<Record<string, (value: unknown) => boolean>> = {
  ID: (value) => typeof value === 'string',
  String: (value) => typeof value === 'string',
  DateTime: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  Boolean: (value) => typeof value === 'boolean',
  Int: Number.isInteger,
  Float: (value) => typeof value === 'number',
}

type Variables = Readonly<Record<string, unknown>>

/**
 * What makes a scripted answer one that the server would never give to an operation: a field that is missing, null
 * where none may be, of another type, or a value that its enum lacks. Empty for a possible answer.
 * @param query text of the operation, with its fragments
 */
export function impossibleIn(query: string, variables: Variables, data: unknown): string[] {
  const { definitions } = parse(query)
  const fragments = new Map(
    definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [])),
  )
  const operation = definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION)
  const root = operation && schema.getRootType(operation.operation)
  if (!operation || !root) return ['There is no operation.']
  const found: string[] = []
  checkObject({ fragments, variables, found }, root, operation.selectionSet, data, '')
  return found
}

interface Check {
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly variables: Variables
  readonly found: string[]
}

function checkObject(
  check: Check,
  type: GraphQLObjectType,
  asked: SelectionSetNode,
  data: unknown,
  at: string,
) {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    check.found.push(`${at || 'The answer'} is no ${type.name}`)
    return
  }
  const held = new Map(Object.entries(data))
  for (const node of fieldsOf(check, type, asked)) {
    const key = node.alias?.value ?? node.name.value
    const place = at === '' ? key : `${at}.${key}`
    if (node.name.value === '__typename') {
      if (held.has(key) && held.get(key) !== type.name) check.found.push(`${place} is not ${type.name}`)
      continue
    }
    const field = type.getFields()[node.name.value]
    if (!field) check.found.push(`${place} is no field of ${type.name}`)
    else if (!held.has(key)) check.found.push(`${place} is missing`)
    else checkValue(check, field.type, node.selectionSet, held.get(key), place)
  }
}

/** The fields that a selection asks of an object of this type. */
function fieldsOf(check: Check, type: GraphQLObjectType, { selections }: SelectionSetNode): FieldNode[] {
  return selections.flatMap((selection): FieldNode[] => {
    const isLeftOut = selection.directives?.some(({ name, arguments: given }) => {
      const value = given?.[0]?.value
      const on = value?.kind === Kind.VARIABLE ? check.variables[value.name.value] : true
      return (name.value === 'include' && on === false) || (name.value === 'skip' && on === true)
    })
    if (isLeftOut) return []
    if (selection.kind === Kind.FIELD) return [selection]
    const fragment =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : check.fragments.get(selection.name.value)
    const condition = fragment?.typeCondition && schema.getType(fragment.typeCondition.name.value)
    const applies =
      !condition || condition === type || (isAbstractType(condition) && schema.isSubType(condition, type))
    return fragment && applies ? fieldsOf(check, type, fragment.selectionSet) : []
  })
}

function checkValue(
  check: Check,
  type: GraphQLOutputType,
  asked: SelectionSetNode | undefined,
  value: unknown,
  at: string,
) {
  if (isNonNullType(type)) {
    if (value === null) check.found.push(`${at} must not be null`)
    else checkValue(check, type.ofType, asked, value, at)
    return
  }
  if (value === null) return
  if (isListType(type)) {
    if (!Array.isArray(value)) check.found.push(`${at} is no list`)
    else
      for (const [index, each] of value.entries())
        checkValue(check, type.ofType, asked, each, `${at}.${index}`)
    return
  }
  const named = getNamedType(type)
  if (isEnumType(named)) {
    if (named.getValue(String(value)) === undefined) check.found.push(`${at} is no ${named.name}: ${value}`)
  } else if (isObjectType(named) || isAbstractType(named)) {
    const own = isObjectType(named) ? named : schema.getType(typenameOf(value))
    if (!isObjectType(own)) check.found.push(`${at} names no type of ${named.name}`)
    else if (asked) checkObject(check, own, asked, value, at)
  } else if (SCALARS[named.name]?.(value) === false) check.found.push(`${at} is no ${named.name}`)
}

const typenameOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && '__typename' in value ? String(value.__typename) : ''
