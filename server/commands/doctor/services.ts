import { existsSync, readFileSync } from 'node:fs'
import { createTransport } from 'nodemailer'
import type pg from 'pg'
import { HOUR_MS } from '../../../shared/durations.ts'
import type { Config } from '../../config.ts'
import { NO_PASSPHRASE, nameOfPlace, newestBackup, SETTINGS_OF_PLACE } from '../../platform/backup/index.ts'
import { MIN_SECRET_KEY, secretKeyFile } from '../../platform/dataDir.ts'
import { codeOf } from '../../platform/errorCode.ts'
import { isOtherKey, OTHER_KEY } from '../../platform/secretFingerprint.ts'
import { productVersion } from '../../product.ts'
import { CHECK_MS, type Found, fail, ok, reasonOf, warn } from './check.ts'
import { hasTable, kyselyOver } from './database.ts'
import { writeAndRead } from './storage.ts'

/** Hours after which a backup is too old (BACK-25). */
const MAX_HOURS = 26

/** @param pool null where the database could not be looked at */
export async function checkSecret(config: Config, pool: pg.Pool | null): Promise<Found> {
  const found = keyIn(config)
  if (found.state === 'fail' || !pool || !(await hasTable(pool, 'secret_fingerprint'))) return found
  if (!(await isOtherKey(keptKey(config), kyselyOver(pool)))) return found
  return fail(OTHER_KEY, 'Set that of the other servers, or see ‘A lost key’ in docs/operations.md.')
}

/** As a start finds it, which makes one where there is none; empty for that one, which no installation has yet. */
function keptKey({ secretKey, dataDir }: Config): string {
  if (secretKey !== undefined) return secretKey
  const file = secretKeyFile(dataDir)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
}

function keyIn({ secretKey, dataDir, databaseUrl, s3 }: Config): Found {
  if (secretKey !== undefined) return ok('SECRET_KEY is set.')
  const file = secretKeyFile(dataDir)
  let kept: string
  try {
    kept = readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (codeOf(error) !== 'ENOENT')
      return fail(`${file} is not readable: ${codeOf(error)}.`, 'Let the user who runs Helioroom read it.')
    return warn(
      'There is no key for signatures yet.',
      `The first start makes one, in ${file}; several servers need SECRET_KEY.`,
    )
  }
  if (kept.length < MIN_SECRET_KEY) return fail(`The key in ${file} is damaged.`, 'Put back the old one.')
  return databaseUrl !== undefined || s3
    ? warn(
        `The key is in ${file}, where other machines don't have it.`,
        'Set SECRET_KEY to it at all servers.',
      )
    : ok(`The key is in ${file}.`)
}

export async function checkMail({ mail }: Config): Promise<Found> {
  if (!mail) return warn('No mail server is set: mails stay in the outbox.', 'Set SMTP_URL and MAIL_FROM.')
  const { hostname, port } = new URL(mail.url)
  const where = `${hostname}${port === '' ? '' : `:${port}`}`
  const timeout = CHECK_MS / 2
  const transport = createTransport({
    url: mail.url,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
  })
  try {
    await transport.verify()
    return ok(`The mail server at ${where} takes mails.`)
  } catch (error) {
    return fail(
      `The mail server at ${where} can't be used: ${withoutLogin(reasonOf(error), mail.url)}`,
      'Correct SMTP_URL, or start that server.',
    )
  } finally {
    transport.close()
  }
}

/** Servers quote what they refuse. */
function withoutLogin(text: string, url: string): string {
  const { username, password } = new URL(url)
  return [password, username]
    .flatMap((part) => [part, decodeURIComponent(part)])
    .filter((part) => part !== '')
    .reduce((rest, part) => rest.replaceAll(part, '…'), text)
}

/** @param pool null where the database could not be looked at */
export async function checkBackup({ backup }: Config, pool: pg.Pool | null): Promise<Found> {
  const { to, passphrase } = backup
  if (!to) return warn('No backup is set up.', 'Set BACKUP_TO and BACKUP_PASSPHRASE.')
  if (passphrase === undefined) return fail(NO_PASSPHRASE, 'Set it, and keep it somewhere else, too.')
  const place = nameOfPlace(to)
  if (to.kind === 'folder') {
    const written = await writeAndRead(to.path)
    if (written.state !== 'ok') return written
  } else {
    const { probeBucket, refusalOf } = await import('../../platform/storage/s3/index.ts')
    try {
      await probeBucket(to.options)
    } catch (error) {
      return fail(
        refusalOf(error, to.options, SETTINGS_OF_PLACE) ?? `${place} can't be written: ${reasonOf(error)}`,
        'Correct BACKUP_TO and BACKUP_S3_….',
      )
    }
  }
  if (!pool)
    return warn(`${place} can be written; when the last backup was taken is not known.`, 'See database.')
  const last = await newestBackup(pool)
  if (!last)
    return warn(
      `${place} can be written; no backup was taken yet.`,
      'One is taken at BACKUP_AT, or by: npm run backup',
    )
  const hours = Math.floor((Date.now() - last.getTime()) / HOUR_MS)
  return hours >= MAX_HOURS
    ? fail(
        `The last backup is ${hours} hours old.`,
        'See the system status in the back office for why the next one failed.',
      )
    : ok(`${place} can be written; the last backup is ${hours === 1 ? 'an hour' : `${hours} hours`} old.`)
}

/** @param pool null where the database could not be looked at */
export async function checkVersions(pool: pg.Pool | null): Promise<Found> {
  const { rows = [] } = (await pool?.query<{ server_version: string }>('show server_version')) ?? {}
  const postgres = rows[0] ? `, PostgreSQL ${rows[0].server_version}` : ''
  return ok(`Helioroom ${productVersion()}, Node ${process.versions.node}${postgres}.`)
}
