import { isIP, isIPv4 } from 'node:net'
import { z } from 'zod'
import { isEmail, normaliseEmail } from '../shared/accountRules.ts'
import { isDatabaseAddress } from './platform/database/hosts.ts'
import { MIN_CONNECTIONS } from './platform/database/limits.ts'
import { readSettingFile } from './settingFile.ts'

/**
 * The start cannot go on for a reason that the operator can fix, such as a wrong setting. The message is one
 * line that says what to change; no stack trace is due.
 */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** How a collector of OpenTelemetry is spoken to (OPS-22). */
export const OTLP_PROTOCOLS = ['http/protobuf', 'http/json'] as const
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const ON_OFF = ['on', 'off'] as const

/** A place of backups: the absolute path of a folder, or `s3://bucket/prefix/`. */
export const PLACE_OF_BACKUPS =
  /^(\/[^\0]*|s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/|(\/[A-Za-z0-9._-]+)+\/?)?)$/
export const PLACE_ALLOWED = 'the absolute path of a folder, or s3://bucket/prefix/'

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

/** Whether a text is an origin and nothing more. */
function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text
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
    schema: z.string().refine(isDatabaseAddress),
    allowed: 'an address such as postgres://user:password@host:5432/helioroom',
    secret: true,
  },
  MIGRATE: { schema: z.enum(ON_OFF), allowed: 'on or off' },
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
  WEBHOOKS_PRIVATE_NETWORKS: { schema: z.enum(ON_OFF), allowed: 'on or off' },
  SSO_PRIVATE_NETWORKS: { schema: z.enum(ON_OFF), allowed: 'on or off' },
  FILES: { schema: z.enum(['disk', 's3']), allowed: 'disk or s3' },
  FILES_ALSO: { schema: z.enum(['disk', 's3']), allowed: 'disk or s3' },
  S3_ENDPOINT: {
    schema: webAddress
      .refine((value) => URL.parse(value)?.href === `${URL.parse(value)?.origin}/`)
      .transform((value) => new URL(value).origin),
    allowed: 'an origin such as https://s3.example.com, without a path',
  },
  S3_REGION: { schema: z.string().regex(/^[a-z0-9-]{1,40}$/), allowed: 'a region such as eu-central-1' },
  S3_BUCKET: {
    schema: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
    allowed: '3 to 63 small letters, digits, dots and hyphens',
  },
  S3_PREFIX: {
    schema: z.string().regex(/^[A-Za-z0-9._/-]{0,200}\/$/),
    allowed: 'letters, digits, dots, underscores, hyphens and slashes, ending with /',
  },
  S3_PATH_STYLE: { schema: z.enum(ON_OFF), allowed: 'on or off' },
  S3_ACCESS_KEY_ID: { schema: z.string().max(200), allowed: 'the id of a key', secret: true },
  S3_SECRET_ACCESS_KEY: { schema: z.string().max(200), allowed: 'the secret of a key', secret: true },
  S3_DIRECT: { schema: z.enum(ON_OFF), allowed: 'on or off' },
  S3_PUBLIC_ENDPOINT: {
    schema: webAddress
      .refine((value) => URL.parse(value)?.href === `${URL.parse(value)?.origin}/`)
      .transform((value) => new URL(value).origin),
    allowed: 'an origin such as https://s3.example.com, without a path',
  },
  S3_SSE: { schema: z.enum(['AES256', 'aws:kms']), allowed: 'AES256 or aws:kms' },
  S3_SSE_KMS_KEY_ID: { schema: z.string().max(2048), allowed: 'the id of a key' },
  BACKUP_TO: { schema: z.string().regex(PLACE_OF_BACKUPS), allowed: PLACE_ALLOWED },
  BACKUP_PASSPHRASE: { schema: z.string().min(16), allowed: 'at least 16 characters', secret: true },
  BACKUP_S3_ENDPOINT: {
    schema: webAddress
      .refine((value) => URL.parse(value)?.href === `${URL.parse(value)?.origin}/`)
      .transform((value) => new URL(value).origin),
    allowed: 'an origin such as https://s3.example.com, without a path',
  },
  BACKUP_S3_REGION: {
    schema: z.string().regex(/^[a-z0-9-]{1,40}$/),
    allowed: 'a region such as eu-central-1',
  },
  BACKUP_S3_ACCESS_KEY_ID: { schema: z.string().max(200), allowed: 'the id of a key', secret: true },
  BACKUP_S3_SECRET_ACCESS_KEY: { schema: z.string().max(200), allowed: 'the secret of a key', secret: true },
  BACKUP_AT: {
    schema: z.string().regex(/^(off|([01]\d|2[0-3]):[0-5]\d)$/),
    allowed: 'a time of the day in UTC such as 02:30, or off',
  },
  BACKUP_KEEP: {
    schema: z.string().regex(/^(?=\d)(\d{1,4}d)?( ?\d{1,4}w)?( ?\d{1,4}m)?$/),
    allowed: 'numbers of days, weeks and months such as 7d 4w 12m',
  },
  BACKUP_VERIFY: { schema: z.enum(['always', 'weekly', 'off']), allowed: 'always, weekly or off' },
  RESTORE_FROM: { schema: z.string().regex(PLACE_OF_BACKUPS), allowed: PLACE_ALLOWED },
  CHECKLISTS: { schema: z.enum(ON_OFF), allowed: 'on or off' },
  MAX_UPLOAD_BYTES: {
    schema: wholeNumber(1, Number.MAX_SAFE_INTEGER),
    allowed: 'a whole number of bytes, at least 1',
  },
  STORAGE_RESERVE_BYTES: {
    schema: wholeNumber(0, Number.MAX_SAFE_INTEGER),
    allowed: 'a whole number of bytes, 0 or more',
  },
  PAGE_CACHE_BYTES: {
    schema: wholeNumber(0, Number.MAX_SAFE_INTEGER),
    allowed: 'a whole number of bytes, 0 or more',
  },
  LIBREOFFICE: {
    schema: z.string().regex(/^(off|\/[^\0]*)$/),
    allowed: 'off, or the absolute path of soffice',
  },
  OCR: { schema: z.string().regex(/^(off|\/[^\0]*)$/), allowed: 'off, or the absolute path of tesseract' },
  OCR_LANGUAGES: {
    schema: z.string().regex(/^[A-Za-z_]{3,20}(\+[A-Za-z_]{3,20}){0,9}$/),
    allowed: 'languages of tesseract with plus signs between, such as eng+deu',
  },
  RECYCLE_DAYS: { schema: wholeNumber(1, 365), allowed: 'a whole number from 1 to 365' },
  ROLE: { schema: z.enum(['all', 'web', 'worker']), allowed: 'all, web or worker' },
  PROCESS_NAME: {
    schema: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,39}$/),
    allowed: '1 to 40 letters, digits, dots, hyphens, underscores or colons',
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
  SMS_URL: {
    schema: z.union([
      webAddress,
      z.url({ protocol: /^twilio$/, hostname: /./ }).refine((value) => {
        const url = URL.parse(value)
        return url !== null && ![url.username, url.password, url.searchParams.get('from') ?? ''].includes('')
      }),
    ]),
    allowed:
      'an http or https address, or one such as twilio://account:token@api.twilio.com?from=%2B15005550006',
    secret: true,
  },
  SMS_TOKEN: { schema: z.string().min(8), allowed: 'at least 8 characters', secret: true },
  TIMESTAMP_URL: { schema: webAddress, allowed: 'an http or https address' },
  TIMESTAMP_CA: {
    schema: z.string().regex(/-----BEGIN CERTIFICATE-----/),
    allowed: 'certificates in PEM, such as from a file by TIMESTAMP_CA_FILE',
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
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: webAddress.transform((value) => value.replace(/\/+$/, '')),
    allowed: 'an address such as http://collector:4318',
    secret: true,
  },
  OTEL_EXPORTER_OTLP_PROTOCOL: { schema: z.enum(OTLP_PROTOCOLS), allowed: OTLP_PROTOCOLS.join(' or ') },
  LOG_LEVEL: { schema: z.enum(LOG_LEVELS), allowed: LOG_LEVELS.join(', ') },
  LOG_REQUESTS: { schema: z.enum(ON_OFF), allowed: 'on or off' },
  SHUTDOWN_SECONDS: { schema: wholeNumber(0, 600), allowed: 'a whole number from 0 to 600' },
} as const satisfies Record<string, Setting>

type Name = keyof typeof SETTINGS
type Value<N extends Name> = z.output<(typeof SETTINGS)[N]['schema']>

/** Every setting that there is (OPS-03). */
export const NAMES = Object.keys(SETTINGS) as readonly Name[]

/** A setting can be given as the path of a file under this name (OPS-01), as secrets of containers and units are. */
const fileNameOf = (name: string): string => `${name}_FILE`

const TAKEN = new Set<string>(NAMES.flatMap((name) => [name, fileNameOf(name)]))
/** What a slip is compared with. */
const COMPARED = [...TAKEN].filter((name) => name.length >= NEAR_MISS_MIN_LENGTH)

/** A user, or a password, in an address. */
const LOGIN = /:\/\/[^/?#]*@/

/**
 * The value of a variable; undefined where it is absent or empty.
 * @throws ConfigError for one that it does not accept
 */
export function setting<N extends Name>(env: NodeJS.ProcessEnv, name: N): Value<N> | undefined {
  const given = env[name]?.trim() || undefined
  const file = env[fileNameOf(name)]?.trim() || undefined
  if (given !== undefined && file !== undefined) {
    throw new ConfigError(`${name} and ${fileNameOf(name)} are both set. Set one of them.`)
  }
  const text = file === undefined ? given : contentOf(fileNameOf(name), file)
  if (text === undefined) return undefined
  const { schema, allowed, secret }: Setting = SETTINGS[name]
  const parsed = schema.safeParse(text)
  if (parsed.success) return parsed.data as Value<N>
  // A control character in a value must not break the message into lines; what stands in a file is never shown (OPS-02),
  // nor is an address with a login (OPS-21).
  const isHidden = secret || file !== undefined || LOGIN.test(text)
  const shown = isHidden ? 'not usable' : JSON.stringify(text)
  throw new ConfigError(`${name} is ${shown}, but must be ${allowed}.`)
}

/** @throws ConfigError for a file that gives no value (OPS-02) */
function contentOf(name: string, file: string): string {
  const read = readSettingFile(file)
  if ('text' in read) return read.text
  throw new ConfigError(
    `${name} is ${JSON.stringify(file).slice(1, -1)}, which is not readable: ${read.reason}.`,
  )
}

/** A sentence for each setting that is wrong by itself, and for each misspelt name (OPS-16). */
export function wrongSettings(env: NodeJS.ProcessEnv): string[] {
  return [...misspeltNames(env), ...NAMES.flatMap((name) => sentenceOf(() => setting(env, name)))]
}

/** What a reading refuses; nothing where it goes well. */
export function sentenceOf(read: () => unknown): string[] {
  try {
    read()
    return []
  } catch (error) {
    if (error instanceof ConfigError) return [error.message]
    throw error
  }
}

/**
 * A process environment holds foreign names, so unknown ones cannot be refused in general. One slip away from
 * a setting (`DATADIR`, `MAX_UPLOAD_BYTE`) is a mistake, though, that would otherwise pass unnoticed.
 */
function misspeltNames(env: NodeJS.ProcessEnv): string[] {
  return Object.keys(env).flatMap((given) => {
    if (TAKEN.has(given) || given.length < NEAR_MISS_MIN_LENGTH) return []
    const meant = COMPARED.find((name) => isOneSlipAway(given, name))
    return meant ? [`${given} is not a setting. Did you mean ${meant}?`] : []
  })
}

/** @throws ConfigError for the first of them */
export function refuseMisspeltNames(env: NodeJS.ProcessEnv): void {
  const [first] = misspeltNames(env)
  if (first !== undefined) throw new ConfigError(first)
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
