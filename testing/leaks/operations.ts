import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
} from 'graphql'

/** A root field in an operation. */
export interface Operation {
  /** Such as `Query.document`. */
  field: string
  text: string
}

type Field = GraphQLField<unknown, unknown>

/** Steps from an object that one operation asks for. */
const STEPS = 3

/** In parts of so many at most; one of nothing where there are none. */
const inParts = <Each>(list: readonly Each[]): (readonly Each[])[] =>
  Array.from({ length: Math.max(1, Math.ceil(list.length / STEPS)) }, (_, at) =>
    list.slice(at * STEPS, (at + 1) * STEPS),
  )

/** What arguments inside of an answer are given; a new field that needs others stops the test. */
const INNER_ARGUMENTS: Readonly<Record<string, string>> = {
  limit: '4',
  number: '"1"',
  ofAnswer: 'true',
  slug: '"report-1"',
}

/** What descriptions say of lists that are given whole unless they are asked for a page: here they are. */
const IS_WHOLE = /all of them without limit/i

/** The field with its arguments. */
function called(field: Field): string {
  const missing = field.args.find((arg) => isRequiredArgument(arg) && !INNER_ARGUMENTS[arg.name])
  if (missing) throw new Error(`Please say in INNER_ARGUMENTS what ${field.name}(${missing.name}) is given.`)
  const given = field.args.flatMap(({ name }) =>
    INNER_ARGUMENTS[name] && !IS_WHOLE.test(field.description ?? '')
      ? `${name}: ${INNER_ARGUMENTS[name]}`
      : [],
  )
  return given.length > 0 ? `${field.name}(${given.join(', ')})` : field.name
}

const listsOf = (type: GraphQLOutputType): number => (isListType(getNullableType(type)) ? 1 : 0)
const isLeaf = (field: Field): boolean => isLeafType(getNamedType(field.type))

const declared = ({ name, type }: GraphQLArgument): string => `$${name}: ${type}`
const passed = ({ name }: GraphQLArgument): string => `${name}: $${name}`
const inBrackets = (parts: readonly string[]): string => (parts.length > 0 ? `(${parts.join(', ')})` : '')

/** Every root field as operations that together ask for all that it gives within three steps of it. */
export function operationsOf(schema: GraphQLSchema): Operation[] {
  /** The objects that a type may stand for, each with how it is asked for. */
  const objectsOf = (
    type: GraphQLOutputType,
  ): { object: GraphQLNamedType; on: (text: string) => string }[] => {
    const named = getNamedType(type)
    if (!isAbstractType(named)) return [{ object: named, on: (text) => text }]
    return schema
      .getPossibleTypes(named)
      .map((object) => ({ object, on: (text) => `... on ${object.name} { ${text} }` }))
  }
  const fieldsOf = (object: GraphQLNamedType): Field[] =>
    isObjectType(object) ? Object.values(object.getFields()) : []
  const leaves = (object: GraphQLNamedType): string =>
    ['__typename', ...fieldsOf(object).filter(isLeaf).map(called)].join(' ')
  const steps = (object: GraphQLNamedType): Field[] => fieldsOf(object).filter((field) => !isLeaf(field))
  const all = (type: GraphQLOutputType, depth: number): string =>
    objectsOf(type)
      .map(({ object, on }) => on(fully(object, depth > 0 ? steps(object) : [], depth)))
      .join(' ')
  const fully = (object: GraphQLNamedType, below: readonly Field[], depth: number): string =>
    [leaves(object), ...below.map((field) => step(field, depth - 1))].join(' ')
  const step = (field: Field, depth: number): string => `${called(field)} { ${all(field.type, depth)} }`
  /**
   * A step from an object, in parts where so many lead on from it that together they would cost too much. Lists in
   * lists of lists cost too much by themselves; what they hold is asked for where fewer stand above it.
   */
  const stepsFrom = (field: Field, above: number): string[] =>
    objectsOf(field.type).flatMap(({ object, on }) => {
      const lists = above + listsOf(field.type)
      const below = steps(object).filter(({ type }) => lists + listsOf(type) < 3)
      return inParts(below).map((part) => `${called(field)} { ${on(fully(object, part, 1))} }`)
    })
  /** One with what an object says of itself, and more for each step from it: together they would cost too much. */
  const selections = (type: GraphQLOutputType): string[] =>
    isLeafType(getNamedType(type))
      ? ['']
      : objectsOf(type).flatMap(({ object, on }) =>
          [leaves(object), ...steps(object).flatMap((field) => stepsFrom(field, listsOf(type)))].map(
            (text) => `{ ${on(text)} }`,
          ),
        )
  return (['Query', 'Mutation'] as const).flatMap((root) => {
    const type = root === 'Query' ? schema.getQueryType() : schema.getMutationType()
    return Object.values(type?.getFields() ?? {}).flatMap((field) => {
      const head = `${root.toLowerCase()}${inBrackets(field.args.map(declared))}`
      const call = `${field.name}${inBrackets(field.args.map(passed))}`
      return selections(field.type).map((selection) => ({
        field: `${root}.${field.name}`,
        text: `${head} { ${call} ${selection} }`,
      }))
    })
  })
}
