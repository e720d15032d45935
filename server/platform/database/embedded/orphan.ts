import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseStartError } from './errors.ts'

/** How long a former PostgreSQL may take to go, in milliseconds. */
export const ORPHAN_STOP_TIMEOUT_MS = 15_000
const FAST_STOP = 5_000
const PAUSE = 25

/**
 * Stops what a killed server left running on `cluster`. It is stopped and not reused: its settings and its
 * version may be old. Must be called under the place's lock, so nobody else uses it.
 * @returns whether there was something to stop.
 * @throws DatabaseStartError when it is still there after 15 seconds.
 */
export async function stopOrphan(cluster: string): Promise<boolean> {
  const recorded = postmasterPid(cluster)
  if (recorded === undefined) return false
  let running = processesOf(cluster)
  const found = running.length > 0
  const began = Date.now()
  let sent = ''
  while (running.length > 0) {
    const waited = Date.now() - began
    if (waited > ORPHAN_STOP_TIMEOUT_MS) {
      throw new DatabaseStartError(
        `A PostgreSQL of an earlier start (process ${running[0]}) still uses ${cluster} and does not stop. ` +
          'End that process, then start again.',
      )
    }
    // INT disconnects and writes everything out; QUIT leaves that to the recovery at the next start.
    const signal = waited < FAST_STOP ? 'SIGINT' : 'SIGQUIT'
    if (signal !== sent) {
      // Without its postmaster the other processes must be signalled one by one.
      for (const pid of running.includes(recorded) ? [recorded] : running) signalQuietly(pid, signal)
      sent = signal
    }
    await sleep(PAUSE)
    running = processesOf(cluster)
  }
  // The number in the file may by now belong to another program, for which PostgreSQL would refuse to start.
  rmSync(path.join(cluster, 'postmaster.pid'), { force: true })
  return found
}

/** The process recorded in the cluster's postmaster.pid, and whether it takes connections. */
export function postmasterState(cluster: string): { pid: number; ready: boolean } | undefined {
  try {
    const lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), ready: lines[7]?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

function postmasterPid(cluster: string): number | undefined {
  return postmasterState(cluster)?.pid
}

// Every process of a PostgreSQL works in its cluster's folder.
function processesOf(cluster: string): number[] {
  const folder = realpathSync(cluster)
  if (process.platform !== 'linux') return processesByCommand(folder)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => workingFolder(pid) === folder)
}

function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined // gone, or of another account
  }
}

function processesByCommand(folder: string): number[] {
  return spawnSync('ps', ['-axo', 'pid=,args='], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((line) => line.includes('postgres') && line.includes(folder))
    .map((line) => Number.parseInt(line, 10))
}

/** Sends a signal; a process that is gone already is no error. */
export function signalQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // gone already
  }
}
