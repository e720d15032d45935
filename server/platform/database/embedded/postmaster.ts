import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { DatabaseStartError } from './errors.ts'
import { ORPHAN_STOP_TIMEOUT_MS, postmasterState, signalQuietly } from './orphan.ts'

/** The log of the launcher and PostgreSQL; a pino logger fits. */
export interface Log {
  debug(message: string): void
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}

/** A PostgreSQL that takes connections. */
export interface Postmaster {
  readonly pid: number
  /** Resolves with a sentence when it ends without having been asked to; pending otherwise. */
  readonly lost: Promise<string>
  /** Ends all sessions, writes everything out and waits for the end. May be called more than once. */
  stop(): Promise<void>
  /** Asks for the same without waiting, for use where nothing can be awaited any more. */
  stopNow(): void
}

export interface PostmasterOptions {
  readonly binaries: Binaries
  readonly cluster: string
  readonly socketFolder: string
  readonly account: Account
  readonly durable: boolean
  readonly log: Log
}

const POLL = 10
const RETRY = 100
const SLOW_START = 5_000
const CLOSE_TIMEOUT_MS = 500
const STOP_TIMEOUT_MS = 30_000
const KEPT_LINES = 30
const HELD_BY_OTHERS = /lock file .* already exists|pre-existing shared memory|is still in use/

const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  port: '5432',
  max_connections: '100',
  shared_buffers: '256MB',
  // Changes of a hundred thousand rows are written in few steps.
  wal_buffers: '16MB',
  effective_cache_size: '1GB',
  maintenance_work_mem: '64MB',
  work_mem: '8MB',
  random_page_cost: '1.1',
  // Nothing replicates from here, so the log of changes can stay small.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '1GB',
  checkpoint_timeout: '15min',
  // Parallel workers need shared memory that containers keep short, and compete with the server for its cores.
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_destination: 'stderr',
  logging_collector: 'off',
  log_line_prefix: '',
  log_checkpoints: 'off',
}

// A crash of the machine may lose these databases: they last as long as a test run.
const NOT_DURABLE = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  // Three files at a time, each with servers of its own.
  max_connections: '200',
  // Several backups are restored at the same time, each of which locks every table of its database.
  max_locks_per_transaction: '256',
}

/**
 * Starts PostgreSQL, once a former one has released its files, and waits until it takes connections.
 * @throws DatabaseStartError with PostgreSQL's own reason.
 */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const began = Date.now()
  for (;;) {
    const child = spawnPostgres(options)
    const output = follow(child, options.log)
    guard(child, options.account)
    if (await becomesReady(child, options)) return postmasterOf(child, output)
    const reason = output.filter((line) => /^(FATAL|PANIC)/.test(line)).join(' ') || output.at(-1)
    const held = HELD_BY_OTHERS.test(reason ?? '') && Date.now() - began < ORPHAN_STOP_TIMEOUT_MS
    if (!held) throw new DatabaseStartError(`PostgreSQL did not start. ${reason ?? 'It gave no reason.'}`)
    await sleep(RETRY)
  }
}

function spawnPostgres(options: PostmasterOptions): ChildProcess {
  const { binaries, cluster, socketFolder, account, durable } = options
  const settings = {
    ...SETTINGS,
    ...(durable ? {} : NOT_DURABLE),
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(path.join(binaries.bin, 'postgres'), ['-D', cluster, ...flags], {
    ...account,
    cwd: cluster,
    env: { LC_MESSAGES: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'pipe'],
    // Ctrl-C reaches the whole foreground group; the database goes last, when the server has finished with it.
    detached: true,
  })
  child.on('error', () => {}) // becomesReady sees that there is no process
  return child
}

function follow(child: ChildProcess, log: Log): string[] {
  const kept: string[] = []
  if (!child.stderr) return kept
  createInterface({ input: child.stderr }).on('line', (line) => {
    kept.push(line)
    if (kept.length > KEPT_LINES) kept.shift()
    // The error of a statement or session reaches its caller; here it would be reported twice.
    if (line.startsWith('PANIC:')) log.error(`PostgreSQL: ${line}`)
    else log.debug(`PostgreSQL: ${line}`)
  })
  return kept
}

async function becomesReady(child: ChildProcess, { cluster, log }: PostmasterOptions): Promise<boolean> {
  const ended = once(child, 'close').catch(() => {}) // no process at all
  const slow = setTimeout(() => {
    log.info('The database is still starting: it repairs itself after an unclean stop.')
  }, SLOW_START)
  try {
    while (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      const state = postmasterState(cluster)
      if (state?.ready && state.pid === child.pid) return true
      await sleep(POLL)
    }
    await ended // the reason is in its last lines
    return false
  } finally {
    clearTimeout(slow)
  }
}

function postmasterOf(child: ChildProcess, output: string[]): Postmaster {
  const pid = child.pid ?? 0
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let stopping: Promise<void> | undefined
  const stopNow = () => signalQuietly(pid, 'SIGINT')
  const lost = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      if (!stopping)
        resolve(`PostgreSQL stopped unexpectedly (${signal ?? `code ${code}`}). ${output.at(-1) ?? ''}`)
    })
  })
  // The database keeps no process alive that has nothing else to do.
  child.unref()
  unref(child.stderr)

  async function stop(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.ref()
    // Connections that were just closed get a moment to end; the rest are terminated soon after.
    signalQuietly(pid, 'SIGTERM')
    const steps = [
      setTimeout(stopNow, CLOSE_TIMEOUT_MS),
      setTimeout(() => signalQuietly(pid, 'SIGQUIT'), STOP_TIMEOUT_MS),
    ]
    await ended
    for (const step of steps) clearTimeout(step)
  }
  return { pid, lost, stopNow, stop: () => (stopping ??= stop()) }
}

/** Sees to it, from the first moment on, that PostgreSQL does not outlive this process. */
function guard(child: ChildProcess, account: Account): void {
  const { pid } = child
  if (pid === undefined) return
  const watchdog = startWatchdog(pid, account)
  const stopNow = () => signalQuietly(pid, 'SIGINT')
  process.once('exit', stopNow)
  child.once('exit', () => {
    process.off('exit', stopNow)
    watchdog.kill('SIGKILL')
  })
}

/**
 * After `kill -9` of the server nobody would stop PostgreSQL. A shell that waits on a pipe from here does: the
 * pipe closes with this process, however it ends.
 */
function startWatchdog(pid: number, account: Account): ChildProcess {
  const watchdog = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$1"', 'helioroom-watchdog', String(pid)], {
    ...account,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watchdog.on('error', () => {}) // the next start finds the orphan all the same
  watchdog.unref()
  unref(watchdog.stdin)
  return watchdog
}

function unref(stream: object | null): void {
  if (stream && 'unref' in stream && typeof stream.unref === 'function') stream.unref()
}
