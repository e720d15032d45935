import { spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { lowerPriority } from '../confined/index.ts'
import type { OcrLimits } from './limits.ts'

/** Why a program gave nothing. */
export type Failure = 'TIME' | 'FAILED'

export type Output = { text: string } | { text: null; failure: Failure }

/**
 * For /bin/sh, which takes the program and its arguments as they are: it writes no file, leaves no dump of its memory,
 * and ends after some time of work even where nobody is left to kill it. Where a machine knows no such limit of memory, the
 * others hold.
 */
const confined = ({ workS, memoryBytes }: OcrLimits): string =>
  `ulimit -t ${workS}; ulimit -f 0; ulimit -c 0; ulimit -v ${memoryBytes / 1024} 2>/dev/null; exec "$@"`

/** Of a program that is running. */
export interface Running {
  output: Promise<Output>
  /** Ends it and all that it has started. */
  kill(): void
}

/**
 * Runs a program on some bytes: without environment, outside of every folder of ours, in a process group of its own, behind
 * everything else in time, and first to go when the machine's memory ends.
 */
export function runProgram(
  [program, ...args]: readonly [string, ...string[]],
  input: Buffer,
  limits: OcrLimits,
): Running {
  const child = spawn('/bin/sh', ['-c', confined(limits), 'sh', program, ...args], {
    // One thread: the others are for requests.
    env: { OMP_THREAD_LIMIT: '1', LC_ALL: 'C.UTF-8' },
    cwd: path.parse(program).root,
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
  lowerPriority(pid, os.constants.priority.PRIORITY_BELOW_NORMAL)
  const ended = Promise.withResolvers<Output>()
  let failure: Failure = 'FAILED'
  const late = setTimeout(() => {
    failure = 'TIME'
    kill()
  }, limits.timeMs)
  const chunks: Buffer[] = []
  let size = 0
  child.stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    size += chunk.length
    if (size > limits.answerBytes) kill()
  })
  // A program that ends before it has read everything fails below.
  child.stdin.on('error', () => {})
  child.on('error', () => ended.resolve({ text: null, failure }))
  child.on('close', (code, signal) => {
    clearTimeout(late)
    if (signal === 'SIGXCPU') failure = 'TIME'
    ended.resolve(
      code === 0 && size <= limits.answerBytes
        ? { text: Buffer.concat(chunks).toString('utf8') }
        : { text: null, failure },
    )
  })
  child.stdin.end(input)
  return { output: ended.promise, kill }
}

/** The path of a program of that name, of those that people of this machine may run; undefined where there is none. */
export async function findProgram(
  name: string,
  folders: readonly string[] = (process.env.PATH ?? '').split(path.delimiter),
): Promise<string | undefined> {
  for (const folder of folders) {
    if (!path.isAbsolute(folder)) continue
    const program = path.join(folder, name)
    try {
      await access(program, constants.X_OK)
      return program
    } catch {
      // Not in this folder.
    }
  }
  return undefined
}
