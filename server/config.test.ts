import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, publicOrigin, readConfig } from './config.ts'

const messageOf = (env: NodeJS.ProcessEnv): string => {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'accepted'
}

describe('readConfig', () => {
  test('an empty environment gives the defaults of one machine', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: undefined,
      trustedProxies: ['127.0.0.0/8', '::1'],
      dataDir: path.resolve('data'),
      databaseUrl: undefined,
      migrates: true,
      databaseConnections: 24,
      secretKey: undefined,
      demo: true,
      environmentName: 'live',
      files: 'disk',
      s3: undefined,
      backup: {
        to: undefined,
        passphrase: undefined,
        at: 150,
        keep: { days: 7, weeks: 4, months: 12 },
        verify: 'weekly',
        restoreFrom: undefined,
      },
      checklists: true,
      recycleDays: 30,
      office: { program: undefined },
      ocr: { program: undefined, languages: 'eng' },
      pageCacheBytes: 5 * 1024 ** 3,
      maxUploadBytes: 5 * 1024 ** 3,
      storageReserveBytes: 1024 ** 3,
      role: 'all',
      processName: undefined,
      workers: 2,
      mail: undefined,
      supportEmail: undefined,
      privacyUrl: 'https://example.com/privacy',
      termsUrl: 'https://example.com/terms',
      licenceFile: undefined,
      errorReportsUrl: undefined,
      analyticsUrl: undefined,
      ssoPrivateNetworks: false,
      webhooksPrivateNetworks: false,
      metricsToken: undefined,
      otlp: undefined,
      logLevel: 'info',
      logRequests: false,
      shutdownSeconds: 30,
      development: false,
    })
  })

  test('SHELL-37 BO-39 the environment name and both footer addresses are settings', () => {
    const config = readConfig({
      ENVIRONMENT_NAME: 'staging',
      SUPPORT_EMAIL: 'Support@fund.example',
      PRIVACY_URL: 'https://fund.example/privacy',
      TERMS_URL: 'https://fund.example/terms',
    })
    expect(config).toMatchObject({
      environmentName: 'staging',
      supportEmail: 'support@fund.example',
      privacyUrl: 'https://fund.example/privacy',
      termsUrl: 'https://fund.example/terms',
    })
  })

  test('what is deleted is kept for 30 days, or for 1 to 365', () => {
    expect(readConfig({}).recycleDays).toBe(30)
    for (const days of [1, 365]) expect(readConfig({ RECYCLE_DAYS: String(days) }).recycleDays).toBe(days)
  })

  test('SHELL-41 analytics and error reports have the addresses that are set, which hold no password, and none by default', () => {
    expect(readConfig({})).toMatchObject({ analyticsUrl: undefined, errorReportsUrl: undefined })
    const urls = {
      ANALYTICS_URL: 'https://a.example/in?key=1',
      ERROR_REPORTS_URL: 'http://10.0.0.7:9000/errors',
    }
    expect(readConfig(urls)).toMatchObject({
      analyticsUrl: urls.ANALYTICS_URL,
      errorReportsUrl: urls.ERROR_REPORTS_URL,
    })
    for (const url of ['a.example', 'ftp://a.example/', 'https://me:secret@a.example/']) {
      expect(messageOf({ ANALYTICS_URL: url })).toContain(
        'must be an http or https address without a password.',
      )
    }
  })

  test('STORE-01 STORE-02 STORE-03 STORE-31 a bucket has a name and a whole key, and the settings of its store', () => {
    expect(messageOf({ FILES: 's3' })).toBe('S3_BUCKET is missing. FILES=s3 needs the name of a bucket.')
    const bucket = { FILES: 's3', S3_BUCKET: 'rooms' }
    expect(readConfig(bucket).s3).toEqual({
      region: 'us-east-1',
      pathStyle: false,
      bucket: 'rooms',
      prefix: '',
    })
    expect(readConfig({ ...bucket, FILES: 'disk' }).s3).toBeUndefined()
    expect(messageOf({ ...bucket, S3_ACCESS_KEY_ID: 'id' })).toBe(
      'S3_SECRET_ACCESS_KEY is missing. S3_ACCESS_KEY_ID needs it.',
    )
    expect(messageOf({ ...bucket, S3_SECRET_ACCESS_KEY: 'secret' })).toBe(
      'S3_ACCESS_KEY_ID is missing. S3_SECRET_ACCESS_KEY needs it.',
    )
    const whole = {
      ...bucket,
      S3_ENDPOINT: 'https://s3.fund.example/',
      S3_REGION: 'eu-central-1',
      S3_PREFIX: 'a/b-1/',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
      S3_SSE: 'aws:kms',
      S3_SSE_KMS_KEY_ID: 'key-1',
    }
    expect(readConfig(whole).s3).toEqual({
      endpoint: 'https://s3.fund.example',
      region: 'eu-central-1',
      pathStyle: true,
      bucket: 'rooms',
      prefix: 'a/b-1/',
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
      encryption: { kind: 'aws:kms', keyId: 'key-1' },
    })
    expect(readConfig({ ...whole, S3_PATH_STYLE: 'off' }).s3?.pathStyle).toBe(false)
    for (const prefix of ['a', '../a b/', 'ä/']) {
      expect(messageOf({ ...bucket, S3_PREFIX: prefix })).toContain('ending with /.')
    }
    expect(messageOf({ ...bucket, S3_ENDPOINT: 'https://s3.fund.example/path' })).toContain('without a path.')
  })

  test('a second place is the other one, and browsers reach a store by its own origin unless another is set', () => {
    expect(messageOf({ FILES_ALSO: 'disk' })).toBe(
      'FILES_ALSO is disk, and so is FILES. Set it to the other place, or remove it.',
    )
    expect(messageOf({ FILES_ALSO: 's3' })).toBe(
      'S3_BUCKET is missing. FILES_ALSO=s3 needs the name of a bucket.',
    )
    const bucket = { S3_BUCKET: 'rooms', S3_ENDPOINT: 'http://10.0.0.7:9000' }
    expect(readConfig({ FILES_ALSO: 's3', ...bucket })).toMatchObject({
      files: 'disk',
      filesAlso: { kind: 's3', options: { bucket: 'rooms' } },
    })
    expect(readConfig({ FILES: 's3', FILES_ALSO: 'disk', ...bucket }).filesAlso).toEqual({ kind: 'disk' })
    const endpointOf = (env: Record<string, string>) =>
      readConfig({ FILES: 's3', S3_BUCKET: 'rooms', ...env }).s3?.publicEndpoint
    expect(endpointOf(bucket)).toBeUndefined()
    expect(endpointOf({ ...bucket, S3_DIRECT: 'on' })).toBe('http://10.0.0.7:9000')
    expect(endpointOf({ S3_DIRECT: 'on', S3_REGION: 'eu-central-1' })).toBe(
      'https://s3.eu-central-1.amazonaws.com',
    )
    const set = { ...bucket, S3_DIRECT: 'on', S3_PUBLIC_ENDPOINT: 'https://files.fund.example/' }
    expect(endpointOf(set)).toBe('https://files.fund.example')
  })

  test('mails have a server and a sender, and links in them the public address', () => {
    const mail = {
      SMTP_URL: 'smtps://me:secret@mail.example.com:465',
      MAIL_FROM: 'Helioroom <rooms@fund.example>',
    }
    expect(readConfig(mail).mail).toEqual({ url: mail.SMTP_URL, from: mail.MAIL_FROM })
    expect(publicOrigin(readConfig({ PUBLIC_URL: 'https://rooms.fund.example/' }))).toBe(
      'https://rooms.fund.example',
    )
    expect(publicOrigin(readConfig({ HOST: '::1', PORT: '8080' }))).toBe('http://[::1]:8080')
  })

  test('text messages go to an address of the operator’s, or to Twilio with its account, token and sender', () => {
    expect(readConfig({}).sms).toBeUndefined()
    expect(readConfig({ SMS_URL: 'https://sms.fund.example/send', SMS_TOKEN: 'a-token-1' }).sms).toEqual({
      kind: 'http',
      url: 'https://sms.fund.example/send',
      token: 'a-token-1',
    })
    expect(readConfig({ SMS_URL: 'twilio://AC1:to%2Fken@api.twilio.com?from=%2B15005550006' }).sms).toEqual({
      kind: 'twilio',
      origin: 'https://api.twilio.com',
      account: 'AC1',
      token: 'to/ken',
      from: '+15005550006',
    })
    for (const url of [
      'sms.fund.example',
      'twilio://api.twilio.com?from=1',
      'twilio://AC1:token@api.twilio.com',
    ]) {
      const message = messageOf({ SMS_URL: url })
      expect(message).toContain('must be an http or https address, or one such as twilio://')
      expect(message).not.toContain(url)
    }
  })

  test('COP-10 summaries are made by a service with a model where one is set', () => {
    expect(readConfig({}).copilot).toBeUndefined()
    const service = {
      COPILOT_BASE_URL: 'https://ai.example/v1/',
      COPILOT_MODEL: 'small-1',
      COPILOT_API_KEY: 'a-secret-key',
    }
    expect(readConfig(service).copilot).toEqual({
      baseUrl: 'https://ai.example/v1',
      model: 'small-1',
      apiKey: 'a-secret-key',
    })
  })

  test('CRM-18 Salesforce has a client where one is set, and its own address of sign-in unless told', () => {
    expect(readConfig({ SALESFORCE_LOGIN_URL: 'https://test.salesforce.com' }).salesforce).toBeUndefined()
    expect(readConfig({ SALESFORCE_CLIENT_ID: 'key' }).salesforce).toEqual({
      clientId: 'key',
      clientSecret: undefined,
      loginUrl: 'https://login.salesforce.com',
    })
    expect(
      readConfig({ SALESFORCE_CLIENT_ID: 'key', SALESFORCE_LOGIN_URL: 'https://test.salesforce.com/' })
        .salesforce?.loginUrl,
    ).toBe('https://test.salesforce.com')
  })

  test('values are trimmed, and an empty variable counts as absent', () => {
    expect(readConfig({ PORT: ' 8080 ', HOST: '', DATABASE_URL: '  ' })).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      databaseUrl: undefined,
    })
  })

  test.each([
    [{}, true],
    [{ HOST: 'localhost' }, true],
    [{ HOST: '::1' }, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ DATABASE_URL: 'postgres://db/helioroom' }, false],
    [{ PUBLIC_URL: 'https://rooms.example.com' }, false],
    [{ PUBLIC_URL: 'http://127.0.0.1:3000' }, true],
    [{ PUBLIC_URL: 'http://[::1]:3000' }, true],
    [{ PUBLIC_URL: 'https://rooms.example.com', DEMO: 'on' }, true],
    [{ HOST: '0.0.0.0', DEMO: 'on' }, true],
    [{ DEMO: 'off' }, false],
  ])('demo data with %j: %j', (env, demo) => {
    expect(readConfig(env).demo).toBe(demo)
  })

  test('the public address is reduced to its origin', () => {
    expect(readConfig({ PUBLIC_URL: 'https://Rooms.example.com:443/' }).publicUrl).toBe(
      'https://rooms.example.com',
    )
  })

  test('proxies are addresses and ranges, or none', () => {
    const proxies = (value: string) => readConfig({ TRUSTED_PROXIES: value }).trustedProxies
    expect(proxies('10.0.0.7, 10.1.0.0/16,fd00::/8')).toEqual(['10.0.0.7', '10.1.0.0/16', 'fd00::/8'])
    expect(proxies('none')).toEqual([])
    const allowed =
      'must be none, or addresses and ranges with commas between, such as 10.0.0.7, 10.1.0.0/16.'
    for (const value of [
      'proxy.example',
      '10.0.0.0/33',
      '10.0.0.0/8/8',
      'fd00::/129',
      '10.0.0.7,',
      '10.0.0.7/',
    ]) {
      expect(messageOf({ TRUSTED_PROXIES: value })).toBe(`TRUSTED_PROXIES is "${value}", but ${allowed}`)
    }
  })

  test.each([
    [{ PORT: '70000' }, 'PORT is "70000", but must be a whole number from 0 to 65535.'],
    [{ PORT: '3000x' }, 'PORT is "3000x", but must be a whole number from 0 to 65535.'],
    [
      { HOST: 'http://localhost' },
      'HOST is "http://localhost", but must be an address of this machine, such as 127.0.0.1 or 0.0.0.0.',
    ],
    [
      { PUBLIC_URL: 'https://rooms.example.com/x' },
      'PUBLIC_URL is "https://rooms.example.com/x", but must be an origin such as https://rooms.example.com, ' +
        'without a path.',
    ],
    [
      { PUBLIC_URL: 'rooms.example.com' },
      'PUBLIC_URL is "rooms.example.com", but must be an origin such as https://rooms.example.com, without a path.',
    ],
    [{ DEMO: 'yes' }, 'DEMO is "yes", but must be on or off.'],
    [{ CHECKLISTS: '1' }, 'CHECKLISTS is "1", but must be on or off.'],
    [{ FILES: 'ftp' }, 'FILES is "ftp", but must be disk or s3.'],
    [
      { MAX_UPLOAD_BYTES: '5GB' },
      'MAX_UPLOAD_BYTES is "5GB", but must be a whole number of bytes, at least 1.',
    ],
    [
      { STORAGE_RESERVE_BYTES: '-1' },
      'STORAGE_RESERVE_BYTES is "-1", but must be a whole number of bytes, 0 or more.',
    ],
    [
      { DATABASE_CONNECTIONS: '4' },
      'DATABASE_CONNECTIONS is "4", but must be a whole number from 12 to 1000.',
    ],
    [{ OCR: 'tesseract' }, 'OCR is "tesseract", but must be off, or the absolute path of tesseract.'],
    [
      { OCR_LANGUAGES: 'eng; rm' },
      'OCR_LANGUAGES is "eng; rm", but must be languages of tesseract with plus signs between, such as eng+deu.',
    ],
    [{ RECYCLE_DAYS: '0' }, 'RECYCLE_DAYS is "0", but must be a whole number from 1 to 365.'],
    [{ RECYCLE_DAYS: '366' }, 'RECYCLE_DAYS is "366", but must be a whole number from 1 to 365.'],
    [{ RECYCLE_DAYS: '30.5' }, 'RECYCLE_DAYS is "30.5", but must be a whole number from 1 to 365.'],
    [{ SHUTDOWN_SECONDS: '601' }, 'SHUTDOWN_SECONDS is "601", but must be a whole number from 0 to 600.'],
    [{ ROLE: 'server' }, 'ROLE is "server", but must be all, web or worker.'],
    [{ ROLE: 'worker', WORKERS: '0' }, 'WORKERS is 0, but ROLE=worker needs at least 1.'],
    [{ WORKERS: '65' }, 'WORKERS is "65", but must be a whole number from 0 to 64.'],
    [
      { SMTP_URL: 'https://user:secret@mail.example.com' },
      'SMTP_URL is not usable, but must be an address such as smtps://user:password@mail.example.com.',
    ],
    [
      { SMTP_URL: 'smtp://mail.example.com' },
      'MAIL_FROM is missing. Mails through SMTP_URL need a sender, such as rooms@example.com.',
    ],
    [
      { COPILOT_BASE_URL: 'https://ai.example/v1' },
      'COPILOT_MODEL is missing. The service at COPILOT_BASE_URL needs the name of a model.',
    ],
    [
      { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'Helioroom' },
      'MAIL_FROM is "Helioroom", but must be a mail address such as rooms@example.com or Helioroom <rooms@example.com>.',
    ],
    [
      { SUPPORT_EMAIL: 'support' },
      'SUPPORT_EMAIL is "support", but must be a mail address such as support@example.com.',
    ],
    [
      { PRIVACY_URL: 'javascript:alert(1)' },
      'PRIVACY_URL is "javascript:alert(1)", but must be an http or https address.',
    ],
    [
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL is "loud", but must be fatal, error, warn, info, debug, trace, silent.',
    ],
    [
      { ENVIRONMENT_NAME: 'a\nb' },
      'ENVIRONMENT_NAME is "a\\nb", but must be 1 to 30 letters, digits, blanks, dots, hyphens or underscores.',
    ],
  ])('a wrong value is refused in one line: %j', (env, message) => {
    expect(messageOf(env)).toBe(message)
    expect(message).not.toContain('\n')
  })

  test.each([
    [{ SECRET_KEY: 'hunter2' }, 'hunter2'],
    [{ METRICS_TOKEN: 'swordfish' }, 'swordfish'],
    [{ DATABASE_URL: 'mysql://me:swordfish@db/x' }, 'swordfish'],
  ])('a wrong secret is refused without being shown: %j', (env, secret) => {
    const message = messageOf(env)
    expect(message).toMatch(/^(SECRET_KEY|METRICS_TOKEN|DATABASE_URL) is not usable, but must be /)
    expect(message).not.toContain(secret)
  })

  test.each([
    ['DATADIR', 'DATA_DIR'],
    ['MAX_UPLOAD_BYTE', 'MAX_UPLOAD_BYTES'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['PUBLIC_URI', 'PUBLIC_URL'],
  ])('a name that is one slip away is refused: %s', (given, meant) => {
    expect(messageOf({ [given]: 'x' })).toBe(`${given} is not a setting. Did you mean ${meant}?`)
  })

  test('names of others are left alone', () => {
    expect(
      messageOf({ PATH: '/bin', HOSTNAME: 'x', XDG_DATA_DIRS: 'x', PORTS: '1', npm_config_cache: 'x' }),
    ).toBe('accepted')
  })

  test('BACK-01 BACK-02 places of backups are absolute folders or buckets, whose store is that of the contents', () => {
    const store = {
      S3_ENDPOINT: 'https://s3.example.com',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    }
    const of = (env: NodeJS.ProcessEnv) => readConfig(env).backup
    expect(of({ BACKUP_TO: '/mnt/backups' }).to).toEqual({ kind: 'folder', path: '/mnt/backups' })
    expect(of({ ...store, BACKUP_TO: 's3://backups/rooms', BACKUP_S3_REGION: 'eu-central-1' }).to).toEqual({
      kind: 'bucket',
      url: 's3://backups/rooms/',
      options: {
        bucket: 'backups',
        prefix: 'rooms/',
        region: 'eu-central-1',
        pathStyle: true,
        endpoint: 'https://s3.example.com',
        credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
      },
    })
    expect(() => of({ BACKUP_TO: 'backups' })).toThrow(
      'BACKUP_TO is "backups", but must be the absolute path of a folder, or s3://bucket/prefix/.',
    )
    expect(() => of({ BACKUP_PASSPHRASE: 'fifteen letters' })).toThrow('must be at least 16 characters')
    expect(of({ BACKUP_AT: 'off', BACKUP_KEEP: '3d 1m' })).toMatchObject({
      at: null,
      keep: { days: 3, weeks: 0, months: 1 },
    })
    expect(() => of({ BACKUP_AT: '24:00' })).toThrow('BACKUP_AT')
  })
})
