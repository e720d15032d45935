import { isIP, isIPv4 } from 'node:net'
import path from 'node:path'
import { z } from 'zod'
import { isEmail, normaliseEmail } from '../shared/accountRules.ts'
import { DEFAULT_CONNECTIONS, MIN_CONNECTIONS } from './platform/database/limits.ts'

/**
 * The start cannot go on for a reason that the operator can fix, such as a wrong setting. The message is one
 * line that says what to change; no stack trace is due.
 */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Everything that an operator may set, parsed and checked. Read once at the start, then passed down. */
/** A maps service: styles of MapLibre, and the token that its addresses want (MAP-15). */
export interface MapService {
  readonly lightStyle: string | null
  readonly satelliteStyle: string | null
  readonly token: string | null
  /** All that the styles are made of. */
  readonly origins: readonly string[]
}

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
  /** Connections to the database that this process opens at most; see platform/database/limits.ts. */
  readonly databaseConnections: number
  /** Secret for signatures, 32 characters or more; absent: see platform/dataDir.ts. */
  readonly secretKey: string | undefined
  /** Whether an empty database is filled with the demo organisations and people. */
  readonly demo: boolean
  /** Shown in the top bar in capitals unless it is `live` (SHELL-36, SHELL-37). */
  readonly environmentName: string
  /** Where the bytes of documents are kept. */
  readonly files: 'disk'
  /** Whether the checklist area is offered. */
  readonly checklists: boolean
  /** Largest document that may be uploaded, in bytes. */
  readonly maxUploadBytes: number
  /** Disk space that uploads leave free, in bytes. */
  readonly storageReserveBytes: number
  /** Background jobs that this process runs concurrently; 0 runs none. */
  readonly workers: number
  /** The mail server and the sender of mails; absent: mails stay in the outbox. */
  readonly mail: { readonly url: string; readonly from: string } | undefined
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
  /** Bearer token that `/metrics` asks for; absent: there is no `/metrics`. */
  readonly metricsToken: string | undefined
  readonly logLevel: (typeof LOG_LEVELS)[number]
  /** Set by `npm run dev`: introspection is open, the page comes from the development server. */
  readonly development: boolean
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const ON_OFF = ['on', 'off'] as const
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/
/** Whether an address or a name leads to this machine alone. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host)

const HOST_NAME = /^([a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?\.)*[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?$/
const NEAR_MISS_MIN_LENGTH = 7

/** The values that a variable accepts: `allowed` ends the sentence "NAME is …, but must be …". */
interface Setting {
  readonly schema: z.ZodType<string | number | string[]>
  readonly allowed: string
  /** The value never appears in a message or a log. */
  readonly secret?: boolean
}

const wholeNumber = (min: number, max: number) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(min).max(max))

/** An address, or a range of them such as 10.1.0.0/16. */
function isAddressRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  if (isIP(address) === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIPv4(address) ? 32 : 128))
}

const webAddress = z.url({ protocol: /^https?$/ })

/** One that every page carries, so that nothing in it is secret. */
const serviceAddress = webAddress.refine((value) => {
  const url = URL.parse(value)
  return url !== null && url.username === '' && url.password === ''
})

const SETTINGS = {
  HOST: {
    schema: z.union([z.ipv4(), z.ipv6(), z.string().regex(HOST_NAME)]),
    allowed: 'an address of this machine, such as 127.0.0.1 or 0.0.0.0',
  },
  PORT: { schema: wholeNumber(0, 65_535), allowed: 'a whole number from 0 to 65535' },
  PUBLIC_URL: {
    schema: webAddress
      .refine((value) => {
        const url = URL.parse(value)
        return url?.href === `${url?.origin}/`
      })
      .transform((value) => new URL(value).origin),
    allowed: 'an origin such as https://rooms.example.com, without a path',
  },
  TRUSTED_PROXIES: {
    schema: z.string().transform((value, context) => {
      const proxies = value === 'none' ? [] : value.split(',').map((part) => part.trim())
      if (!proxies.every(isAddressRange)) context.addIssue('not a list of addresses')
      return proxies
    }),
    allowed: 'none, or addresses and ranges with commas between, such as 10.0.0.7, 10.1.0.0/16',
  },
  DATA_DIR: { schema: z.string().refine((value) => !value.includes('\0')), allowed: 'the path of a folder' },
  DATABASE_URL: {
    schema: z.url({ protocol: /^postgres(ql)?$/ }),
    allowed: 'an address such as postgres://user:password@host:5432/helioroom',
    secret: true,
  },
  DATABASE_CONNECTIONS: {
    schema: wholeNumber(MIN_CONNECTIONS, 1000),
    allowed: `a whole number from ${MIN_CONNECTIONS} to 1000`,
  },
  SECRET_KEY: { schema: z.string().min(32), allowed: 'at least 32 characters', secret: true },
  DEMO: { schema: z.enum(ON_OFF), allowed: 'on or off' },
  ENVIRONMENT_NAME: {
    schema: z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,29}$/u),
    allowed: '1 to 30 letters, digits, blanks, dots, hyphens or underscores',
  },
  FILES: { schema: z.enum(['disk']), allowed: 'disk, the only storage that this version has' },
  CHECKLISTS: { schema: z.enum(ON_OFF), allowed: 'on or off' },
  MAX_UPLOAD_BYTES: {
    schema: wholeNumber(1, Number.MAX_SAFE_INTEGER),
    allowed: 'a whole number of bytes, at least 1',
  },
  STORAGE_RESERVE_BYTES: {
    schema: wholeNumber(0, Number.MAX_SAFE_INTEGER),
    allowed: 'a whole number of bytes, 0 or more',
  },
  WORKERS: { schema: wholeNumber(0, 64), allowed: 'a whole number from 0 to 64' },
  SMTP_URL: {
    schema: z.url({ protocol: /^smtps?$/, hostname: /./ }),
    allowed: 'an address such as smtps://user:password@mail.example.com',
    secret: true,
  },
  MAIL_FROM: {
    schema: z.string().regex(/^[^\p{Cc}<>@]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/u),
    allowed: 'a mail address such as rooms@example.com or Helioroom <rooms@example.com>',
  },
  SUPPORT_EMAIL: {
    schema: z.string().transform(normaliseEmail).refine(isEmail),
    allowed: 'a mail address such as support@example.com',
  },
  PRIVACY_URL: { schema: webAddress, allowed: 'an http or https address' },
  TERMS_URL: { schema: webAddress, allowed: 'an http or https address' },
  ANALYTICS_URL: { schema: serviceAddress, allowed: 'an http or https address without a password' },
  ERROR_REPORTS_URL: { schema: serviceAddress, allowed: 'an http or https address without a password' },
  MAP_STYLE_URL: { schema: serviceAddress, allowed: 'an http or https address without a password' },
  MAP_SATELLITE_STYLE_URL: { schema: serviceAddress, allowed: 'an http or https address without a password' },
  MAP_TOKEN: { schema: z.string().min(8), allowed: 'at least 8 characters', secret: true },
  MAP_ORIGINS: {
    schema: z.string().transform((value, context) => {
      const origins = value.split(',').map((part) => part.trim())
      if (!origins.every(isOrigin)) context.addIssue('not a list of origins')
      return origins
    }),
    allowed: 'origins with commas between, such as https://tiles.example.com, https://fonts.example.com',
  },
  LICENCE_FILE: {
    schema: z.string().refine((value) => !value.includes('\0')),
    allowed: 'the path of a text file',
  },
  COPILOT_BASE_URL: {
    schema: webAddress.transform((value) => value.replace(/\/+$/, '')),
    allowed: 'an address such as https://api.openai.com/v1',
    secret: true,
  },
  COPILOT_API_KEY: { schema: z.string().min(8), allowed: 'at least 8 characters', secret: true },
  COPILOT_MODEL: { schema: z.string().max(200), allowed: 'the name of a model' },
  SALESFORCE_CLIENT_ID: { schema: z.string().max(500), allowed: 'the consumer key of a connected app' },
  SALESFORCE_CLIENT_SECRET: { schema: z.string().min(8), allowed: 'at least 8 characters', secret: true },
  SALESFORCE_LOGIN_URL: {
    schema: serviceAddress.transform((value) => new URL(value).origin),
    allowed: 'an origin such as https://login.salesforce.com',
  },
  METRICS_TOKEN: { schema: z.string().min(16), allowed: 'at least 16 characters', secret: true },
  LOG_LEVEL: { schema: z.enum(LOG_LEVELS), allowed: LOG_LEVELS.join(', ') },
} as const satisfies Record<string, Setting>

type Name = keyof typeof SETTINGS
type Value<N extends Name> = z.output<(typeof SETTINGS)[N]['schema']>

const NAMES = Object.keys(SETTINGS) as Name[]

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
    databaseConnections: setting(env, 'DATABASE_CONNECTIONS') ?? DEFAULT_CONNECTIONS,
    secretKey: setting(env, 'SECRET_KEY'),
    demo: setting(env, 'DEMO') === undefined ? demoByDefault : setting(env, 'DEMO') === 'on',
    environmentName: setting(env, 'ENVIRONMENT_NAME') ?? 'live',
    files: setting(env, 'FILES') ?? 'disk',
    checklists: setting(env, 'CHECKLISTS') !== 'off',
    maxUploadBytes: setting(env, 'MAX_UPLOAD_BYTES') ?? 5_368_709_120,
    storageReserveBytes: setting(env, 'STORAGE_RESERVE_BYTES') ?? 1_073_741_824,
    workers: setting(env, 'WORKERS') ?? 2,
    mail: mailServer(env),
    supportEmail: setting(env, 'SUPPORT_EMAIL'),
    privacyUrl: setting(env, 'PRIVACY_URL') ?? 'https://example.com/privacy',
    termsUrl: setting(env, 'TERMS_URL') ?? 'https://example.com/terms',
    analyticsUrl: setting(env, 'ANALYTICS_URL'),
    errorReportsUrl: setting(env, 'ERROR_REPORTS_URL'),
    map: mapService(env),
    licenceFile: setting(env, 'LICENCE_FILE'),
    copilot: copilotEndpoint(env),
    salesforce: salesforceClient(env),
    metricsToken: setting(env, 'METRICS_TOKEN'),
    logLevel: setting(env, 'LOG_LEVEL') ?? 'info',
    development: env.NODE_ENV === 'development',
  }
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

function setting<N extends Name>(env: NodeJS.ProcessEnv, name: N): Value<N> | undefined {
  const text = env[name]?.trim()
  if (!text) return undefined
  const { schema, allowed, secret }: Setting = SETTINGS[name]
  const parsed = schema.safeParse(text)
  if (parsed.success) return parsed.data as Value<N>
  // A control character in a value must not break the message into lines.
  const shown = secret ? 'not usable' : JSON.stringify(text)
  throw new ConfigError(`${name} is ${shown}, but must be ${allowed}.`)
}

/**
 * A process environment holds foreign names, so unknown ones cannot be refused in general. One slip away from
 * a setting (`DATADIR`, `MAX_UPLOAD_BYTE`) is a mistake, though, that would otherwise pass unnoticed.
 */
function refuseMisspeltNames(env: NodeJS.ProcessEnv): void {
  for (const given of Object.keys(env)) {
    if (given in SETTINGS || given.length < NEAR_MISS_MIN_LENGTH) continue
    const meant = NAMES.find((name) => name.length >= NEAR_MISS_MIN_LENGTH && isOneSlipAway(given, name))
    if (meant) throw new ConfigError(`${given} is not a setting. Did you mean ${meant}?`)
  }
}

function isOneSlipAway(given: string, name: string): boolean {
  const a = given.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  const b = name.replaceAll('_', '')
  if (Math.abs(a.length - b.length) > 1) return false
  let same = 0
  while (same < a.length && a[same] === b[same]) same += 1
  const rests: [string, string][] = [
    [a.slice(same), b.slice(same + 1)],
    [a.slice(same + 1), b.slice(same)],
    [a.slice(same + 1), b.slice(same + 1)],
  ]
  return rests.some(([left, right]) => left === right)
}

/** Whether a text is an origin and nothing more. */
function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text
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
