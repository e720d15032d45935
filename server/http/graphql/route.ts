import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type GraphQLSchema, isInterfaceType, isUnionType } from 'graphql'
import type { HeldToken } from '../../access/actor.ts'
import { forbidden, licenceRequired, unauthenticated } from '../../access/errors.ts'
import { notByToken, readOnlyToken } from '../../access/tokens.ts'
import { readOnlyView } from '../../access/viewing.ts'
import { noteChanges } from '../../platform/database/changes.ts'
import type { SharedUse } from '../../platform/sharedUse/index.ts'
import { inSpan, type SpanStart } from '../../platform/tracing/index.ts'
import { clientAddress } from '../clientAddress.ts'
import { passesCsrf } from '../csrf.ts'
import { allowOnly } from '../methods.ts'
import { refuseUnread } from '../refuse.ts'
import { CALLER_LIMITS, type CallerLimits, type Who } from './callerLimits.ts'
import { type Caller, createCallers } from './callers.ts'
import { createDocuments, type Execute, type ParsedOperation, type ReadyOperation } from './documents.ts'
import {
  badRequest,
  type ErrorSite,
  fieldError,
  invalidDocument,
  RefusedRequest,
  refusalOfAway,
  toRefusal,
} from './errors.ts'
import { LIMITS, type Limits } from './limits.ts'
import { prepareFolder, readMultipart } from './multipart.ts'
import { type OperationRequest, readOperation } from './request.ts'
import { uploadPlace } from './uploadPaths.ts'

/** What the endpoint needs to know about the caller. */
export interface GraphQLSession {
  personId: string
  isSuperUser: boolean
  /** Whether the licence agreement must be accepted before anything else. */
  awaitsLicence: boolean
  /** The view of a room as others that the session is in, read only; null for none. */
  viewing: { id: string; name: string } | null
  /** The token by which the caller asks; none for one with a session. */
  token?: HeldToken
}

export interface GraphQLRouteOptions<Session extends GraphQLSession, Context> {
  /**
   * With resolvers. The page's own texts run as compiled code, which differs from graphql-js: a field without a resolver
   * gives the property of its name as it is (no call, no promise), and a list holds no promises.
   */
  schema: GraphQLSchema
  /** Root fields that run without a session (AUTH-03). */
  publicRootFields: ReadonlySet<string>
  /** Root fields that run before the licence agreement is accepted, besides those (EULA-12). */
  rootFieldsBeforeLicence: ReadonlySet<string>
  /** Mutations that run in a view of a room as others. */
  rootFieldsInView: ReadonlySet<string>
  /** Queries that keep what they make: `inView` is not asked for them. */
  keepingRootFields: ReadonlySet<string>
  /** Root fields that run by no token, and mutations that run by one that may only read (TOKEN-02, TOKEN-05). */
  tokens: { never: ReadonlySet<string>; reading: ReadonlySet<string> }
  /** Whether a request is made by a token: no other site can send one in somebody's name. */
  isByToken: (request: FastifyRequest) => boolean
  /** Fields whose answers are read from the database, such as `Document.ancestors`. */
  readingFields: ReadonlySet<string>
  sessionOf: (request: FastifyRequest) => Promise<Session | null>
  /** Runs a query of somebody who is in a view of a room as others, so that it reads what these will see (STAGE-08). */
  inView?: <T>(session: Session, read: () => Promise<T>) => Promise<T>
  contextFor: (
    request: FastifyRequest,
    reply: FastifyReply,
    session: Session | null,
  ) => Context | Promise<Context>
  publicUrl: string | undefined
  /** Folder for files of multipart requests until their operation has run. */
  temporaryFolder: string
  /** Introspection is open to everybody in development, else to super users (transport.md 2). */
  development: boolean
  limits?: Partial<Limits>
  callerLimits?: Readonly<Record<Who, CallerLimits>>
  /** Where callers are counted for all servers together; without it each counts for itself. */
  sharedUse?: SharedUse
  /** SHA-256 in base64url of the texts that the product's own page sends: compiled when they first come. */
  knownTexts: ReadonlySet<string>
}

const JSON_TYPE = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i
const MULTIPART_TYPE = /^multipart\/form-data\s*(;|$)/i
const INTROSPECTION: ReadonlySet<string> = new Set(['__schema', '__type'])

/** Characters of a body that are read in about a microsecond, the unit of budgets. */
const CHARACTERS_PER_UNIT = 20
/** How much longer an operation takes that was not compiled. */
const UNCOMPILED_FACTOR = 2
/** Units of a budget for an answer that is read from the database. */
const READ_UNITS = 5

/** One request: the caller, and whose budget it uses. */
interface Call<Session> {
  caller: Caller
  session: Session | null
}

/** An operation that may run. */
interface Checked extends Pick<ParsedOperation, 'name' | 'operation' | 'rootFields'> {
  body: OperationRequest
  execute: Execute
}

/**
 * Answers one of the page's own texts, without variables, for a page that carries the answer; it counts as a call.
 * @returns the data; null where that is refused or fails, so that the page asks by itself
 */
export type AnswerOwn<Session> = (
  query: string,
  asking: { request: FastifyRequest; reply: FastifyReply; session: Session },
) => Promise<unknown>

/** `POST /graphql` as transport.md 2 and 3 lay it down. */
export function registerGraphQL<Session extends GraphQLSession, Context>(
  app: FastifyInstance,
  options: GraphQLRouteOptions<Session, Context>,
): AnswerOwn<Session> {
  const { schema, publicUrl, sessionOf } = options
  const limits: Limits = { ...LIMITS, ...options.limits }
  const documents = createDocuments(schema, {
    limits,
    suggestions: options.development,
    known: options.knownTexts,
    reading: options.readingFields,
  })
  const callerOf = createCallers(options.callerLimits ?? CALLER_LIMITS, options.sharedUse)
  guardTypeResolvers(schema)

  /** Checks of the headers alone, before the body is read. */
  const checkHeaders = async (request: FastifyRequest): Promise<void> => {
    const type = request.headers['content-type'] ?? ''
    if (!JSON_TYPE.test(type) && !MULTIPART_TYPE.test(type)) {
      throw badRequest('Please send the operation as application/json or multipart/form-data.', 415)
    }
    if (!options.isByToken(request) && !passesCsrf(request.headers, publicUrl)) {
      const { message } = forbidden()
      throw new RefusedRequest(403, [{ message, extensions: { code: 'FORBIDDEN', reason: 'CSRF' } }])
    }
  }

  /** Counts the call. @throws RATE_LIMITED */
  const begin = async (request: FastifyRequest, session: Session | null): Promise<Call<Session>> => {
    const caller = session
      ? callerOf('signedIn', session.personId)
      : callerOf('signedOut', clientAddress(request.ip))
    await caller.begin()
    return { caller, session }
  }

  /**
   * Without a session, and before the licence agreement is accepted, nothing runs as soon as one root field needs it;
   * introspection is for the few.
   */
  const admit = ({ rootFields, operation }: ParsedOperation, session: Session | null): void => {
    const runsAnyway = (name: string) =>
      options.publicRootFields.has(name) || options.rootFieldsBeforeLicence.has(name)
    if (session?.awaitsLicence && ![...rootFields].every(runsAnyway)) throw licenceRequired()
    const isOpen = (name: string) =>
      INTROSPECTION.has(name)
        ? options.development || session?.isSuperUser
        : session || options.publicRootFields.has(name)
    const view = operation.operation === 'mutation' ? session?.viewing : null
    if (view && ![...rootFields].every((name) => options.rootFieldsInView.has(name))) throw readOnlyView(view)
    if (session?.token) {
      if ([...rootFields].some((name) => options.tokens.never.has(name))) throw notByToken()
      const changes = operation.operation === 'mutation' && !session.token.canWrite
      if (changes && ![...rootFields].every((name) => options.tokens.reading.has(name))) throw readOnlyToken()
    }
    for (const name of rootFields) {
      if (!isOpen(name)) throw session ? forbidden() : unauthenticated()
    }
  }

  /** Who may ask is asked before anything is validated, and all that takes time is charged before it is done. */
  const readyFor = ({ query, operationName }: OperationRequest, call: Call<Session>): ReadyOperation => {
    const { caller, session } = call
    const kept = documents.kept(query, operationName)
    if (kept) {
      admit(kept, session)
      return kept
    }
    const parsed = documents.read(query, operationName)
    if (!documents.isOwn(query)) caller.prepared(parsed.work)
    admit(parsed, session)
    return documents.prepare(parsed)
  }

  const check = (body: OperationRequest, call: Call<Session>): Checked => {
    const { caller, session } = call
    if (session && body.person !== undefined && body.person !== session.personId) throw otherAccount()
    if (session && body.view !== undefined && body.view !== (session.viewing?.id ?? null)) throw otherView()
    const ready = readyFor(body, call)
    const { variables } = body
    const cost = ready.cost(variables)
    if (cost > limits.cost) throw badRequest(`Query is too costly: ${cost}, at most ${limits.cost}.`)
    for (const name of ready.neverNull) {
      if (variables[name] === null) throw badRequest(`Variable "$${name}" must not be null.`)
    }
    const { execute, isCompiled } = ready
    caller.ran((isCompiled ? cost : cost * UNCOMPILED_FACTOR) + ready.reads(variables) * READ_UNITS)
    return { name: ready.name, operation: ready.operation, rootFields: ready.rootFields, execute, body }
  }

  const read = (text: string, { caller }: Call<Session>, where?: string): OperationRequest => {
    caller.prepared(text.length / CHARACTERS_PER_UNIT)
    return readOperation(text, where)
  }

  const checkJson = async (text: string, call: Call<Session>): Promise<Checked> => {
    const body = read(text, call)
    const { query, operationName } = body
    if (!documents.kept(query, operationName) && !documents.isOwn(query)) await call.caller.mayPrepare()
    return check(body, call)
  }

  const run = async (
    { execute, body, name, operation, rootFields }: Checked,
    { request, reply, session }: { request: FastifyRequest; reply: FastifyReply; session: Session | null },
  ): Promise<string> => {
    const context = await options.contextFor(request, reply, session)
    const changes = { hasCommitted: false }
    const executed = () => noteChanges(changes, async () => execute({}, context, body.variables))
    const isViewed = session?.viewing && operation.operation === 'query'
    const keeps = [...rootFields].some((field) => options.keepingRootFields.has(field))
    const result = await inSpan(
      () => spanOf(operation.operation, rootFields),
      () => (isViewed && !keeps && options.inView ? options.inView(session, executed) : executed()),
    )
    if (!result.errors?.length) return JSON.stringify(result)
    // Without data nothing ran: the variables don't fit.
    if (!('data' in result)) throw invalidDocument(result.errors)
    const away = refusalOfAway(result.errors, operation.operation === 'mutation' ? changes : null)
    if (away) throw away
    const site = siteOf(request, name)
    return JSON.stringify({
      errors: result.errors.map((error) => fieldError(error, site)),
      data: result.data,
    })
  }

  const runMultipart = async (
    request: FastifyRequest,
    reply: FastifyReply,
    call: Call<Session>,
  ): Promise<string> => {
    let checked: Checked | undefined
    // Its text comes in the middle of the body, where nothing can wait.
    await call.caller.mayPrepare()
    const remove = await readMultipart(request, {
      limits,
      folder: options.temporaryFolder,
      onParts: (operations, map) => {
        const operation = check(read(operations, call, 'The part "operations"'), call)
        checked = operation
        return new Map(
          Array.from(map, ([name, paths]) => [
            name,
            paths.map((path) => uploadPlace(schema, operation.operation, operation.body, path)),
          ]),
        )
      },
    })
    try {
      if (!checked) throw badRequest('The multipart body has no operation.')
      return await run(checked, { request, reply, session: call.session })
    } finally {
      await remove()
    }
  }

  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const session = await sessionOf(request)
    const call = await begin(request, session)
    const answer =
      typeof request.body === 'string'
        ? await run(await checkJson(request.body, call), { request, reply, session })
        : await runMultipart(request, reply, call)
    return reply.headers(ANSWER_HEADERS).send(answer)
  }

  app.register(async (scope) => {
    await prepareFolder(options.temporaryFolder)
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: limits.bodyBytes },
      (_request, body, done) => done(null, body),
    )
    scope.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
    scope.setErrorHandler((error, request, reply) => {
      if (request.raw.destroyed && !request.raw.complete) return reply.hijack()
      const { status, errors, headers } = toRefusal(asRefusal(error, request, limits), siteOf(request))
      reply.headers({ ...headers, ...ANSWER_HEADERS })
      if (!request.raw.complete) return refuseUnread(request, reply, status, { errors })
      return reply.code(status).send(JSON.stringify({ errors }))
    })
    scope.post('/graphql', { onRequest: checkHeaders }, handle)
    allowOnly(scope, '/graphql', ['POST'])
  })

  return async (query, { request, reply, session }) => {
    try {
      const body = { query, operationName: undefined, variables: {}, person: undefined, view: undefined }
      const { execute } = check(body, await begin(request, session))
      const { data, errors } = await execute({}, await options.contextFor(request, reply, session), {})
      return errors?.length ? null : (data ?? null)
    } catch {
      return null
    }
  }
}

/** Somebody else has signed in since the page was opened: what it still sends is not meant in their name. */
const otherAccount = (): RefusedRequest =>
  new RefusedRequest(409, [
    {
      message: 'Another account is signed in here now. Please reload the page to continue.',
      extensions: { code: 'CONFLICT', reason: 'OTHER_ACCOUNT' },
    },
  ])

/** The page shows what somebody else sees, or what the person does: the answer would not be that. */
const otherView = (): RefusedRequest =>
  new RefusedRequest(409, [
    {
      message: 'Whose view of the room this is has changed. Please reload the page to continue.',
      extensions: { code: 'CONFLICT', reason: 'OTHER_VIEW' },
    },
  ])

/** Root fields that a span names. */
const NAMED_FIELDS = 4

/** By the fields of the schema: what a caller names its operation is theirs (OPS-23). */
const spanOf = (operation: string, rootFields: ReadonlySet<string>): SpanStart => ({
  name: `${operation} ${[...rootFields].slice(0, NAMED_FIELDS).join(' ')}`,
  kind: 'operation',
  facts: { 'graphql.operation.type': operation, 'helioroom.root_fields': rootFields.size },
})

const ANSWER_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

const siteOf = (request: FastifyRequest, operation?: string): ErrorSite => ({
  log: request.log,
  requestId: request.id,
  operation,
})

/** Fastify's own refusals of a body, in the words of this endpoint. */
function asRefusal(error: unknown, request: FastifyRequest, limits: Limits): unknown {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  if (status === 413) {
    const found = request.headers['content-length'] ?? `more than ${limits.bodyBytes}`
    return badRequest(`Request body is too large: ${found} bytes, at most ${limits.bodyBytes}.`, 413)
  }
  if (status === 400) return badRequest('The body could not be read. Please send it whole, in UTF-8.')
  return error
}

/** Compiled code has no answer for a type resolver that throws: the request would never end. */
function guardTypeResolvers(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isInterfaceType(type) && !isUnionType(type)) continue
    const resolve = type.resolveType
    type.resolveType = (value, context, info, abstractType) => {
      try {
        return resolve ? resolve(value, context, info, abstractType) : value?.__typename
      } catch {
        return undefined
      }
    }
  }
}
