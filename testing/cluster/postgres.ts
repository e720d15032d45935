import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { appendFileSync, chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries } from '../../server/platform/database/embedded/binaries.ts'
import { childrenOf, freePort, gone, IS_ROOT, isAlive, NOBODY } from './living.ts'
import type { Namespace } from './namespace.ts'

const DEBIAN = '/usr/lib/postgresql'
/** Debian's programs, the oldest first; the product's own have none that makes a standby. */
export const [INSTALLED] = (existsSync(DEBIAN) ? readdirSync(DEBIAN) : [])
  .toSorted((one, other) => Number(one) - Number(other))
  .map((version) => path.join(DEBIAN, version, 'bin'))
  .filter((bin) => existsSync(path.join(bin, 'pg_basebackup')))
export const hasStandby = INSTALLED !== undefined

const ACCOUNT = IS_ROOT ? { uid: NOBODY, gid: NOBODY } : {}
const SETTINGS = "\nmax_connections = 300\nwal_keep_size = '256MB'\nmax_wal_size = '512MB'\n"
/** User, and password of the user. */
export const USER = 'helioroom'

/** The address of its database, or of another one in it. */
export const addressOf = (place: string, database = USER): string =>
  `postgres://${USER}:${USER}@${place}/${database}`

/** Where PostgreSQL's programs are: Debian's, or a copy in that folder of those that the product brings along. */
const programs = (copies: string): string => INSTALLED ?? findBinaries(ACCOUNT, copies).bin

/** How a PostgreSQL of a folder is started. */
export function postgresProgram(
  folder: string,
  port: number,
  namespace?: Namespace,
): [command: string, args: string[], options: SpawnOptions] {
  const program = path.join(programs(path.dirname(folder)), 'postgres')
  const args = ['-D', folder, '-p', String(port), '-h', namespace?.address ?? '127.0.0.1', '-k', '']
  if (!namespace) return [program, args, { ...ACCOUNT, cwd: '/' }]
  return [...namespace.inside(program, args, ACCOUNT), { cwd: '/' }]
}

/** Makes an empty one, in a folder that belongs to its account. */
export function makePostgres(folder: string): void {
  const own = path.dirname(folder)
  mkdirSync(own, { recursive: true })
  if (IS_ROOT) chownSync(own, NOBODY, NOBODY)
  const password = path.join(own, 'password')
  writeFileSync(password, USER)
  if (IS_ROOT) chownSync(password, NOBODY, NOBODY)
  run('initdb', ['-D', folder, '-U', USER, '--pwfile', password, '-A', 'scram-sha-256', '-N', '-E', 'UTF8'])
  appendFileSync(path.join(folder, 'postgresql.conf'), SETTINGS)
  // For one that listens on an address of its own; it is told of its addresses at its start.
  appendFileSync(path.join(folder, 'pg_hba.conf'), 'host all all samenet scram-sha-256\n')
}

/** Copies a running one into a folder, as its standby. */
export const copyAsStandby = (port: number, folder: string): void =>
  run('pg_basebackup', ['-D', folder, '-R', '-c', 'fast', '-d', `host=127.0.0.1 port=${port} user=${USER}`])

export const promote = (folder: string): void => run('pg_ctl', ['promote', '-w', '-D', folder])

function run(program: string, args: readonly string[]): void {
  const folder = args[args.indexOf('-D') + 1] ?? ''
  const { status, stderr } = spawnSync(path.join(programs(path.dirname(folder)), program), args, {
    ...ACCOUNT,
    cwd: '/',
    encoding: 'utf8',
    env: { PATH: process.env.PATH, PGPASSWORD: USER, LC_ALL: 'C.UTF-8' },
  })
  if (status !== 0) throw new Error(`${program}: ${stderr}`)
}

/** One statement on a connection of its own. @param place host and port */
export async function sqlAt(
  place: string,
  statement: string,
  database = 'postgres',
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({
    connectionString: addressOf(place, database),
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

/** Waits until it takes statements. @throws where it does not, or has ended */
export async function answers(place: string, hasEnded: () => boolean): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await sqlAt(place, 'select 1').catch(() => null)) return
    if (hasEnded()) throw new Error(`PostgreSQL on ${place} ended.`)
    await sleep(50)
  }
  throw new Error(`PostgreSQL on ${place} does not answer.`)
}

/** Sends a signal to a PostgreSQL and all of its processes. */
export function signalAll(pid: number, signal: NodeJS.Signals): number[] {
  const all = [pid, ...childrenOf(pid)]
  for (const each of all) {
    try {
      process.kill(each, signal)
    } catch {
      // It has ended with its parent.
    }
  }
  return all
}

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
    const [command, args, options] = postgresProgram(this.folder, this.port)
    const child = spawn(command, args, { ...options, stdio: 'ignore' })
    this.#child = child
    await answers(this.place, () => child.exitCode !== null)
  }

  sql(statement: string, database = 'postgres'): Promise<Record<string, unknown>[]> {
    return sqlAt(this.place, statement, database)
  }

  /** A standby of this one, running. */
  async standby(folder: string): Promise<Postgres> {
    const made = new Postgres(folder, await freePort())
    copyAsStandby(this.port, folder)
    await made.start()
    return made
  }

  promote(): void {
    promote(this.folder)
  }

  /** Sends a signal to all of its processes. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    if (this.#child?.pid !== undefined) signalAll(this.#child.pid, signal)
  }

  /** As a power cut would. */
  async kill(): Promise<void> {
    const { pid } = this.#child ?? {}
    if (pid === undefined || !isAlive(pid)) return
    for (const each of signalAll(pid, 'SIGKILL')) await gone(each)
  }
}

/** A primary whose commits wait for its standby, so that a failover loses nothing. @param folder that all may pass */
export async function primaryWithStandby(folder: string): Promise<[primary: Postgres, standby: Postgres]> {
  const own = path.join(folder, 'postgres')
  const primary = new Postgres(path.join(own, 'a'), await freePort())
  makePostgres(primary.folder)
  await primary.start()
  await primary.sql(`create database ${USER}`)
  const standby = await primary.standby(path.join(own, 'b'))
  await waitForStandbys(primary.place)
  return [primary, standby]
}

/** Commits wait for a standby from now on. */
export async function waitForStandbys(place: string): Promise<void> {
  await sqlAt(place, `alter system set synchronous_standby_names = '*'`)
  await sqlAt(place, 'select pg_reload_conf()')
}
