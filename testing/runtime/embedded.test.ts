import { cpSync, existsSync, mkdirSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { findBinaries, repairSymlinks } from '../../server/platform/database/embedded/binaries.ts'
import { childrenOf, gone, isAlive } from '../cluster/living.ts'
import { kill, PACKAGE, sql, start, startInProcess, stop, temporaryFolder } from './harness.ts'

const inFolder = (dataDir: string) => ({ options: { dataDir, durable: false } })

describe('the embedded database', () => {
  test('keeps what was written over a stop, and the second start is quick', async () => {
    const dataDir = path.join(temporaryFolder(), 'data')
    const first = await start(inFolder(dataDir))
    await sql(first.connection, 'CREATE TABLE kept AS SELECT 42 AS n')
    await stop(first)
    expect(isAlive(first.pid)).toBe(false)

    const second = await start(inFolder(dataDir))
    expect(await sql(second.connection, 'SELECT n FROM kept')).toEqual([{ n: 42 }])
    // It makes no database: on any machine that takes most of the first.
    expect(second.answer.took).toBeLessThan(first.answer.took)
    expect(second.answer.log).toEqual([])
  })

  test('is UTF-8, sorts names by number values, and survives a power cut by default', async () => {
    const { connection } = await start({ options: { dataDir: temporaryFolder() } })
    expect(
      await sql(
        connection,
        `SELECT pg_encoding_to_char(encoding) AS encoding, datctype FROM pg_database WHERE datname = current_database()`,
      ),
    ).toEqual([{ encoding: 'UTF8', datctype: 'C.UTF-8' }])
    await sql(connection, `CREATE COLLATION natural_order (provider = icu, locale = 'en-u-kn-true')`)
    expect(
      await sql(
        connection,
        `SELECT string_agg(n, ' ' ORDER BY n COLLATE natural_order) AS names FROM unnest('{a10,B1,a9}'::text[]) n`,
      ),
    ).toEqual([{ names: 'a9 a10 B1' }])
    expect(await sql(connection, 'SHOW fsync')).toEqual([{ fsync: 'on' }])
  })

  test('listens on a private socket only and never runs as root', async () => {
    const { connection, pid } = await start(inFolder(temporaryFolder()))
    expect(await sql(connection, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '' }])
    const folder = statSync(connection.host ?? '')
    expect(folder.mode & 0o777).toBe(0o700)
    const uid = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    expect(Number(uid)).toBe(folder.uid)
    expect(Number(uid)).not.toBe(0)
  })

  test.each(['with blank', 'comma, quote " and ü'])('runs in a folder named %j', async (name) => {
    const dataDir = path.join(temporaryFolder(), name)
    const { connection } = await start(inFolder(dataDir))
    expect(await sql(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(existsSync(path.join(dataDir, 'database/cluster/PG_VERSION'))).toBe(true)
  })

  test('puts the socket elsewhere when the path of the data folder is too long for one', async () => {
    const dataDir = path.join(temporaryFolder(), 'long'.repeat(25))
    const started = await start(inFolder(dataDir))
    const folder = started.connection.host ?? ''
    expect(folder.startsWith(dataDir)).toBe(false)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(await sql(started.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await stop(started)
    expect(existsSync(folder)).toBe(false)
  })

  test('refuses a second server on one data folder and leaves the first alone', async () => {
    const dataDir = temporaryFolder()
    const first = await start(inFolder(dataDir))
    const second = await startInProcess(inFolder(dataDir))
    expect(second.answer.error).toBe(
      `DatabaseStartError: The data folder ${dataDir} is in use by another Helioroom server. ` +
        'Stop that one, or set DATA_DIR to another folder.',
    )
    expect(await sql(first.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('of two servers that start at the same time on an empty folder exactly one runs', async () => {
    const dataDir = path.join(temporaryFolder(), 'data')
    const both = await Promise.all([startInProcess(inFolder(dataDir)), startInProcess(inFolder(dataDir))])
    expect(both.map(({ answer }) => answer.error === undefined).sort()).toEqual([false, true])
    expect(both.find(({ answer }) => answer.error)?.answer.error).toContain(
      'is in use by another Helioroom server',
    )
  })

  test('says so when PostgreSQL stops unexpectedly', async () => {
    const started = await start(inFolder(temporaryFolder()))
    const said: string[] = []
    started.process.stdout?.on('data', (text) => said.push(String(text)))
    process.kill(started.pid, 'SIGKILL')
    await new Promise((resolve) => started.process.once('close', resolve))
    expect(said.join('')).toMatch(/PostgreSQL stopped unexpectedly \(SIGKILL\)/)
  })
})

describe('after kill -9 of the server', () => {
  const committed = async (dataDir: string) => {
    const started = await start({ options: { dataDir } })
    await sql(started.connection, 'CREATE TABLE kept AS SELECT 42 AS n')
    return started
  }
  const expectKept = async (dataDir: string) => {
    const next = await start({ options: { dataDir } })
    expect(await sql(next.connection, 'SELECT n FROM kept')).toEqual([{ n: 42 }])
    return next
  }

  test('PostgreSQL stops on its own, and the next start has all that was committed', async () => {
    const dataDir = temporaryFolder()
    const first = await committed(dataDir)
    await kill(first.process)
    await gone(first.pid)
    await expectKept(dataDir)
  })

  test('a PostgreSQL that was left running is stopped by the next start', async () => {
    const dataDir = temporaryFolder()
    const first = await committed(dataDir)
    for (const pid of childrenOf(first.process.pid ?? 0)) {
      if (pid !== first.pid) process.kill(pid, 'SIGKILL')
    }
    await kill(first.process)
    expect(isAlive(first.pid)).toBe(true)
    const next = await expectKept(dataDir)
    expect(next.answer.log).toEqual(['Stopped a PostgreSQL that an earlier server had left running.'])
    expect(isAlive(first.pid)).toBe(false)
  })

  test('the next start repairs a database that was cut off, even when its process number now belongs to another program', async () => {
    const dataDir = temporaryFolder()
    const first = await committed(dataDir)
    const pidFile = path.join(dataDir, 'database/cluster/postmaster.pid')
    const note = readFileSync(pidFile, 'utf8')
    process.kill(first.pid, 'SIGKILL')
    await kill(first.process)
    writeFileSync(pidFile, note.replace(/^\d+/, String(process.pid)))
    await expectKept(dataDir)
  })

  test('a first start that was cut off leaves nothing in the way', async () => {
    const dataDir = temporaryFolder()
    mkdirSync(path.join(dataDir, 'database/cluster.new/base'), { recursive: true })
    await start(inFolder(dataDir))
    expect(existsSync(path.join(dataDir, 'database/cluster.new'))).toBe(false)
  })
})

describe('bad places', () => {
  test('a file in the way of the data folder gives one sentence', async () => {
    const file = path.join(temporaryFolder(), 'file')
    writeFileSync(file, '')
    const { answer } = await startInProcess(inFolder(file))
    expect(answer.error).toBe(
      `ConfigError: The data folder ${file} cannot be used: it is a file. ` +
        'Give the user who runs Helioroom the right to write there, or set DATA_DIR to another folder.',
    )
  })

  test('the database of another PostgreSQL version gives one sentence and is left alone', async () => {
    const dataDir = temporaryFolder()
    await stop(await start(inFolder(dataDir)))
    const version = path.join(dataDir, 'database/cluster/PG_VERSION')
    writeFileSync(version, '14\n')
    const { answer } = await startInProcess(inFolder(dataDir))
    expect(answer.error).toMatch(
      /^DatabaseStartError: The database in .* was made by PostgreSQL 14, and the one that runs here is \d+\. Use the/,
    )
    expect(readFileSync(version, 'utf8')).toBe('14\n')
  })

  test('symlinks that the installer left out are made', () => {
    const native = path.join(temporaryFolder(), 'package/native')
    cpSync(path.join(PACKAGE, 'native'), native, { recursive: true, verbatimSymlinks: true })
    const links = JSON.parse(readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8')) as {
      target: string
    }[]
    for (const { target } of links) unlinkSync(path.join(native, '..', target))
    expect(repairSymlinks(native)).toBe(true)
    expect(links.length).toBeGreaterThan(0)
    for (const { target } of links) expect(existsSync(path.join(native, '..', target))).toBe(true)
  })

  test('where the programs that were brought along cannot run, the system has to help out', () => {
    const folder = temporaryFolder()
    mkdirSync(path.join(folder, 'native/bin'), { recursive: true })
    writeFileSync(path.join(folder, 'native/bin/postgres'), 'for another machine', { mode: 0o755 })
    const find = () => findBinaries({}, path.join(folder, 'copies'), folder)
    if (existsSync('/usr/lib/postgresql')) {
      const { bin, major } = find()
      expect(bin).toMatch(/^\/usr\/lib\/postgresql\/\d+\/bin$/)
      expect(major).toBeGreaterThanOrEqual(15)
    } else {
      expect(find).toThrow(/Install PostgreSQL 15 or later, or set DATABASE_URL to the address of one\.$/)
    }
  })
})
