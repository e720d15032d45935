import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { childrenOf, freePort, isAlive } from '../cluster/living.ts'
import { cleanUp, ROOT } from './harness.ts'

export interface StartOptions {
  /** Where package.json lies; default: a copy of this checkout that nobody edits. */
  readonly folder?: string
  readonly dataDir?: string
  readonly port?: number
  readonly env?: NodeJS.ProcessEnv
  /** False: return immediately, since it is expected to end on its own. */
  readonly ready?: boolean
}

/** An `npm start` with a process group of its own. */
export interface Running {
  /** Process number of npm. */
  readonly pid: number
  readonly port: number
  /** Milliseconds from the command to the first answer. */
  readonly readyAfter: number
  /** The exit code; null when a signal ended npm itself. */
  readonly ended: Promise<number | null>
  /** What was printed so far. */
  output(): string
}

const TIMEOUT_MS = 50_000

/** Runs `npm start` without demo data and, unless told otherwise, waits until it answers. It is gone after the test. */
export async function start(options: StartOptions): Promise<Running> {
  const port = options.port ?? (await freePort())
  const began = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: options.folder ?? fixedCopy(),
    env: environment({ ...options.env, DATA_DIR: options.dataDir, PORT: String(port) }),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  }
  const pid = child.pid ?? 0
  cleanUp(() => endFamily(pid))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const output = () => printed
  if (options.ready === false) return { pid, port, readyAfter: Number.NaN, ended, output }
  while (!(await answers(port))) {
    if (child.exitCode !== null || performance.now() - began > TIMEOUT_MS)
      throw new Error(`Not ready: ${printed}`)
    await sleep(25)
  }
  return { pid, port, readyAfter: performance.now() - began, ended, output }
}

const NOT_COPIED = new Set(['node_modules', '.git', '.cache', 'data', 'test-results', 'playwright-report'])
/** Says of which sources the pages are built. */
const STAMP = '.cache/web-build'
let copied: string | undefined

// A checkout that somebody is editing would be rebuilt at every start.
function fixedCopy(): string {
  if (copied === undefined) {
    copied = mkdtempSync(path.join(os.tmpdir(), 'helioroom-copy-'))
    copyProject(copied)
  }
  return copied
}

afterAll(() => {
  if (copied) rmSync(copied, { recursive: true, force: true })
})

/** Copies the project as a clone would have it, with the packages and the pages that are there already. */
export function copyProject(target: string): void {
  mkdirSync(path.join(target, path.dirname(STAMP)), { recursive: true })
  // Node rounds times to milliseconds: the pages would be older than their sources, and be built again.
  const copy = (names: readonly string[], to: string) =>
    execFileSync('cp', ['-a', ...names.map((name) => path.join(ROOT, name)), path.join(target, to)])
  copy(
    readdirSync(ROOT).filter((name) => !NOT_COPIED.has(name)),
    '.',
  )
  if (existsSync(path.join(ROOT, STAMP))) copy([STAMP], STAMP)
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(target, 'node_modules'))
}

// What the test runner sets is not what an operator's shell has.
function environment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { PATH, HOME, LANG, USER } = process.env
  return { PATH, HOME, LANG, USER, DEMO: 'off', ...env }
}

async function endFamily(pid: number): Promise<void> {
  const family = (of: number): number[] => [of, ...childrenOf(of).flatMap(family)]
  for (const member of family(pid)) {
    if (!isAlive(member)) continue
    try {
      process.kill(member, 'SIGKILL')
    } catch {
      // gone already
    }
  }
}

async function answers(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/healthz`)).ok
  } catch {
    return false
  }
}
