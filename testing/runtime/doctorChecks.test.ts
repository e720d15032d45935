import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { expect, test, vi } from 'vitest'
import type { Check } from '../../server/commands/doctor/check.ts'
import { makeChecks } from '../../server/commands/doctor/checks.ts'
import { judgeClock } from '../../server/commands/doctor/database.ts'
import { openDatabase } from '../../server/platform/database/database.ts'
import { findBinaries } from '../../server/platform/database/embedded/binaries.ts'
import { DATABASE_NAME, prepareCluster } from '../../server/platform/database/embedded/cluster.ts'
import { migrate } from '../../server/platform/database/migrate.ts'
import { freePort, IS_ROOT, NOBODY } from '../cluster/living.ts'
import { listen, type StoreOptions, store, urlOf } from './doctorParts.ts'
import { cleanUp, sql, start as startDatabase, temporaryFolder } from './harness.ts'

async function look(env: NodeJS.ProcessEnv) {
  const checks = await makeChecks({ STORAGE_RESERVE_BYTES: '0', SECRET_KEY: 'x'.repeat(40), ...env })
  const of = (name: string): Check | undefined => checks.find((check) => check.name === name)
  const states = Object.fromEntries(checks.map(({ name, state }) => [name, state]))
  return { checks, of, states }
}

/** A server that others may follow, which the embedded one does not let them. */
async function primary(): Promise<pg.ClientConfig> {
  const account = IS_ROOT ? { uid: NOBODY, gid: NOBODY } : {}
  const place = temporaryFolder()
  if (IS_ROOT) chownSync(place, NOBODY, NOBODY)
  const binaries = findBinaries(account, place)
  const cluster = prepareCluster(place, binaries, account, false)
  const settings = ['listen_addresses=', 'wal_level=replica', 'max_wal_senders=4', 'fsync=off']
  const server = spawn(
    path.join(binaries.bin, 'postgres'),
    ['-D', cluster, '-k', place, ...settings.flatMap((setting) => ['-c', setting])],
    { ...account, cwd: place, stdio: 'ignore' },
  )
  cleanUp(async () => {
    const ended = once(server, 'exit')
    server.kill('SIGINT')
    await ended
  })
  const connection = { host: place, user: DATABASE_NAME, database: 'postgres' }
  await vi.waitFor(() => sql(connection, 'select 1'), { timeout: 30_000, interval: 100 })
  await sql(connection, 'create database rooms')
  return { ...connection, database: 'rooms' }
}

/** A migrated database of its own server. */
async function database(given?: pg.ClientConfig) {
  const connection =
    given ?? (await startDatabase({ options: { dataDir: temporaryFolder(), durable: false } })).connection
  const opened = openDatabase(connection)
  await migrate(opened.jobs.pool)
  cleanUp(() => opened.close())
  return { connection, url: urlOf(connection), pool: opened.pool }
}

const allows = (origin: string) => ({
  status: 200,
  headers: {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, PUT',
    'access-control-allow-headers': 'content-type, x-amz-content-sha256',
  },
})

/** A bucket whose pages may come from that origin. */
async function bucket(options: StoreOptions = {}, origin = 'https://rooms.example.com') {
  const made = await store({
    ...options,
    answer: (request) => options.answer?.(request) ?? (request.method === 'OPTIONS' ? allows(origin) : null),
  })
  return {
    ...made,
    env: {
      FILES: 's3',
      S3_DIRECT: 'on',
      S3_BUCKET: 'rooms',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
      S3_ENDPOINT: `http://127.0.0.1:${made.port}`,
      PUBLIC_URL: 'https://rooms.example.com',
    },
  }
}

/** A standby that keeps up, as far as the primary knows; it has to be among those that are waited for. */
async function standby(connection: pg.ClientConfig, name: string): Promise<pg.Client> {
  // The type of the library does not know what PostgreSQL itself takes.
  const config = { ...connection, application_name: name, replication: 'database' }
  const client = new pg.Client(config)
  await client.connect()
  client.on('error', () => {})
  cleanUp(() => client.end().catch(() => {}))
  const { rows } = await client.query<{ at: string }>('select pg_current_wal_lsn() as at')
  client.query(`START_REPLICATION PHYSICAL ${rows[0]?.at}`).catch(() => {})
  const { connection: wire } = client as unknown as { connection: { sendCopyFromChunk(chunk: Buffer): void } }
  const status = Buffer.alloc(34)
  status.write('r')
  for (const at of [1, 9, 17]) status.writeBigUInt64BE(0x7fff_ffff_ffffn, at)
  const timer = setInterval(() => wire.sendCopyFromChunk(status), 100)
  cleanUp(() => clearInterval(timer))
  return client
}

const ALL = [
  'settings',
  'secret',
  'database',
  'schema',
  'connections',
  'replication',
  'storage',
  'marker',
  'privacy',
  'cors',
  'disk',
  'clock',
  'mail',
  'backup',
  'processes',
  'versions',
]

test('OPS-15 OPS-16 the doctor makes each check that applies, and says what is wrong with settings and database', async () => {
  const { connection, url, pool } = await database(await primary())
  const files = await bucket()
  const base = { DATABASE_URL: url, DATA_DIR: temporaryFolder(), ...files.env }
  await standby(connection, 'second')
  const shown = () => pool.query(`select from pg_stat_replication where state = 'streaming'`)
  await expect.poll(async () => (await shown()).rowCount, { timeout: 10_000 }).toBe(1)
  const whole = await look(base)
  expect(whole.checks.map(({ name }) => name)).toEqual(ALL)
  expect(whole.states).toMatchObject({
    settings: 'ok',
    database: 'ok',
    schema: 'ok',
    connections: 'ok',
    cors: 'ok',
  })
  expect(whole.of('replication')).toMatchObject({
    state: 'warn',
    message: 'A standby is not synchronous: second. A failover may lose what was confirmed last.',
  })
  const admin = new pg.Client(connection)
  await admin.connect()
  cleanUp(() => admin.end())
  await admin.query(`alter system set synchronous_standby_names = 'second'`)
  await admin.query('select pg_reload_conf()')
  await expect
    .poll(async () => (await look(base)).of('replication'), { timeout: 20_000 })
    .toMatchObject({ state: 'ok' })
  await admin.query('alter system reset synchronous_standby_names')
  await admin.query('select pg_reload_conf()')

  // On a disk, with a standby that nobody has, fewer apply; what can't be looked at says why.
  const elsewhere = await look({
    ...base,
    DATABASE_URL: url.replace(/[^/]+$/, 'nowhere'),
    FILES: 'disk',
    S3_DIRECT: '',
  })
  expect(ALL.filter((name) => elsewhere.of(name) === undefined)).toEqual(['privacy', 'cors'])
  for (const name of ['schema', 'connections', 'replication', 'marker', 'clock', 'processes'])
    expect(elsewhere.of(name)).toMatchObject({
      state: 'warn',
      message: 'Not looked at, because database failed.',
    })
  const away = await look({ ...base, S3_ENDPOINT: `http://127.0.0.1:${await freePort()}` })
  for (const name of ['privacy', 'cors'])
    expect(away.of(name)).toMatchObject({ state: 'warn', message: 'Not looked at, because storage failed.' })
  const unread = await look({ ...base, LICENCE_FILE: '/nowhere/licence.txt' })
  expect(unread.of('settings')).toMatchObject({
    state: 'fail',
    message: 'LICENCE_FILE is "/nowhere/licence.txt", which can\'t be read (ENOENT).',
  })
  const unset = await look({ ...base, PORT: '70000', DEMO: 'yes' })
  expect(unset.checks.map(({ name }) => name)).toEqual(ALL)
  expect(unset.of('settings')).toMatchObject({
    state: 'fail',
    message:
      'PORT is "70000", but must be a whole number from 0 to 65535. DEMO is "yes", but must be on or off.',
  })
  for (const name of ALL.slice(1))
    expect(unset.of(name)?.message).toBe('Not looked at, because settings failed.')

  // What a PostgreSQL may have against it.
  const found = async (to: string) => (await look({ ...base, DATABASE_URL: to })).of('database')
  const refusing = (code: string) =>
    listen((socket) =>
      socket.once('data', () => {
        const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mrefused\0\0`)
        const head = Buffer.alloc(5)
        head.write('E')
        head.writeInt32BE(fields.length + 4, 1)
        socket.end(Buffer.concat([head, fields]))
      }),
    )
  const at = (port: number) => `postgres://me:swordfish@127.0.0.1:${port}/rooms`
  const cases: [string, string][] = [
    [at(await freePort()), 'nothing answers there'],
    [at(await refusing('28P01')), 'it refuses the password'],
    [url.replace(/\/\/[^@]+@/, '//nobody@'), 'it refuses the user'],
    [url.replace(/[^/]+$/, 'nowhere'), 'the database does not exist'],
  ]
  for (const [address, reason] of cases) {
    const { state, message } = (await found(address)) ?? {}
    expect([state, message]).toEqual([
      'fail',
      expect.stringMatching(new RegExp(`cannot be used: ${reason}\\.$`)),
    ])
    expect(message).not.toContain('swordfish')
  }
  expect(await found(at(await oldPostgres('14.9')))).toMatchObject({
    state: 'fail',
    message: expect.stringMatching(/is version 14\.9\. Helioroom needs 15 or later\.$/),
  })

  expect((await look({ ...base, DATABASE_CONNECTIONS: '1000' })).of('connections')).toMatchObject({
    state: 'warn',
    message: expect.stringMatching(
      /^PostgreSQL allows \d+ connections; 1 of 1000 each and a few more are 1005\.$/,
    ),
  })
  await pool.query(`delete from schema_migration where version = (select max(version) from schema_migration)`)
  expect((await look(base)).of('schema')).toMatchObject({
    state: 'warn',
    message: expect.stringContaining('A migration waits'),
  })
  await pool.query(`insert into schema_migration (version, sha256, works_with) values ('9999', 'x', '9999')`)
  expect((await look(base)).of('schema')).toMatchObject({
    state: 'fail',
    message: expect.stringContaining('newer version of Helioroom'),
  })
})

/** Says that it is a PostgreSQL of that version, whatever it is asked. */
const oldPostgres = (version: string): Promise<number> =>
  listen((socket) => {
    const message = (kind: string, ...parts: (Buffer | string)[]) => {
      const body = Buffer.concat(parts.map((part) => Buffer.from(part)))
      const head = Buffer.alloc(5)
      head.write(kind)
      head.writeInt32BE(body.length + 4, 1)
      return Buffer.concat([head, body])
    }
    const ready = message('Z', 'I')
    const column = Buffer.alloc(18)
    column.writeInt32BE(25, 6)
    column.writeInt16BE(-1, 10)
    const value = Buffer.alloc(6)
    value.writeInt16BE(1)
    value.writeInt32BE(version.length, 2)
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready]))
      socket.once('data', () => {
        socket.write(
          Buffer.concat([
            message('T', Buffer.from([0, 1]), 'server_version\0', column),
            message('D', value, version),
            message('C', 'SHOW\0'),
            ready,
          ]),
        )
      })
    })
  })

test('OPS-17 the doctor fails for a storage that can’t be used, a foreign one, a public one, and one that pages may not reach', async () => {
  const { url, pool } = await database()
  const folder = temporaryFolder()
  const onDisk = { DATABASE_URL: url, DATA_DIR: folder }
  writeFileSync(path.join(folder, 'secret-key'), 'x'.repeat(43))
  expect((await look(onDisk)).of('storage')).toMatchObject({
    state: 'fail',
    message: `There is no folder ${folder}/files.`,
  })
  // Nothing can be written below /proc, whoever tries.
  symlinkSync('/proc', path.join(folder, 'files'))
  expect((await look(onDisk)).of('storage')).toMatchObject({
    state: 'fail',
    message: expect.stringMatching(/can't be used: E[A-Z]+\.$/),
  })
  rmSync(path.join(folder, 'files'))
  mkdirSync(path.join(folder, 'files'))
  expect((await look(onDisk)).states).toMatchObject({ storage: 'ok', marker: 'ok' })

  const code = (name: string) => `<?xml version="1.0"?><Error><Code>${name}</Code><Message></Message></Error>`
  const broken: [StoreOptions['answer'], RegExp][] = [
    [
      ({ method }) => (method === 'PUT' ? { status: 404, body: code('NoSuchBucket') } : null),
      /^There is no bucket at /,
    ],
    [
      ({ method }) => (method === 'PUT' ? { status: 403, body: code('AccessDenied') } : null),
      /refuses the key/,
    ],
    [
      ({ method }) => (method === 'PUT' ? { status: 400, body: code('InvalidRequest') } : null),
      /can't be used/,
    ],
    [
      ({ method }) => (method === 'GET' ? { status: 200, body: 'other' } : null),
      /gives other bytes than it got/,
    ],
    [
      ({ method }) => (method === 'DELETE' ? { status: 400, body: code('InvalidRequest') } : null),
      /can't be used/,
    ],
  ]
  for (const [answer, message] of broken) {
    const { env } = await bucket({ ...(answer && { answer }) })
    expect((await look({ ...onDisk, ...env })).of('storage')).toMatchObject({
      state: 'fail',
      message: expect.stringMatching(message),
    })
  }

  await pool.query(`insert into storage_marker (id, written_at) values (gen_random_uuid(), now())`)
  expect((await look(onDisk)).of('marker')).toMatchObject({
    state: 'fail',
    message: expect.stringContaining('has no marker of this installation'),
  })
  writeFileSync(path.join(folder, 'files/installation.json'), '{"installation":"another"}')
  expect((await look(onDisk)).of('marker')).toMatchObject({
    state: 'fail',
    message: `The storage at ${folder}/files belongs to another installation.`,
  })

  // Not by an address that only this machine has.
  const open = await bucket({ isPublic: true })
  const reached = { ...open.env, S3_ENDPOINT: `http://0.0.0.0:${open.port}` }
  expect((await look({ ...onDisk, ...reached })).of('privacy')).toMatchObject({
    state: 'fail',
    message: 'The bucket rooms can be read by anybody. Make it private.',
  })
  const closed = await bucket()
  expect((await look({ ...onDisk, ...closed.env })).states).toMatchObject({ privacy: 'ok', cors: 'ok' })

  const other = await bucket({}, 'https://other.example.com')
  expect((await look({ ...onDisk, ...other.env })).of('cors')).toEqual({
    name: 'cors',
    state: 'fail',
    message: 'The store refuses PUT from pages of https://rooms.example.com: it does not allow the origin.',
    fix: 'Let the bucket allow (CORS) the origin https://rooms.example.com with PUT, GET and the headers content-type, x-amz-content-sha256.',
  })
  const preflight =
    (headers: object, status = 200): StoreOptions['answer'] =>
    ({ method }) =>
      method === 'OPTIONS' ? { status, headers: { ...allows('*').headers, ...headers } } : null
  const refusals: [StoreOptions['answer'], string][] = [
    [preflight({}, 403), 'it answers 403'],
    [preflight({ 'access-control-allow-methods': 'GET' }), 'it does not allow the method'],
    [
      preflight({ 'access-control-allow-headers': 'content-type' }),
      'it does not allow the header x-amz-content-sha256',
    ],
  ]
  for (const [answer, reason] of refusals) {
    const { env } = await bucket({ ...(answer && { answer }) })
    const { state, message } = (await look({ ...onDisk, ...env })).of('cors') ?? {}
    expect([state, message]).toEqual([
      'fail',
      `The store refuses PUT from pages of https://rooms.example.com: ${reason}.`,
    ])
  }
  const { env } = await bucket({ answer: preflight({}) })
  expect((await look({ ...onDisk, ...env })).of('cors')?.state).toBe('ok')
  expect((await look({ ...onDisk, ...env, S3_DIRECT: 'off' })).of('cors')).toBe(undefined)
})

test('OPS-18 the doctor fails for a full or closed disk, clocks that differ, a mail server that refuses, and old backups', async () => {
  const { url, pool } = await database()
  const base = { DATABASE_URL: url, DATA_DIR: temporaryFolder() }
  expect((await look({ ...base, DATA_DIR: '/proc' })).of('disk')).toMatchObject({
    state: 'fail',
    message: expect.stringMatching(/^\/proc can't be used: E[A-Z]+\.$/),
  })
  const full = { ...base, STORAGE_RESERVE_BYTES: String(Number.MAX_SAFE_INTEGER) }
  expect((await look(full)).of('disk')).toMatchObject({
    state: 'fail',
    message: expect.stringMatching(/^[\d.]+ GB are free in .+; uploads leave 9007199\.3 GB\.$/),
  })
  expect((await look(base)).of('disk')?.state).toBe('ok')

  // The clock of this machine is put ahead, and back.
  const now = Date.now.bind(Date)
  const shifted = async (seconds: number, env = {}) => {
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + seconds * 1000)
    try {
      return (await look({ ...base, ...env })).of('clock')
    } finally {
      clock.mockRestore()
    }
  }
  const clock = (seconds: number, way: string, of: string) =>
    expect.stringMatching(
      new RegExp(
        `^The clock of this machine is (${seconds - 1}|${seconds}|${seconds + 1}) s ${way} that of the ${of}\\.$`,
      ),
    )
  expect(await shifted(40)).toMatchObject({ state: 'fail', message: clock(40, 'ahead of', 'database') })
  expect(await shifted(-12)).toMatchObject({ state: 'warn', message: clock(12, 'behind', 'database') })
  expect((await shifted(0))?.state).toBe('ok')
  const late = await bucket({ skewMs: 20_000 })
  expect((await look({ ...base, ...late.env })).of('clock')).toMatchObject({
    state: 'warn',
    message: clock(20, 'behind', 'store'),
  })
  // One that contents are moved from, or to, counts as well.
  const also = await look({ ...base, ...late.env, FILES: 'disk', FILES_ALSO: 's3' })
  expect(also.of('clock')).toMatchObject({ state: 'warn', message: clock(20, 'behind', 'store') })
  const judged = (seconds: number) => judgeClock([{ of: 'store', seconds }]).state
  expect([4.9, 5, -5, 29.9, 30, -30].map(judged)).toEqual(['ok', 'warn', 'warn', 'warn', 'fail', 'fail'])

  const mail = async (port: number) =>
    (
      await look({
        ...base,
        SMTP_URL: `smtp://me:swordfish@127.0.0.1:${port}?requireTLS=false`,
        MAIL_FROM: 'a@b.example',
      })
    ).of('mail')
  expect(await mail(await freePort())).toMatchObject({
    state: 'fail',
    message: expect.stringContaining("can't be used"),
  })
  const smtp = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, done) => done(Object.assign(new Error('No such user'), { responseCode: 535 })),
  })
  const smtpPort = await freePort()
  await new Promise<void>((resolve) => smtp.listen(smtpPort, '127.0.0.1', resolve))
  cleanUp(() => new Promise<void>((resolve) => smtp.close(() => resolve())))
  expect(await mail(smtpPort)).toMatchObject({ state: 'fail', message: expect.stringContaining('535') })
  expect((await look(base)).of('mail')).toMatchObject({
    state: 'warn',
    message: 'No mail server is set: mails stay in the outbox.',
  })

  expect((await look(base)).of('backup')).toMatchObject({ state: 'warn', message: 'No backup is set up.' })
  const backups = { ...base, BACKUP_TO: temporaryFolder(), BACKUP_PASSPHRASE: 'sixteen characters or more' }
  expect((await look({ ...backups, BACKUP_TO: '/proc' })).of('backup')).toMatchObject({
    state: 'fail',
    message: expect.stringMatching(/^\/proc can't be used/),
  })
  // When the last one was taken is in the database.
  expect((await look({ ...backups, DATABASE_URL: '' })).of('backup')).toMatchObject({
    state: 'warn',
    message: `${backups.BACKUP_TO} can be written; when the last backup was taken is not known.`,
    fix: 'See database.',
  })
  const key = { BACKUP_S3_ACCESS_KEY_ID: 'id', BACKUP_S3_SECRET_ACCESS_KEY: 'secret' }
  const refused = await store({ answer: () => ({ status: 403 }) })
  const inBucket = {
    BACKUP_TO: 's3://backups/a/',
    BACKUP_S3_ENDPOINT: `http://127.0.0.1:${refused.port}`,
    ...key,
  }
  expect((await look({ ...backups, ...inBucket })).of('backup')).toMatchObject({
    state: 'fail',
    message: expect.stringContaining('refuses the key'),
  })
  await pool.query(
    `insert into backup_run (id, process, is_scheduled, started_at, finished_at, backup, at)
     values (gen_random_uuid(), 'x', true, now(), now(), 'x', now() - interval '25 hours 59 minutes')`,
  )
  expect((await look(backups)).of('backup')?.state).toBe('ok')
  await pool.query(`update backup_run set at = now() - interval '26 hours 1 minute'`)
  expect((await look(backups)).of('backup')).toMatchObject({
    state: 'fail',
    message: 'The last backup is 26 hours old.',
  })
})
