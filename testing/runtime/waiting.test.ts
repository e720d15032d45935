import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { expect, test } from 'vitest'
import { freePort } from '../cluster/living.ts'
import { NODE_COMPILE_CACHE } from '../product.ts'
import { cleanUp, kill, ROOT, start as startDatabase, temporaryFolder } from './harness.ts'
import { notReady, PATIENT, probe, READY, type ServerProcess, startServer } from './serverProcess.ts'

async function start(env: NodeJS.ProcessEnv): Promise<ServerProcess> {
  const started = await startServer({ DATA_DIR: temporaryFolder(), ...env })
  cleanUp(() => kill(started.child))
  return started
}

const urlOf = ({ host = '', user, database }: pg.ClientConfig) =>
  `postgres://${user}@${encodeURIComponent(host)}/${database}`

/** A database that is there, and takes connections over TCP where a port is given. */
const database = () => startDatabase({ options: { dataDir: temporaryFolder(), durable: false } })

const errorOf = (code: string): string =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message></Message></Error>`

/** A store of objects that answers everything so, and has none. */
async function storeAt(port: number, answer: () => { status: number; body?: string }): Promise<void> {
  const server = http.createServer((request, response) => {
    request.resume()
    request.once('end', () => {
      const all = answer()
      const isRead = request.method === 'GET' && all.status === 200
      const { status, body } = isRead ? { status: 404, body: errorOf('NoSuchKey') } : all
      response.writeHead(status, { 'content-type': 'application/xml', etag: '"x"' }).end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  cleanUp(() => {
    server.closeAllConnections()
    server.close()
  })
}

test('OPS-28 a start that waits for its database is healthy and not ready, says so once, and goes on by itself', async () => {
  const dataDir = temporaryFolder()
  const host = path.join(dataDir, 'database/socket')
  const server = await start({ DATABASE_URL: urlOf({ host, user: 'helioroom', database: 'postgres' }) })
  await expect.poll(() => probe(server, '/healthz'), PATIENT).toEqual(READY)
  expect(await probe(server, '/readyz')).toEqual(notReady('database'))
  expect((await fetch(`${server.address}/login`)).status).toBe(503)
  await sleep(2000)
  expect(server.output().match(/Waiting for the PostgreSQL/g)).toHaveLength(1)
  await startDatabase({ options: { dataDir, durable: false } })
  await expect.poll(() => probe(server, '/readyz'), PATIENT).toEqual(READY)
  expect(server.output()).toContain('Helioroom is ready at')

  // What waiting can't mend ends it.
  const wrong = await start({ DATABASE_URL: urlOf({ host, user: 'helioroom', database: 'other' }) })
  expect(await wrong.ended).toBe(1)
  expect(wrong.output()).toMatch(/cannot be used: the database does not exist\.\n$/)
})

test('OPS-28 a start waits for a store that is away, and ends where that refuses the key or has no bucket', async () => {
  const { connection } = await database()
  const port = await freePort()
  const env = {
    DATABASE_URL: urlOf(connection),
    // Another folder would have another key.
    DATA_DIR: temporaryFolder(),
    FILES: 's3',
    S3_BUCKET: 'rooms',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'swordfish',
  }
  const server = await start(env)
  await expect.poll(() => probe(server, '/readyz'), PATIENT).toEqual(notReady('storage'))
  expect(await probe(server, '/healthz')).toEqual(READY)
  let answer = { status: 200, body: '' }
  await storeAt(port, () => answer)
  await expect.poll(() => probe(server, '/readyz'), PATIENT).toEqual(READY)
  expect(
    server.output().match(/Waiting for the storage at http:\/\/127\.0\.0\.1:\d+\/rooms\./g),
  ).toHaveLength(1)

  const refusals = [
    [403, 'InvalidAccessKeyId', 'refuses the key.'],
    [404, 'NoSuchBucket', `There is no bucket at http://127.0.0.1:${port}/rooms.`],
  ] as const
  for (const [status, code, sentence] of refusals) {
    answer = { status, body: errorOf(code) }
    const refused = await start(env)
    expect(await refused.ended).toBe(1)
    expect(refused.output()).toContain(sentence)
    expect(refused.output()).not.toContain('swordfish')
  }
})

test('the first start waits for a place of backups that is away, and ends where that has nothing or refuses the key', async () => {
  const { connection } = await database()
  const port = await freePort()
  const endpoint = `http://127.0.0.1:${port}`
  const env = {
    DATABASE_URL: urlOf(connection),
    DATA_DIR: temporaryFolder(),
    RESTORE_FROM: 's3://copies/rooms/',
    BACKUP_PASSPHRASE: 'a passphrase of the tests',
    BACKUP_S3_ENDPOINT: endpoint,
    BACKUP_S3_ACCESS_KEY_ID: 'id',
    BACKUP_S3_SECRET_ACCESS_KEY: 'swordfish',
  }
  const stored = { FILES: 's3', S3_BUCKET: 'rooms', S3_ENDPOINT: endpoint }
  const [server, inBucket] = await Promise.all([
    start(env),
    start({ ...env, ...stored, S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'swordfish' }),
  ])
  for (const each of [server, inBucket]) {
    await expect.poll(() => probe(each, '/readyz'), PATIENT).toEqual(notReady('storage'))
    expect(await probe(each, '/healthz')).toEqual(READY)
  }
  const said = 'Waiting for the backups at s3://copies/rooms/.'
  await expect.poll(() => server.output(), PATIENT).toContain(said)
  await expect
    .poll(() => inBucket.output(), PATIENT)
    .toContain(`Waiting for the storage at ${endpoint}/rooms.`)
  await sleep(2000)
  expect(server.output().split(said)).toHaveLength(2)

  let answer = { status: 200, body: '' }
  await storeAt(port, () => answer)
  expect(await server.ended).toBe(1)
  expect(server.output()).toMatch(/\nThere is no backup at s3:\/\/copies\/rooms\/\.\n$/)
  answer = { status: 403, body: errorOf('InvalidAccessKeyId') }
  const refused = await start(env)
  expect(await refused.ended).toBe(1)
  expect(refused.output()).toBe(
    `The store at ${endpoint}/copies refuses the key. Set BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY to one that may read and write there.\n`,
  )
})

test('SCALE-19 OPS-28 with MIGRATE=off a start waits until npm run migrate has applied the migrations, and prints them', async () => {
  const { connection } = await database()
  // Servers of one installation have one storage.
  const env = { DATABASE_URL: urlOf(connection), DATA_DIR: temporaryFolder() }
  const server = await start({ ...env, MIGRATE: 'off' })
  await expect.poll(() => probe(server, '/readyz'), PATIENT).toEqual(notReady('migrations'))
  expect(await probe(server, '/healthz')).toEqual(READY)
  await sleep(1500)
  expect(server.output().match(/Waiting for the database to be migrated/g)).toHaveLength(1)
  const client = new pg.Client(connection)
  await client.connect()
  cleanUp(() => client.end())
  expect((await client.query(`select from pg_tables where schemaname = 'public'`)).rowCount).toBe(0)

  const migrate = () =>
    spawnSync(process.execPath, [path.join(ROOT, 'server/commands/migrate.ts')], {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_COMPILE_CACHE, ...env },
      encoding: 'utf8',
    })
  // Two at the same time apply each once.
  const other = await start(env)
  const { status, stdout } = migrate()
  expect(status).toBe(0)
  await expect.poll(() => probe(server, '/readyz'), PATIENT).toEqual(READY)
  await expect.poll(() => probe(other, '/readyz'), PATIENT).toEqual(READY)
  const { rows } = await client.query('select version from schema_migration order by version')
  const applied = stdout.split('\n').filter(Boolean)
  const byOther = /The database was migrated/.test(other.output())
  expect(applied.length === 0).toBe(byOther)
  expect(rows.length).toBeGreaterThan(10)
  await client.query(`delete from schema_migration where version = $1`, [rows.at(-1)?.version])
  await client.query('drop schema public cascade; create schema public')
  await client.query('drop schema graphile_worker cascade')
  const again = migrate()
  expect(again.status).toBe(0)
  expect(again.stdout.split('\n').filter(Boolean)).toHaveLength(rows.length)
  expect(again.stdout).toMatch(/^\d{4}_\w+/)
})

test('OPS-26 OPS-27 a process that is asked to stop is not ready, goes on for 2 s, ends with 0, and immediately when asked again', async () => {
  const { connection } = await database()
  // Servers of one installation have one storage.
  const env = { DATABASE_URL: urlOf(connection), DATA_DIR: temporaryFolder() }
  const server = await start({ ...env, SHUTDOWN_SECONDS: '20' })
  await expect.poll(() => probe(server, '/readyz'), PATIENT).toEqual(READY)
  const asked = performance.now()
  server.child.kill('SIGTERM')
  await expect.poll(() => probe(server, '/readyz'), { interval: 20 }).toEqual(notReady('stopping'))
  let healthy = 0
  while (isDeepStrictEqual(await probe(server, '/healthz'), READY)) {
    healthy = performance.now() - asked
    await sleep(50)
  }
  expect(healthy).toBeGreaterThan(1200)
  expect(await server.ended).toBe(0)
  const took = performance.now() - asked
  expect(took).toBeGreaterThan(1900)
  expect(took).toBeLessThan(15_000)

  // A request that never comes whole would hold it.
  const stopTwice = async (signal: 'SIGTERM' | 'SIGINT') => {
    const held = await start({ ...env, SHUTDOWN_SECONDS: '100' })
    await expect.poll(() => probe(held, '/readyz'), PATIENT).toEqual(READY)
    const { port } = new URL(held.address)
    const socket = net.connect(Number(port), '127.0.0.1')
    socket.on('error', () => {})
    cleanUp(() => void socket.destroy())
    socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`)
    // What is asked after it is answered, so that it has come.
    await once(socket, 'connect')
    expect(await probe(held, '/healthz')).toEqual(READY)
    held.child.kill('SIGTERM')
    // The terminal and npm pass on the same request.
    held.child.kill(signal)
    await sleep(3500)
    expect(held.child.exitCode).toBeNull()
    const again = performance.now()
    held.child.kill(signal)
    await held.ended
    // Long before the hundred seconds.
    expect(performance.now() - again).toBeLessThan(20_000)
  }
  await Promise.all([stopTwice('SIGTERM'), stopTwice('SIGINT')])
})
