import { spawn } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import { AWAITED, lowerPriority, usageOfTree } from '../confined/index.ts'

/** Why a program gave nothing. */
export type Failure = 'TIME' | 'MEMORY' | 'FAILED'

export type Output = { bytes: Buffer } | { bytes: null; failure: Failure }

/** Limits of a program; beyond them it and all that it has started are killed. */
export interface ProgramLimits {
  /** Milliseconds by the clock. */
  timeMs: number
  /** Seconds of work on a processor, of each of its processes. */
  workS: number
  /** Bytes of memory that each of its processes may ask for. */
  addressBytes: number
  /** Bytes of memory that all of them use together; what they ask for alone counts without it. */
  memoryBytes?: number
  /** Bytes that it writes to its standard output. */
  answerBytes: number
  /** Bytes of the largest file that it may write; 0 for none. */
  fileBytes: number
}

export interface RunOptions {
  /** What it reads on its standard input. */
  input?: Buffer
  /** All of its environment. */
  env: Readonly<Record<string, string>>
  /** Where it runs; the root of the file system without one. */
  folder?: string
  /** Whether somebody waits for it: it comes right after requests then, and otherwise after everything else. */
  isAwaited?: boolean
  limits: ProgramLimits
}

/** Bytes of a block in `ulimit -f`. */
const BLOCK = 512
/** Milliseconds between two looks at the memory that is used. */
const WATCH_MS = 250

/** Seconds by which a program that nobody is left to kill runs longer than it may. */
const GRACE_S = 5

/**
 * For /bin/sh, which takes the program and its arguments as they are: it leaves no dump of its memory, and ends after some
 * time, by the clock and of work, even where nobody is left to kill it, with all that it has started. Where a machine knows
 * no such limit of memory, the others hold.
 */
const confined = ({ timeMs, workS, addressBytes, fileBytes }: ProgramLimits): string =>
  [
    `(sleep ${Math.ceil(timeMs / 1000) + GRACE_S}; kill -9 -$$) </dev/null >/dev/null 2>&1 & :`,
    `ulimit -t ${workS}`,
    `ulimit -f ${Math.ceil(fileBytes / BLOCK)}`,
    'ulimit -c 0',
    `ulimit -v ${Math.floor(addressBytes / 1024)} 2>/dev/null`,
    'exec "$@"',
  ].join('; ')

/** Of a program that is running. */
export interface Running {
  output: Promise<Output>
  /** Ends it and all that it has started. */
  kill(): void
}

/**
 * Runs a program that is not ours: with no more of the environment than it is given, in a process group of its own, behind
 * requests in time, and first to go when the machine's memory ends.
 */
export function runProgram(
  [program, ...args]: readonly [string, ...string[]],
  { input = Buffer.alloc(0), env, folder = path.parse(program).root, isAwaited = false, limits }: RunOptions,
): Running {
  const child = spawn('/bin/sh', ['-c', confined(limits), 'sh', program, ...args], {
    env,
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const { pid } = child
  const kill = (): void => {
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL')
    } catch {
      // It may have ended already.
    }
  }
  lowerPriority(pid, isAwaited ? AWAITED : os.constants.priority.PRIORITY_BELOW_NORMAL)
  const ended = Promise.withResolvers<Output>()
  let failure: Failure = 'FAILED'
  const end = (why: Failure): void => {
    failure = why
    kill()
  }
  const late = setTimeout(() => end('TIME'), limits.timeMs)
  const { memoryBytes } = limits
  const watch =
    memoryBytes === undefined
      ? undefined
      : setInterval(async () => {
          if ((await usageOfTree(pid)) > memoryBytes) end('MEMORY')
        }, WATCH_MS)
  const chunks: Buffer[] = []
  let size = 0
  child.stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    size += chunk.length
    if (size > limits.answerBytes) kill()
  })
  // A program that ends before it has read everything fails below.
  child.stdin.on('error', () => {})
  child.on('error', () => ended.resolve({ bytes: null, failure }))
  // What a program that failed or was killed has started holds its output open, and would be waited for.
  child.on('exit', (code) => {
    if (code !== 0) kill()
  })
  child.on('close', (code, signal) => {
    clearTimeout(late)
    clearInterval(watch)
    // What it has left behind, and what would have ended it.
    kill()
    if (signal === 'SIGXCPU') failure = 'TIME'
    ended.resolve(
      code === 0 && size <= limits.answerBytes ? { bytes: Buffer.concat(chunks) } : { bytes: null, failure },
    )
  })
  child.stdin.end(input)
  return { output: ended.promise, kill }
}
