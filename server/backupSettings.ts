import type { KeepRule, PlaceAddress } from './platform/backup/address.ts'
import type { S3Options } from './platform/storage/s3/index.ts'
import { ConfigError, PLACE_ALLOWED, PLACE_OF_BACKUPS, setting } from './settings.ts'

/** What is set about backups (BACK-01, BACK-02, BACK-21 to BACK-24). */
export interface BackupSettings {
  /** Where they go; absent: none is taken by the clock. */
  readonly to: PlaceAddress | undefined
  readonly passphrase: string | undefined
  /** Minutes after midnight, in UTC, at which one is taken each day; null for never. */
  readonly at: number | null
  readonly keep: KeepRule
  /** How often the worker verifies one that it has taken. */
  readonly verify: 'always' | 'weekly' | 'off'
  /** Where the first start finds what it restores. */
  readonly restoreFrom: PlaceAddress | undefined
}

const DEFAULT_AT = '02:30'
const DEFAULT_KEEP = '7d 4w 12m'

export function backupSettings(env: NodeJS.ProcessEnv): BackupSettings {
  const [to, from] = [setting(env, 'BACKUP_TO'), setting(env, 'RESTORE_FROM')]
  return {
    to: to === undefined ? undefined : placeIn(env, to),
    passphrase: setting(env, 'BACKUP_PASSPHRASE'),
    at: minutesOf(setting(env, 'BACKUP_AT') ?? DEFAULT_AT),
    keep: keepRule(setting(env, 'BACKUP_KEEP') ?? DEFAULT_KEEP),
    verify: setting(env, 'BACKUP_VERIFY') ?? 'weekly',
    restoreFrom: from === undefined ? undefined : placeIn(env, from),
  }
}

function minutesOf(text: string): number | null {
  if (text === 'off') return null
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return hours * 60 + minutes
}

function keepRule(text: string): KeepRule {
  const count = (unit: string) => Number(new RegExp(`(\\d+)${unit}`).exec(text)?.[1] ?? 0)
  return { days: count('d'), weeks: count('w'), months: count('m') }
}

/**
 * The place of an address; how its store is reached is set by BACKUP_S3_…, or else by S3_….
 * @throws ConfigError for what is none
 */
export function placeIn(env: NodeJS.ProcessEnv, address: string): PlaceAddress {
  if (!PLACE_OF_BACKUPS.test(address)) {
    throw new ConfigError(`${JSON.stringify(address)} is no place of backups. Give ${PLACE_ALLOWED}.`)
  }
  if (address.startsWith('/')) return { kind: 'folder', path: address }
  const { hostname: bucket, pathname } = new URL(address)
  const prefix = pathname.replace(/^\/+/, '').replace(/([^/])$/, '$1/')
  return { kind: 'bucket', url: `s3://${bucket}/${prefix}`, options: storeIn(env, bucket, prefix) }
}

function storeIn(env: NodeJS.ProcessEnv, bucket: string, prefix: string): S3Options {
  const endpoint = setting(env, 'BACKUP_S3_ENDPOINT') ?? setting(env, 'S3_ENDPOINT')
  const accessKeyId = setting(env, 'BACKUP_S3_ACCESS_KEY_ID') ?? setting(env, 'S3_ACCESS_KEY_ID')
  const secretAccessKey = setting(env, 'BACKUP_S3_SECRET_ACCESS_KEY') ?? setting(env, 'S3_SECRET_ACCESS_KEY')
  if (accessKeyId !== undefined && secretAccessKey === undefined)
    throw new ConfigError('BACKUP_S3_SECRET_ACCESS_KEY is missing. BACKUP_S3_ACCESS_KEY_ID needs it.')
  if (secretAccessKey !== undefined && accessKeyId === undefined)
    throw new ConfigError('BACKUP_S3_ACCESS_KEY_ID is missing. BACKUP_S3_SECRET_ACCESS_KEY needs it.')
  return {
    bucket,
    prefix,
    region: setting(env, 'BACKUP_S3_REGION') ?? setting(env, 'S3_REGION') ?? 'us-east-1',
    pathStyle: (setting(env, 'S3_PATH_STYLE') ?? (endpoint === undefined ? 'off' : 'on')) === 'on',
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(accessKeyId === undefined || secretAccessKey === undefined
      ? {}
      : { credentials: { accessKeyId, secretAccessKey } }),
  }
}
