import { readFileSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { databaseFromConfig } from '../../server/platform/database/embedded/from-config.ts'
import { NAMES } from '../../server/settings.ts'
import { isAlive } from '../cluster/living.ts'
import { cleanUp, ROOT, start, temporaryFolder } from './harness.ts'

const logOf = (lines: string[]) => {
  const note = (line: string) => void lines.push(line)
  return { debug: () => {}, info: note, warn: note, error: note }
}

const choose = (databaseUrl: string | undefined, dataDir = temporaryFolder(), lines: string[] = []) =>
  databaseFromConfig({ databaseUrl, dataDir }, logOf(lines))

/** Address of a PostgreSQL on a unix socket. */
const urlOf = ({ host = '', user, database }: pg.ClientConfig) =>
  `postgres://${user}@${encodeURIComponent(host)}/${database}`

test('without DATABASE_URL the embedded database is started and stopped', async () => {
  const database = await choose(undefined)
  const pool = new pg.Pool(database.poolConfig)
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  await pool.end()
  await database.stop()
  await expect(new pg.Client(database.poolConfig as pg.ClientConfig).connect()).rejects.toThrow('ENOENT')
})

test('with DATABASE_URL that one is used and left running', async () => {
  const external = await start({ options: { dataDir: temporaryFolder(), durable: false } })
  const database = await choose(urlOf(external.connection))
  const pool = new pg.Pool(database.poolConfig)
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  await pool.end()
  await database.stop()
  expect(isAlive(external.pid)).toBe(true)
})

test('a database that does not exist is named in one sentence', async () => {
  const external = await start({ options: { dataDir: temporaryFolder(), durable: false } })
  await expect(choose(urlOf({ ...external.connection, database: 'other' }))).rejects.toThrow(
    /^The PostgreSQL at DATABASE_URL \(.*\/other\) cannot be used: the database does not exist\.$/,
  )
})

test('a PostgreSQL that starts a little later is waited for', async () => {
  const dataDir = temporaryFolder()
  const external = { host: path.join(dataDir, 'database/socket'), user: 'helioroom', database: 'postgres' }
  const lines: string[] = []
  const waiting = choose(urlOf(external), undefined, lines)
  await start({ options: { dataDir, durable: false } })
  await waiting
  expect(lines).toEqual([expect.stringMatching(/^Waiting for the PostgreSQL at /)])
})

test('SCALE-18 PostgreSQL 15 is taken, an older one refused without its password; nothing is read from a replica, and the decision says why', async () => {
  await choose(`postgres://me:swordfish@127.0.0.1:${await oldServer('15.0')}/rooms`)
  expect(NAMES.filter((name) => /REPLICA|STANDBY|READ/.test(name))).toEqual([])
  const decision = readFileSync(path.join(ROOT, 'docs/decisions/0095-a-database-that-fails-over.md'), 'utf8')
  expect(decision).toMatch(/no read replica/i)
  const port = await oldServer('14.11')
  await expect(choose(`postgres://me:swordfish@127.0.0.1:${port}/rooms`)).rejects.toThrow(
    `The PostgreSQL at DATABASE_URL (127.0.0.1:${port}/rooms) is version 14.11. Helioroom needs 15 or later.`,
  )
})

/** Speaks just enough of PostgreSQL's protocol to say its version: no machine has one this old to run. */
async function oldServer(version: string): Promise<number> {
  const message = (type: string, ...parts: Buffer[]) => {
    const body = Buffer.concat(parts)
    const head = Buffer.alloc(5)
    head.write(type)
    head.writeInt32BE(body.length + 4, 1)
    return Buffer.concat([head, body])
  }
  const int16 = (value: number) => Buffer.from([value >> 8, value & 255])
  const int32 = (value: number) => Buffer.concat([int16(value >>> 16), int16(value & 65_535)])
  const ready = message('Z', Buffer.from('I'))
  const answer = Buffer.concat([
    message(
      'T',
      int16(1),
      Buffer.from('server_version\0'),
      int32(0),
      int16(0),
      int32(25),
      int16(-1 & 65_535),
      int32(-1),
      int16(0),
    ),
    message('D', int16(1), int32(version.length), Buffer.from(version)),
    message('C', Buffer.from('SHOW\0')),
    ready,
  ])
  const server = net.createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', int32(0)), ready]))
      socket.once('data', () => socket.write(answer))
    })
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanUp(() => void server.close())
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
