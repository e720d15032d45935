import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { judgeClock } from '../../server/commands/doctor/database.ts'
import { freePort } from '../cluster/living.ts'
import { NODE_COMPILE_CACHE } from '../product.ts'
import { listen, store, urlOf } from './doctorParts.ts'
import { cleanUp, ROOT, start as startDatabase, temporaryFolder } from './harness.ts'

interface Check {
  name: string
  state: 'ok' | 'warn' | 'fail'
  message: string
  fix?: string
}

interface Looked {
  code: number | null
  output: string
  ms: number
  checks: Check[]
  of(name: string): Check | undefined
}

async function command(file: string, env: NodeJS.ProcessEnv, args: string[] = []) {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, [path.join(ROOT, 'server/commands', file), ...args], {
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output }
}

async function doctor(env: NodeJS.ProcessEnv): Promise<Looked> {
  const began = performance.now()
  const { code, output } = await command('doctor.ts', env, ['--json'])
  const last = output.trimEnd().split('\n').at(-1) ?? ''
  const { checks } = JSON.parse(last) as { checks: Check[] }
  return {
    code,
    output,
    ms: performance.now() - began,
    checks,
    of: (name) => checks.find((check) => check.name === name),
  }
}

test('OPS-14 the doctor prints each check with what to do, every wrong setting, and what could not be looked at', async () => {
  const env = {
    PORT: '70000',
    DEMO: 'yes',
    SECRET_KEY: 'hunter2',
    SMTP_URL: 'smtp://me:swordfish@mail.example',
  }
  const wrong = await doctor(env)
  expect(wrong.code).toBe(1)
  expect(wrong.of('settings')).toEqual({
    name: 'settings',
    state: 'fail',
    message:
      'PORT is "70000", but must be a whole number from 0 to 65535. SECRET_KEY is not usable, but must be at least 32 characters. ' +
      'DEMO is "yes", but must be on or off. MAIL_FROM is missing. Mails through SMTP_URL need a sender, such as rooms@example.com.',
    fix: 'Correct these settings.',
  })
  expect(wrong.of('database')).toMatchObject({
    state: 'warn',
    message: 'Not looked at, because settings failed.',
  })
  expect(wrong.output).not.toMatch(/hunter2|swordfish/)
  const lines = (await command('doctor.ts', env)).output.trimEnd().split('\n')
  expect(lines[0]).toMatch(/^fail settings +PORT is "70000"/)
  expect(lines[1]).toMatch(/^ +Correct these settings\.$/)
  expect(lines.some((line) => line.startsWith('{'))).toBe(false)
})

test('OPS-13 a whole installation has no failure, is left as it was, and may be running', async () => {
  const { connection } = await startDatabase({ options: { dataDir: temporaryFolder(), durable: false } })
  const dataDir = temporaryFolder()
  mkdirSync(path.join(dataDir, 'files'))
  const backups = temporaryFolder()
  const env = {
    DATABASE_URL: urlOf(connection),
    DATA_DIR: dataDir,
    SECRET_KEY: 'x'.repeat(40),
    STORAGE_RESERVE_BYTES: '0',
    BACKUP_TO: backups,
    BACKUP_PASSPHRASE: 'sixteen characters or more',
  }
  const before = await doctor(env)
  expect(before.of('schema')).toMatchObject({
    state: 'warn',
    message: expect.stringMatching(/migrations wait: up to \d{4}_/),
  })
  const client = new pg.Client(connection)
  await client.connect()
  cleanUp(() => client.end())
  expect((await client.query(`select from pg_tables where schemaname = 'public'`)).rowCount).toBe(0)
  expect(readdirSync(path.join(dataDir, 'files'))).toEqual([])
  expect(readdirSync(backups)).toEqual([])

  await command('migrate.ts', env)
  const running = new pg.Client({ ...connection, application_name: 'helioroom process rooms-1' })
  await running.connect()
  cleanUp(() => running.end())
  const whole = await doctor(env)
  expect(whole.checks.filter(({ state }) => state === 'fail')).toEqual([])
  expect(whole.code).toBe(0)
  expect(whole.checks.map(({ name, state }) => `${state} ${name}`)).toEqual([
    'ok settings',
    'ok secret',
    'ok database',
    'ok schema',
    'ok connections',
    'ok storage',
    'ok marker',
    'ok disk',
    'ok clock',
    'warn mail',
    'warn backup',
    'ok processes',
    'ok versions',
  ])
  expect(whole.of('processes')?.message).toBe('Running: rooms-1.')

  // One after the other, what an operator meets.
  await client.query(
    `insert into backup_run (id, process, is_scheduled, started_at, finished_at, backup, at)
     values (gen_random_uuid(), 'x', true, now(), now(), 'x', now() - interval '27 hours')`,
  )
  await client
    .query(
      `insert into schema_migration (version, name, sha256, works_with) values ('9999', '9999_later', 'x', '9999')`,
    )
    .catch(() =>
      client.query(`insert into schema_migration (version, sha256, works_with) values ('9999', 'x', '9999')`),
    )
  const later = await doctor({
    ...env,
    DATABASE_CONNECTIONS: '1000',
    STORAGE_RESERVE_BYTES: String(Number.MAX_SAFE_INTEGER),
    DATA_DIR: temporaryFolder(),
    SMTP_URL: `smtp://me:swordfish@127.0.0.1:${await freePort()}`,
    MAIL_FROM: 'rooms@example.com',
  })
  expect(later.code).toBe(1)
  expect(later.of('backup')).toMatchObject({ state: 'fail', message: 'The last backup is 27 hours old.' })
  expect(later.of('schema')).toMatchObject({
    state: 'fail',
    message: expect.stringContaining('newer version of Helioroom'),
  })
  expect(later.of('connections')?.state).toBe('warn')
  expect(later.of('disk')?.state).toBe('fail')
  expect(later.of('mail')?.state).toBe('fail')
  expect(later.output).not.toContain('swordfish')
  for (const { state, fix } of later.checks) expect(fix === undefined).toBe(state === 'ok')
})

test('OPS-13 whatever does not answer, it ends within 20 s', async () => {
  const silent = await listen(() => {})
  const looked = await doctor({
    DATABASE_URL: `postgres://me:swordfish@127.0.0.1:${silent}/rooms`,
    FILES: 's3',
    S3_BUCKET: 'rooms',
    S3_ENDPOINT: `http://127.0.0.1:${silent}`,
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'swordfish',
    SMTP_URL: `smtp://me:swordfish@127.0.0.1:${silent}`,
    MAIL_FROM: 'rooms@example.com',
    DATA_DIR: temporaryFolder(),
    STORAGE_RESERVE_BYTES: '0',
  })
  expect(looked.ms).toBeLessThan(20_000)
  expect(looked.code).toBe(1)
  for (const name of ['database', 'storage', 'mail']) expect(looked.of(name)?.state, name).toBe('fail')
  expect(looked.of('schema')).toMatchObject({
    state: 'warn',
    message: 'Not looked at, because database failed.',
  })
  expect(looked.output).not.toContain('swordfish')
})

test('the doctor tries the bucket, and says where anybody can read it and by how much the clock is off', async () => {
  const base = {
    DATA_DIR: temporaryFolder(),
    STORAGE_RESERVE_BYTES: '0',
    FILES: 's3',
    S3_BUCKET: 'rooms',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  }
  const closed = await store({ isPublic: false, skewMs: 60_000 })
  const good = await doctor({ ...base, S3_ENDPOINT: `http://127.0.0.1:${closed.port}` })
  expect(good.of('storage')?.state).toBe('ok')
  expect(good.of('privacy')?.state).toBe('ok')
  expect(good.of('clock')).toMatchObject({
    state: 'fail',
    message: expect.stringMatching(/^The clock of this machine is (59|60|61) s behind that of the store\.$/),
  })
  expect(closed.objects.size).toBe(0)
  const open = await store({ isPublic: true })
  const bad = await doctor({ ...base, S3_ENDPOINT: `http://127.0.0.1:${open.port}` })
  // At a loopback address it is a warning alone.
  expect(bad.of('privacy')).toMatchObject({
    state: 'warn',
    message: 'The bucket rooms can be read by anybody. Make it private.',
  })
  expect(judgeClock([{ of: 'database', seconds: -6 }])).toMatchObject({
    state: 'warn',
    message: 'The clock of this machine is 6 s ahead of that of the database.',
  })
  expect(judgeClock([{ of: 'database', seconds: 4 }]).state).toBe('ok')
  writeFileSync(path.join(base.DATA_DIR, 'secret-key'), 'short')
  expect((await doctor({ DATA_DIR: base.DATA_DIR })).of('secret')).toMatchObject({ state: 'fail' })
})
