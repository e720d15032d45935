import {
  buildSchema,
  execute,
  type GraphQLFieldResolver,
  GraphQLObjectType,
  type GraphQLSchema,
  parse,
} from 'graphql'
import { compileQuery, isCompiledQuery } from 'graphql-jit'
import { expect, test } from 'vitest'
import { readPlainFields } from './plainFields.ts'

const SDL = `
  enum Kind { FOLDER FILE }
  type Label { text: String! }
  type Entry {
    id: ID! name: String! kind: Kind! slow: Int broken: String refused: Int must: Int!
    parent: Entry label: Label children(limit: Int): [Entry!]! sparse: [Entry]
  }
  type Moved { entry: Entry! count: Int! }
  union Found = Moved
  type Query { entry(id: ID!): Entry entries: [Entry!]! moved: Moved! found: Found none: Entry }
`
interface Source {
  at: number
  name: string
}
const source = (at: number): Source => ({ at, name: `Entry ${at}` })

const RESOLVERS: Record<string, Record<string, GraphQLFieldResolver<Source, object>>> = {
  Entry: {
    id: ({ at }) => `e${at}`,
    kind: ({ at }) => (at % 2 === 0 ? 'FOLDER' : 'FILE'),
    slow: async ({ at }) => at * 10,
    broken: () => {
      throw new Error('broken')
    },
    refused: async ({ at }) => {
      if (at === 2) throw new Error('refused')
      return at
    },
    must: async ({ at }) => (at === 3 ? null : at),
    parent: ({ at }) => (at === 0 ? null : source(at - 1)),
    label: ({ at }) => ({ text: `label ${at}` }),
    children: async ({ at }, { limit }) => [1, 2, 3].slice(0, limit ?? 3).map((each) => source(at + each)),
    sparse: ({ at }) => [source(at), null, new Error('lost'), Promise.resolve(source(at + 1))],
  },
  Query: {
    entry: (_root, { id }) => source(Number(id)),
    entries: () => [source(0), source(1), source(2)],
    moved: () => ({ entry: source(5), count: 1 }),
    none: async () => null,
  },
}
const PLAIN = ['id', 'name', 'kind', 'slow', 'broken', 'refused', 'must']

function schemaOf(): GraphQLSchema {
  const schema = buildSchema(SDL)
  for (const [name, resolvers] of Object.entries(RESOLVERS)) {
    const type = schema.getType(name)
    if (!(type instanceof GraphQLObjectType)) throw new Error('no such type')
    for (const [field, resolve] of Object.entries(resolvers))
      Object.assign(type.getFields()[field] ?? {}, { resolve })
  }
  return schema
}

interface FieldCall {
  names: string[]
  rows: unknown[]
}

function plainSchema(): { schema: GraphQLSchema; asked: FieldCall[] } {
  const asked: FieldCall[] = []
  const schema = schemaOf()
  const readAhead = async (_context: object, names: ReadonlySet<string>, rows: readonly unknown[]) => {
    asked.push({ names: [...names].sort(), rows: rows.map((row) => (row as Source).at) })
  }
  readPlainFields(schema, [{ type: 'Entry', names: PLAIN, readAhead }])
  return { schema, asked }
}

const interpreted = async (schema: GraphQLSchema, query: string, variables: Record<string, unknown>) =>
  execute({ schema, document: parse(query), variableValues: variables, contextValue: {} })

function compile(schema: GraphQLSchema, query: string) {
  const made = compileQuery(schema, parse(query), '', {
    useExperimentalPathBasedSkipInclude: true,
    disableLeafSerialization: true,
  })
  if (!isCompiledQuery(made)) throw new Error('not compiled')
  return made.query
}

const compiled = async (schema: GraphQLSchema, query: string, variables: Record<string, unknown>) =>
  compile(schema, query)(undefined, {}, variables)

const QUERIES: [string, Record<string, unknown>?][] = [
  ['{ entry(id: 2) { id name kind slow } }'],
  [
    '{ entries { id again: id ... on Entry { slow } ...Rest } } fragment Rest on Entry { name kind parent { id parent { slow } } }',
  ],
  [
    '{ entry(id: 0) { children { id children(limit: 1) { slow name } few: children(limit: 2) { kind label { text } } } } }',
  ],
  ['{ entry(id: 1) { name broken refused } entries { id broken refused } }'],
  ['{ entry(id: 3) { must } entries { must } }'],
  ['{ entry(id: 1) { children { must } } }'],
  ['{ moved { count entry { id slow __typename } } none { id } }'],
  ['{ entry(id: 1) { sparse { id slow } } }'],
  ...[true, false].map((on): [string, Record<string, unknown>] => [
    'query($on: Boolean!) { entries { id slow @include(if: $on) ... on Entry @skip(if: $on) { broken } ...F @include(if: $on) } } fragment F on Entry { refused }',
    { on },
  ]),
]

const ran = ({
  data,
  errors = [],
}: {
  data?: unknown
  errors?: readonly { path?: unknown; message: string }[]
}) => ({
  data: JSON.parse(JSON.stringify(data ?? null)),
  errors: errors.map(({ path, message }) => `${JSON.stringify(path)} ${message}`).sort(),
})

test.each(QUERIES)('%s is answered as by a resolver for each field', async (query, variables = {}) => {
  const expected = ran(await interpreted(schemaOf(), query, variables))
  const { schema } = plainSchema()
  expect(ran(await interpreted(schema, query, variables))).toEqual(expected)
  const run = compile(schema, query)
  // What is asked often has its rows written as a program.
  for (let time = 1; time <= 4; time += 1) {
    expect(ran(await run(undefined, {}, variables))).toEqual(expected)
  }
})

test.each([interpreted, compiled])(
  'rows are read ahead together, with the names that the request asks for',
  async (run) => {
    const { schema, asked } = plainSchema()
    const query =
      'query($on: Boolean!) { entries { id slow @include(if: $on) label { text } parent { name } } none { id } }'
    await run(schema, query, { on: false })
    expect(asked).toEqual([
      { names: ['id', 'label', 'parent'], rows: [0, 1, 2] },
      { names: ['name'], rows: [0] },
      { names: ['name'], rows: [1] },
    ])
    asked.length = 0
    await run(schema, query, { on: true })
    expect(asked[0]).toEqual({ names: ['id', 'label', 'parent', 'slow'], rows: [0, 1, 2] })
  },
)

test('a compiled query is asked by the conditions of each request', async () => {
  const query = 'query($on: Boolean!) { entries { id slow @include(if: $on) } }'
  const run = compile(plainSchema().schema, query)
  for (const on of [true, false, true]) {
    const expected = ran(await interpreted(schemaOf(), query, { on }))
    expect(ran(await run(undefined, {}, { on }))).toEqual(expected)
  }
  const first = compile(plainSchema().schema, query)
  await first(undefined, {}, { on: false })
  const { data } = await first(undefined, {}, { on: true })
  expect(data).toMatchObject({ entries: [{ slow: 0 }, { slow: 10 }, { slow: 20 }] })
})

test('what cannot be read so is refused at the start', () => {
  const readAhead = () => undefined
  const plain = (type: string, names: string[]) => () =>
    readPlainFields(schemaOf(), [{ type, names, readAhead }])
  expect(plain('Entri', [])).toThrow('The schema has no object type Entri.')
  expect(plain('Entry', ['nam'])).toThrow('The schema has no field Entry.nam.')
  expect(plain('Entry', ['label'])).toThrow('Entry.label is not plain: it takes arguments or holds objects.')
  expect(plain('Entry', ['children'])).toThrow('Entry.children is not plain')
  expect(plain('Moved', ['count'])).toThrow('Moved is given by an interface or a union.')
  const schema = schemaOf()
  const entry = schema.getType('Entry')
  if (!(entry instanceof GraphQLObjectType)) throw new Error('no such type')
  Object.assign(entry.getFields().id ?? {}, {
    resolve: (_source: unknown, _args: object, _context: object, info: { path: { key: string } }) =>
      info.path.key,
  })
  expect(() => readPlainFields(schema, [{ type: 'Entry', names: ['id'], readAhead }])).toThrow(
    'The resolver of Entry.id takes its place in the query.',
  )
})
