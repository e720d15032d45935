import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCertificate } from '../testing/certificate.ts'
import { ConfigError, problemsOfSettings, readConfig } from './config.ts'
import { NAMES } from './settings.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'helioroom-settings-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Path of a file with that content. */
function file(name: string, content: string): string {
  const written = path.join(folder, name)
  writeFileSync(written, content)
  return written
}

/** For each setting a value that is not its default. */
const VALUES: Readonly<Record<string, string>> = {
  HOST: '0.0.0.0',
  PORT: '8080',
  PUBLIC_URL: 'https://rooms.example.com',
  TRUSTED_PROXIES: 'none',
  DATA_DIR: '/srv/data',
  DATABASE_URL: 'postgres://me:secret@db:5432/rooms',
  MIGRATE: 'off',
  DATABASE_CONNECTIONS: '30',
  SECRET_KEY: 'thirty-two characters or even more',
  DEMO: 'on',
  ENVIRONMENT_NAME: 'staging',
  FILES: 's3',
  FILES_ALSO: 'disk',
  S3_ENDPOINT: 'https://s3.example.com',
  S3_REGION: 'eu-central-1',
  S3_BUCKET: 'rooms',
  S3_PREFIX: 'a/',
  S3_PATH_STYLE: 'off',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
  S3_DIRECT: 'on',
  S3_PUBLIC_ENDPOINT: 'https://files.example.com',
  S3_SSE: 'aws:kms',
  S3_SSE_KMS_KEY_ID: 'key',
  BACKUP_TO: 's3://backups/a/',
  BACKUP_PASSPHRASE: 'sixteen characters or more',
  BACKUP_S3_ENDPOINT: 'https://backups.example.com',
  BACKUP_S3_REGION: 'eu-west-1',
  BACKUP_S3_ACCESS_KEY_ID: 'id of backups',
  BACKUP_S3_SECRET_ACCESS_KEY: 'secret of backups',
  BACKUP_AT: '03:00',
  BACKUP_KEEP: '3d',
  BACKUP_VERIFY: 'off',
  RESTORE_FROM: '/mnt/backups',
  CHECKLISTS: 'off',
  MAX_UPLOAD_BYTES: '1000',
  STORAGE_RESERVE_BYTES: '1000',
  PAGE_CACHE_BYTES: '1000',
  RECYCLE_DAYS: '3',
  LIBREOFFICE: '/opt/bin/soffice',
  OCR: '/opt/bin/tesseract',
  OCR_LANGUAGES: 'eng+deu',
  ROLE: 'worker',
  PROCESS_NAME: 'worker-1',
  WORKERS: '3',
  SMTP_URL: 'smtps://me:secret@mail.example.com',
  TIMESTAMP_URL: 'https://stamps.example.com',
  TIMESTAMP_CA: makeCertificate().cert.trim(),
  SMS_URL: 'https://sms.example.com/send',
  SMS_TOKEN: 'a token of texts',
  MAIL_FROM: 'rooms@example.com',
  SUPPORT_EMAIL: 'support@example.com',
  PRIVACY_URL: 'https://fund.example/privacy',
  TERMS_URL: 'https://fund.example/terms',
  ANALYTICS_URL: 'https://a.example/',
  ERROR_REPORTS_URL: 'https://e.example/',
  MAP_STYLE_URL: 'https://map.example/style',
  MAP_SATELLITE_STYLE_URL: 'https://map.example/satellite',
  MAP_TOKEN: 'token of maps',
  MAP_ORIGINS: 'https://tiles.example.com',
  LICENCE_FILE: '/srv/licence.txt',
  COPILOT_BASE_URL: 'https://ai.example/v1',
  COPILOT_API_KEY: 'key of a model',
  COPILOT_MODEL: 'small-1',
  SALESFORCE_CLIENT_ID: 'client',
  SALESFORCE_CLIENT_SECRET: 'secret of it',
  SALESFORCE_LOGIN_URL: 'https://test.salesforce.com',
  SSO_PRIVATE_NETWORKS: 'on',
  WEBHOOKS_PRIVATE_NETWORKS: 'on',
  METRICS_TOKEN: 'a-long-metrics-token',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  LOG_LEVEL: 'debug',
  LOG_REQUESTS: 'on',
  SHUTDOWN_SECONDS: '5',
}

test('OPS-01 each setting can be given as a file, whose line break at the end is no part of the value', () => {
  expect(Object.keys(VALUES).sort()).toEqual([...NAMES].sort())
  const whole = readConfig(VALUES)
  for (const [name, value] of Object.entries(VALUES)) {
    const without = Object.fromEntries(Object.entries(VALUES).filter(([other]) => other !== name))
    for (const end of ['', '\n', '\r\n']) {
      const given = { ...without, [`${name}_FILE`]: file(name, `${value}${end}`) }
      expect(readConfig(given), name).toEqual(whole)
    }
  }
  // Its content is what the others are held to.
  expect(problemsOfSettings({ PORT_FILE: file('port', '70000\n') })).toEqual([
    'PORT is not usable, but must be a whole number from 0 to 65535.',
  ])
})

test('OPS-02 what is given both ways or in no readable file stops the start, and no message shows a content', () => {
  const secret = file('key', 'a secret that is long enough for signatures\n')
  const refusals: [NodeJS.ProcessEnv, string][] = [
    [
      { SECRET_KEY: 'x'.repeat(40), SECRET_KEY_FILE: secret },
      'SECRET_KEY and SECRET_KEY_FILE are both set. Set one of them.',
    ],
    [
      { SECRET_KEY_FILE: '/nowhere/key' },
      'SECRET_KEY_FILE is /nowhere/key, which is not readable: there is no such file.',
    ],
    [{ SECRET_KEY_FILE: folder }, `SECRET_KEY_FILE is ${folder}, which is not readable: it is no file.`],
    [{ SECRET_KEY_FILE: '/dev/zero' }, 'SECRET_KEY_FILE is /dev/zero, which is not readable: it is no file.'],
    [
      { SECRET_KEY_FILE: `${secret}/x` },
      `SECRET_KEY_FILE is ${secret}/x, which is not readable: a part of the path is a file.`,
    ],
    [
      { SECRET_KEY_FILE: file('empty', '\n') },
      `SECRET_KEY_FILE is ${path.join(folder, 'empty')}, which is not readable: it is empty.`,
    ],
    [
      { SECRET_KEY_FILE: file('large', 'swordfish'.repeat(10_000)) },
      `SECRET_KEY_FILE is ${path.join(folder, 'large')}, which is not readable: it is too large for a setting.`,
    ],
  ]
  for (const [env, sentence] of refusals) expect(() => readConfig(env)).toThrow(new ConfigError(sentence))
  for (const name of NAMES) {
    const wrong = file('wrong', 'swordfish\u0000')
    expect(problemsOfSettings({ [`${name}_FILE`]: wrong }).join(), name).not.toContain('swordfish')
  }
  expect(readConfig({ SECRET_KEY: '', SECRET_KEY_FILE: secret }).secretKey).toMatch(/^a secret that/)
})

test('OPS-03 a name one slip away from that of a file is refused, and the README has each setting with its default', () => {
  for (const [given, meant] of [
    ['SECRET_KEY_FIL', 'SECRET_KEY_FILE'],
    ['DATABASE_URLFILE', 'DATABASE_URL_FILE'],
    ['DATABSE_URL_FILE', 'DATABASE_URL_FILE'],
    ['smtp_url_files', 'SMTP_URL_FILE'],
  ]) {
    expect(problemsOfSettings({ [String(given)]: 'x' })).toEqual([
      `${given} is not a setting. Did you mean ${meant}?`,
    ])
  }
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const table = readme.split('| Variable')[1]?.split('\n\n')[0] ?? ''
  const rows = table
    .split('\n')
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim()))
  const listed = rows.flatMap(([, names = '']) =>
    [...names.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = '']) => name),
  )
  expect(listed.sort()).toEqual([...NAMES].sort())
  // With everything that a default needs so that it counts.
  const base = {
    FILES: 's3',
    S3_BUCKET: 'rooms',
    SALESFORCE_CLIENT_ID: 'client',
  }
  let compared = 0
  for (const [, names = '', shown = ''] of rows) {
    const literal = /^`([^`]+)`$/.exec(shown)?.[1]
    const name = /^`([A-Z0-9_]+)`$/.exec(names)?.[1]
    if (literal === undefined || name === undefined) continue
    const env = Object.fromEntries(
      Object.entries(base).filter(([other]) => name !== 'FILES' || other === name),
    )
    const unset = Object.fromEntries(Object.entries(env).filter(([other]) => other !== name))
    expect(readConfig({ ...unset, [name]: literal }), name).toEqual(readConfig(unset))
    compared += 1
  }
  expect(compared).toBeGreaterThan(20)
})

test('every wrong, missing, doubled and misspelt setting has its sentence, all of them together', () => {
  const problems = problemsOfSettings({
    PORT: '70000',
    DEMO: 'yes',
    SECRET_KEY: 'hunter2',
    METRICS_TOKEN: 'x',
    METRICS_TOKEN_FILE: '/x',
    DATADIR: '/x',
    FILES: 's3',
    SMTP_URL: 'smtp://mail.example.com',
    TIMESTAMP_URL: 'https://stamps.example.com',
    TIMESTAMP_CA: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
  })
  expect(problems).toEqual([
    'DATADIR is not a setting. Did you mean DATA_DIR?',
    'PORT is "70000", but must be a whole number from 0 to 65535.',
    'SECRET_KEY is not usable, but must be at least 32 characters.',
    'DEMO is "yes", but must be on or off.',
    'METRICS_TOKEN and METRICS_TOKEN_FILE are both set. Set one of them.',
    'MAIL_FROM is missing. Mails through SMTP_URL need a sender, such as rooms@example.com.',
    'TIMESTAMP_CA has a certificate that can’t be read. Please give them in PEM.',
    'S3_BUCKET is missing. FILES=s3 needs the name of a bucket.',
  ])
  expect(problems.join()).not.toContain('hunter2')
})
