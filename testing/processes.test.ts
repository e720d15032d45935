import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newestMigration } from '../server/figures.ts'
import { createPageFiles } from '../server/platform/pageFiles/index.ts'
import { createDiskStorage } from '../server/platform/storage/index.ts'
import { processName, productVersion } from '../server/product.ts'
import { Client } from './client.ts'
import { type Ran, runProduct, urlOfDatabase } from './commandLine.ts'
import { testDatabase } from './database/index.ts'
import { factories, PASSWORD } from './factories.ts'
import { contributors } from './faults/fund.ts'
import { IN_FOLDER } from './inFolder.ts'
import { look, METRICS, TOKEN } from './metrics.ts'
import { SECRET, startTestServer, type TestServer } from './server.ts'

const database = testDatabase()
const make = factories(database)
const PATIENT = { timeout: 60_000, interval: 100 }

let server: TestServer
let worker: Ran
let dataDir = ''
/** A process of its own, on the same database, with its own folder. */
const run = (more: NodeJS.ProcessEnv) =>
  runProduct('main.ts', {
    DATABASE_URL: urlOfDatabase(database.poolConfig),
    DATA_DIR: dataDir,
    SECRET_KEY: SECRET,
    STORAGE_RESERVE_BYTES: '0',
    METRICS_TOKEN: TOKEN,
    PORT: '0',
    ...more,
  })

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'helioroom-processes-'))
  server = await startTestServer(database, {
    ...IN_FOLDER,
    METRICS_TOKEN: TOKEN,
    DATA_DIR: dataDir,
    PROCESS_NAME: 'web-1',
  })
  worker = run({ ROLE: 'worker', WORKERS: '1', PROCESS_NAME: 'worker-7' })
  await vi.waitFor(() => expect(worker.output()).toContain('Helioroom is ready'), PATIENT)
})
afterAll(async () => {
  worker.child.kill('SIGKILL')
  await worker.ended
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const rows = async () => (await database.pool.query('select * from running_process order by name')).rows
const addressOf = ({ output }: Ran): string => /http:\/\/[^\s]+/.exec(output())?.[0] ?? ''

test('SCALE-24 before it is ready a server has put its page files into the storage, and it serves those of other builds', async () => {
  const builds = async () => (await database.pool.query('select id from page_build')).rows.length
  // A worker has no page.
  expect(await builds()).toBe(0)
  const script = path.join(dataDir, 'other-1.js')
  writeFileSync(script, 'of another build')
  const storage = await createDiskStorage({ root: path.join(dataDir, 'files'), reserveBytes: 0 })
  const forms = new Map([['', { path: script, size: 16 }]])
  const end = await createPageFiles(storage, database.db).serve(
    new Map([['other-1.js', { type: 'text/javascript; charset=utf-8', forms }]]),
    () => {},
  )
  await end()
  const web = run({ ROLE: 'web', PROCESS_NAME: 'web-5' })
  await expect.poll(() => web.output(), PATIENT).toContain('Helioroom is ready')
  expect(await builds()).toBe(2)
  for (const origin of [addressOf(web), server.address]) {
    const answer = await fetch(`${origin}/static/other-1.js`)
    expect([origin, answer.status, await answer.text()]).toEqual([origin, 200, 'of another build'])
  }
  web.child.kill('SIGINT')
  expect(await web.ended).toBe(0)
})

test('SCALE-03 a process has a row that it renews and removes, and the back office lists those that run', async () => {
  const [row] = await rows()
  expect(row).toMatchObject({
    name: 'worker-7',
    role: 'worker',
    version: productVersion(),
    migration: newestMigration(),
  })
  const age = Date.now() - row.started_at.getTime()
  expect(age > 0 && age < 120_000).toBe(true)
  expect(processName({ port: 3001, processName: undefined })).toBe(`${os.hostname()}:3001`)

  const email = 'staff@processes.example'
  await make.person({ email, password: PASSWORD, isSuperUser: true })
  const staff = new Client(server.address)
  await staff.signIn(email, PASSWORD)
  const listed = async () => {
    const { data, errors } = await staff.graphql(
      '{ backOfficeStatus { processes { name role version startedAt seenAt } } }',
    )
    expect(errors).toEqual([])
    const status = data?.backOfficeStatus as { processes: { name: string; seenAt: string }[] } | undefined
    return status?.processes ?? []
  }
  // One that died a while ago, and one that may run.
  await database.pool.query(
    `insert into running_process (id, name, role, version, migration, started_at, seen_at)
     select gen_random_uuid(), name, 'web', '0', 'x', now() - interval '1 hour', now() - age
     from unnest(array['dead', 'silent'], array['31 s', '25 s']::interval[]) as other (name, age)`,
  )
  await database.pool.query(
    `update running_process set seen_at = now() - interval '29 s' where name = 'worker-7'`,
  )
  // What this server does not do the worker does.
  const { data } = await staff.graphql('{ backOfficeStatus { textsPaused } }')
  expect(data?.backOfficeStatus).toEqual({ textsPaused: false })
  const before = Date.now()
  expect((await listed()).map(({ name }) => name)).toEqual(['silent', 'worker-7'])
  // Renewed every 5 s: on a busy machine one comes later, and the next one all the sooner.
  const seenAt = async (): Promise<number> => (await rows()).at(-1).seen_at.getTime()
  const times = [before]
  while (times.length < 4) {
    await expect.poll(seenAt, PATIENT).toBeGreaterThan(times.at(-1) ?? 0)
    times.push(await seenAt())
  }
  const gaps = times.slice(2).map((at, index) => at - (times[index + 1] ?? 0))
  expect([Math.max(...gaps) > 3500, Math.min(...gaps) < 6500]).toEqual([true, true])
  expect(await listed()).toContainEqual({
    name: 'worker-7',
    role: 'worker',
    version: productVersion(),
    startedAt: row.started_at.toISOString(),
    seenAt: new Date(times.at(-1) ?? 0).toISOString(),
  })

  const other = run({ ROLE: 'web', PROCESS_NAME: 'web-9' })
  await expect.poll(() => other.output(), PATIENT).toContain('Helioroom is ready')
  expect((await rows()).map(({ name }) => name)).toContain('web-9')
  other.child.kill('SIGINT')
  expect(await other.ended).toBe(0)
  expect((await rows()).map(({ name }) => name)).not.toContain('web-9')
})

test('with another key than that of the installation a start ends, and the doctor says so, as of a folder that has lost it', async () => {
  const other = { SECRET_KEY: 'another key that is as long as it has to be' }
  const refused = run(other)
  expect([await refused.ended, refused.output().trim()]).toEqual([
    1,
    'SECRET_KEY is not the key of this installation.',
  ])
  const saidOf = async (settings: Record<string, string>) => {
    const env = { DATABASE_URL: urlOfDatabase(database.poolConfig), DATA_DIR: dataDir, ...settings }
    const doctor = runProduct('commands/doctor.ts', env, ['--json'])
    await doctor.ended
    const { checks } = JSON.parse(doctor.last()) as { checks: { name: string }[] }
    return checks.find(({ name }) => name === 'secret')
  }
  const fails = {
    name: 'secret',
    state: 'fail',
    message: 'SECRET_KEY is not the key of this installation.',
    fix: expect.stringContaining('docs/operations.md'),
  }
  expect(await saidOf(other)).toEqual(fails)
  expect(await saidOf({ DATA_DIR: path.join(dataDir, 'empty') })).toEqual(fails)
})

/** Beside them: of histograms, of Node, and of requests. */
const OTHER_LABELS = [
  'le',
  'status',
  'kind',
  'space',
  'type',
  'major',
  'minor',
  'patch',
  'version',
  'quantile',
]

test('OPS-24 every role gives the metrics with their labels, none of which names a person, an organisation or an id', async () => {
  const [room] = await contributors(database, server.address, 1)
  const bytes = randomBytes(70_000)
  const [upload] = await room.announce([{ name: 'Named Survey.bin', size: bytes.length }])
  if (!upload) throw new Error('Nothing was announced.')
  const before = await look(server.address)
  expect((await room.put(upload, bytes)).status).toBe(200)
  await room.confirm([upload])
  const { url } = await room.call<{ url: string }>(
    'mutation($treeId: ID!, $id: ID!) { downloadFile(treeId: $treeId, documentId: $id) { url } }',
    { id: upload.file.id },
  )
  const got = await room.client.request(url)
  expect((await got.arrayBuffer()).byteLength).toBe(bytes.length)
  await room.client.request(`/files/${upload.file.id}?nobody=1`)
  await database.pool.query(
    `insert into mail_outbox (id, recipient, subject, body_text, failed_at, created_at)
     values (gen_random_uuid(), 'ann@fund.example', 'One', '', now(), now()), (gen_random_uuid(), 'ann@fund.example', 'Two', '', null, now())`,
  )
  await database.pool.query(
    `select graphile_worker.add_job('nobodys_work', run_at => now() - interval '90 s')`,
  )

  const after = await look(server.address)
  expect(after.sum('helioroom_upload_bytes_total') - before.sum('helioroom_upload_bytes_total')).toBe(70_000)
  expect(after.sum('helioroom_download_bytes_total') - before.sum('helioroom_download_bytes_total')).toBe(
    70_000,
  )
  for (const operation of ['put', 'head', 'get']) {
    const labels = { storage: 'disk', operation, outcome: 'ok' }
    expect(after.sum('helioroom_storage_request_duration_seconds_count', labels), operation).toBeGreaterThan(
      0,
    )
  }
  expect(after.sum('helioroom_mails', { state: 'failed' })).toBe(1)
  expect(after.sum('helioroom_mails', { state: 'waiting' })).toBeGreaterThan(0)
  expect(after.sum('helioroom_job_oldest_due_seconds')).toBeGreaterThanOrEqual(90)
  expect(after.sum('helioroom_jobs', { state: 'waiting' })).toBeGreaterThan(0)
  expect(Math.abs(after.sum('helioroom_clock_offset_seconds'))).toBeLessThan(1)
  expect(after.sum('helioroom_database_connections')).toBeGreaterThan(0)

  const web = await startTestServer(database, { METRICS_TOKEN: TOKEN, ROLE: 'web' })
  const ofWorker = await look(addressOf(worker))
  const looks = { all: after, web: await look(web.address), worker: ofWorker }
  await web.close()
  for (const [role, { of, series }] of Object.entries(looks)) {
    for (const [name, labels] of Object.entries(METRICS)) {
      const [one, ...others] = of(name)
      expect(one, `${role} ${name}`).toBeDefined()
      for (const each of [one, ...others]) {
        expect(Object.keys(each?.labels ?? {}).sort(), name).toEqual([...labels].sort())
      }
    }
    expect(of('helioroom_info')).toMatchObject([{ labels: { role, migration: newestMigration() }, value: 1 }])
    const known = new Set([...Object.values(METRICS).flat(), ...OTHER_LABELS])
    const text = JSON.stringify(series)
    expect(series.flatMap(({ labels }) => Object.keys(labels)).filter((label) => !known.has(label))).toEqual(
      [],
    )
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|@|Named Survey|\/files|\/uploads/)
  }
  expect(ofWorker.of('helioroom_info')[0]?.labels.process).toBe('worker-7')
})

test('what watches a process whose database is away is given all that the process knows itself', async () => {
  // Nobody may connect any more, and who is connected is cut off.
  const name = database.poolConfig.database
  const { rows: found } = await database.pool.query<{ count: number }>(
    'select count(*) from running_process where name = $1',
    ['worker-7'],
  )
  expect(found[0]?.count).toBe(1)
  const { openDatabase } = await import('../server/platform/database/database.ts')
  const admin = openDatabase({ ...database.poolConfig, database: 'postgres' }, { connections: 12 })
  const before = await look(server.address)
  await admin.pool.query(`alter database ${name} with allow_connections false`)
  await admin.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()`,
    [name],
  )
  try {
    const away = await look(server.address)
    expect(away.of('helioroom_info')).toHaveLength(1)
    expect(away.sum('helioroom_database_errors_total')).toBeGreaterThan(
      before.sum('helioroom_database_errors_total'),
    )
    // Not 0, which would be a number.
    for (const of of ['helioroom_jobs', 'helioroom_backup_last_success_timestamp_seconds', 'helioroom_mails'])
      expect(away.of(of), of).toEqual([])
  } finally {
    await admin.pool.query(`alter database ${name} with allow_connections true`)
    await admin.close()
  }
  const back = await look(server.address)
  expect(back.of('helioroom_backup_last_success_timestamp_seconds')).toHaveLength(1)
})
