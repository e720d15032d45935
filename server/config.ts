import { X509Certificate } from 'node:crypto'
import path from 'node:path'
import { type BackupSettings, backupSettings } from './backupSettings.ts'
import { DEFAULT_CONNECTIONS } from './platform/database/limits.ts'
import type { SmsGateway } from './platform/sms/gateway.ts'
import type { S3Options } from './platform/storage/s3/index.ts'
import {
  ConfigError,
  type LOG_LEVELS,
  type OTLP_PROTOCOLS,
  refuseMisspeltNames,
  sentenceOf,
  setting,
  wrongSettings,
} from './settings.ts'

export { ConfigError } from './settings.ts'

/** A maps service: styles of MapLibre, and the token that its addresses want (MAP-15). */
export interface MapService {
  readonly lightStyle: string | null
  readonly satelliteStyle: string | null
  readonly token: string | null
  /** All that the styles are made of. */
  readonly origins: readonly string[]
}

/** Everything that an operator may set, parsed and checked. Read once at the start, then passed down. */
export interface Config {
  /** Address to listen on. A loopback address keeps the server on this machine. */
  readonly host: string
  /** TCP port, 0 to 65535; 0 takes any free one. */
  readonly port: number
  /** Origin under which people reach the product, without a trailing slash; absent: http and the request's Host. */
  readonly publicUrl: string | undefined
  /** Addresses and ranges (CIDR) whose `X-Forwarded-For` says who the client is; empty: nobody's. */
  readonly trustedProxies: readonly string[]
  /** Absolute path of the folder for everything that is kept on disk. */
  readonly dataDir: string
  /** Address of an own PostgreSQL, version 15 or later; absent: the embedded one, kept under `dataDir`. */
  readonly databaseUrl: string | undefined
  /** Whether this process brings the database to its newest migration; else it waits until others have (SCALE-19). */
  readonly migrates: boolean
  /** Connections to the database that this process opens at most; see platform/database/limits.ts. */
  readonly databaseConnections: number
  /** Secret for signatures, 32 characters or more; absent: see platform/dataDir.ts. */
  readonly secretKey: string | undefined
  /** Whether an empty database is filled with the demo organisations and people. */
  readonly demo: boolean
  /** Shown in the top bar in capitals unless it is `live` (SHELL-36, SHELL-37). */
  readonly environmentName: string
  /** Where the bytes of documents are kept (STORE-01). */
  readonly files: 'disk' | 's3'
  /** The bucket; absent with `disk`. */
  readonly s3: S3Options | undefined
  /** A second place, where what the first lacks is read (STORE-34). */
  readonly filesAlso: AlsoPlace | undefined
  readonly backup: BackupSettings
  /** Whether the checklist area is offered. */
  readonly checklists: boolean
  /** Largest document that may be uploaded, in bytes. */
  readonly maxUploadBytes: number
  /** Disk space that uploads leave free, in bytes. */
  readonly storageReserveBytes: number
  /** What this process does (SCALE-01): `web` answers people, `worker` does jobs, `all` both. */
  readonly role: 'all' | 'web' | 'worker'
  /** What this process is called where several run; absent: host name and port (SCALE-03). */
  readonly processName: string | undefined
  /** Background jobs that this process runs concurrently; 0 runs none, and so does `web`. */
  readonly workers: number
  /** The mail server and the sender of mails; absent: mails stay in the outbox. */
  readonly mail: { readonly url: string; readonly from: string } | undefined
  /** Who sends text messages; absent: they stay in the outbox (SEC-25). */
  readonly sms: SmsGateway | undefined
  /** The time-stamping service that stamps checkpoints of the record (CHAIN-03). */
  readonly timeStamps: { readonly url: string; readonly trusted: readonly X509Certificate[] } | undefined
  /** Where support tickets go (NOTIF-21), and what the about page names (SUP-09); absent: tickets are only kept. */
  readonly supportEmail: string | undefined
  /** Address of the footer's privacy policy (SHELL-34, SHELL-37). */
  readonly privacyUrl: string
  /** Address of the footer's terms of service (SHELL-34, SHELL-37). */
  readonly termsUrl: string
  /** Address of the analytics service that the page tells who signs in and which pages are opened (SHELL-40); absent: none. */
  readonly analyticsUrl: string | undefined
  /** Address of the service that the page reports its errors to (SHELL-40); absent: none. */
  readonly errorReportsUrl: string | undefined
  /** A maps service that the page draws its maps with (MAP-15); absent: the map asks nobody but the server (MAP-16). */
  readonly map: MapService | undefined
  /** Path of a text that stands in place of the product's own licence agreement (EULA-02); absent: none does. */
  readonly licenceFile: string | undefined
  /** The language model that makes summaries (COP-10); absent: the built-in extractor does. */
  readonly copilot:
    | { readonly baseUrl: string; readonly apiKey: string | undefined; readonly model: string }
    | undefined
  /** The client of Salesforce that people connect by (CRM-14); absent: nobody can (CRM-18). */
  readonly salesforce:
    | { readonly clientId: string; readonly clientSecret: string | undefined; readonly loginUrl: string }
    | undefined
  /** Whether providers of sign-in may lie in private networks, and on this machine (SSO-29). */
  readonly ssoPrivateNetworks: boolean
  /** Days that what is deleted can be restored (BIN-09). */
  readonly recycleDays: number
  /** LibreOffice, which lays out Office files: its path, `off`, or undefined for the one that is found (PAGE-03). */
  readonly office: { readonly program: string | undefined }
  /** What reads scanned pages: `off`, the path of tesseract, or undefined for the one that is found (FIND-01, FIND-04). */
  readonly ocr: { readonly program: string | undefined; readonly languages: string }
  /** Bytes of pages of files that are kept at most (PAGE-15). */
  readonly pageCacheBytes: number
  /** Whether webhooks may lie in private networks (TOKEN-16). */
  readonly webhooksPrivateNetworks: boolean
  /** Bearer token that `/metrics` asks for; absent: there is no `/metrics`. */
  readonly metricsToken: string | undefined
  /** The collector of traces and metrics; absent: there is none, and nothing is traced (OPS-22). */
  readonly otlp: { readonly endpoint: string; readonly protocol: (typeof OTLP_PROTOCOLS)[number] } | undefined
  readonly logLevel: (typeof LOG_LEVELS)[number]
  /** Whether each request is a line of the log (OPS-20). */
  readonly logRequests: boolean
  /** Seconds in which what is under way ends once the process is asked to stop (OPS-26). */
  readonly shutdownSeconds: number
  /** Set by `npm run dev`: introspection is open, the page comes from the development server. */
  readonly development: boolean
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/
/** Whether an address or a name leads to this machine alone. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host)

/**
 * The configuration in `env`. An empty variable counts as absent.
 * @throws ConfigError at the first wrong value or misspelt name, naming the variable and what it accepts.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  refuseMisspeltNames(env)
  const host = setting(env, 'HOST') ?? '127.0.0.1'
  const databaseUrl = setting(env, 'DATABASE_URL')
  const publicUrl = setting(env, 'PUBLIC_URL')
  // People who try the product want data immediately; one that others can reach, directly or through a proxy,
  // must not have known passwords.
  const isPrivate = isLoopback(host) && isLoopback(publicUrl ? new URL(publicUrl).hostname : host)
  const demoByDefault = databaseUrl === undefined && isPrivate
  return {
    host,
    port: setting(env, 'PORT') ?? 3000,
    publicUrl,
    trustedProxies: setting(env, 'TRUSTED_PROXIES') ?? ['127.0.0.0/8', '::1'],
    dataDir: path.resolve(setting(env, 'DATA_DIR') ?? 'data'),
    databaseUrl,
    migrates: setting(env, 'MIGRATE') !== 'off',
    databaseConnections: setting(env, 'DATABASE_CONNECTIONS') ?? DEFAULT_CONNECTIONS,
    secretKey: setting(env, 'SECRET_KEY'),
    demo: setting(env, 'DEMO') === undefined ? demoByDefault : setting(env, 'DEMO') === 'on',
    environmentName: setting(env, 'ENVIRONMENT_NAME') ?? 'live',
    files: setting(env, 'FILES') ?? 'disk',
    s3: setting(env, 'FILES') === 's3' ? bucketOf(env) : undefined,
    filesAlso: alsoPlace(env),
    backup: backupSettings(env),
    checklists: setting(env, 'CHECKLISTS') !== 'off',
    maxUploadBytes: setting(env, 'MAX_UPLOAD_BYTES') ?? 5_368_709_120,
    recycleDays: setting(env, 'RECYCLE_DAYS') ?? 30,
    office: { program: setting(env, 'LIBREOFFICE') },
    ocr: { program: setting(env, 'OCR'), languages: setting(env, 'OCR_LANGUAGES') ?? 'eng' },
    pageCacheBytes: setting(env, 'PAGE_CACHE_BYTES') ?? 5_368_709_120,
    storageReserveBytes: setting(env, 'STORAGE_RESERVE_BYTES') ?? 1_073_741_824,
    ...work(env),
    processName: setting(env, 'PROCESS_NAME'),
    mail: mailServer(env),
    sms: smsGateway(env),
    timeStamps: timeStampService(env),
    supportEmail: setting(env, 'SUPPORT_EMAIL'),
    privacyUrl: setting(env, 'PRIVACY_URL') ?? 'https://example.com/privacy',
    termsUrl: setting(env, 'TERMS_URL') ?? 'https://example.com/terms',
    analyticsUrl: setting(env, 'ANALYTICS_URL'),
    errorReportsUrl: setting(env, 'ERROR_REPORTS_URL'),
    map: mapService(env),
    licenceFile: setting(env, 'LICENCE_FILE'),
    copilot: copilotEndpoint(env),
    salesforce: salesforceClient(env),
    ssoPrivateNetworks: setting(env, 'SSO_PRIVATE_NETWORKS') === 'on',
    webhooksPrivateNetworks: setting(env, 'WEBHOOKS_PRIVATE_NETWORKS') === 'on',
    metricsToken: setting(env, 'METRICS_TOKEN'),
    otlp: collector(env),
    logLevel: setting(env, 'LOG_LEVEL') ?? 'info',
    logRequests: setting(env, 'LOG_REQUESTS') === 'on',
    shutdownSeconds: setting(env, 'SHUTDOWN_SECONDS') ?? 30,
    development: env.NODE_ENV === 'development',
  }
}

/** The settings that belong together, each with its own sentence where it is not whole. */
const TOGETHER = [
  work,
  mailServer,
  timeStampService,
  copilotEndpoint,
  (env: NodeJS.ProcessEnv) => setting(env, 'FILES') === 's3' && bucketOf(env),
  alsoPlace,
  backupSettings,
]

/** Everything that is wrong with the settings, one sentence each (OPS-16); nothing where a start takes them. */
export function problemsOfSettings(env: NodeJS.ProcessEnv): string[] {
  const wrong = wrongSettings(env)
  // A value that is refused by itself is refused again by whatever needs it.
  return [...new Set([...wrong, ...TOGETHER.flatMap((read) => sentenceOf(() => read(env)))])]
}

/** @throws ConfigError for a worker that may do nothing (SCALE-01) */
function work(env: NodeJS.ProcessEnv): Pick<Config, 'role' | 'workers'> {
  const role = setting(env, 'ROLE') ?? 'all'
  const workers = setting(env, 'WORKERS') ?? 2
  if (role === 'worker' && workers === 0) {
    throw new ConfigError('WORKERS is 0, but ROLE=worker needs at least 1.')
  }
  return { role, workers: role === 'web' ? 0 : workers }
}

/**
 * The address under which people reach the product, for links in mails: never taken from a request, whose sender
 * could lead others astray by it.
 */
export const publicOrigin = ({
  publicUrl,
  host,
  port,
}: Pick<Config, 'publicUrl' | 'host' | 'port'>): string =>
  publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`

function mailServer(env: NodeJS.ProcessEnv): Config['mail'] {
  const url = setting(env, 'SMTP_URL')
  const from = setting(env, 'MAIL_FROM')
  if (url === undefined) return undefined
  if (from === undefined) {
    throw new ConfigError(
      'MAIL_FROM is missing. Mails through SMTP_URL need a sender, such as rooms@example.com.',
    )
  }
  return { url, from }
}

function collector(env: NodeJS.ProcessEnv): Config['otlp'] {
  const endpoint = setting(env, 'OTEL_EXPORTER_OTLP_ENDPOINT')
  if (endpoint === undefined) return undefined
  return { endpoint, protocol: setting(env, 'OTEL_EXPORTER_OTLP_PROTOCOL') ?? 'http/protobuf' }
}

function smsGateway(env: NodeJS.ProcessEnv): SmsGateway | undefined {
  const given = setting(env, 'SMS_URL')
  if (given === undefined) return undefined
  const url = new URL(given)
  if (url.protocol !== 'twilio:') return { kind: 'http', url: given, token: setting(env, 'SMS_TOKEN') }
  // On this machine, where it is rehearsed, there is no certificate.
  const scheme = isLoopback(url.hostname) ? 'http' : 'https'
  return {
    kind: 'twilio',
    origin: `${scheme}://${url.host}`,
    account: decodeURIComponent(url.username),
    token: decodeURIComponent(url.password),
    from: url.searchParams.get('from') ?? '',
  }
}

function timeStampService(env: NodeJS.ProcessEnv): Config['timeStamps'] {
  const url = setting(env, 'TIMESTAMP_URL')
  if (url === undefined) return undefined
  const pem = setting(env, 'TIMESTAMP_CA') ?? ''
  try {
    const certificates = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
    return { url, trusted: certificates.map((each) => new X509Certificate(each)) }
  } catch {
    throw new ConfigError('TIMESTAMP_CA has a certificate that can’t be read. Please give them in PEM.')
  }
}

function copilotEndpoint(env: NodeJS.ProcessEnv): Config['copilot'] {
  const baseUrl = setting(env, 'COPILOT_BASE_URL')
  const model = setting(env, 'COPILOT_MODEL')
  if (baseUrl === undefined) return undefined
  if (model === undefined) {
    throw new ConfigError(
      'COPILOT_MODEL is missing. The service at COPILOT_BASE_URL needs the name of a model.',
    )
  }
  return { baseUrl, apiKey: setting(env, 'COPILOT_API_KEY'), model }
}

function salesforceClient(env: NodeJS.ProcessEnv): Config['salesforce'] {
  const clientId = setting(env, 'SALESFORCE_CLIENT_ID')
  if (clientId === undefined) return undefined
  return {
    clientId,
    clientSecret: setting(env, 'SALESFORCE_CLIENT_SECRET'),
    loginUrl: setting(env, 'SALESFORCE_LOGIN_URL') ?? 'https://login.salesforce.com',
  }
}

/** A place beside that of FILES: the folder in `dataDir`, or a bucket. */
export type AlsoPlace = { readonly kind: 'disk' } | { readonly kind: 's3'; readonly options: S3Options }

/** @throws ConfigError for the place that FILES has, and for a bucket that is not whole */
function alsoPlace(env: NodeJS.ProcessEnv): AlsoPlace | undefined {
  const also = setting(env, 'FILES_ALSO')
  if (also === undefined) return undefined
  if (also === (setting(env, 'FILES') ?? 'disk'))
    throw new ConfigError(`FILES_ALSO is ${also}, and so is FILES. Set it to the other place, or remove it.`)
  return also === 'disk' ? { kind: 'disk' } : { kind: 's3', options: bucketOf(env, 'FILES_ALSO') }
}

/** The bucket of the settings (STORE-01 to STORE-03, STORE-31). @throws ConfigError where they are not whole */
function bucketOf(env: NodeJS.ProcessEnv, wantedBy: 'FILES' | 'FILES_ALSO' = 'FILES'): S3Options {
  const bucket = setting(env, 'S3_BUCKET')
  if (bucket === undefined)
    throw new ConfigError(`S3_BUCKET is missing. ${wantedBy}=s3 needs the name of a bucket.`)
  const endpoint = setting(env, 'S3_ENDPOINT')
  const region = setting(env, 'S3_REGION') ?? 'us-east-1'
  const accessKeyId = setting(env, 'S3_ACCESS_KEY_ID')
  const secretAccessKey = setting(env, 'S3_SECRET_ACCESS_KEY')
  const encryption = setting(env, 'S3_SSE')
  const keyId = setting(env, 'S3_SSE_KMS_KEY_ID')
  if (accessKeyId !== undefined && secretAccessKey === undefined)
    throw new ConfigError('S3_SECRET_ACCESS_KEY is missing. S3_ACCESS_KEY_ID needs it.')
  if (accessKeyId === undefined && secretAccessKey !== undefined)
    throw new ConfigError('S3_ACCESS_KEY_ID is missing. S3_SECRET_ACCESS_KEY needs it.')
  if (keyId !== undefined && encryption !== 'aws:kms')
    throw new ConfigError('S3_SSE is missing. S3_SSE_KMS_KEY_ID needs S3_SSE=aws:kms.')
  return {
    region,
    pathStyle: (setting(env, 'S3_PATH_STYLE') ?? (endpoint === undefined ? 'off' : 'on')) === 'on',
    bucket,
    prefix: setting(env, 'S3_PREFIX') ?? '',
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(setting(env, 'S3_DIRECT') === 'on' &&
      wantedBy === 'FILES' && {
        publicEndpoint:
          setting(env, 'S3_PUBLIC_ENDPOINT') ?? endpoint ?? `https://s3.${region}.amazonaws.com`,
      }),
    ...(accessKeyId === undefined || secretAccessKey === undefined
      ? {}
      : { credentials: { accessKeyId, secretAccessKey } }),
    ...(encryption === undefined
      ? {}
      : { encryption: { kind: encryption, ...(keyId === undefined ? {} : { keyId }) } }),
  }
}

function mapService(env: NodeJS.ProcessEnv): MapService | undefined {
  const lightStyle = setting(env, 'MAP_STYLE_URL') ?? null
  const satelliteStyle = setting(env, 'MAP_SATELLITE_STYLE_URL') ?? null
  const styles = [lightStyle ?? [], satelliteStyle ?? []].flat()
  if (styles.length === 0) return undefined
  return {
    lightStyle,
    satelliteStyle,
    token: setting(env, 'MAP_TOKEN') ?? null,
    origins: [
      ...new Set([...styles.map((url) => new URL(url).origin), ...(setting(env, 'MAP_ORIGINS') ?? [])]),
    ],
  }
}
