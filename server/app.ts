import path from 'node:path'
import Fastify, { type FastifyBaseLogger, type FastifyRequest, LogController } from 'fastify'
import type { Actor } from './access/actor.ts'
import { type Config, publicOrigin } from './config.ts'
import { actorOf, type Context } from './context.ts'
import { documentJobs } from './documentJobs.ts'
import { createSchema, PUBLIC_ROOT_FIELDS } from './executableSchema.ts'
import { readAssets, registerAssets } from './http/assets.ts'
import { createCookies, readCookie, SESSION_COOKIE } from './http/cookies.ts'
import { documentExports } from './http/documentExports.ts'
import { registerDocumentLinks } from './http/documentLinks.ts'
import { registerDownloads } from './http/downloads.ts'
import { registerErrorAnswers } from './http/errors.ts'
import { createExchange } from './http/exchange.ts'
import { registerExpectContinue } from './http/expectContinue.ts'
import { EXPORT_RATE, registerExports } from './http/exports.ts'
import { type Rate, registerGraphQL } from './http/graphql/index.ts'
import { commonHeaders, newRequestId, registerCommonHeaders } from './http/headers.ts'
import { registerHealth } from './http/health.ts'
import { registerHostCheck } from './http/host.ts'
import { registerLogout } from './http/logout.ts'
import { answerUnreadable, MAX_PATH_PART, readableAddress } from './http/malformed.ts'
import { registerMetrics } from './http/metrics.ts'
import { builtHtml, pagePolicy, registerPage } from './http/page.ts'
import { registerStallLimit } from './http/stalls.ts'
import { registerUploads } from './http/uploads.ts'
import { registerZipLinks } from './http/zipLinks.ts'
import { createLoaders } from './loaders.ts'
import type { Log } from './log.ts'
import { createAccounts, personsByIds } from './modules/accounts/index.ts'
import { sweepAddresses, takeExport } from './modules/activity/index.ts'
import { createDocuments, createZips } from './modules/documents/index.ts'
import { createFunds } from './modules/funds/index.ts'
import { createSender } from './modules/notifications/index.ts'
import { createOrganisations } from './modules/organisations/index.ts'
import { createReporting } from './modules/reporting/index.ts'
import { isKnownPage, isPublicPage } from './pages.ts'
import type { Database, OpenDatabase } from './platform/database/database.ts'
import { createEvents, sweepOutbox } from './platform/events/index.ts'
import { startJobs } from './platform/jobs/index.ts'
import { mailDelivery } from './platform/mail/index.ts'
import { createSigner, type Disposition } from './platform/signing.ts'
import { createDiskStorage, type Storage } from './platform/storage/index.ts'
import type { Services } from './services.ts'

export interface AppDependencies extends Pick<OpenDatabase, 'db' | 'pool' | 'jobs' | 'ping'> {
  config: Config
  /** For signatures; see dataDir.ts. */
  secret: string
  log: Log
  /** Operations of one person; 600 a minute unless given. */
  operationRate?: Rate
  /** Milliseconds without progress after which bodies and answers are given up; 30 s unless given. */
  idleMs?: number
}

export interface App {
  services: Services
  storage: Storage
  /** Starts to answer; gives the port, which differs from the configured one where that is 0. */
  listen(): Promise<{ port: number }>
  /** Runs the background jobs that are due now to their end, whatever WORKERS says. */
  runJobs(): Promise<void>
  /** Answers what is under way, then stops. */
  close(): Promise<void>
}

const DIST = path.join(import.meta.dirname, '../web/dist')
const HOUR_S = 3600
/** Milliseconds in which the headers of a request have to arrive. */
const HEADERS_MS = 30_000
/** Seconds that a file address is good for (transport.md 5). */
const FILE_ADDRESS_S = 300
/** Milliseconds after which an upload that was not confirmed is swept (UPL-38). */
const UNCONFIRMED_MS = 24 * 3_600_000
/** Milliseconds that a running transfer may take to end once the server is asked to stop. */
const LAST_TRANSFERS_MS = 5000

const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds

/** The modules over their outside world. */
function compose(
  { config, secret, log, db, pool, jobs }: AppDependencies,
  storage: Storage,
  port: () => number,
) {
  const signer = createSigner(secret)
  const fileAddress = ({ id, ...file }: { id: string; personId: string; disposition: Disposition }) =>
    signer.fileUrl({ ...file, fileId: id, expires: inSeconds(FILE_ADDRESS_S) })
  const organisations = createOrganisations(db)
  const services: Services = {
    accounts: createAccounts({
      db,
      pool,
      onError: (err) => log.warn({ err }, 'a session could not be noted'),
    }),
    organisations,
    funds: createFunds(db, organisations),
    documents: createDocuments({
      db,
      storedSize: (key) => storage.settle(key),
      uploadAddress: (upload) => signer.uploadUrl({ ...upload, expires: inSeconds(HOUR_S) }),
      fileAddress,
      opaqueId: signer.opaqueId,
      maxUploadBytes: config.maxUploadBytes,
      onError: (err) => log.warn({ err }, 'the arrival of files could not be noted'),
    }),
    zips: createZips({
      db,
      jobsDb: jobs.db,
      storage,
      fileAddress,
      origin: () => publicOrigin({ ...config, port: port() }),
      onUnreadable: (err, versionId) => log.error({ err, versionId }, 'a stored file could not be read'),
    }),
    reporting: createReporting(db, organisations),
  }
  return { services, signer }
}

/** The whole server without a port: what main.ts listens with, and what tests start. */
export async function createApp(deps: AppDependencies): Promise<App> {
  const { config, log, db } = deps
  let { port } = config
  const storage = await createDiskStorage({
    root: path.join(config.dataDir, 'files'),
    reserveBytes: config.storageReserveBytes,
  })
  const { services, signer } = compose(deps, storage, () => port)
  const loggerInstance: FastifyBaseLogger = log
  const headersFor = commonHeaders(config.publicUrl)
  const app = Fastify({
    loggerInstance,
    genReqId: newRequestId,
    logController: new LogController({ disableRequestLogging: true }),
    // A large file may be on its way for hours; what counts is that it moves (http/stalls.ts).
    requestTimeout: 0,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: HEADERS_MS / 6 },
    forceCloseConnections: 'idle',
    trustProxy: [...config.trustedProxies],
    rewriteUrl: readableAddress,
    clientErrorHandler: answerUnreadable(headersFor),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PATH_PART },
  })
  const cookies = createCookies({ publicUrl: config.publicUrl })

  const sessions = new WeakMap<FastifyRequest, Promise<Actor | null>>()
  const actorOfRequest = (request: FastifyRequest): Promise<Actor | null> => {
    const known = sessions.get(request)
    if (known) return known
    const token = readCookie(request.headers, SESSION_COOKIE)
    const found = token === null ? Promise.resolve(null) : services.accounts.sessionOf(token)
    const actor = found.then((session) => session?.actor ?? null)
    sessions.set(request, actor)
    return actor
  }

  registerCommonHeaders(app, headersFor)
  registerHostCheck(app, { ...config, port: () => port })
  registerStallLimit(app, deps.idleMs)
  registerExpectContinue(app)
  const assets = await readAssets(DIST)
  registerAssets(app, assets)
  registerHealth(app, {
    database: deps.ping,
    storage: () => storage.checkWritable(),
  })
  registerMetrics(app, config.metricsToken)
  registerGraphQL(app, {
    schema: createSchema(),
    publicRootFields: PUBLIC_ROOT_FIELDS,
    publicUrl: config.publicUrl,
    temporaryFolder: path.join(config.dataDir, 'incoming'),
    development: config.development,
    ...(deps.operationRate ? { rate: deps.operationRate } : {}),
    sessionOf: actorOfRequest,
    contextFor: (request, reply, actor): Context => {
      const context: Context = {
        actor,
        services,
        loaders: createLoaders(db, services, () => actorOf(context)),
        http: createExchange(request, reply, cookies),
      }
      return context
    },
  })
  registerUploads(app, {
    storage,
    signer,
    findUpload: services.documents.arrivals.find,
    noteArrived: services.documents.arrivals.note,
  })
  registerDownloads(app, {
    storage,
    signer,
    sessionOf: actorOfRequest,
    findFile: async (id) => (await services.documents.storedFile(id)) ?? services.zips.storedFile(id),
    logAccess: async ({ session, fileId, disposition, address }) => {
      if (await services.zips.logFetched(session, fileId, address)) return
      const kind = disposition === 'inline' ? 'VIEW' : 'DOWNLOAD'
      await services.documents.logAccess(session, fileId, kind, address)
    },
  })
  registerDocumentLinks(app, {
    sessionOf: actorOfRequest,
    addressOf: async (actor, treeId, documentId) =>
      (await services.documents.download(actor, treeId, documentId)).url,
  })
  registerZipLinks(app, { sessionOf: actorOfRequest, addressOf: services.zips.address })
  registerExports(app, {
    sessionOf: actorOfRequest,
    publicUrl: config.publicUrl,
    exports: documentExports(services.documents.exports),
    take: ({ personId, sessionId }, { fileName, subject }) =>
      takeExport(db, { personId, sessionId, fileName, ...subject }, EXPORT_RATE),
  })
  registerLogout(app, { cookies, endSession: services.accounts.endSession })
  // In development the page's own source goes out; the development server in front completes it.
  const html = builtHtml(config.development ? path.dirname(DIST) : DIST)
  const notFoundPage = registerPage(app, {
    html,
    sessionOf: actorOfRequest,
    dataFor: (actor) => pageData(deps, actor),
    isPublic: isPublicPage,
    isKnown: isKnownPage,
    cookies,
    contentSecurityPolicy: config.development ? null : await html().then(pagePolicy, () => null),
  })
  registerErrorAnswers(app, notFoundPage)

  const events = await createEvents({ ...deps.jobs, log })
  const notifications = createSender({ db: deps.jobs.db, handlers: services.zips.notifications, log })
  const stopNotifications = config.workers > 0 ? notifications.start(events) : async () => {}
  const ofDocuments = documentJobs({ db: deps.jobs.db, storage, log })
  const mails = mailDelivery(deps.jobs.db, config.mail ?? null)
  const jobs = await startJobs({
    pool: deps.jobs.pool,
    concurrency: config.workers,
    scheduled: [...scheduledJobs(db, services, storage), ...ofDocuments.scheduled],
    queued: [...services.zips.jobs, mails.job, ...ofDocuments.queued],
    log,
  })
  return {
    services,
    storage,
    listen: async () => {
      await app.listen({ host: config.host, port: config.port })
      const address = app.server.address()
      if (typeof address === 'object' && address) port = address.port
      return { port }
    },
    runJobs: async () => {
      // What is told by then becomes mails, which are delivered.
      await notifications.sendDue()
      await jobs.runDue()
    },
    close: async () => {
      ofDocuments.close()
      await stopNotifications()
      await jobs.stop()
      await events.close()
      mails.close()
      const cut = setTimeout(() => app.server.closeAllConnections(), LAST_TRANSFERS_MS)
      await app.close()
      clearTimeout(cut)
      await services.documents.arrivals.close()
    },
  }
}

/** What the page carries (SHELL-38, SHELL-39): what the Viewer query would give, and public settings. */
async function pageData({ config, db }: AppDependencies, actor: Actor | null): Promise<unknown> {
  const [person] = actor ? await personsByIds(db, [actor.personId]) : []
  const { environmentName, checklists, privacyUrl, termsUrl, maxUploadBytes } = config
  return {
    user: person
      ? {
          id: person.id,
          firstName: person.firstName,
          lastName: person.lastName,
          fullName: `${person.firstName} ${person.lastName}`,
          email: person.email,
        }
      : null,
    config: { environmentName, checklists, privacyUrl, termsUrl, maxUploadBytes },
  }
}

const scheduledJobs = (db: Database, { documents, accounts, zips }: Services, storage: Storage) => [
  {
    name: 'sweep_uploads',
    pattern: '17 * * * *',
    run: async () => {
      for (const version of await documents.sweep(new Date(Date.now() - UNCONFIRMED_MS))) {
        await storage.remove(version)
      }
      await storage.sweepIncoming(UNCONFIRMED_MS)
    },
  },
  { name: 'sweep_addresses', pattern: '29 * * * *', run: () => sweepAddresses(db) },
  { name: 'sweep_outbox', pattern: '*/10 * * * *', run: () => sweepOutbox(db) },
  { name: 'sweep_accounts', pattern: '41 * * * *', run: () => accounts.sweep() },
  { name: 'sweep_zips', pattern: '*/10 * * * *', run: () => zips.sweep() },
]
