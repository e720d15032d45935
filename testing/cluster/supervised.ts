import type { ChildProcess } from 'node:child_process'
import { mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gone, isAlive } from './living.ts'

/** Milliseconds from an end that nobody asked for to the next start. */
const RESTART_MS = 200
/** Between starts of what ends again within a second. */
const REPEATED_MS = 1000

/** Starts a program with its output to that file. */
export type Launch = (output: number) => ChildProcess

/** A process that is started again whenever it dies, until it is asked to stop. */
export class Supervised {
  readonly name: string
  readonly #folder: string
  #launch: Launch
  #child: ChildProcess | undefined
  #isWanted = false
  #startedAt = 0
  /** How often it was started again because it had died. */
  restarts = 0
  /** Called after each start. */
  onStart: () => void = () => {}

  /** @param folder where its output and its number are kept */
  constructor(name: string, folder: string, launch: Launch) {
    this.name = name
    this.#folder = folder
    this.#launch = launch
  }

  /** 0 where it does not run. */
  get pid(): number {
    const { pid, exitCode, signalCode } = this.#child ?? {}
    return pid !== undefined && exitCode === null && signalCode === null ? pid : 0
  }

  get output(): string {
    return path.join(this.#folder, `${this.name}.log`)
  }

  get #pidFile(): string {
    return path.join(this.#folder, `${this.name}.pid`)
  }

  start(launch: Launch = this.#launch): void {
    this.#launch = launch
    this.#isWanted = true
    this.#run()
  }

  #run(): void {
    mkdirSync(this.#folder, { recursive: true })
    const output = openSync(this.output, 'a')
    const child = this.#launch(output)
    this.#child = child
    this.#startedAt = performance.now()
    writeFileSync(this.#pidFile, String(child.pid ?? 0))
    const ended = () => {
      if (this.#child !== child || !this.#isWanted) return
      const pause = performance.now() - this.#startedAt < REPEATED_MS ? REPEATED_MS : RESTART_MS
      setTimeout(() => {
        if (this.#child !== child || !this.#isWanted) return
        this.restarts += 1
        endGroup(child)
        this.#run()
      }, pause)
    }
    child.once('exit', ended).once('error', ended)
    this.onStart()
  }

  /** Ends it as a power cut would; it is started again. */
  kill(signal: NodeJS.Signals = 'SIGKILL'): void {
    if (this.pid !== 0) process.kill(this.pid, signal)
  }

  /** @param patience milliseconds after which it is killed */
  async stop(signal: NodeJS.Signals = 'SIGTERM', patience = 20_000): Promise<void> {
    this.#isWanted = false
    const { pid } = this
    if (pid !== 0) {
      process.kill(pid, signal)
      await gone(pid, patience).catch(() => process.kill(pid, 'SIGKILL'))
      await gone(pid)
    }
    rmSync(this.#pidFile, { force: true })
  }
}

/** What a process that leads a group has left behind would hold its port. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It led none, or it has ended as a whole.
  }
}

/** Ends what an earlier run that was killed has left of these processes. */
export async function endLeftOver(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    let pid: number
    try {
      pid = Number(readFileSync(path.join(folder, `${name}.pid`), 'utf8'))
      // Another process may have the number by now.
      if (!readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`HELIOROOM_CLUSTER=${folder}`)) continue
    } catch {
      continue
    }
    process.kill(pid, 'SIGTERM')
    for (let tries = 0; tries < 100 && isAlive(pid); tries += 1) await sleep(50)
    if (isAlive(pid)) process.kill(pid, 'SIGKILL')
    await gone(pid)
  }
}

/** By which the processes of a run are known. */
export const marked = (folder: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...env,
  HELIOROOM_CLUSTER: folder,
})
