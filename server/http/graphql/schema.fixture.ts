import { readFile } from 'node:fs/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  buildSchema,
  GraphQLEnumType,
  type GraphQLFieldResolver,
  GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql'
import { badInput, forbidden, notFound } from '../../access/errors.ts'
import { UploadedFile } from '../../contracts/uploadedFile.ts'
import { type Answer, ask, startServer, type TestServer, temporaryFolder } from '../server.fixture.ts'
import { type GraphQLRouteOptions, registerGraphQL } from './index.ts'
import { GraphQLUpload } from './uploadScalar.ts'

const SDL = `
  scalar Upload
  enum Kind { FOLDER FILE }
  interface Named { name: String! }
  type Folder implements Named { id: ID! name: String! kind: Kind! parent: Folder children(limit: Int = 100): [Folder!]! }
  type File implements Named { name: String! size: Float! }
  type Page { count: Int! rows: [Folder!]! }
  input Filter { name: String = "all" kinds: [Kind!] file: Upload }
  type Query {
    hello(name: String = "you"): String!
    signInHint: String!
    folder(id: ID): Folder
    page(limit: Int = 25, offset: Int = 0, filter: Filter): Page!
    named: [Named!]!
    hidden: String
    forbidden: String
    refused: String
    broken: String
    mustNotBeNull: Folder!
    echo(filter: Filter, texts: [String!], flag: Boolean, count: Int, kind: Kind): String!
  }
  type Mutation {
    signIn(email: String!): String!
    add(amount: Int!): Int!
    upload(file: Upload!, note: String): String!
    uploadAll(files: [Upload!]!, filter: Filter): [String!]!
  }
`

/** The root folder: a child and parent of itself, so that queries may go as deep as they like. */
const root: Record<string, unknown> = { id: '1', name: 'root', kind: 'FOLDER' }
root.parent = root
root.children = [root]

const describeFile = async (value: unknown): Promise<string> => {
  if (!(value instanceof UploadedFile)) throw new Error('not a file')
  const bytes = await readFile(value.path)
  return [value.filename, value.contentType, value.size, bytes.length, bytes.subarray(0, 5).toString()].join(
    '|',
  )
}

/** What ran, in order. */
export interface Trace {
  ran: string[]
  total: number
}

type Resolver = GraphQLFieldResolver<unknown, Trace>

const QUERY: Record<string, Resolver> = {
  hello: (_root, { name }) => `Hello ${name}`,
  signInHint: () => 'Use your e-mail address.',
  folder: async () => root,
  page: (_root, { limit }) => ({ count: limit, rows: [root, root] }),
  named: () => [
    { __typename: 'Folder', ...root },
    { __typename: 'File', name: 'plan.pdf', size: 12 },
  ],
  hidden: () => {
    throw notFound('Document')
  },
  forbidden: async () => {
    throw forbidden()
  },
  refused: async () => {
    throw badInput('Please choose another name.', { 'files.3.name': 'Please choose another name.' })
  },
  broken: async () => {
    throw new Error('select secret from "person" at /srv/app/store.ts:12')
  },
  mustNotBeNull: async () => null,
  // Named, so that the order in which they were given makes no difference.
  echo: (_root, args) => JSON.stringify(args, ['count', 'filter', 'flag', 'kind', 'kinds', 'name', 'texts']),
}

const MUTATION: Record<string, Resolver> = {
  signIn: () => 'signed in',
  add: async (_root, { amount }, context) => {
    const before = context.total
    await new Promise((resolve) => setTimeout(resolve, 5))
    context.total = before + amount
    context.ran.push(`add ${amount}`)
    return context.total
  },
  upload: (_root, { file }) => describeFile(file),
  uploadAll: (_root, { files }) => Promise.all(files.map(describeFile)),
}

/** A schema with every kind of thing that the endpoint has rules for. */
export function createTestSchema(): GraphQLSchema {
  const schema = buildSchema(SDL)
  const upload = schema.getType('Upload')
  Object.assign(upload ?? {}, {
    parseValue: GraphQLUpload.parseValue,
    parseLiteral: GraphQLUpload.parseLiteral,
    serialize: GraphQLUpload.serialize,
  })
  const resolve = (type: unknown, resolvers: Record<string, Resolver>) => {
    if (!(type instanceof GraphQLObjectType)) throw new Error('no such type')
    for (const [name, resolver] of Object.entries(resolvers)) {
      const field = type.getFields()[name]
      if (!field) throw new Error(`no field ${name}`)
      field.resolve = (source, args, context: Trace, info) => {
        context.ran.push(name)
        return resolver(source, args, context, info)
      }
    }
  }
  resolve(schema.getQueryType(), QUERY)
  resolve(schema.getMutationType(), MUTATION)
  if (!(schema.getType('Kind') instanceof GraphQLEnumType)) throw new Error('no enumeration')
  return schema
}

export interface TestSession {
  viewing: null
  personId: string
  isSuperUser: boolean
  awaitsLicence: boolean
}

export const CSRF = 'a-token-of-the-page'

type Options = Partial<GraphQLRouteOptions<TestSession, Trace>>

export interface GraphQLServer {
  server: TestServer
  trace: Trace
  temporary: string
  /** A POST as the page sends it; `headers` replace its own, undefined takes one away. */
  post: (body: unknown, headers?: Record<string, string | undefined>) => Promise<Answer>
}

/** The endpoint over the schema above; the cookie `sessionid` names the person: `super` is a super user, `fresh` has accepted no licence. */
export async function startGraphQL(given: Options = {}): Promise<GraphQLServer> {
  const trace: Trace = { ran: [], total: 0 }
  const temporary = temporaryFolder()
  const sessionOf = async (request: FastifyRequest): Promise<TestSession | null> => {
    const person = /sessionid=(\w+)/.exec(request.headers.cookie ?? '')?.[1]
    return person
      ? {
          personId: person,
          isSuperUser: person === 'super',
          awaitsLicence: person === 'fresh',
          viewing: null,
        }
      : null
  }
  const server = await startServer((app) =>
    registerGraphQL<TestSession, Trace>(app, {
      schema: createTestSchema(),
      publicRootFields: new Set(['signIn', 'signInHint']),
      rootFieldsBeforeLicence: new Set(['folder']),
      rootFieldsInView: new Set(),
      keepingRootFields: new Set(),
      tokens: { never: new Set(), reading: new Set() },
      isByToken: () => false,
      readingFields: new Set(),
      publicUrl: undefined,
      development: false,
      knownTexts: new Set(),
      temporaryFolder: temporary,
      sessionOf,
      contextFor: (_request: FastifyRequest, _reply: FastifyReply) => trace,
      ...given,
    }),
  )
  const post = (body: unknown, headers: Record<string, string | undefined> = {}) => {
    const all = {
      'content-type': 'application/json',
      cookie: `csrftoken=${CSRF}; sessionid=ann`,
      'x-csrftoken': CSRF,
      origin: server.origin,
      ...headers,
    }
    return ask(server, {
      method: 'POST',
      path: '/graphql',
      headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)),
      body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    })
  }
  return { server, trace, temporary, post }
}
