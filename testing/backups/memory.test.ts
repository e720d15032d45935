import { mkdirSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchProcess } from '../../bench/support/watchProcess.ts'
import { startCommand } from '../cluster/command.ts'
import { urlOfDatabase } from '../commandLine.ts'
import { testDatabase } from '../database/index.ts'
import { contributors } from '../faults/fund.ts'
import { MEMORY_LIMIT } from '../faults/memory.ts'
import type { Room } from '../room.ts'
import { SECRET, startTestServer, type TestServer } from '../server.ts'
import { removeFolder, temporaryFolder } from './installation.ts'

const MIB = 1024 * 1024
/** Of one content, and of the rows of one table: beside the program itself neither has room. */
const CONTENT_BYTES = 160 * MIB
const ROWS = 160
const ROW_BYTES = MIB
const TIMEOUT = 200_000

const database = testDatabase()
const folder = temporaryFolder()
const restored = `restored_${process.pid}_${Date.now()}`
let server: TestServer
let room: Room

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ ...database.poolConfig, database: 'postgres' } as pg.ClientConfig)
  await client.connect()
  await client.query(statement)
  await client.end()
}

beforeAll(async () => {
  server = await startTestServer(database, { MAX_UPLOAD_BYTES: String(CONTENT_BYTES) })
  const [first] = await contributors(database, server.address, 1)
  room = first
  const [upload] = await room.announce([{ name: 'Lidar survey.las', size: CONTENT_BYTES }])
  if (!upload) throw new Error('Nothing was announced.')
  expect((await room.put(upload, Buffer.alloc(CONTENT_BYTES, 7))).status).toBe(200)
  await room.confirm([upload])
  await database.pool.query(
    `insert into licence (version, body) select n + 1000, repeat(md5(n::text), $2::int / 32) from generate_series(1, $1::int) n`,
    [ROWS, ROW_BYTES],
  )
  await asAdmin(`create database ${restored} template template0 encoding utf8`)
})
afterAll(async () => {
  await server.close()
  await asAdmin(`drop database if exists ${restored} with (force)`)
  removeFolder(folder)
})

/** Runs a command as on a machine that has no program but Node, and says how much memory it took. */
async function run(name: string, args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const settings = { PATH: '/nonexistent', BACKUP_PASSPHRASE: 'a passphrase of the tests', ...env }
  const { child, ended } = await startCommand(name, args, settings)
  const peak = watchProcess(child.pid ?? 0)
  const { code, output } = await ended
  const most = peak()
  expect([code, output]).toEqual([0, output])
  return most
}

test('BACK-28 a backup and a restore hold neither contents nor rows in memory, and need no other program', {
  timeout: TIMEOUT,
}, async () => {
  const [place, dataDir] = ['place', 'data'].map((name) => path.join(folder, name)) as [string, string]
  for (const each of [place, dataDir]) mkdirSync(each)
  const backup = await run('backup', ['--to', place], {
    DATA_DIR: server.dataDir,
    DATABASE_URL: urlOfDatabase(database.poolConfig),
    SECRET_KEY: SECRET,
  })
  const address = urlOfDatabase({ ...database.poolConfig, database: restored })
  const restore = await run('restore', ['--from', place], { DATA_DIR: dataDir, DATABASE_URL: address })
  for (const peak of [backup, restore]) {
    expect(peak).toBeGreaterThan(10 * MIB)
    expect(peak).toBeLessThan(MEMORY_LIMIT)
  }
  const client = new pg.Client({ ...database.poolConfig, database: restored } as pg.ClientConfig)
  await client.connect()
  const { rows } = await client.query<{ count: number; bytes: number }>(
    'select count(*)::int as count, sum(length(body))::int as bytes from licence where version > 1000',
  )
  await client.end()
  expect(rows).toEqual([{ count: ROWS, bytes: ROWS * ROW_BYTES }])
})
