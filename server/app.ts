import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import type { Registry } from 'prom-client'
import type { Actor } from './access/actor.ts'
import { licenceRequired } from './access/errors.ts'
import { readOnlyToken } from './access/tokens.ts'
import { apiMembers } from './apiMembers.ts'
import { startBackground } from './background.ts'
import { asCaller, callersOf } from './callers.ts'
import { type Config, publicOrigin } from './config.ts'
import type { Context } from './contracts/context.ts'
import type { FindFile, ServedFile } from './contracts/storedFiles.ts'
import { createSchema } from './executableSchema.ts'
import { figuresOf } from './figures.ts'
import { hashedFiles, readAssets, registerAssets } from './http/assets.ts'
import { registerCompression } from './http/compression.ts'
import { createCookies, readCookie, SESSION_COOKIE } from './http/cookies.ts'
import { registerDownloads } from './http/downloads.ts'
import { registerErrorAnswers } from './http/errors.ts'
import { createExchange } from './http/exchange.ts'
import { registerExpectContinue } from './http/expectContinue.ts'
import { EXPORT_RATE } from './http/exports.ts'
import { type CallerLimits, readPlainFields, registerGraphQL, type Who } from './http/graphql/index.ts'
import { commonHeaders, newRequestId, registerCommonHeaders } from './http/headers.ts'
import { failedParts, registerHealth } from './http/health.ts'
import { ownHost, registerHostCheck } from './http/host.ts'
import { registerLinks } from './http/links.ts'
import { registerLogout } from './http/logout.ts'
import { answerUnreadable, MAX_HEAD, readableAddress } from './http/malformed.ts'
import { createMeters, registerMetrics } from './http/metrics.ts'
import { countedRead, observing } from './http/observing.ts'
import { registerOwnFiles } from './http/ownFiles.ts'
import { builtHtml, pagePolicy, registerPage, sourceHtml } from './http/page.ts'
import { registerProbesOnly } from './http/probesOnly.ts'
import { registerReadOnlyViews } from './http/readOnly.ts'
import { registerLogSubject, registerRequestLog } from './http/requestLog.ts'
import { MAX_OF_PERSON, registerSockets } from './http/sockets/index.ts'
import { registerStallLimit } from './http/stalls.ts'
import { isByToken, registerTokens } from './http/tokens.ts'
import { registerTraces } from './http/traces.ts'
import { registerUploads } from './http/uploads.ts'
import { KNOWN_TEXTS, VIEWER_TEXT } from './knownTexts.generated.ts'
import { type Log, requestLogger } from './log.ts'
import { topicOf } from './modules/activity/index.ts'
import { MODULES, type Services } from './modules/index.ts'
import { pageData, servicesOf } from './pageData.ts'
import { type BackupClock, postponingRemovals } from './platform/backup/index.ts'
import type { OpenDatabase } from './platform/database/database.ts'
import { createEvents } from './platform/events/index.ts'
import { createPageFiles } from './platform/pageFiles/index.ts'
import { createOpenSockets, createSharedUse } from './platform/sharedUse/index.ts'
import { createSigner } from './platform/signing.ts'
import { createStorage, type Storage } from './platform/storage/index.ts'
import { readinessChecks } from './readiness.ts'
import { rootFieldsWithoutTokens } from './schema.ts'

export interface AppDependencies
  extends Pick<OpenDatabase, 'db' | 'pool' | 'jobs' | 'ping' | 'own' | 'watch'> {
  config: Config
  /** The key for signatures; see dataDir.ts. */
  secret: string
  log: Log
  /** What one person or address may ask of /graphql; see CALLER_LIMITS. */
  callerLimits?: Readonly<Record<Who, CallerLimits>>
  /** SHA-256 in base64url of the texts that run as compiled code; those of the page unless given. */
  knownTexts?: ReadonlySet<string>
  /** How many spreadsheets one person may take; EXPORT_RATE unless given. */
  exportRate?: { calls: number; windowMs: number }
  /** Milliseconds without progress after which bodies and answers are aborted; 30 s unless given. */
  idleMs?: number
  /** Milliseconds between pings of sockets; 30 s unless given. */
  pingMs?: number
}

export interface App {
  services: Services
  storage: Storage
  backups: BackupClock
  /** Gives the files of this build's page to all servers (SCALE-24), from before this one is ready. @returns ends it */
  sharePage(): Promise<() => Promise<void>>
  /** What `/metrics` says, where somebody looks (OPS-22). */
  readMetrics: (() => Promise<Registry>) | null
  /** Starts to listen; returns the port, which differs from the configured one where that is 0. */
  listen(): Promise<{ port: number }>
  /** Runs the background work that is due now to its end, whatever WORKERS says. */
  runJobs(): Promise<void>
  /**
   * Finishes what is under way within SHUTDOWN_SECONDS, then stops (OPS-26, OPS-27).
   * @param graceMs for which requests are taken as before, until balancers have noticed
   */
  close(graceMs?: number): Promise<void>
}

const DIST = path.join(import.meta.dirname, '../web/dist')
/** Milliseconds in which the headers of a request have to arrive. */
const HEADERS_MS = 30_000

/** The whole server without a port: what main.ts listens with, and what tests start. */
export async function createApp(deps: AppDependencies): Promise<App> {
  const { config, log, db } = deps
  let { port } = config
  const meters = config.metricsToken === undefined && !config.otlp ? null : await createMeters()
  const storage = postponingRemovals(await createStorage(config, db, observing(meters)), db)
  const served = meters ? { ...storage, read: countedRead(storage, meters.downloaded) } : storage
  const contents = MODULES.all.flatMap((module) => module.contents ?? [])
  const signer = createSigner(deps.secret)
  const { doors: services, parts } = MODULES.create({
    config,
    log,
    db,
    jobsDb: deps.jobs.db,
    pool: deps.pool,
    storage,
    signer,
    origin: () => publicOrigin({ ...config, port }),
  })
  const loggerInstance: FastifyBaseLogger = log
  const headersFor = commonHeaders(config.publicUrl)
  const app = Fastify({
    loggerInstance,
    genReqId: newRequestId,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    childLoggerFactory: (_logger, bindings, options) => requestLogger(log, bindings, options),
    // A large file may be on its way for hours; what counts is that it moves (http/stalls.ts).
    requestTimeout: 0,
    http: {
      headersTimeout: HEADERS_MS,
      connectionsCheckingInterval: HEADERS_MS / 6,
      maxHeaderSize: MAX_HEAD,
    },
    forceCloseConnections: 'idle',
    // Who has a connection may ask over it until it is closed.
    return503OnClosing: false,
    trustProxy: [...config.trustedProxies],
    rewriteUrl: readableAddress,
    clientErrorHandler: answerUnreadable(headersFor),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_HEAD },
  })
  const cookies = createCookies({ publicUrl: config.publicUrl })

  const { sessionOf, actorOf, callerOf, actorOrToken } = callersOf(app, services.accounts.sessionOf)
  const sharedUse = createSharedUse(db)
  registerLogSubject(app)
  registerTraces(app)
  if (config.logRequests) {
    registerRequestLog(app, async ({ tokenSession, openSession }) => {
      const session = tokenSession ?? (await openSession)
      return session?.actor.personId ?? null
    })
  }
  if (config.role === 'worker') registerProbesOnly(app)
  registerCommonHeaders(app, headersFor)
  registerCompression(app)
  registerHostCheck(app, { ...config, port: () => port })
  registerTokens(app, services.tokens)
  registerStallLimit(app, deps.idleMs)
  registerExpectContinue(app)
  registerReadOnlyViews(app, async (request) => (await sessionOf(request))?.actor ?? null)
  const assets = await readAssets(DIST)
  const pageFiles = createPageFiles(storage, db)
  registerAssets(app, assets, { find: pageFiles.find, storage })
  let isStopping = false
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping) reply.header('connection', 'close')
  })
  const checks = readinessChecks(deps.ping, () => storage.checkWritable())
  registerHealth(app, checks, () => isStopping)
  const figures =
    meters &&
    figuresOf({
      ...deps,
      sockets: () => sockets.count(),
      recordLag: services.record.lag,
      isReady: async () => !isStopping && (await failedParts(checks)).length === 0,
    })
  const readMetrics = registerMetrics(app, config.metricsToken, meters, figures ?? [])
  const schema = createSchema(parts.flatMap(({ resolvers = [] }) => resolvers))
  readPlainFields(
    schema,
    parts.flatMap(({ plainFields = [] }) => plainFields),
  )
  const tokens = {
    never: new Set(rootFieldsWithoutTokens()),
    reading: new Set(MODULES.all.flatMap((module) => module.tokens?.reading ?? [])),
  }
  let members: ReturnType<typeof apiMembers> | undefined
  /** The schema stays as it is: its page is made of it once, for the first who asks. */
  const membersOf = () => {
    members ??= apiMembers(schema, tokens)
    return members
  }
  const answerOwn = registerGraphQL(app, {
    schema,
    publicRootFields: new Set(MODULES.all.flatMap(({ publicRootFields = [] }) => publicRootFields)),
    rootFieldsBeforeLicence: new Set(
      MODULES.all.flatMap(({ rootFieldsBeforeLicence = [] }) => rootFieldsBeforeLicence),
    ),
    keepingRootFields: new Set(MODULES.all.flatMap(({ keepingRootFields = [] }) => keepingRootFields)),
    rootFieldsInView: new Set(MODULES.all.flatMap(({ rootFieldsInView = [] }) => rootFieldsInView)),
    tokens,
    isByToken,
    readingFields: new Set(MODULES.all.flatMap(({ readingFields = [] }) => readingFields)),
    publicUrl: config.publicUrl,
    temporaryFolder: path.join(config.dataDir, 'incoming'),
    development: config.development,
    knownTexts: deps.knownTexts ?? KNOWN_TEXTS,
    ...(deps.callerLimits ? { callerLimits: deps.callerLimits } : {}),
    sharedUse,
    sessionOf: async (request) => {
      const session = await callerOf(request)
      return session && asCaller(session)
    },
    inView: ({ actor }, read) => services.documents.staging.asItWillBe(actor, read),
    contextFor: (request, reply, session): Context => ({
      actor: session?.actor ?? null,
      http: createExchange(request, reply, { cookies, publicUrl: config.publicUrl }),
    }),
  })
  registerUploads(app, {
    storage,
    signer,
    findUpload: services.documents.arrivals.find,
    // The signed address stands in for a session, but not for the licence agreement.
    checkPerson: async (personId, request) => {
      const by = request.tokenSession?.actor
      if (by && (by.personId !== personId || !by.token?.canWrite)) throw readOnlyToken()
      if (!(await services.accounts.hasAccepted(personId))) throw licenceRequired()
    },
    markReceived: services.documents.arrivals.record,
    ...(meters && { onStored: meters.uploaded }),
  })
  registerDownloads(app, {
    storage: served,
    signer,
    sessionOf: actorOrToken,
    findFile: async (actor, id) => {
      const found = await firstFound(parts, actor, id)
      if (found || !actor.viewing) return found
      const coming = await services.documents.staging.asItWillBe(actor, () => firstFound(parts, actor, id))
      // Nothing has been used of what is not published yet.
      return coming && { ...coming, logged: false }
    },
  })
  registerOwnFiles(app, { storage: served, sessionOf: actorOrToken, find: services.files.find })
  registerLogout(app, {
    cookies,
    endSession: services.accounts.endSession,
    publicUrl: config.publicUrl,
  })
  const publicPages = MODULES.all.flatMap(({ pages }) => pages?.public ?? [])
  const staffPages = MODULES.all.flatMap(({ pages }) => pages?.staff ?? [])
  const knownPages = MODULES.all.flatMap(({ pages }) => pages?.known ?? [])
  const html = config.development ? sourceHtml(path.dirname(DIST)) : builtHtml(DIST)
  const sendPage = registerPage(app, {
    html,
    sessionOf,
    dataFor: async (session, request, reply) => ({
      ...(await pageData({ ...deps, staging: services.documents.staging }, session)),
      // So that the page need not ask before it asks for anything else.
      ...(session &&
        !session.awaitsLicence && {
          viewer: await answerOwn(VIEWER_TEXT, { request, reply, session: asCaller(session) }),
        }),
    }),
    isPublic: (pathname) => publicPages.some((page) => page.test(pathname)),
    isKnown: (pathname, session) =>
      [...publicPages, ...knownPages, ...(session?.actor.isSuperUser ? staffPages : [])].some((page) =>
        page.test(pathname),
      ),
    cookies,
    contentSecurityPolicy: config.development
      ? null
      : await html('/', true).then(
          (built) =>
            pagePolicy(built, [...servicesOf(config), ...(storage.direct ? [storage.direct.origin] : [])]),
          () => null,
        ),
  })
  registerErrorAnswers(app, (request, reply) => sendPage(request, reply, 404))
  registerLinks(app, {
    sessionOf: actorOf,
    callerOf: actorOrToken,
    publicUrl: config.publicUrl,
    cookies,
    storage: served,
    sendPage,
    links: [
      ...parts.flatMap(({ links = [] }) => links),
      // What the page of the API shows (TOKEN-10).
      { kind: 'json', url: '/api/schema', read: async () => ({ members: membersOf() }) },
    ],
    take: ({ personId, sessionId }, { fileName, subject }) =>
      services.activity.takeExport(
        { personId, sessionId, fileName, ...subject },
        deps.exportRate ?? EXPORT_RATE,
      ),
  })

  const events = await createEvents({ ...deps.jobs, log })
  const sockets = registerSockets(app, {
    db,
    events,
    log,
    publicUrl: config.publicUrl,
    isOwnHost: ownHost({ ...config, port: () => port }),
    sessionOf: async ({ headers }) => {
      const token = readCookie(headers, SESSION_COOKIE)
      return token === null ? null : services.accounts.sessionOf(token)
    },
    openSockets: createOpenSockets(db, MAX_OF_PERSON),
    topicOfPerson: (id) => topicOf({ kind: 'person', id }),
    links: config.role === 'worker' ? [] : parts.flatMap(({ sockets: links = [] }) => links),
    ...(deps.pingMs === undefined ? {} : { pingMs: deps.pingMs }),
  })
  const background = await startBackground({
    ...deps,
    services,
    parts,
    storage,
    contents,
    events,
    sweeps: { pageFiles: pageFiles.sweep, use: sharedUse.sweep },
  })
  return {
    services,
    storage,
    backups: background.backups,
    readMetrics,
    sharePage: () =>
      pageFiles.serve(hashedFiles(assets), (error) =>
        log.warn({ err: error }, 'The files of the page could not be kept in the storage.'),
      ),
    listen: async () => {
      await app.listen({ host: config.host, port: config.port })
      const address = app.server.address()
      if (typeof address === 'object' && address) port = address.port
      return { port }
    },
    runJobs: background.runDue,
    close: async (graceMs = 0) => {
      const end = performance.now() + config.shutdownSeconds * 1000
      isStopping = true
      const stopped = background.stop()
      stopped.catch(() => {})
      await sleep(graceMs)
      sockets.close()
      const cut = setTimeout(() => app.server.closeAllConnections(), end - performance.now())
      await app.close()
      clearTimeout(cut)
      // A job that does not end when it is asked to is another's as soon as this process has ended.
      const late = new AbortController()
      await Promise.race([stopped, sleep(Math.max(0, end - performance.now()), null, late)])
      late.abort()
      await events.close()
      background.close()
      for (const part of parts.toReversed()) await part.close?.()
    },
  }
}

/** The file of an id, from whichever module has it. */
async function firstFound(
  parts: readonly { readonly files?: FindFile }[],
  actor: Actor,
  id: string,
): Promise<ServedFile | null> {
  for (const { files } of parts) {
    const found = await files?.(actor, id)
    if (found) return found
  }
  return null
}
