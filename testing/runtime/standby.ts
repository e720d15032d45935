import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { appendFileSync, chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { childrenOf, gone, IS_ROOT, isAlive } from './harness.ts'
import { freePort } from './start.ts'

/** Debian's, the oldest that is supported; the embedded one has no program that makes a standby. */
const BIN = '/usr/lib/postgresql/15/bin'
export const hasStandby = existsSync(path.join(BIN, 'pg_basebackup'))

const NOBODY = 65_534
const ACCOUNT = IS_ROOT ? { uid: NOBODY, gid: NOBODY } : {}

/** A PostgreSQL of its own, with user and password `helioroom`, on 127.0.0.1. */
export class Postgres {
  readonly folder: string
  readonly port: number
  #child: ChildProcess | undefined

  constructor(folder: string, port: number) {
    this.folder = folder
    this.port = port
  }

  get place(): string {
    return `127.0.0.1:${this.port}`
  }

  async start(): Promise<void> {
    const child = spawn(
      path.join(BIN, 'postgres'),
      ['-D', this.folder, '-p', String(this.port), '-h', '127.0.0.1', '-k', ''],
      { ...ACCOUNT, stdio: 'ignore' },
    )
    this.#child = child
    for (let tries = 0; tries < 300; tries += 1) {
      if (await this.sql('select 1').catch(() => null)) return
      if (child.exitCode !== null) throw new Error(`PostgreSQL in ${this.folder} ended.`)
      await sleep(50)
    }
    throw new Error(`PostgreSQL in ${this.folder} does not answer.`)
  }

  async sql(statement: string, database = 'postgres'): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({
      connectionString: `postgres://helioroom:helioroom@${this.place}/${database}`,
      connectionTimeoutMillis: 2000,
    })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query(statement)).rows
    } finally {
      await client.end()
    }
  }

  /** A standby of this one, running. */
  async standby(folder: string): Promise<Postgres> {
    const made = new Postgres(folder, await freePort())
    const from = `host=127.0.0.1 port=${this.port} user=helioroom`
    run('pg_basebackup', ['-D', folder, '-R', '-c', 'fast', '-d', from])
    await made.start()
    return made
  }

  promote(): void {
    run('pg_ctl', ['promote', '-w', '-D', this.folder])
  }

  /** Sends a signal to all of its processes. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    const { pid = 0 } = this.#child ?? {}
    for (const each of [pid, ...childrenOf(pid)]) process.kill(each, signal)
  }

  /** As a power cut would. */
  async kill(): Promise<void> {
    const { pid } = this.#child ?? {}
    if (pid === undefined || !isAlive(pid)) return
    const all = [pid, ...childrenOf(pid)]
    for (const each of all) {
      try {
        process.kill(each, 'SIGKILL')
      } catch {
        // It has ended with its parent.
      }
    }
    for (const each of all) await gone(each)
  }
}

function run(program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(path.join(BIN, program), args, {
    ...ACCOUNT,
    cwd: '/',
    encoding: 'utf8',
    env: { PATH: process.env.PATH, PGPASSWORD: 'helioroom', LC_ALL: 'C.UTF-8' },
  })
  if (status !== 0) throw new Error(`${program}: ${stderr}`)
}

/** A primary whose commits wait for its standby, so that a failover loses nothing. @param folder that all may pass */
export async function primaryWithStandby(folder: string): Promise<[primary: Postgres, standby: Postgres]> {
  const own = path.join(folder, 'postgres')
  mkdirSync(own)
  if (IS_ROOT) chownSync(own, NOBODY, NOBODY)
  const password = path.join(own, 'password')
  writeFileSync(password, 'helioroom')
  if (IS_ROOT) chownSync(password, NOBODY, NOBODY)
  const primary = new Postgres(path.join(own, 'a'), await freePort())
  run('initdb', ['-D', primary.folder, '-U', 'helioroom', '--pwfile', password, '-A', 'scram-sha-256', '-N'])
  appendFileSync(
    path.join(primary.folder, 'postgresql.conf'),
    "\nmax_connections = 200\nwal_keep_size = '256MB'\nmax_wal_size = '512MB'\n",
  )
  await primary.start()
  await primary.sql('create database helioroom')
  const standby = await primary.standby(path.join(own, 'b'))
  await primary.sql(`alter system set synchronous_standby_names = '*'`)
  await primary.sql('select pg_reload_conf()')
  return [primary, standby]
}
